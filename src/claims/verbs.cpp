#include "verbs.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

constexpr auto kVerbs = std::to_array<Verb>({
    {"changed", Deed::change, Form::past},
    {"updated", Deed::change, Form::past},
    {"edited", Deed::change, Form::past},
    {"modified", Deed::change, Form::past},
    {"replaced", Deed::change, Form::past},
    {"fixed", Deed::change, Form::past},
    {"adjusted", Deed::change, Form::past},
    {"applied", Deed::change, Form::past},
    {"implemented", Deed::change, Form::past},
    {"refactored", Deed::change, Form::past},
    {"bumped", Deed::change, Form::past},
    {"increased", Deed::change, Form::past},
    {"decreased", Deed::change, Form::past},
    {"raised", Deed::change, Form::past},
    {"lowered", Deed::change, Form::past},
    {"reduced", Deed::change, Form::past},
    {"corrected", Deed::change, Form::past},
    {"rewrote", Deed::change, Form::past_only},
    {"rewritten", Deed::change, Form::participle},
    {"patched", Deed::change, Form::past},
    {"tweaked", Deed::change, Form::past},
    {"converted", Deed::change, Form::past},
    {"extended", Deed::change, Form::past},
    {"altered", Deed::change, Form::past},
    {"amended", Deed::change, Form::past},
    {"resolved", Deed::change, Form::past},
    {"swapped", Deed::change, Form::past},
    {"appended", Deed::change, Form::past},
    {"inserted", Deed::change, Form::past},
    {"switched", Deed::change, Form::past},
    {"configured", Deed::change, Form::past},
    {"enabled", Deed::change, Form::past},
    {"disabled", Deed::change, Form::past},
    {"added", Deed::change, Form::past},
    {"set", Deed::change, Form::same},
    {"put", Deed::change, Form::same},
    {"reformatted", Deed::change, Form::past},
    {"formatted", Deed::change, Form::past},
    {"reverted", Deed::change, Form::past},
    {"restored", Deed::change, Form::past},
    {"repaired", Deed::change, Form::past},
    {"migrated", Deed::change, Form::past},
    {"simplified", Deed::change, Form::past},
    {"cleaned", Deed::change, Form::past},
    {"made", Deed::change, Form::past},
    {"wrote", Deed::change, Form::past_only},
    {"written", Deed::change, Form::participle},
    {"introduced", Deed::change, Form::past},
    {"turned", Deed::change, Form::past},
    {"removed", Deed::remove, Form::past},
    {"deleted", Deed::remove, Form::past, true},
    {"erased", Deed::remove, Form::past},
    {"dropped", Deed::remove, Form::past},
    {"created", Deed::create, Form::past, true},
    {"generated", Deed::create, Form::past},
    {"backed", Deed::move, Form::past},
    {"cloned", Deed::move, Form::past},
    {"duplicated", Deed::move, Form::past},
    {"scaffolded", Deed::create, Form::past},
    {"moved", Deed::move, Form::past, true},
    {"renamed", Deed::move, Form::past},
    {"relocated", Deed::move, Form::past, true},
    {"copied", Deed::move, Form::past},
    {"saved", Deed::save, Form::past},
    {"stored", Deed::save, Form::past},
    {"persisted", Deed::save, Form::past},
    {"recorded", Deed::save, Form::past},
    {"overwrote", Deed::change, Form::past_only},
    {"overwritten", Deed::change, Form::participle},
    {"ran", Deed::run, Form::past_only},
    {"run", Deed::run, Form::same},
    {"executed", Deed::run, Form::past},
    {"invoked", Deed::run, Form::past},
    {"started", Deed::run, Form::past},
    {"restarted", Deed::run, Form::past},
    {"launched", Deed::run, Form::past},
    {"relaunched", Deed::run, Form::past},
    {"rebooted", Deed::run, Form::past},
    {"rerun", Deed::run, Form::same},
    {"reran", Deed::run, Form::past_only},
    {"re-ran", Deed::run, Form::past_only},
    {"read", Deed::read, Form::same},
    {"reviewed", Deed::read, Form::past},
    {"inspected", Deed::read, Form::past},
    {"opened", Deed::read, Form::past},
    {"examined", Deed::read, Form::past},
    {"looked", Deed::read, Form::past},
    {"viewed", Deed::read, Form::past},
    {"checked", Deed::read, Form::past},
    {"re-read", Deed::read, Form::same},
    {"studied", Deed::read, Form::past},
    {"scanned", Deed::search, Form::past},
    {"analyzed", Deed::read, Form::past},
    {"analysed", Deed::read, Form::past},
    {"searched", Deed::search, Form::past},
    {"grepped", Deed::search, Form::past},
    {"verified", Deed::verify, Form::past},
    {"confirmed", Deed::verify, Form::past},
    {"validated", Deed::verify, Form::past},
    {"tested", Deed::verify, Form::past},
    {"double-checked", Deed::verify, Form::past},
    {"committed", Deed::release, Form::past},
    {"pushed", Deed::release, Form::past},
    {"merged", Deed::release, Form::past},
    {"deployed", Deed::release, Form::past},
    {"published", Deed::release, Form::past},
    {"released", Deed::release, Form::past},
    {"shipped", Deed::release, Form::past},
    {"installed", Deed::release, Form::past},
    {"sent", Deed::release, Form::past},
    {"emailed", Deed::release, Form::past},
    {"mailed", Deed::release, Form::past},
    {"notified", Deed::release, Form::past},
    {"informed", Deed::release, Form::past},
    {"messaged", Deed::release, Form::past},
    {"posted", Deed::release, Form::past},
    {"submitted", Deed::release, Form::past},
    {"rolled", Deed::release, Form::past},
    {"tagged", Deed::release, Form::past},
    {"uploaded", Deed::release, Form::past},
    {"completed", Deed::complete, Form::past},
    {"finished", Deed::complete, Form::past},
    {"done", Deed::complete, Form::participle},
    {"fulfilled", Deed::complete, Form::past},
    {"accomplished", Deed::complete, Form::past},
    {"carried", Deed::complete, Form::past},
    {"finalized", Deed::complete, Form::past},
    {"handled", Deed::complete, Form::past},
    {"geändert", Deed::change, Form::german},
    {"aktualisiert", Deed::change, Form::german},
    {"angepasst", Deed::change, Form::german},
    {"bearbeitet", Deed::change, Form::german},
    {"ersetzt", Deed::change, Form::german},
    {"korrigiert", Deed::change, Form::german},
    {"behoben", Deed::change, Form::german},
    {"hinzugefügt", Deed::change, Form::german},
    {"eingefügt", Deed::change, Form::german},
    {"umgestellt", Deed::change, Form::german},
    {"erhöht", Deed::change, Form::german},
    {"gesetzt", Deed::change, Form::german},
    {"umgesetzt", Deed::change, Form::german},
    {"vorgenommen", Deed::change, Form::german},
    {"modifiziert", Deed::change, Form::german},
    {"geschrieben", Deed::change, Form::german},
    {"überschrieben", Deed::change, Form::german},
    {"implementiert", Deed::change, Form::german},
    {"verändert", Deed::change, Form::german},
    {"abgeändert", Deed::change, Form::german},
    {"repariert", Deed::change, Form::german},
    {"eingetragen", Deed::change, Form::german},
    {"übernommen", Deed::change, Form::german},
    {"angewendet", Deed::change, Form::german},
    {"erstellt", Deed::create, Form::german, true},
    {"angelegt", Deed::create, Form::german, true},
    {"erzeugt", Deed::create, Form::german},
    {"gelöscht", Deed::remove, Form::german, true},
    {"entfernt", Deed::remove, Form::german},
    {"verschoben", Deed::move, Form::german, true},
    {"umbenannt", Deed::move, Form::german},
    {"kopiert", Deed::move, Form::german},
    {"gespeichert", Deed::save, Form::german},
    {"gesichert", Deed::save, Form::german},
    {"abgespeichert", Deed::save, Form::german},
    {"ausgeführt", Deed::run, Form::german},
    {"gestartet", Deed::run, Form::german},
    {"laufen lassen", Deed::run, Form::german},
    {"gelesen", Deed::read, Form::german},
    {"angesehen", Deed::read, Form::german},
    {"angeschaut", Deed::read, Form::german},
    {"geprüft", Deed::verify, Form::german},
    {"überprüft", Deed::verify, Form::german},
    {"getestet", Deed::verify, Form::german},
    {"verifiziert", Deed::verify, Form::german},
    {"bestätigt", Deed::verify, Form::german},
    {"durchsucht", Deed::search, Form::german},
    {"gesucht", Deed::search, Form::german},
    {"committet", Deed::release, Form::german},
    {"gepusht", Deed::release, Form::german},
    {"veröffentlicht", Deed::release, Form::german},
    {"installiert", Deed::release, Form::german},
    {"gesendet", Deed::release, Form::german},
    {"abgeschlossen", Deed::complete, Form::german},
    {"erledigt", Deed::complete, Form::german},
    {"fertiggestellt", Deed::complete, Form::german},
});

