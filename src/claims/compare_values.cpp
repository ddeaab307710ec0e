#include "compare.hpp"
#include "message.hpp"
#include "rules.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace warrant::claims::compare {

using evidence::Activity;

// --- single values
// ----------------------------------------------------------------------------------

static std::string url_key(std::string_view url) {
  while (url.ends_with('/')) url.remove_suffix(1);
  // Scheme and host are the same in any case, the path is not.
  const auto host = url.find("://");
  const auto path = host == std::string_view::npos ? std::string_view::npos : url.find('/', host + 3);
  std::string key = fold(url.substr(0, path));
  if (path != std::string_view::npos) key += url.substr(path);
  return key;
}

/// Text of a file or a history tells nothing of what happened.
static bool merely_shown(const Source& source, const evidence::Value& value) {
  const auto& commands = source.facts.commands;
  return value.command < commands.size() && on(Rule::only_shown) &&
         commands[value.command].facts.caveats.has(evidence::Caveat::only_shown);
}

Finding url(const Claim& claim, const Sources& sources) {
  std::optional<Shown> other;
  for (const auto& source : sources.all()) {
    const auto look = [&](const evidence::Value& value) -> bool {
      if (url_key(value.text) == url_key(claim.value)) return true;
      other = shown(value.text, value.span, source);
      return false;
    };
    for (const auto& value : source.facts.deploy_urls) {
      if (!merely_shown(source, value) && look(value)) return compared(true, shown(value.text, value.span, source));
    }
    for (const auto& value : source.facts.urls) {
      if (value.announced && !merely_shown(source, value) && look(value))
        return compared(true, shown(value.text, value.span, source));
    }
  }
  return other ? compared(false, *other) : unbacked(Reason::no_deploy);
}

/// Two addresses that differ in their last part alone: two requests of one
/// repository.
static bool same_place(std::string_view a, std::string_view b) {
  const auto x = url_key(a);
  const auto y = url_key(b);
  return x.substr(0, x.rfind('/')) == y.substr(0, y.rfind('/'));
}

Finding pull_request(const Claim& claim, const Sources& sources) {
  const auto opens = [](const Source& source) {
    return std::ranges::any_of(source.facts.commands, [](const evidence::Command& command) {
      return command.facts.does(Activity::pull_request);
    });
  };
  // Of a request that is merely mentioned, and was not opened here, another address would say as much.
  if (claim.weak && std::ranges::none_of(sources.all(), opens)) return not_judged();
  std::optional<Shown> other;
  for (const auto& source : sources.all()) {
    for (const auto* list : {&source.facts.pr_urls, &source.facts.urls}) {
      for (const auto& value : *list) {
        if (url_key(value.text) == url_key(claim.value)) return compared(true, shown(value.text, value.span, source));
        if (claim.weak && !opens(source)) continue;
        if (list == &source.facts.pr_urls || same_place(value.text, claim.value))
          other = shown(value.text, value.span, source);
      }
    }
  }
  if (other) return compared(false, *other);
  return claim.weak ? not_judged() : unbacked(Reason::no_pull_request);
}

/// "1.2.3" and "1.2.4" name two versions of one thing; "1.2.3" and "7.0.1" need
/// not.
static bool same_line_of_versions(std::string_view a, std::string_view b) {
  return a.substr(0, a.rfind('.')) == b.substr(0, b.rfind('.'));
}

static std::string_view bare_version(std::string_view text) {
  if (text.starts_with('v') || text.starts_with('V')) text.remove_prefix(1);
  return text;
}

