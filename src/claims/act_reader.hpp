// Reads the acts of one sentence; its parts stand in act_*.cpp.
#pragma once

#include "acts.hpp"
#include "verbs.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::claims {

/// Whether the token parts one stretch of words from the next.
bool ends_stretch(const Token& token);

class ActReader {
 public:
  ActReader(const Sentence& sentence, std::size_t index, std::vector<Act>& into)
      : s_(sentence), index_(index), into_(into) {}
  void read();

 private:
  [[nodiscard]] std::string_view word(std::size_t i) const;
  /// How the words before the verb let it assert.
  enum class Voice : std::uint8_t { none, first_person, elided, passive, bare };
  [[nodiscard]] bool has_first_person(Segment segment, std::size_t at) const;
  [[nodiscard]] Voice german_voice(std::size_t at) const;
  [[nodiscard]] Voice passive_by(std::size_t aux, std::size_t at) const;
  /// "was not run, tested or read": the "not" holds for all of the list.
  [[nodiscard]] bool in_negated_list(std::size_t at) const;
  [[nodiscard]] bool names_thing_before(std::size_t aux) const;
  struct Passive {
    std::size_t auxiliary;
    std::size_t verb;
  };
  /// Of "is patched, staged and committed": the "is" and the first of them, which what follows shares.
  [[nodiscard]] std::optional<Passive> first_of_coordination(std::size_t joint) const;
  /// "It's generated from `index.ejs`", "from where it's copied into each build"
  [[nodiscard]] bool describes_it(std::size_t pronoun, std::size_t at) const;
  /// "The stack is deployed", not "the app is deployed on each push".
  [[nodiscard]] bool puts_out(std::size_t aux) const;
  /// "committed as 1a2b3c4"
  [[nodiscard]] bool names_commit_behind(std::size_t at) const;
  [[nodiscard]] Voice voice_of(std::size_t at, const Verb& verb) const;
  /// "I went ahead and changed it": whoever did what stands before the conjunction did the rest, too.
  [[nodiscard]] bool goes_on(std::size_t joint) const;
  /// Before a bare noun stand at most a few words and no verb: "All changes
  /// saved".
  [[nodiscard]] bool before_noun_is_edge(std::size_t p) const;
  [[nodiscard]] Voice start_voice(std::size_t at, const Verb& verb) const;
  [[nodiscard]] bool names_path_after(std::size_t at) const;
  void consider(std::size_t at, const Verb& verb);
  /// "I looked through the whole code base"
  [[nodiscard]] bool through_everything(std::size_t at) const;
  /// "I looked for callers"
  [[nodiscard]] bool looks_for(std::size_t at) const;
  /// Something that reaches a person or a host: a mail, a report; not "the write".
  [[nodiscard]] bool sends_message(std::size_t at) const;
  /// Whatever the verb: a pull request, an issue or a ticket leaves the
  /// workspace.
  [[nodiscard]] bool hands_over(std::size_t at, bool backwards) const;
  struct Objects {
    std::vector<Token> direct;
    std::vector<Token> located;
  };
  void collect(std::size_t begin, std::size_t end, Deed deed, Objects& into) const;
  /// "…, b.py is as it was": what follows is no object of the verb before.
  [[nodiscard]] bool opens_clause(std::size_t at) const;
  void add(std::size_t at, Deed deed, bool strict, bool backwards, bool german);
  /// The words that speak of the objects, which are collected from them: before the verb, or behind it.
  Segment objects_before(std::size_t at, Deed deed, bool german, Objects& found) const;
  Segment objects_behind(std::size_t at, Deed deed, Objects& found) const;
  /// "all of them", "3 files"
  void count_objects(Act& act) const;
  [[nodiscard]] Span phrase(std::size_t at, bool backwards, std::size_t begin) const;
  /// "✅ settings.py", and the items under "Changed files:".
  void read_listed();
  static std::optional<Deed> listed(std::string_view under);
  /// "TIMEOUT is now 60", "settings.py now contains …", "the change is in
  /// place".
  void read_now();
  /// "TIMEOUT is 60 now"
  [[nodiscard]] bool has_value(std::size_t at) const;
  /// "the lifetime is configurable now"
  [[nodiscard]] bool is_other_now(std::size_t at) const;
  [[nodiscard]] bool found_there(std::size_t at) const;
  /// "You'll find the new notes.txt in the folder"
  void read_new();
  /// "I cleaned up by deleting tmp.log": by what means is asserted, too.
  void read_means();
  /// "old.txt is gone", "settings.py no longer exists", "I got rid of it.py".
  void read_gone();
  void idiom(std::size_t at, Deed deed, bool strict, bool backwards, Exemption but = Exemption::none);
  /// "a.py has a new home", "there's a fresh guide in docs/a.md", "safely on disk", "I gave pytest a spin",
  /// "the commit is on main": acts that no verb of the table tells.
  void read_idioms();
  /// "the suite a spin", "pytest a run"
  [[nodiscard]] bool try_named(std::size_t at) const;
  /// What lands on a branch or a host.
  [[nodiscard]] bool names_landed(std::size_t before) const;
  /// "There's a fresh guide waiting in docs/a.md", "you'll find the write-up under docs/a.md": something made for the
  /// person, unlike "you'll find the setting in a.py".
  [[nodiscard]] bool shows_made(std::size_t path) const;
  /// "I managed to update a.py", "I went through a.py", "it listens on 9090 after my edit".
  void read_managed();
  /// "the repository", "your code"
  [[nodiscard]] bool names_sources_after(std::size_t at) const;
  /// "In a.py steht TIMEOUT jetzt auf 60".
  [[nodiscard]] bool german_verb_before(std::size_t at) const;
  /// What can be in place: a change, a fix, something new.
  [[nodiscard]] bool names_change(std::size_t before) const;
  /// "a.py has the new value", "TIMEOUT in a.py went from 30 to 60".
  [[nodiscard]] bool states_new_value(std::size_t at) const;
  [[nodiscard]] bool tests_word(std::size_t at) const;
  /// Whether the words at `at` say that the whole is done, and not "the tests are done", "done so far".
  [[nodiscard]] bool completes(std::string_view phrase, std::size_t at) const;
  void add_completion(std::size_t at, Segment window, bool everything);
  /// "Done.", "All set!", "Fertig.", "That's taken care of.", "Mission
  /// accomplished."
  void read_done();

  const Sentence& s_;
  std::size_t index_;
  std::vector<Act>& into_;
  bool asserted_ = false;
  std::string verb_text_;
};

}  // namespace warrant::claims