constexpr auto kDone = std::to_array<std::string_view>({"done",
                                                        "all done",
                                                        "all set",
                                                        "fertig",
                                                        "erledigt",
                                                        "finished",
                                                        "completed",
                                                        "complete",
                                                        "success",
                                                        "geschafft",
                                                        "taken care of",
                                                        "all good",
                                                        "good to go",
                                                        "mission accomplished",
                                                        "task complete",
                                                        "task completed",
                                                        "that's it",
                                                        "job done",
                                                        "it is done",
                                                        "it's done",
                                                        "task is complete",
                                                        "is complete",
                                                        "now complete",
                                                        "are complete",
                                                        "successful",
                                                        "successfully",
                                                        "fixed",
                                                        "sorted",
                                                        "alles erledigt",
                                                        "alles fertig",
                                                        "ist erledigt",
                                                        "ist fertig",
                                                        "vollzogen",
                                                        "gemacht",
                                                        "hecho",
                                                        "listo",
                                                        "terminé",
                                                        "c'est fait",
                                                        "fait",
                                                        "fatto",
                                                        "klaar",
                                                        "worked",
                                                        "went through",
                                                        "succeeded",
                                                        "in place",
                                                        "ready"});

}  // namespace

const Verb* verb_of(const Token& token) {
  if (token.kind != Kind::word) return nullptr;
  const auto found = std::ranges::find(kVerbs, std::string_view(token.text), &Verb::form);
  return found == kVerbs.end() ? nullptr : &*found;
}

