// Reading a transcript of 100 MB, beside the least that any reader must do: find its lines.
// Usage: transcript_bench [TRANSCRIPT [MEGABYTES]]   the file is repeated up to that size; without
// one, a synthetic session of the same mix (half of it tool output) is made.
#include <warrant/evidence/session.hpp>

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using warrant::evidence::Event;

/// Processor time of this process: other work on the machine does not count.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::string synthetic() {
  std::string output;
  for (int i = 0; i < 60; ++i)
    output += fmt::format("src/module_{}.cpp:{}:  const auto value = compute({});\\n", i, i * 7, i);
  std::string text;
  for (int i = 0; i < 50; ++i) {
    const auto line = [&](std::string_view body) {
      text += fmt::format(R"({{"sessionId":"s","cwd":"/w",{}}})"
                          "\n",
                          body);
    };
    line(fmt::format(
        R"("type":"assistant","message":{{"role":"assistant","content":[{{"type":"tool_use","id":"a{}","name":"Bash","input":{{"command":"grep -rn compute src"}}}}]}})",
        i));
    line(fmt::format(
        R"("type":"user","message":{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"a{}","content":"{}"}}]}},"toolUseResult":{{"stdout":"{}"}})",
        i, output, output));
    line(fmt::format(
        R"("type":"assistant","message":{{"role":"assistant","content":[{{"type":"tool_use","id":"b{}","name":"Bash","input":{{"command":"pytest -q"}}}}]}})",
        i));
    line(fmt::format(
        R"("type":"user","message":{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"b{}","content":"{} passed in 0.5s"}}]}})",
        i, i));
    line(R"("type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"All tests pass."}]})");
  }
  return text;
}

std::filesystem::path fill(const std::string& unit, std::size_t size) {
  const auto path = std::filesystem::temp_directory_path() / "warrant-transcript-bench.jsonl";
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  for (std::size_t written = 0; written < size; written += unit.size()) file << unit;
  return path;
}

/// Reads the file and counts its lines with memchr.
std::size_t scan_lines(const std::filesystem::path& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) std::exit(1);
  std::vector<char> buffer(256U << 10U);
  std::size_t lines = 0;
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file)) {
    for (const char* at = buffer.data();
         (at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(buffer.data() + got - at)))) !=
         nullptr;
         ++at)
      ++lines;
  }
  std::fclose(file);
  return lines;
}

}  // namespace

int main(int argc, char** argv) {
  std::string unit;
  if (argc > 1) {
    std::ifstream in(argv[1], std::ios::binary);
    unit.assign(std::istreambuf_iterator<char>(in), {});
    if (unit.empty()) return fmt::print(stderr, "cannot read {}\n", argv[1]), 1;
  } else {
    unit = synthetic();
  }
  const std::size_t megabytes = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100;
  const auto path = fill(unit, megabytes * 1'000'000);
  const auto size = static_cast<double>(std::filesystem::file_size(path));
  scan_lines(path);  // into the page cache

  double best_scan = 1e9;
  double best_read = 1e9;
  std::size_t events = 0;
  for (int round = 0; round < 3; ++round) {
    double start = cpu_seconds();
    const std::size_t lines = scan_lines(path);
    best_scan = std::min(best_scan, cpu_seconds() - start);
    start = cpu_seconds();
    events = 0;
    const auto report =
        warrant::evidence::read_session(path.string(), {.keep_output = false}, [&](Event&&) { ++events; });
    best_read = std::min(best_read, cpu_seconds() - start);
    if (!report || lines == 0)
      return fmt::print(stderr, "{}\n", report ? "no lines" : warrant::describe(report.error())), 1;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::filesystem::remove(path);
  fmt::print("bytes                {:>12.0f}\nevents               {:>12}\n", size, events);
  fmt::print("line scan (memchr)   {:>12.0f} MB/s\ntranscript           {:>12.0f} MB/s\n", size / best_scan / 1e6,
             size / best_read / 1e6);
  fmt::print("ratio to line scan   {:>12.2f}\npeak memory          {:>12} KiB\n", best_read / best_scan,
             usage.ru_maxrss);
}
