// What a person answered, as values that only an answer can make.
#pragma once

#include <warrant/base/digest.hpp>
#include <warrant/base/path.hpp>
#include <warrant/policy/ladder.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warrant::policy {

/// Who said yes.
enum class Granter : std::uint8_t {
  person,  ///< typed at the moment it was asked
  flag,    ///< said beforehand with --yes, seeing nothing
};

std::string_view to_string(Granter granter) noexcept;

/// A yes to one ruling about one effect, good for one warrant. Move-only. Made by Approver::ask() from
/// what a person typed, or by granted_by_flag(), and by nothing else.
class Approval {
 public:
  Approval(Approval&&) noexcept = default;
  Approval& operator=(Approval&&) noexcept = default;
  Approval(const Approval&) = delete;
  Approval& operator=(const Approval&) = delete;
  ~Approval() = default;

  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] const std::string& ruling_id() const noexcept { return ruling_id_; }
  [[nodiscard]] const Digest& effect() const noexcept { return effect_; }
  [[nodiscard]] Granter granter() const noexcept { return granter_; }
  /// Whether the person also said "always": see remember().
  [[nodiscard]] bool to_be_remembered() const noexcept { return remember_; }

 private:
  friend class Approver;
  friend Approval granted_by_flag(const Ask& ruling, std::string id);
  Approval(std::string id, const Ask& ruling, Granter granter, bool remember)
      : id_(std::move(id)), ruling_id_(ruling.id()), effect_(ruling.effect()), granter_(granter), remember_(remember) {}

  std::string id_;
  std::string ruling_id_;
  Digest effect_;
  Granter granter_;
  bool remember_;
};

/// Why there was no yes.
enum class NoReason : std::uint8_t {
  answered_no,   ///< "n" or "no"
  no_clear_yes,  ///< anything else that was typed
  end_of_input,  ///< Ctrl-D
  interrupted,   ///< Ctrl-C: the whole turn is to stop
  closed,        ///< the terminal went away while it was asked
  no_terminal,   ///< nobody was there to be asked
  not_recorded,  ///< the answer could not be written down, so it does not count
};

/// Whether somebody was asked and did not say yes; else it was a rule that took the silence for a no.
bool is_from_person(NoReason reason) noexcept;

/// A no, or no answer, which counts as no.
struct Declined {
  std::string ruling_id;
  NoReason reason;
  std::string why;  ///< the same in words, for people
};

using Answer = std::variant<Approval, Declined>;

/// "granted" or "denied", for the record.
std::string_view verdict_of(const Answer& answer) noexcept;
/// Whose answer it was, for the record: person, flag, or nobody.
std::string_view answerer_of(const Answer& answer) noexcept;
/// Why it was a no, in words; "" for a yes.
std::string_view reason_of(const Answer& answer) noexcept;

/// What is put before the person. All text is already safe for a terminal.
struct Showing {
  std::string tool;
  std::vector<RelPath> paths;
  std::string reason;  ///< the ruling's reason with its rule
  std::string risk;    ///< what is not contained or not restorable; may be empty
  std::string brief;   ///< the change, capped, saying how much is hidden
  std::string full;    ///< all of it, for paging
  bool may_remember;   ///< whether "always" can be offered
};

/// What came back from the terminal.
struct Typed {
  std::string keys;  ///< as typed, a final newline allowed
};
struct NoAnswer {
  NoReason reason;
  std::string why;  ///< "there is no terminal to ask at", "the terminal was closed", "end of input"
};
using Reply = std::variant<Typed, NoAnswer>;

/// The port to the person. An implementation shows and reads keys; whether they are a yes is decided
/// here, in one place.
class Approver {
 public:
  virtual ~Approver() = default;
  /// Asks once. `id` names the approval, chosen by the caller, unique. Only "y" or "yes" (any case)
  /// is a yes; "a" or "always" is one too, to be remembered, where the showing offers it.
  Answer ask(const Ask& ruling, const Showing& showing, std::string id);

 private:
  virtual Reply put(const Showing& showing) = 0;
};

/// The yes that --yes gave beforehand. Recorded as such: nobody looked.
Approval granted_by_flag(const Ask& ruling, std::string id);

}  // namespace warrant::policy
