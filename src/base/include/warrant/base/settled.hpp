// A fact that is unknown until it is known, and then stays.
#pragma once

#include <optional>
#include <utility>

namespace warrant {

/// Holds nothing until the first settle(), then that value for ever. There is no assignment and no
/// reset: a later phase can read a settled fact, never rewrite it. Copying takes a snapshot.
template <class T>
class Settled {
 public:
  Settled() = default;
  Settled(const Settled&) = default;
  Settled(Settled&&) noexcept = default;
  Settled& operator=(const Settled&) = delete;
  Settled& operator=(Settled&&) = delete;
  ~Settled() = default;

  /// Settles on `value` if nothing is settled yet. Gives back whether this call settled it.
  bool settle(T value) {
    if (value_) return false;
    value_.emplace(std::move(value));
    return true;
  }

  [[nodiscard]] bool known() const noexcept { return value_.has_value(); }
  /// The settled value, or `unknown` when there is none.
  [[nodiscard]] T value_or(T unknown) const { return value_.value_or(std::move(unknown)); }

 private:
  std::optional<T> value_;
};

}  // namespace warrant
