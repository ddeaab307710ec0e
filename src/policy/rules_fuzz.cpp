// Any bytes as a file of rules: a set comes out, and a rule that is not malformed means that all was well with it.
#include <warrant/policy/rules.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace policy = warrant::policy;
  using policy::Author;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const Author author : {Author::person, Author::workspace}) {
    const policy::RuleSet set = policy::read_rules(text, "fuzz.toml", author, {"model"});
    for (const policy::Example& example : set.examples) {
      if (!example.holds() && set.problems.empty()) std::abort();
    }
    for (const policy::Rule& rule : set.rules) {
      if (rule.malformed && set.problems.empty()) std::abort();
      if (author == Author::workspace && !rule.malformed && rule.verdict == policy::Verdict::allow) std::abort();
      policy::rule_covers(rule, "edit_file", std::string_view("src/a.cpp"), std::nullopt);
    }
  }
  return 0;
}
