// warrant doctor: every part the program rests on, tried out.
#include "probe.hpp"
#include "subcommands.hpp"

#include <warrant/base/json.hpp>
#include <warrant/base/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace warrant::app {

namespace {

Json to_json(const std::vector<Finding>& findings, const std::string& root) {
  JsonArray rows;
  std::array<std::int64_t, 4> counts{};
  for (const Finding& finding : findings) {
    ++counts[static_cast<std::size_t>(finding.state)];
    rows.push_back(JsonObject{{"part", finding.part},
                              {"state", to_string(finding.state)},
                              {"found", to_valid_utf8(finding.found)},
                              {"mend", to_valid_utf8(finding.mend)}});
  }
  const auto count = [&](State state) { return Json(counts[static_cast<std::size_t>(state)]); };
  return JsonObject{{"schema", "warrant.doctor.v1"},
                    {"root", to_valid_utf8(root)},
                    {"ok", counts[static_cast<std::size_t>(State::fail)] == 0},
                    {"counts", JsonObject{{"PASS", count(State::pass)},
                                          {"WARN", count(State::warn)},
                                          {"FAIL", count(State::fail)},
                                          {"SKIP", count(State::skip)}}},
                    {"parts", std::move(rows)}};
}

std::string to_lines(const std::vector<Finding>& findings) {
  std::string out;
  for (const Finding& finding : findings) {
    out += fmt::format("{}  {:<18} {}\n", to_string(finding.state), finding.part, visible(finding.found, false));
    if (!finding.mend.empty()) out += fmt::format("      {:<18} mend: {}\n", "", visible(finding.mend, false));
  }
  return out;
}

Result<Exit> doctor(const Arguments& arguments) {
  const std::string root = root_of(arguments);
  std::error_code problem;
  const std::string real = std::filesystem::canonical(root, problem).string();
  std::vector<Finding> findings;
  const auto add = [&](std::vector<Finding> part) {
    std::move(part.begin(), part.end(), std::back_inserter(findings));
  };
  add(probe_kernel());
  add(probe_directories());
  add(problem ? std::vector<Finding>{{.part = "workspace",
                                      .state = State::fail,
                                      .found = fmt::format("{}: {}", root, problem.message()),
                                      .mend = "name an existing directory with --root"}}
              : probe_workspace(real));
  add(probe_model());
  add(probe_terminal());
  const bool failed = std::any_of(findings.begin(), findings.end(),
                                  [](const Finding& finding) { return finding.state == State::fail; });
  WARRANT_CHECK(
      print(arguments.has("json") ? to_text(to_json(findings, problem ? root : real)) + "\n" : to_lines(findings)));
  return failed ? Exit::failed : Exit::done;
}

}  // namespace

std::string_view to_string(State state) noexcept {
  switch (state) {
    case State::pass: return "PASS";
    case State::warn: return "WARN";
    case State::fail: return "FAIL";
    case State::skip: return "SKIP";
  }
  return "FAIL";
}

std::vector<Subcommand> doctor_subcommands() {
  return {{.path = "doctor",
           .summary = "try out every part: PASS, WARN, FAIL or SKIP, with the mend",
           .examples = "Examples:\n  warrant doctor\n  warrant doctor --root ~/project --json",
           .positionals = {},
           .options = {root_option(), json_option()},
           .run = doctor}};
}

}  // namespace warrant::app
