// warrant profiles: which commands may be run in a workspace, and which of its own are trusted.
#include "settings.hpp"
#include "subcommands.hpp"

#include <warrant/base/clock.hpp>
#include <warrant/base/dirs.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/base/json.hpp>
#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/command/containment.hpp>
#include <warrant/command/detect.hpp>
#include <warrant/command/trust.hpp>
#include <warrant/record/record.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

namespace warrant::app {

namespace {

struct Workspace {
  command::Place place;
  command::Standing standing;
};

Result<Workspace> workspace_of(const Arguments& arguments) {
  const std::string root = root_of(arguments);
  std::error_code problem;
  const std::string real = std::filesystem::canonical(root, problem).string();
  if (problem) return fail(Code::not_found, fmt::format("there is no such workspace: {}", problem.message()), root);
  WARRANT_TRY(dirs, find_dirs());
  WARRANT_TRY(place, command::place_here(real));
  WARRANT_TRY(standing, command::standing(real, dirs.state));
  return Workspace{.place = std::move(place), .standing = std::move(standing)};
}

/// Whether the program is there, and how it would be started; the reason when it is not.
std::string program_of(const command::Profile& profile, const command::Place& place, bool& installed) {
  command::Profile without_pin = profile;
  without_pin.pin.reset();  // what is shown before it is trusted must be planned too
  const auto effect = command::plan(without_pin, {}, place);
  installed = effect.has_value() || effect.error().code != Code::not_found;
  if (!effect) return effect.error().message;
  std::string words;
  for (const std::string& word : effect->argv) words += (words.empty() ? "" : " ") + word;
  return words;
}

Json row_of(const command::Profile& profile, const Workspace& workspace, const std::vector<command::Fit>& fits) {
  bool installed = false;
  std::string words = program_of(profile, workspace.place, installed);
  JsonObject row{{"id", profile.id},
                 {"purpose", to_string(profile.purpose)},
                 {"title", profile.title},
                 {"source", profile.pin ? "workspace" : "built-in"},
                 {"usable", installed && (!profile.pin || workspace.standing.trust == command::Trust::trusted)},
                 {"installed", installed},
                 {"arguments", command::usage(profile.grammar)},
                 {"sandbox", to_string(profile.sandbox)},
                 {"network", profile.network},
                 {"starts", to_valid_utf8(words)}};
  Json because;
  for (const command::Fit& fit : fits) {
    if (fit.profile == profile.id) because = fit.because;
  }
  row.set("fits", std::move(because));
  return row;
}

Json choice_of(const command::Choice& choice) {
  return match(
      choice,
      [](const command::One& one) {
        return Json(JsonObject{{"kind", "one"}, {"profile", one.fit.profile}, {"text", one.fit.because}});
      },
      [](const command::Several& several) {
        return Json(JsonObject{{"kind", "several"}, {"profile", nullptr}, {"text", several.question}});
      },
      [](const command::None& none) {
        return Json(JsonObject{{"kind", "none"}, {"profile", nullptr}, {"text", none.reason}});
      });
}

Json digest_or_null(const std::optional<Digest>& digest) { return digest ? Json(digest->text()) : Json(); }

Result<Json> listing_of(const Workspace& workspace) {
  WARRANT_TRY(listing, command::survey(workspace.place));
  std::vector<command::Fit> fits;
  for (const auto purpose :
       {command::Purpose::test, command::Purpose::build, command::Purpose::check, command::Purpose::history}) {
    for (command::Fit& fit : command::fitting(purpose, listing)) fits.push_back(std::move(fit));
  }
  JsonArray rows;
  for (const command::Profile& profile : workspace.standing.profiles) rows.push_back(row_of(profile, workspace, fits));
  for (const command::Profile& profile : command::builtin_profiles()) rows.push_back(row_of(profile, workspace, fits));
  const command::Standing& standing = workspace.standing;
  const auto trusted = standing.trust == command::Trust::trusted ? standing.profiles : std::vector<command::Profile>();
  return Json(JsonObject{{"schema", "warrant.profiles.v1"},
                         {"root", to_valid_utf8(workspace.place.root)},
                         {"workspace_file", JsonObject{{"trust", to_string(standing.trust)},
                                                       {"sha256", digest_or_null(standing.file)},
                                                       {"pin", digest_or_null(standing.pin)},
                                                       {"why", standing.why}}},
                         {"containment", command::level(workspace.place.available)},
                         {"tests", choice_of(command::choose(command::Purpose::test, listing, trusted))},
                         {"profiles", std::move(rows)}});
}

std::string text_of(const Json& listing, bool all) {
  std::string out;
  for (const Json& row : *listing.find("profiles")->array()) {
    const bool fits = !row.find("fits")->is_null();
    const bool own = row.text("source") == "workspace";
    if (!all && !fits && !own) continue;
    const std::string_view note = !*row.find("installed")->boolean() ? "not installed"
                                  : !*row.find("usable")->boolean()  ? "not trusted"
                                                                     : "";
    out += visible(fmt::format("{:<13} {:<8} {:<10} {}{}{}", row.text("id"), row.text("purpose"), row.text("source"),
                               row.text("title"), note.empty() ? "" : "; ", note),
                   false) +
           "\n";
    out += visible(fmt::format("              starts: {}", row.text("starts")), false) + "\n";
    if (fits) out += visible(fmt::format("              fits: {}", row.text("fits")), false) + "\n";
    if (!row.text("arguments").empty())
      out += visible(fmt::format("              takes: {}", row.text("arguments")), false) + "\n";
  }
  const Json& file = *listing.find("workspace_file");
  const Json& tests = *listing.find("tests");
  if (out.empty()) out = "no profile fits this workspace (--all lists every one)\n";
  out += fmt::format("\n\"run the tests\" means: {}\n",
                     tests.text("kind") == "one" ? tests.text("profile") : tests.text("text"));
  if (file.text("trust") != "absent") {
    out += fmt::format("{}: {}{}{}\n", command::profiles_path, file.text("trust"), file.text("why").empty() ? "" : ": ",
                       visible(file.text("why"), false));
    if (!file.text("sha256").empty()) out += fmt::format("  {}\n", file.text("sha256"));
  }
  return out;
}

Result<Exit> list(const Arguments& arguments) {
  WARRANT_TRY(workspace, workspace_of(arguments));
  WARRANT_TRY(listing, listing_of(workspace));
  WARRANT_CHECK(print(arguments.has("json") ? to_text(listing) + "\n" : text_of(listing, arguments.has("all"))));
  return Exit::done;
}

/// Everything of a profile that a person should see before trusting it.
std::string shown_in_full(const command::Profile& profile, const command::Place& place) {
  bool installed = false;
  std::string out =
      fmt::format("{}: {}\n  starts: {}\n", profile.id, profile.title, program_of(profile, place, installed));
  const auto add = [&](std::string_view what, const std::vector<std::string>& list) {
    if (list.empty()) return;
    out += fmt::format("  {}:", what);
    for (const std::string& text : list) out += " " + text;
    out += '\n';
  };
  if (const std::string takes = command::usage(profile.grammar); !takes.empty()) out += "  takes: " + takes + "\n";
  add("reads", profile.reads);
  add("writes", profile.writes);
  add("sets", profile.environment);
  add("passes on", profile.pass);
  out += fmt::format("  network: {}   sandbox: {}   time limit: {} s\n", profile.network ? "yes" : "no",
                     to_string(profile.sandbox), profile.wall_ms / 1'000);
  return visible(out);
}

/// One line typed at the terminal itself, after what was typed ahead is thrown away.
bool said_yes(const std::string& question) {
  const Fd terminal(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY));
  if (!terminal.is_open()) return false;
  ::tcflush(terminal.get(), TCIFLUSH);
  if (!write_all(terminal.get(), question, "/dev/tty")) return false;
  std::string line;
  char c = 0;
  while (line.size() < 16 && ::read(terminal.get(), &c, 1) == 1 && c != '\n') line += c;
  return line == "yes";
}

Json trust_result(const Workspace& workspace, std::string_view did, const std::optional<Digest>& digest) {
  return JsonObject{{"schema", "warrant.profiles-trust.v1"},
                    {"root", to_valid_utf8(workspace.place.root)},
                    {"did", did},
                    {"sha256", digest_or_null(digest)}};
}

/// What became trusted, or stopped being so, is in the record before it holds.
Status note_trust(const std::string& real_root, std::string_view change, const std::string& digest) {
  WARRANT_TRY(dirs, find_dirs());
  WARRANT_TRY(place, record_place(dirs, real_root));
  WARRANT_TRY(writer, record::Writer::open(place, system_clock()));
  WARRANT_CHECK(writer.append("", record::TrustEvent{.what = "profile",
                                                     .name = std::string(command::profiles_path),
                                                     .change = std::string(change),
                                                     .digest = digest,
                                                     .by = "person"}));
  return writer.publish();
}

Status tell(const Arguments& arguments, const Json& json, const std::string& text) {
  return print(arguments.has("json") ? to_text(json) + "\n" : text);
}

Result<Exit> trust(const Arguments& arguments) {
  WARRANT_TRY(workspace, workspace_of(arguments));
  const command::Standing& standing = workspace.standing;
  const std::string where(command::profiles_path);
  if (standing.trust == command::Trust::absent)
    return fail(Code::not_found, "the workspace has no profile file", where);
  if (standing.trust == command::Trust::invalid) return fail(Code::malformed, standing.why, where);
  if (const auto wanted = arguments.option("sha256")) {
    WARRANT_TRY(digest, Digest::parse(wanted->starts_with("sha256:") ? std::string(*wanted)
                                                                     : "sha256:" + std::string(*wanted)));
    // A digest that is not that of the file is refused below; it must not be noted as trusted.
    if (digest == *standing.file) WARRANT_CHECK(note_trust(workspace.place.root, "trusted", digest.text()));
    WARRANT_CHECK(command::trust(workspace.place.root, workspace.place.state, digest));
    WARRANT_CHECK(tell(arguments, trust_result(workspace, "trusted", digest), "trusted " + digest.text() + "\n"));
    return Exit::done;
  }
  std::string shown;
  for (const command::Profile& profile : standing.profiles) shown += shown_in_full(profile, workspace.place) + "\n";
  shown += standing.file->text() + "\n";
  if (!arguments.has("yes")) {
    const std::string question = shown + "Trust these profiles, as they are now? Type yes: ";
    if (!said_yes(question)) {
      return fail(Code::refused, "not trusted: it takes a \"yes\" typed at the terminal, or --sha256 or --yes", where);
    }
  } else if (!arguments.has("json")) {
    WARRANT_CHECK(print(shown));
  }
  WARRANT_CHECK(note_trust(workspace.place.root, "trusted", standing.file->text()));
  WARRANT_CHECK(command::trust(workspace.place.root, workspace.place.state, *standing.file));
  WARRANT_CHECK(tell(arguments, trust_result(workspace, "trusted", standing.file), "trusted\n"));
  return Exit::done;
}

Result<Exit> revoke(const Arguments& arguments) {
  // A damaged pin must not keep itself from being removed, so this looks at nothing else.
  const std::string root = root_of(arguments);
  std::error_code problem;
  const std::string real = std::filesystem::canonical(root, problem).string();
  if (problem) return fail(Code::not_found, fmt::format("there is no such workspace: {}", problem.message()), root);
  WARRANT_TRY(dirs, find_dirs());
  WARRANT_TRY(there, command::revoke(real, dirs.state));
  // Taking trust away must not wait for a record that cannot be written.
  const Status noted = there ? note_trust(real, "revoked", {}) : Status{};
  if (!noted) std::fprintf(stderr, "warrant: revoked, but not recorded: %s\n", describe(noted.error()).c_str());
  const Json json = JsonObject{{"schema", "warrant.profiles-trust.v1"},
                               {"root", to_valid_utf8(real)},
                               {"did", there ? "revoked" : "nothing"},
                               {"sha256", nullptr}};
  WARRANT_CHECK(tell(arguments, json, there ? "revoked\n" : "there was no trust to revoke\n"));
  return Exit::done;
}

Status make_own_directory(const std::string& path) {
  struct stat info{};
  if (::mkdir(path.c_str(), 0755) != 0 && errno != EEXIST) return fail_errno("cannot make the directory", path);
  if (::lstat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode))
    return fail(Code::unsupported, "is no directory", path);
  return {};
}

Result<Exit> add(const Arguments& arguments) {
  WARRANT_TRY(workspace, workspace_of(arguments));
  if (workspace.standing.trust == command::Trust::invalid) {
    return fail(Code::malformed, "the workspace's file must be put right first: " + workspace.standing.why,
                std::string(command::profiles_path));
  }
  const std::string source(*arguments.word(0));
  WARRANT_TRY(text, read_input(source, command::max_profiles_bytes));
  WARRANT_TRY(added, command::parse_profiles(text, source));
  const std::string path = workspace.place.root + "/" + std::string(command::profiles_path);
  std::string whole;
  if (workspace.standing.trust != command::Trust::absent) {
    WARRANT_TRY(now, read_file(path, command::max_profiles_bytes));
    whole = std::move(now);
    if (!whole.empty() && whole.back() != '\n') whole += '\n';
    whole += '\n';
  }
  whole += text;
  WARRANT_CHECK(command::parse_profiles(whole, std::string(command::profiles_path)));
  WARRANT_CHECK(make_own_directory(workspace.place.root + "/.warrant"));
  WARRANT_CHECK(replace_file(path, whole, 0644));
  JsonArray ids;
  std::string shown;
  for (const command::Profile& profile : added) {
    ids.push_back(profile.id);
    shown += shown_in_full(profile, workspace.place);
  }
  const Json json = JsonObject{{"schema", "warrant.profiles-add.v1"},
                               {"root", to_valid_utf8(workspace.place.root)},
                               {"added", std::move(ids)},
                               {"sha256", sha256(whole).text()}};
  WARRANT_CHECK(tell(arguments, json,
                     shown + "Added to " + std::string(command::profiles_path) +
                         ". It is not used before \"warrant profiles trust\".\n"));
  return Exit::done;
}

}  // namespace