Finding version(const Claim& claim, const Sources& sources) {
  std::optional<Shown> other;
  for (const auto& source : sources.all()) {
    for (const auto* list : {&source.facts.published, &source.facts.versions}) {
      for (const auto& value : *list) {
        const auto here = fold(bare_version(value.text));
        // What stands behind "+" tells of the build: "1.4.0+7ab3" is a 1.4.0.
        if (here == claim.value || (here.starts_with(claim.value) && here[claim.value.size()] == '+'))
          return compared(true, shown(value.text, value.span, source));
        if (value.announced || same_line_of_versions(bare_version(value.text), claim.value))
          other = shown(value.text, value.span, source);
      }
    }
  }
  // "The constitution's version is set to 1.0.0": of which thing is not said, so another version contradicts nothing.
  if (other && !(claim.weak && sources.edits() != nullptr)) return compared(false, *other);
  return claim.weak ? not_judged() : unbacked(Reason::no_version);
}

/// How far behind an output the mark of its exit status may stand.
constexpr std::size_t kExitMark = 40;

/// "`grep x a.py` returned 1": the last run of the program that is named, where it ended so.
static std::optional<Finding> exit_of_named(const Claim& claim, const Sources& sources) {
  const std::string_view named = claim.command;
  const auto program = named.substr(0, named.find(' '));
  if (program.size() < 2 || sources.edits() == nullptr || !on(Rule::named_exits)) return std::nullopt;
  for (auto source = sources.all().rbegin(); source != sources.all().rend(); ++source) {
    for (auto command = source->facts.commands.rbegin(); command != source->facts.commands.rend(); ++command) {
      const std::string_view text = command->text;
      const auto at = text.find(program);
      if (at == std::string_view::npos || !command->exit_code) continue;
      const auto end = at + program.size();
      if ((at > 0 && word_letter(text[at - 1])) || (end < text.size() && word_letter(text[end]))) continue;
      if (std::to_string(command->exit_code->value) != claim.value ||
          command->facts.caveats.has(evidence::Caveat::masked_exit) ||
          (source->void_ && source->void_ != Reason::only_shown))
        return std::nullopt;
      return compared(true, shown(claim.value, command->exit_code->span, *source));
    }
  }
  return std::nullopt;
}

/// Whether the line that prints a status names what the sentence speaks of: words that begin alike, as "classify.mjs"
/// and "classification".
static bool prints_of(std::string_view text, Span status, std::string_view sentence) {
  constexpr std::size_t kStem = 6;
  const auto from = text.substr(0, status.begin).rfind('\n');
  const auto line = fold(text.substr(from == std::string_view::npos ? 0 : from + 1, status.begin - (from + 1)));
  for (std::size_t i = 0; i < sentence.size();) {
    std::size_t end = i;
    while (end < sentence.size() && word_letter(sentence[end])) ++end;
    if (end - i >= kStem && line.find(sentence.substr(i, kStem)) != std::string::npos) return true;
    i = std::max(end, i + 1);
  }
  return false;
}

/// Of several statuses that one output prints, those whose lines name what the claim speaks of; where none does, any.
static bool may_mean(const Claim& claim, const Source& source, const evidence::Value& value) {
  const auto& all = source.facts.exit_codes;
  const auto named = [&](const evidence::Value& each) { return prints_of(source.text, each.span, claim.noun); };
  return all.size() < 2 || claim.noun.empty() || named(value) || std::ranges::none_of(all, named);
}

/// The one run of a command that does nothing but test, where all of it is green.
static const evidence::TestRun* whole_green(const Source& source, const evidence::Command& command) {
  const auto& runs = source.facts.runs;
  const auto index = static_cast<std::size_t>(&command - source.facts.commands.data());
  const bool one = runs.size() == 1 && runs.front().command() == index && command.facts.activities.size() == 1;
  return one && runs.front().green() && runs.front().passed() ? &runs.front() : nullptr;
}

