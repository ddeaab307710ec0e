// The words with which acts are stated, as data.
#pragma once

#include "acts.hpp"

#include <span>
#include <string_view>

namespace warrant::claims {

/// How a verb form can assert.
enum class Form : std::uint8_t {
  past,        ///< past and participle alike: "updated"
  past_only,   ///< "wrote"
  participle,  ///< "written"
  same,        ///< also the plain form, so it needs "I" or an auxiliary: "read", "set"
  german,      ///< a German participle: its object stands before it
};

struct Verb {
  std::string_view form;
  Deed deed;
  Form kind;
  bool strict = false;
};

/// The verb form that the token is; nullptr for none.
const Verb* verb_of(const Token& token);

/// Phrases that say that the whole is done: "all set", "fertig".
std::span<const std::string_view> completions();

}  // namespace warrant::claims
