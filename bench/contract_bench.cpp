// The contract of a request: the median time of one, the time of 100,000, and the memory that they take.
// Usage: contract_bench CASES.jsonl…    the requests of cases/contract/
#include <warrant/base/json.hpp>
#include <warrant/contract/contract.hpp>
#include <warrant/contract/listing.hpp>
#include <warrant/language/lexicon.hpp>

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace warrant;

constexpr std::size_t kBatch = 100'000;

/// Processor time of this process: other work on the machine does not count.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

long peak_kib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

struct Case {
  std::string request;
  std::unique_ptr<contract::Listing> disk;
  std::vector<contract::Settlement> history;
};

std::vector<Case> read_cases(const char* path) {
  std::vector<Case> cases;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const auto json = parse_json(line);
    if (!json) continue;
    std::vector<std::string> files;
    if (const Json* list = json->find("files"); list != nullptr && list->array() != nullptr)
      for (const Json& file : *list->array())
        if (file.string() != nullptr) files.push_back(*file.string());
    std::vector<contract::Settlement> history;
    if (const Json* turns = json->find("history"); turns != nullptr && !turns->is_null())
      if (auto read = contract::parse_history(*turns)) history = std::move(*read);
    cases.push_back(
        {std::string(json->text("request")), std::make_unique<contract::Listing>(files), std::move(history)});
  }
  return cases;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Case> cases;
  for (int i = 1; i < argc; ++i) std::ranges::move(read_cases(argv[i]), std::back_inserter(cases));
  if (cases.empty()) return fmt::print(stderr, "usage: contract_bench CASES.jsonl…\n"), 1;
  const language::Lexicon lexicon = language::built_in_lexicon();

  std::size_t allowed = 0;
  const auto resolve_one = [&](const Case& it) {
    allowed += contract::resolve(it.request, *it.disk, lexicon, it.history).allowed ? 1U : 0U;
  };
  for (const Case& it : cases) resolve_one(it);  // the caches are warm
  std::vector<double> times;
  for (int round = 0; round < 5; ++round)
    for (const Case& it : cases) {
      const double start = cpu_seconds();
      resolve_one(it);
      times.push_back(cpu_seconds() - start);
    }
  std::ranges::sort(times);

  const long before = peak_kib();
  const double start = cpu_seconds();
  for (std::size_t i = 0; i < kBatch; ++i) resolve_one(cases[i % cases.size()]);
  const double batch = cpu_seconds() - start;
  fmt::print("requests              {:>10}\n", cases.size());
  fmt::print("median request        {:>10.1f} us\n99th percentile       {:>10.1f} us\n", times[times.size() / 2] * 1e6,
             times[times.size() * 99 / 100] * 1e6);
  fmt::print("{} requests       {:>10.2f} s\npeak memory before    {:>10} KiB\npeak memory after     {:>10} KiB\n",
             kBatch, batch, before, peak_kib());
  return allowed == 0 ? 1 : 0;
}
