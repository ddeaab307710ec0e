// How the record behaves as it grows: record_bench [EVENTS]
//
// Prints, for each tenth of the events, the time of a buffered append and the memory of the process; then the time of
// a durable append, of opening, of verifying and of the index.
#include <warrant/base/clock.hpp>
#include <warrant/record/record.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>

namespace {

using namespace warrant;
using namespace warrant::record;

double seconds(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Of processor time: what one core does, whatever else the machine does.
double processor_seconds(const std::function<void()>& work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

long resident_kib() {
  FILE* file = std::fopen("/proc/self/statm", "r");
  long size = 0;
  long resident = 0;
  if (file != nullptr && std::fscanf(file, "%ld %ld", &size, &resident) != 2) resident = 0;
  if (file != nullptr) std::fclose(file);
  return resident * 4;
}

[[noreturn]] void stop(const Error& error) {
  std::fprintf(stderr, "%s\n", describe(error).c_str());
  std::exit(1);
}

RulingEvent ruling(int n) {
  return {.call = n,
          .tool = "edit_file",
          .target = fmt::format("src/module{}/settings.py", n % 97),
          .ruling = "ask",
          .rule = "write.default",
          .why = "a change of a file is asked by default"};
}

std::string turn_name(int n) { return fmt::format("01J{:023}", n / 20); }

void append_all(const Place& place, int events) {
  const int tenth = std::max(events / 10, 1);
  auto out = Writer::open(place, system_clock());
  if (!out) stop(out.error());
  for (int done = 0; done < events; done += tenth) {
    const double took = processor_seconds([&] {
      for (int n = done; n < done + tenth; ++n) {
        if (const auto appended = out->append(turn_name(n), ruling(n)); !appended) stop(appended.error());
      }
    });
    fmt::print("append {:>8} to {:>8}: {:5.1f} us each, {:>6} KiB resident\n", done + 1, done + tenth,
               took / tenth * 1e6, resident_kib());
  }
  constexpr int kDurable = 200;
  const double durable = seconds([&] {
    for (int n = 0; n < kDurable; ++n) {
      const auto appended = out->append("d", "receipt", JsonObject{{"id", "x"}}, Durability::durable);
      if (!appended) stop(appended.error());
    }
  });
  fmt::print("durable append: {:.2f} ms each\n", durable / kDurable * 1e3);
}

}  // namespace

int main(int argc, char** argv) {
  const int events = argc > 1 ? std::atoi(argv[1]) : 1'000'000;
  std::string root = (std::filesystem::temp_directory_path() / "record-benchXXXXXX").string();
  if (::mkdtemp(root.data()) == nullptr) return 1;
  const Place place{
      .directory = root + "/trace", .key = root + "/key", .content_key = root + "/content", .anchor = root + "/anchor"};
  append_all(place, events);
  fmt::print("open: {:.2f} ms\n", seconds([&] { (void)Writer::open(place, system_clock()); }) * 1e3);
  const long before = resident_kib();
  Result<Verdict> verdict = fail(Code::internal, "not verified");
  double wall = 0;
  const double processor = processor_seconds([&] { wall = seconds([&] { verdict = verify(place); }); });
  if (!verdict || verdict->first_bad) return 1;
  fmt::print("verify {} events in {} segments: {:.2f} s of processor time, {:.2f} s elapsed, {} KiB more resident\n",
             verdict->events, verdict->segments, processor, wall, resident_kib() - before);
  fmt::print("index made: {:.2f} s\n", processor_seconds([&] { (void)list_turns(place, {}); }));
  fmt::print("index used: {:.2f} ms\n", processor_seconds([&] { (void)list_turns(place, {.path = "src"}); }) * 1e3);
  std::filesystem::remove_all(root);
  return 0;
}