std::vector<Subcommand> profiles_subcommands() {
  return {{.path = "profiles list",
           .summary = "the commands that may be run here, and what \"run the tests\" means",
           .examples = "Examples:\n  warrant profiles list\n  warrant profiles list --all --json",
           .positionals = {},
           .options = {root_option(),
                       {.name = "all", .value = "", .help = "also those that do not fit this workspace"},
                       json_option()},
           .run = list},
          {.path = "profiles add",
           .summary = "add the profiles of a TOML file to .warrant/profiles.toml",
           .examples = "Examples:\n  warrant profiles add e2e.toml\n  warrant profiles add - < e2e.toml\n"
                       "The format is in docs/commands.md.",
           .positionals = {{.name = "FILE",
                            .help = "TOML with [[profile]] tables; \"-\" reads standard input",
                            .required = true}},
           .options = {root_option(), json_option()},
           .run = add},
          {.path = "profiles trust",
           .summary = "show the workspace's own profiles and pin their bytes",
           .examples = "Examples:\n  warrant profiles trust\n  warrant profiles trust --sha256 sha256:…",
           .positionals = {},
           .options = {root_option(),
                       {.name = "sha256", .value = "DIGEST", .help = "trust without asking, if these are the bytes"},
                       {.name = "yes", .value = "", .help = "trust what is there without asking"},
                       json_option()},
           .run = trust},
          {.path = "profiles revoke",
           .summary = "remove the pin; the workspace's own profiles are not used any more",
           .examples = "Examples:\n  warrant profiles revoke",
           .positionals = {},
           .options = {root_option(), json_option()},
           .run = revoke}};
}

}  // namespace warrant::app
