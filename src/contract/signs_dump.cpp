// Prints the signs of labelled requests, one JSON line each: what tools/fit-signs learns from.
// Usage: contract_signs CASES.jsonl…
#include "resolver.hpp"

#include <warrant/base/json.hpp>
#include <warrant/contract/contract.hpp>
#include <warrant/contract/listing.hpp>
#include <warrant/language/lexicon.hpp>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace warrant {
namespace {

void print_signs(const Json& line, const language::Lexicon& lexicon) {
  std::vector<std::string> files;
  if (const Json* list = line.find("files"); list != nullptr && list->array() != nullptr)
    for (const Json& file : *list->array())
      if (file.string() != nullptr) files.push_back(*file.string());
  std::vector<contract::Settlement> history;
  if (const Json* turns = line.find("history"); turns != nullptr && !turns->is_null())
    if (auto read = contract::parse_history(*turns)) history = std::move(*read);
  const contract::Listing disk(files);
  const std::string request(line.text("request"));
  const language::Reading reading = language::read(request, lexicon);
  const contract::Material material{
      .request = request, .reading = reading, .names = contract::find_names(request, reading, disk), .disk = disk};
  const contract::Contract found = contract::resolve(material, lexicon, history, contract::Words::left_out);
  const contract::Settlement* before = history.empty() ? nullptr : &history.back();
  JsonArray signs;
  contract::visit_signs(material, before, {found.type, found.reason.rule},
                        [&](std::string_view sign) { signs.emplace_back(std::string(sign)); });
  JsonArray targets;
  for (const contract::Target& target : found.targets)
    targets.emplace_back(JsonObject{{"path", target.path}, {"role", std::string(to_string(target.role))}});
  const JsonObject out{{"id", std::string(line.text("id"))},
                       {"request", request},
                       {"signs", std::move(signs)},
                       {"weighed", contract::weigh(material, before).sum},
                       {"expect", line.find("expect") == nullptr ? Json() : *line.find("expect")},
                       {"found", JsonObject{{"type", std::string(to_string(found.type))},
                                            {"allowed", found.allowed},
                                            {"unsure", found.unsure},
                                            {"rule", found.reason.rule},
                                            {"targets", std::move(targets)}}}};
  std::puts(to_text(out).c_str());
}

}  // namespace
}  // namespace warrant

int main(int argc, char** argv) {
  const auto lexicon = warrant::language::built_in_lexicon();
  for (int i = 1; i < argc; ++i) {
    std::ifstream in(argv[i]);
    for (std::string line; std::getline(in, line);)
      if (const auto json = warrant::parse_json(line)) warrant::print_signs(*json, lexicon);
  }
}