/// The exit status a claim can speak of: of the last test command, of the last
/// command, or one that was printed on purpose.
Finding exit_code(const Claim& claim, const Sources& sources) {
  if (auto named = exit_of_named(claim, sources)) return *named;
  Figures candidates;
  std::optional<Reason> weak;
  const auto add = [&](const Source& source, const evidence::Command& command) {
    if (!command.exit_code) return;
    if (command.facts.caveats.has(evidence::Caveat::masked_exit) && on(Rule::masked_exit) &&
        command.facts.ends_with.empty()) {
      // What hides the status leaves the report: a runner that printed nothing but passes ended with 0.
      if (const auto* run = whole_green(source, command))
        candidates.push_back(shown("0", run->parts.back().line, source));
      else
        weak = Reason::masked_exit;
      return;
    }
    candidates.push_back(shown(std::to_string(command.exit_code->value), command.exit_code->span, source));
  };
  for (const auto& source : sources.all()) {
    if (source.void_ && *source.void_ != Reason::stale) {
      weak = source.void_;
      continue;
    }
    for (const auto& value : source.facts.exit_codes) {
      const bool own = std::ranges::any_of(source.facts.commands, [&](const auto& c) {
        return c.exit_code && (c.exit_code->span == value.span ||
                               (c.exit_code->value != 0 && std::to_string(c.exit_code->value) == value.text &&
                                c.output.begin <= value.span.begin && value.span.begin <= c.output.end + kExitMark));
      });
      if (!own && may_mean(claim, source, value)) candidates.push_back(shown(value.text, value.span, source));
    }
  }
  const auto& all = sources.all();
  const evidence::Command* last = nullptr;
  const Source* last_source = nullptr;
  const evidence::Command* tested = nullptr;
  const Source* tested_source = nullptr;
  for (const auto& source : all) {
    if (source.void_ && *source.void_ != Reason::stale) continue;
    for (const auto& command : source.facts.commands) {
      if (!command.exit_code) continue;
      // The failure of a command in the middle of an excerpt is not how the
      // work ended.
      const bool final = &command == &all.back().facts.commands.back();
      if (command.exit_code->value != 0 && !final && sources.edits() == nullptr &&
          !command.facts.does(evidence::Activity::test))
        continue;
      last = &command;
      last_source = &source;
      if (!command.facts.does(evidence::Activity::test)) continue;
      tested = &command;
      tested_source = &source;
    }
  }
  if (tested != nullptr) add(*tested_source, *tested);
  if (last != nullptr && last != tested) add(*last_source, *last);
  // "It exits 2": how a program behaves, or how a run ended that is not shown.
  if (candidates.empty() && claim.weak) return not_judged();
  if (candidates.empty()) return unbacked(weak.value_or(Reason::no_exit_code));
  auto finding = among(claim, candidates, Reason::no_exit_code);
  // Of a session that shows many, another one contradicts nothing where it is only told how a program behaves.
  if (finding.status == Status::broken && claim.weak && sources.edits() != nullptr) return not_judged();
  return finding;
}

