// Words of outcomes, as data: what an answer says when it tells a success in its own way.
#pragma once

#include "exempt.hpp"

#include <span>
#include <string_view>

namespace warrant::claims {

/// The present differs from what was: "these days", "no longer", "as requested".
std::span<const std::string_view> changed_words();
/// Whether the stretch, or the words from `at`, say that all is done: "sorted", "off your plate", and "is in" at the
/// end of a clause.
bool says_done(const Sentence& s, Segment part);
bool says_done_at(const Sentence& s, std::size_t at);
/// That it stays whatever comes: "permanently", "survives a restart".
std::span<const std::string_view> lasting_words();
/// A run went well: "clean", "is happy".
std::span<const std::string_view> well_words();
/// That a run was begun, which says nothing of its end.
std::span<const std::string_view> begun_words();
/// What a search brings to light.
std::span<const std::string_view> found_words();
/// All of what was asked for: "both", "everywhere".
std::span<const std::string_view> all_words();
/// What can be pointed at without a name: "it", "the change".
std::span<const std::string_view> pointing_words();
/// A participle or a past form, by its shape.
bool participle(std::string_view word);
/// What somebody does without bringing about anything: "looked", "asked".
bool idle_verb(std::string_view word);
/// A program that is called by itself, without a task runner: "curl".
bool names_program(std::string_view word);
/// A plain verb that, at the beginning, tells somebody what to do.
bool plain_command(std::string_view word);

}  // namespace warrant::claims
