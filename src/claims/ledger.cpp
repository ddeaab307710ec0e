#include "warrant/claims/ledger.hpp"

#include "judge.hpp"
#include "sources.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace warrant::claims {
namespace {

constexpr std::size_t kMostRuns = 2'048;
constexpr std::size_t kMostEdits = 4'096;

template <class Each>
std::size_t size_of(const std::vector<Each>& list) {
  return list.capacity() * sizeof(Each);
}

/// About what it takes in memory; the lists that grow with the output are counted.
std::size_t size_of(const ReadRun& read) {
  const auto& facts = read.facts;
  return sizeof(ReadRun) + size_of(facts.runs) + size_of(facts.urls) + size_of(facts.versions) +
         size_of(facts.commits) + size_of(facts.counts) + size_of(facts.commands) + size_of(facts.created);
}

/// Takes the oldest ones off.
template <class List>
void drop_first(List& list, std::size_t count) {
  list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(std::min(count, list.size())));
}

}  // namespace

struct Ledger::State {
  /// What is known of a run of `ran` beside it.
  struct Known {
    std::string root;               ///< where the session began
    std::unique_ptr<ReadRun> read;  ///< nullptr: not yet; then no later one is read either
    std::size_t size;               ///< bytes, of the run and all that is known of it
  };
  std::size_t most;
  Ordered ran;
  std::vector<Known> known;
  std::vector<bool> code;  ///< for each edit: whether it worked and is one of code
  std::size_t held = 0;    ///< the sum of the sizes

  /// How many of the oldest have to go: a quarter more than is too much, so that it is seldom done.
  [[nodiscard]] std::size_t surplus() const {
    std::size_t count = known.size() > kMostRuns + kMostRuns / 4 ? known.size() - kMostRuns : 0;
    if (held <= most) return count;
    std::size_t left = held;
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (i >= count && left <= most - most / 4) return i;
      left -= known[i].size;
    }
    return known.size();
  }

  void forget(std::size_t count) {
    if (count == 0) return;
    for (std::size_t i = 0; i < count; ++i) held -= known[i].size;
    drop_first(ran.runs, count);
    drop_first(known, count);
    ran.let_go += count;
    // An edit before the first run that is held makes none of them stale.
    if (!ran.runs.empty()) {
      const auto first = std::ranges::lower_bound(ran.edits, ran.runs.front().order, {}, &OrderedEdit::order);
      forget_edits(static_cast<std::size_t>(first - ran.edits.begin()));
    }
  }

  void forget_edits(std::size_t count) {
    drop_first(ran.edits, count);
    drop_first(code, count);
  }

  /// Reads what was not read yet, the latest first: what there is no room for need not be read.
  void read_all() {
    for (std::size_t i = known.size(); i > 0 && !known[i - 1].read; --i) {
      auto& run = ran.runs[i - 1];
      auto& one = known[i - 1];
      auto found = evidence::read_run(run.command, run.exit_code, run.output, one.root);
      run.caveats.add(found.caveats);
      one.read = std::make_unique<ReadRun>(ReadRun::of(run, std::move(found.facts)));
      const auto more = size_of(*one.read);
      one.size += more;
      held += more;
      const auto count = std::min(surplus(), i - 1);
      forget(count);
      i -= count;
    }
  }
};

Ledger::Ledger(std::size_t bytes)
    : state_(std::make_unique<State>(State{.most = bytes, .ran = {.runs = {}, .edits = {}}, .known = {}, .code = {}})) {
}
Ledger::Ledger(Ledger&&) noexcept = default;
Ledger& Ledger::operator=(Ledger&&) noexcept = default;
Ledger::~Ledger() = default;

void Ledger::add(evidence::Run&& run) {
  auto& state = *state_;
  state.known.push_back({.root = std::move(run.root),
                         .read = nullptr,
                         .size = sizeof(OrderedRun) + run.command.capacity() + run.output.capacity()});
  state.held += state.known.back().size;
  state.ran.runs.push_back({std::move(run.command), std::move(run.output), run.exit_code,
                            static_cast<std::int64_t>(run.at.ordinal), run.caveats});
  state.forget(std::min(state.surplus(), state.known.size() - 1));
}

void Ledger::add(const evidence::Edit& edit) {
  auto& state = *state_;
  state.ran.edits.push_back({edit.path, static_cast<std::int64_t>(edit.at.ordinal), edit.kind, edit.ok});
  state.code.push_back(edit.ok && is_code(edit.path));
  if (state.code.size() > kMostEdits + kMostEdits / 4) state.forget_edits(kMostEdits / 4);
}

void Ledger::take_back_after(std::size_t ordinal) {
  auto& state = *state_;
  const auto last = static_cast<std::int64_t>(ordinal);
  while (!state.ran.runs.empty() && state.ran.runs.back().order > last) {
    state.held -= state.known.back().size;
    state.known.pop_back();
    state.ran.runs.pop_back();
  }
  while (!state.ran.edits.empty() && state.ran.edits.back().order > last) {
    state.ran.edits.pop_back();
    state.code.pop_back();
  }
}

const Ordered& Ledger::ran() const { return state_->ran; }

Verdict Ledger::check(std::string_view said, const Backends& backends) {
  state_->read_all();
  Sources::Known known{.runs = {}, .code = state_->code};
  known.runs.reserve(state_->known.size());
  for (const auto& one : state_->known) known.runs.push_back(one.read.get());
  return judge(said, Sources::of(state_->ran, known), backends);
}

}  // namespace warrant::claims