static std::optional<double> decimal(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "load" of "the load module", "list_orders" of "ListOrders: 73 %"; both in lower case.
static bool is_word_of(std::string_view phrase, std::string name) {
  std::erase(name, '_');
  for (std::size_t i = 0; i < phrase.size();) {
    std::size_t end = i;
    while (end < phrase.size() && word_letter(phrase[end])) ++end;
    std::string word(phrase.substr(i, end - i));
    std::erase(word, '_');
    if (word == name || word == name + "s") return true;
    i = std::max(end, i + 1);
  }
  return false;
}

/// The last percentage of a row that is no part of a longer number.
static std::optional<Span> percent_in(std::string_view row) {
  const auto sign = row.rfind('%');
  if (sign == std::string_view::npos) return std::nullopt;
  auto begin = sign;
  while (begin > 0 && ((row[begin - 1] >= '0' && row[begin - 1] <= '9') || row[begin - 1] == '.')) --begin;
  return begin == sign ? std::nullopt : std::optional(Span{begin, sign});
}

/// "The SLO module is at 100 %": the row of a coverage table whose name is a word of the claim's sentence; one that
/// gives the same, else the last.
static std::optional<Shown> covered_part(const Claim& claim, const Sources& sources) {
  const std::string& phrase = claim.noun;
  std::optional<Shown> other;
  for (auto source = sources.all().rbegin(); source != sources.all().rend(); ++source) {
    if (source->facts.coverage.empty()) continue;
    const auto text = source->text;
    for (std::size_t begin = 0; begin < text.size();) {
      const auto end = std::min(text.find('\n', begin), text.size());
      const auto row = text.substr(begin, end - begin);
      const auto percent = percent_in(row);
      const auto name_end = row.find(' ');
      begin = end + 1;
      if (!percent || percent->begin == 0) continue;
      if (name_end == std::string_view::npos || name_end == 0) continue;
      auto name = fold(row.substr(0, name_end));
      name = name.substr(name.find_last_of("/\\") == std::string::npos ? 0 : name.find_last_of("/\\") + 1);
      name = name.substr(0, name.find('.'));
      if (name.size() > 3 && name.ends_with('s')) name.pop_back();
      if (name.size() < 3 || (phrase.find(name) == std::string::npos && !is_word_of(phrase, name))) continue;
      const auto from = static_cast<std::size_t>(row.data() - text.data());
      auto here = shown(std::string(percent->of(row)), {from + percent->begin, from + percent->end}, *source);
      if (here.value == claim.value) return here;
      // Another value speaks against it only where the sentence gives just that name.
      if (!other && is_word_of(phrase, name)) other = std::move(here);
    }
  }
  return other;
}

/// Equal to the decimals that the claim states.
Finding coverage(const Claim& claim, const Sources& sources) {
  const auto said = decimal(claim.value);
  std::optional<Shown> other;
  const auto dot = claim.value.find('.');
  const double scale = std::pow(10.0, dot == std::string::npos ? 0 : static_cast<double>(claim.value.size() - dot - 1));
  for (const auto& source : sources.all()) {
    for (const auto& value : source.facts.coverage) {
      const Shown here = shown(value.printed.text, value.printed.span, source);
      const bool equal = said && (std::abs(std::round(value.value * scale) - *said * scale) < 0.01 ||
                                  std::abs(std::floor(value.value * scale) - *said * scale) < 0.01);
      if (equal) return compared(true, here);
      if (value.total || !other) other = here;
    }
  }
  if (other && on(Rule::part_coverage)) {
    if (auto part = covered_part(claim, sources)) return compared(part->value == claim.value, *part);
  }
  // Another total does not contradict what a part has.
  if (other) return claim.named_part ? not_judged() : compared(false, *other);
  // Of a table that was cut, the rows of a part may be lacking.
  const bool measured = std::ranges::any_of(sources.all(), [](const Source& source) {
    return std::ranges::any_of(source.facts.commands, [](const evidence::Command& command) {
      return command.text.find(" --cov") != std::string::npos && command.text.find("| ") != std::string::npos;
    });
  });
  return claim.weak || (claim.named_part && measured) ? not_judged() : unbacked(Reason::no_coverage);
}

bool id_letter(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }
bool word_letter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// --- files, statuses, counted things: judged only where something could show
// them ---------------------

static std::string file_key(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return fold(path);
}
static bool same_path(std::string_view a, std::string_view b) {
  const auto x = file_key(a);
  const auto y = file_key(b);
  return x == y || (x.size() > y.size() && x.ends_with("/" + y)) || (y.size() > x.size() && y.ends_with("/" + x));
}

static Finding file_change(const Claim& claim, const Sources& sources, evidence::EditKind kind,
                           const std::vector<evidence::Value> evidence::Evidence::* listed) {
  bool any = false;
  for (const auto& source : sources.all()) {
    for (const auto& value : source.facts.*listed) {
      any = true;
      if (same_path(value.text, claim.value)) return compared(true, shown(value.text, value.span, source));
    }
  }
  if (sources.edits() != nullptr) {
    for (const auto& edit : *sources.edits()) {
      const bool fits =
          edit.kind == kind || (kind == evidence::EditKind::create && edit.kind == evidence::EditKind::modify);
      if (edit.ok && fits && same_path(edit.path, claim.value))
        return compared(true, {edit.path, {0, 0}, std::nullopt});
    }
  }
  // A shell can create and delete without a word; only a list of such files
  // speaks against it.
  static_cast<void>(any);
  return not_judged();
}
Finding file_created(const Claim& claim, const Sources& sources) {
  return file_change(claim, sources, evidence::EditKind::create, &evidence::Evidence::created);
}
Finding file_deleted(const Claim& claim, const Sources& sources) {
  return file_change(claim, sources, evidence::EditKind::remove, &evidence::Evidence::deleted);
}

Finding files_changed(const Claim& claim, const Sources& sources) {
  Figures all;
  for (const auto& source : sources.all()) {
    for (const auto& value : source.facts.files_changed)
      all.push_back(shown(std::to_string(value.value), value.span, source));
  }
  if (all.empty()) return not_judged();
  auto finding = among(claim, all, Reason::no_file_change);
  if (finding.status != Status::broken || sources.edits() == nullptr) return finding;
  // Git's diff leaves out the new files; what the session edited may be what is counted.
  std::vector<std::string_view> edited;
  std::vector<std::string_view> created;
  for (const auto& edit : *sources.edits()) {
    if (!edit.ok) continue;
    edited.push_back(edit.path);
    if (edit.kind == evidence::EditKind::create) created.push_back(edit.path);
  }
  const auto distinct = [](std::vector<std::string_view>& paths) {
    std::ranges::sort(paths);
    return static_cast<std::size_t>(std::ranges::unique(paths).begin() - paths.begin());
  };
  const auto new_files = distinct(created);
  const bool counts_new = std::ranges::any_of(all, [&](const Shown& each) {
    const auto shown_files = std::stoull(each.value);
    const auto said = claim.value.size() < 7 ? std::stoull(claim.value) : 0;
    return said > shown_files && said <= shown_files + new_files;
  });
  if (counts_new || std::to_string(distinct(edited)) == claim.value)
    return compared(true, {claim.value, all.back().span, all.back().run});
  // What git counted before the last edit is not what is counted now.
  const auto counted = std::ranges::find_if(sources.all().rbegin(), sources.all().rend(),
                                            [](const Source& each) { return !each.facts.files_changed.empty(); });
  const bool edited_since = std::ranges::any_of(
      *sources.edits(), [&](const OrderedEdit& edit) { return edit.ok && edit.order > counted->order; });
  return edited_since ? not_judged() : finding;
}

Finding http_status(const Claim& claim, const Sources& sources) {
  Figures all;
  for (const auto& source : sources.all()) {
    for (const auto& value : source.facts.http_statuses)
      all.push_back(shown(std::to_string(value.value), value.span, source));
  }
  if (all.empty() && claim.weak) return not_judged();
  auto finding = among(claim, all, Reason::no_http_status);
  // "It returns 404 for unknown ids" may tell how it is meant to behave.
  if (finding.status == Status::broken && claim.weak && claim.value >= "300") return not_judged();
  return finding;
}

static std::string_view singular(std::string_view noun) {
  if (noun.size() > 3 && noun.ends_with('s')) noun.remove_suffix(1);
  return noun;
}

Finding count_of(const Claim& claim, const Sources& sources) {
  Figures all;
  for (const auto& source : sources.all()) {
    for (const auto& counted : source.facts.counts) {
      if (singular(counted.noun) == singular(claim.noun))
        all.push_back(shown(std::to_string(counted.count.value), counted.count.span, source));
    }
  }
  return all.empty() ? not_judged() : among(claim, all, Reason::no_count);
}

/// Whether a tool said the same of itself: "saved", "sent". Silence of a tool
/// proves nothing.
Finding action_done(const Claim&, const Sources&) { return not_judged(); }

bool same_value(Field field, std::string_view a, std::string_view b) {
  if (field == Field::deploy_url || field == Field::pr_url) return url_key(a) == url_key(b);
  if (field == Field::version) return fold(bare_version(a)) == fold(bare_version(b));
  return a == b;
}

}  // namespace warrant::claims::compare
