// Reading one transcript, or the least that any reader must do: finding its lines. transcripts.py runs it.
// Prints the processor time of the best round.
#include <warrant/evidence/session.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
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
  std::FILE* status = std::fopen("/proc/self/status", "r");
  if (status == nullptr) return 0;
  char line[256];
  long kib = 0;
  while (std::fgets(line, sizeof line, status) != nullptr && std::sscanf(line, "VmHWM: %ld", &kib) != 1) {}
  std::fclose(status);
  return kib;
}

/// Reads the file and counts its lines with memchr.
std::size_t scan_lines(const std::string& path) {
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
  if (argc < 4) return std::fputs("usage: transcript_bench TRANSCRIPT ROUNDS scan|read|facts\n", stderr), 2;
  const std::string path = argv[1];
  const int rounds = std::atoi(argv[2]);
  const std::string_view mode = argv[3];
  double best = 1e9;
  std::size_t events = 0;
  std::size_t damaged = 0;
  for (int round = 0; round < rounds; ++round) {
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