std::span<const std::string_view> completions() { return kDone; }

std::optional<std::int64_t> number_of(const Token& token) {
  if (token.kind == Kind::number || (token.kind == Kind::code && !token.text.empty() && token.text.size() < 10)) {
    std::string digits;
    for (const char c : token.text) {
      if (c == ',') continue;
      if (c < '0' || c > '9') return std::nullopt;
      digits += c;
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    return value;
  }
  if (token.kind != Kind::word) return std::nullopt;
  struct Named {
    std::string_view word;
    std::int64_t value;
  };
  constexpr auto kNumbers = std::to_array<Named>({
      {"zero", 0},      {"one", 1},       {"two", 2},       {"three", 3},    {"four", 4},      {"five", 5},
      {"six", 6},       {"seven", 7},     {"eight", 8},     {"nine", 9},     {"ten", 10},      {"eleven", 11},
      {"twelve", 12},   {"thirteen", 13}, {"fourteen", 14}, {"fifteen", 15}, {"sixteen", 16},  {"seventeen", 17},
      {"eighteen", 18}, {"nineteen", 19}, {"twenty", 20},   {"thirty", 30},  {"forty", 40},    {"fifty", 50},
      {"sixty", 60},    {"seventy", 70},  {"eighty", 80},   {"ninety", 90},  {"hundred", 100}, {"null", 0},
      {"eins", 1},      {"eine", 1},      {"einen", 1},     {"ein", 1},      {"zwei", 2},      {"drei", 3},
      {"vier", 4},      {"fünf", 5},      {"sechs", 6},     {"sieben", 7},   {"acht", 8},      {"neun", 9},
      {"zehn", 10},     {"elf", 11},      {"zwölf", 12},    {"zwanzig", 20}, {"dreißig", 30},  {"vierzig", 40},
      {"fünfzig", 50},
  });
  const auto found = std::ranges::find(kNumbers, std::string_view(token.text), &Named::word);
  if (found != kNumbers.end()) return found->value;
  // "forty-two"
  const auto dash = token.text.find('-');
  if (dash == std::string::npos) return std::nullopt;
  const auto tens = std::ranges::find(kNumbers, std::string_view(token.text).substr(0, dash), &Named::word);
  const auto ones = std::ranges::find(kNumbers, std::string_view(token.text).substr(dash + 1), &Named::word);
  if (tens == kNumbers.end() || ones == kNumbers.end() || tens->value < 20 || tens->value > 90 || ones->value == 0 ||
      ones->value > 9)
    return std::nullopt;
  return tens->value + ones->value;
}

}  // namespace warrant::claims
