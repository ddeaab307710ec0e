// A session of any length, held answer by answer against what ran before each.
#pragma once

#include <warrant/claims/check.hpp>
#include <warrant/claims/readers.hpp>
#include <warrant/evidence/session.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace warrant::claims {

/// What a session did so far. Each output is read for results once, and not before an answer asks for it. What lies far
/// back is let go, so that memory stays bounded: the latest 2,048 runs count, and of them as many as fit into `bytes`
/// with what was read of them. Not thread-safe.
class Ledger {
 public:
  static constexpr std::size_t kBytes = 24U << 20U;
  explicit Ledger(std::size_t bytes = kBytes);
  Ledger(Ledger&&) noexcept;
  Ledger& operator=(Ledger&&) noexcept;
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;
  ~Ledger();

  /// In the order of the session. The run's facts are not needed (ReadOptions::facts may be false).
  void add(evidence::Run&& run);
  void add(const evidence::Edit& edit);
  /// Takes back what came after the event with this ordinal.
  void take_back_after(std::size_t ordinal);

  /// What is held; `Ordered::let_go` counts what no longer is.
  [[nodiscard]] const Ordered& ran() const;
  /// As check(said, ran(), backends).
  Verdict check(std::string_view said, const Backends& backends);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace warrant::claims
