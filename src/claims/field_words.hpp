// What the words beside a value say of it. Pure; linear in the sentence; indices are of its tokens.
#pragma once

#include "exempt.hpp"
#include "message.hpp"
#include "results.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::claims::beside {

/// A version that is the whole text: "1.2.3", "v1.2.3-rc.1"; nothing for other words.
std::optional<Span> version_in(std::string_view text);

/// The folded word at `i`; empty behind the end and for quotations.
std::string_view word(const Sentence& s, std::size_t i);
bool mentions(const Sentence& s, Segment in, std::initializer_list<std::string_view> set);
/// Whether a result at `at` is asserted of now.
bool asserted(const Sentence& s, std::size_t at);

/// The figures beside a sum that make it up; empty where the sentence does not take it apart.
std::vector<std::string> addends(const Sentence& s, const ResultClaim& sum);
/// Whether `span` stands in a fenced block or in JSON in backticks that shows what something looks like, rather than
/// how a run of now ended.
bool in_sample(const Message& message, std::string_view said, Span span);
/// "all redaction tests": a word between says which tests are meant.
bool names_which(std::string_view phrase);
/// The same of more than a figure: "all 8 parser tests", not "all 8 tests".
bool names_part(std::string_view phrase);
/// "The pre-existing X failure is unrelated": whether the sentence owns up to a failure that stays.
bool owns_up(const Sentence& s);
/// "The build succeeded but couldn't copy": what a build failed at after it compiled.
bool owns_up_to_copy(const Sentence& s);
/// "1. Session tests (10 failures)": whether a bracket behind a name holds the figure, so that it is of that part.
bool counts_of_part(const Sentence& s, Span figure);
/// "Exit 0 is what such tools do", "`tool x` → usage, exit 1": what a status means, or how a program behaves.
bool tells_of_status(const Sentence& s, Span value);
/// "100% handler coverage", "`Parser`: 73 % coverage", "the API layer: 80–90 % coverage": whether the percentage at
/// `at` is that of a part, which another total does not contradict.
bool covers_part(const Sentence& s, std::size_t at);
/// "all error paths fail closed with `exit 1`": whether the status at `at` is one that a program is written to give.
bool fails_with(const Sentence& s, std::size_t at);
/// "the Go version from 1.21 to 1.25": whether the version at `at` is that of a tool which is used.
bool of_tool(const Sentence& s, std::size_t at);
/// "the `net` package compiles": whether a package stands in the clause before the end of `verdict`.
bool names_package(const Sentence& s, Span verdict);
/// Whether figures behind `command` in the sentence count what that command looks at, and no tests.
bool counts_for_other(const Sentence& s, std::string_view command);
/// Whether the commit named at `i` is spoken of rather than one that was made now.
bool refers_to_other(const Sentence& s, std::size_t i);
/// Whether "pushed" at `at` tells of something else than commits that were pushed now.
bool tells_of_push(const Sentence& s, std::size_t at);
/// "committed `a.json` does not name it": whether the participle at `at` belongs to the file behind it.
bool says_which_file(const Sentence& s, std::size_t at);
/// "Fixed in X": whether a deed stands before the token.
bool did_in(const Sentence& s, std::size_t i);
/// Whether nothing but a label of a pull request stands before the address at `url`.
bool labels_request(const Sentence& s, std::size_t url);
/// Whether what leads to the colon before `begin` is no statement.
bool supposed_before(const Sentence& s, std::size_t begin);
/// "exited", "returned", "failed with": whether the sentence tells of something that came to its end.
bool ended(const Sentence& s);
/// Whether the sentence speaks of checks, which a code host may run as well.
bool mentions_checks(const Sentence& s);

}  // namespace warrant::claims::beside
