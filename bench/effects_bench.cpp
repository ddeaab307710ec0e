// What a change costs: keeping what was there, writing with read-back, and looking back.
#include <warrant/base/clock.hpp>
#include <warrant/checkpoint/store.hpp>
#include <warrant/policy/approval.hpp>
#include <warrant/policy/protect.hpp>
#include <warrant/policy/rules.hpp>
#include <warrant/policy/warrant.hpp>
#include <warrant/workspace/diff.hpp>
#include <warrant/workspace/root.hpp>
#include <warrant/workspace/search.hpp>

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

namespace fs = std::filesystem;
using namespace warrant;
using workspace::make_diff;
using workspace::render;

RelPath path(std::string_view text) { return RelPath::make(text).value(); }

/// A workspace and a store beside it, gone at the end.
struct Place {
  Place() {
    std::string name = (fs::temp_directory_path() / "warrant-bench-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    base = name;
    fs::create_directory(base / "root");
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() { fs::remove_all(base); }
  [[nodiscard]] workspace::Root root() const { return workspace::Root::open((base / "root").string()).value(); }
  [[nodiscard]] checkpoint::Store store() const { return checkpoint::Store::open((base / "state").string()).value(); }
  fs::path base;
};

std::string text_of(std::size_t bytes, int salt) {
  std::string text;
  for (std::size_t i = 0; text.size() < bytes; ++i)
    text += "line " + std::to_string(i * 7919 + static_cast<std::size_t>(salt)) + "\n";
  return text;
}

policy::Warrant<policy::WriteFile> approved(const policy::WriteFile& effect) {
  const policy::Ruling ruling = policy::decide(
      {"r", digest_of(effect), "write_file", policy::Access::write, {effect.path}, std::nullopt, false, false, false},
      {}, {});
  return policy::Warrant<policy::WriteFile>::issue(effect, ruling,
                                                   policy::granted_by_flag(std::get<policy::Ask>(ruling), "a"))
      .value();
}

void write(benchmark::State& state) {
  const Place place;
  const workspace::Root root = place.root();
  const auto size = static_cast<std::size_t>(state.range(0));
  const std::string base = text_of(size, 0);
  std::string before = base;
  std::ofstream(place.base / "root/a.txt") << before;
  int salt = 0;
  for (auto _ : state) {
    std::string after = base + std::to_string(++salt);
    const auto outcome = root.write(approved({path("a.txt"), sha256(before), sha256(after), std::nullopt}), after);
    if (!outcome || outcome->index() != 0) std::abort();
    before = std::move(after);
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(write)->Arg(1 << 10)->Arg(64 << 10)->Arg(1 << 20)->Unit(benchmark::kMicrosecond);

void checkpoint_and_write(benchmark::State& state) {
  const Place place;
  const workspace::Root root = place.root();
  auto store = place.store();
  const auto size = static_cast<std::size_t>(state.range(0));
  const std::string base = text_of(size, 0);
  std::string before = base;
  std::ofstream(place.base / "root/a.txt") << before;
  int salt = 0;
  for (auto _ : state) {
    std::string after = base + std::to_string(++salt);
    const auto id = store.take("t", {{path("a.txt")}}, root, system_clock());
    const auto outcome = root.write(approved({path("a.txt"), sha256(before), sha256(after), std::nullopt}), after);
    if (!id || !outcome || outcome->index() != 0 || !store.finish(*id, root)) std::abort();
    before = std::move(after);
  }
}
BENCHMARK(checkpoint_and_write)->Arg(1 << 10)->Arg(64 << 10)->Arg(1 << 20)->Unit(benchmark::kMicrosecond);

void diff_of_one_line(benchmark::State& state) {
  const std::string before = text_of(static_cast<std::size_t>(state.range(0)), 0);
  std::string after = before;
  after.insert(after.size() / 2, "new\n");
  for (auto _ : state) benchmark::DoNotOptimize(render(make_diff(before, after), "a.txt"));
}
BENCHMARK(diff_of_one_line)->Arg(64 << 10)->Arg(1 << 20)->Unit(benchmark::kMicrosecond);

void diff_of_everything(benchmark::State& state) {
  const std::string before = text_of(static_cast<std::size_t>(state.range(0)), 0);
  const std::string after = text_of(static_cast<std::size_t>(state.range(0)), 1);
  for (auto _ : state) benchmark::DoNotOptimize(make_diff(before, after));
}
BENCHMARK(diff_of_everything)->Arg(64 << 10)->Arg(1 << 20)->Unit(benchmark::kMillisecond);

void classify(benchmark::State& state) {
  const RelPath one = path("src/some/deep/place/with_a_name.cpp");
  for (auto _ : state) benchmark::DoNotOptimize(policy::classify(one));
}
BENCHMARK(classify);

void read_hundred_rules(benchmark::State& state) {
  std::string text;
  for (int i = 0; i < 100; ++i) {
    text += "[[rule]]\ndecision = \"allow\"\npath = \"src/" + std::to_string(i) + "/**\"\nmatch = \"edit_file src/" +
            std::to_string(i) + "/a\"\n";
  }
  for (auto _ : state) benchmark::DoNotOptimize(policy::read_rules(text, "c.toml", policy::Author::person));
}
BENCHMARK(read_hundred_rules)->Unit(benchmark::kMicrosecond);

void search_thousand_files(benchmark::State& state) {
  const Place place;
  for (int i = 0; i < 1000; ++i) {
    fs::create_directories(place.base / "root" / std::to_string(i % 20));
    std::ofstream(place.base / "root" / std::to_string(i % 20) / (std::to_string(i) + ".txt")) << text_of(4096, i);
  }
  const workspace::Root root = place.root();
  for (auto _ : state) {
    const auto found = workspace::search(root, RelPath(), "line 79", workspace::Pattern::literal);
    if (!found || found->files != 1000) std::abort();
  }
}
BENCHMARK(search_thousand_files)->Unit(benchmark::kMillisecond);

}  // namespace
