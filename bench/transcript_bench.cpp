// Reading one transcript, or the least that any reader must do: finding its lines. transcripts.py runs it.
// Prints the processor time of the best round.
#include <warrant/evidence/session.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

using warrant::evidence::Event;

/// Processor time of this process: other work on the machine does not count.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// The most memory that this process held. What getrusage gives begins with that of the process that started it.
long peak_kib() {
  std::ifstream status("/proc/self/status");
  const std::string text{std::istreambuf_iterator<char>(status), {}};
  constexpr std::string_view label = "VmHWM:";
  const auto at = text.find(label);
  return at == std::string::npos ? 0 : std::strtol(text.c_str() + at + label.size(), nullptr, 10);
}

/// Reads the file and counts its lines with memchr.
std::size_t scan_lines(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) std::exit(1);
  std::vector<char> buffer(256U << 10U);
  std::size_t lines = 0;
  for (ssize_t got = 0; (got = read(file, buffer.data(), buffer.size())) > 0;) {
    const char* const end = buffer.data() + got;
    for (const char* at = buffer.data();
         (at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)))) != nullptr; ++at)
      ++lines;
  }
  close(file);
  return lines;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return std::fputs("usage: transcript_bench TRANSCRIPT ROUNDS scan|read|facts\n", stderr), 2;
  const std::string path = argv[1];
  const long rounds = std::strtol(argv[2], nullptr, 10);
  const std::string_view mode = argv[3];
  double best = 1e9;
  std::size_t events = 0;
  std::size_t damaged = 0;
  for (long round = 0; round < rounds; ++round) {
    events = 0;
    const double start = cpu_seconds();
    if (mode == "scan") {
      events = scan_lines(path);
    } else {
      const auto report = warrant::evidence::read_session(path, {.keep_output = false, .facts = mode == "facts"},
                                                          [&](Event&&) { ++events; });
      if (!report) return fmt::print(stderr, "{}\n", warrant::describe(report.error())), 1;
      damaged = report->damaged + report->cut;
    }
    best = std::min(best, cpu_seconds() - start);
  }
  fmt::print("{{\"seconds\":{},\"events\":{},\"damaged\":{},\"peak_kib\":{}}}\n", best, events, damaged, peak_kib());
}
