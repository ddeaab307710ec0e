// One verdict over several checks, and checks named by their command: "build, lint and tests all
// pass", "`go vet ./...` is clean".
#pragma once

#include "results.hpp"

namespace warrant::claims {

/// What a bare noun names; nothing for other words. results.cpp
std::optional<Topic> topic_of(std::string_view word);
/// "pass", "green", "clean" and their forms. results.cpp
bool good_verdict(std::string_view word);

/// "a second pass over it", "by passing `-x`": a noun, or what is handed over; no verdict. result_lookalikes.cpp
bool is_pass_noun(const Sentence& sentence, std::size_t at);

/// "The other tests pass", "all tests pass (except for one)": who names an exception does not speak of all. The subject
/// begins at `begin`. result_lookalikes.cpp
bool names_exception(const Sentence& sentence, std::size_t begin, std::size_t verdict);

/// The check that an item names below "Validation passed:" or "Verified with:"; nothing for others.
void read_verified_item(const Sentence& sentence, std::size_t index, std::vector<ResultClaim>& into);

/// The checks of a sentence that share a verdict, each a claim, and the counts in brackets behind
/// them ("the suite passes (25 tests)"). Linear in the tokens of the sentence.
void read_listed_checks(const Sentence& sentence, std::size_t index, std::vector<ResultClaim>& into);

/// "27/27 테스트 통과", "27 个测试通过", "27 件のテストが成功", "27 тестов прошли": a figure beside a word for tests
/// and one for passing, in scripts whose grammar is not read. Nothing where a word of failing, doubt or duty stands
/// beside them.
void read_foreign_counts(const Sentence& sentence, std::string_view said, std::size_t index,
                         std::vector<ResultClaim>& into);

}  // namespace warrant::claims
