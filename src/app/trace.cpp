// warrant trace: the record of what was decided and done.
#include "settings.hpp"
#include "subcommands.hpp"

#include <warrant/base/clock.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/record/export.hpp>
#include <warrant/record/record.hpp>
#include <warrant/turn/settlement.hpp>
#include <warrant/ui/report.hpp>

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

namespace warrant::app {

namespace {

enum class Use { read, write };

/// To be read, a record needs no settings: a mistake there must not hide what happened.
Result<record::Place> place_of(const Arguments& arguments, Use use = Use::read) {
  const std::string root = root_of(arguments);
  std::error_code problem;
  const std::string real = std::filesystem::canonical(root, problem).string();
  if (problem) return fail(Code::not_found, fmt::format("there is no such workspace: {}", problem.message()), root);
  if (!std::filesystem::is_directory(real, problem)) {
    return fail(Code::invalid_argument, "a workspace is a directory, and this is none", root);
  }
  WARRANT_TRY(dirs, find_dirs());
  return use == Use::read ? record::place_of(dirs, real) : record_place(dirs, real);
}

std::string option(const Arguments& arguments, std::string_view name) {
  return std::string(arguments.option(name).value_or(""));
}

Result<std::size_t> limit_of(const Arguments& arguments) {
  const auto text = arguments.option("limit");
  if (!text) return std::size_t{50};
  std::size_t limit = 0;
  const auto read = std::from_chars(text->data(), text->data() + text->size(), limit);
  if (read.ec == std::errc() && read.ptr == text->data() + text->size() && limit > 0) return limit;
  return fail(Code::invalid_argument, "--limit takes a whole number from 1", visible(*text, false));
}

std::string line(std::string_view text) { return visible(text, false); }

Status print_json(const Json& json) { return print(to_text(json) + "\n"); }

/// A value of a dimension as two characters, for lines of text.
std::string_view mark(std::string_view value) {
  for (const std::string_view good : {"completed", "succeeded", "pass", "confirmed"}) {
    if (value == good) return "ok";
  }
  for (const std::string_view bad : {"failed", "fail", "cancelled"}) {
    if (value == bad) return "NO";
  }
  return value.empty() ? "-" : "??";
}

std::string join(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) (out += out.empty() ? "" : ", ") += part;
  return out;
}

/// The names of the outcomes, as the record writes them.
std::vector<std::string_view> outcome_names() {
  using turn::Outcome;
  std::vector<std::string_view> names;
  for (const Outcome outcome :
       {Outcome::complete, Outcome::partial, Outcome::bounded, Outcome::asked_permission, Outcome::blocked_by_person,
        Outcome::blocked_by_policy, Outcome::answered, Outcome::failed, Outcome::cancelled}) {
    names.push_back(to_string(outcome));
  }
  return names;
}

/// A time, or the beginning of one: a year with four digits at least, and from there what RFC 3339 has at that place.
Status check_time(std::string_view text) {
  constexpr std::string_view form = "dddd-dd-ddTdd:dd:dd";
  bool good = text.empty() || (text.size() >= 4 && text.size() <= form.size() + 6);
  for (std::size_t i = 0; good && i < std::min(text.size(), form.size()); ++i) {
    good = form[i] == 'd' ? text[i] >= '0' && text[i] <= '9' : text[i] == form[i];
  }
  if (good) return {};
  return fail(Code::invalid_argument, "--since takes a time, or the beginning of one, in UTC: 2026-03-01T12:00",
              visible(text, false));
}

Result<Exit> list(const Arguments& arguments) {
  WARRANT_TRY(place, place_of(arguments));
  WARRANT_CHECK(check_time(arguments.option("since").value_or("")));
  WARRANT_TRY(limit, limit_of(arguments));
  WARRANT_TRY(turns, record::list_turns(place, {.path = option(arguments, "path"),
                                                .since = option(arguments, "since"),
                                                .outcome = option(arguments, "outcome"),
                                                .words = option(arguments, "search"),
                                                .limit = limit}));
  if (arguments.has("json")) {
    JsonArray all;
    for (const auto& turn : turns) all.push_back(to_json(turn));
    WARRANT_CHECK(print_json(JsonObject{{"schema", "warrant.trace-list.v1"}, {"turns", std::move(all)}}));
    return Exit::done;
  }
  if (turns.empty()) {
    WARRANT_CHECK(print("no turn\n"));
    return Exit::done;
  }
  std::string out;
  for (const auto& turn : turns) {
    fmt::format_to(std::back_inserter(out), "{:<26}  {:<20.19}  {:<18}  {:<9}  {}\n", line(turn.turn), turn.at,
                   line(turn.outcome), line(turn.type), line(join(turn.targets)));
  }
  WARRANT_CHECK(print(out));
  return Exit::done;
}

std::string show_settlement(const record::TurnSummary& turn) {
  std::string out = fmt::format("outcome {}", line(turn.outcome));
  const auto add = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) fmt::format_to(std::back_inserter(out), "\n  {} {:<12} {}", mark(value), name, line(value));
  };
  add("response", turn.response);
  add("action", turn.action);
  add("verification", turn.verification);
  add("review", turn.review);
  add("durability", turn.durability);
  return out + "\n";
}

Result<Exit> show(const Arguments& arguments) {
  WARRANT_TRY(place, place_of(arguments));
  const std::string_view wanted = arguments.word(0).value_or("last");
  WARRANT_TRY(turn, record::find_turn(place, wanted));
  WARRANT_TRY(events, record::events_of(place, turn.turn));
  if (arguments.has("json")) {
    JsonArray all;
    for (const auto& event : events) all.push_back(record::to_json(event));
    WARRANT_CHECK(print_json(
        JsonObject{{"schema", "warrant.trace-show.v1"}, {"turn", to_json(turn)}, {"events", std::move(all)}}));
    return Exit::done;
  }
  std::string out =
      fmt::format("turn {}  {}  {}\n{}\n", line(turn.turn), turn.at, line(join(turn.targets)), show_settlement(turn));
  for (const auto& event : events) {
    fmt::format_to(std::back_inserter(out), "{:>6}  {:.12}  {:<13} {}\n", event.seq,
                   event.at.size() > 12 ? std::string_view(event.at).substr(11) : std::string_view(event.at),
                   line(event.kind), line(ui::headline(event)));
  }
  WARRANT_CHECK(print(out));
  return Exit::done;
}

Json to_json(const record::Verdict& verdict) {
  Json bad = nullptr;
  if (verdict.first_bad) bad = JsonObject{{"seq", verdict.first_bad->seq}, {"why", verdict.first_bad->why}};
  return JsonObject{{"schema", "warrant.trace-verify.v1"},
                    {"ok", !verdict.first_bad},
                    {"events", verdict.events},
                    {"covered", verdict.covered},
                    {"segments", verdict.segments},
                    {"torn_bytes", verdict.torn_bytes},
                    {"head", verdict.head},
                    {"key", verdict.key},
                    {"anchored", verdict.anchored},
                    {"first_bad", bad},
                    {"error", nullptr}};
}

Json unreadable(const Error& error) {
  return JsonObject{
      {"schema", "warrant.trace-verify.v1"}, {"ok", false}, {"first_bad", nullptr}, {"error", describe(error)}};
}

/// A key as `trace key show` prints it: 64 hexadecimal digits.
Status check_public_key(std::string_view key) {
  const bool good = key.empty() || (key.size() == 64 && key.find_first_not_of("0123456789abcdef") == std::string::npos);
  if (good) return {};
  return fail(Code::invalid_argument, "--public-key takes a key as \"warrant trace key show\" prints it", line(key));
}

Result<Exit> verify(const Arguments& arguments) {
  WARRANT_TRY(place, place_of(arguments));
  WARRANT_CHECK(check_public_key(arguments.option("public-key").value_or("")));
  const auto verdict = record::verify(
      place, {.public_key = option(arguments, "public-key"), .anchor_file = option(arguments, "anchor-file")});
  const bool json = arguments.has("json");
  if (!verdict) {
    if (!json || verdict.error().code != Code::integrity) return fail(verdict.error());
    WARRANT_CHECK(print_json(unreadable(verdict.error())));
    return Exit::integrity;
  }
  const Exit exit = verdict->first_bad ? Exit::integrity : Exit::done;
  if (json) {
    WARRANT_CHECK(print_json(to_json(*verdict)));
    return exit;
  }
  if (verdict->first_bad) {
    WARRANT_CHECK(
        print(fmt::format("BAD: event {}: {}\n{} events before it are as they were signed.\n", verdict->first_bad->seq,
                          line(verdict->first_bad->why), verdict->first_bad->seq - 1)));
    return exit;
  }
  std::string out = fmt::format("{} events in {} segments are as they were signed.\nhead {}\nkey  {}\n",
                                verdict->covered, verdict->segments, verdict->head, verdict->key);
  if (verdict->anchored > 0) out += fmt::format("the anchor agrees up to event {}\n", verdict->anchored);
  if (verdict->events > verdict->covered) {
    out += fmt::format(
        "events {} to {} are by this record's writer, but not under its signed head yet: a turn is under "
        "way or was cut off\n",
        verdict->covered + 1, verdict->events);
  }
  if (verdict->torn_bytes > 0) out += fmt::format("{} bytes of an unfinished event follow\n", verdict->torn_bytes);
  WARRANT_CHECK(print(out));
  return exit;
}

/// What was given out of a record that is not as it was signed is no record of what happened.
Status must_verify(const record::Place& place) {
  const auto verdict = record::verify(place);
  if (!verdict && verdict.error().code == Code::not_found) return {};
  if (!verdict) return fail(verdict.error());
  if (!verdict->first_bad) return {};
  return fail(Code::integrity, fmt::format("the record does not verify: event {}: {}", verdict->first_bad->seq,
                                           line(verdict->first_bad->why)));
}

Result<Exit> export_record(const Arguments& arguments) {
  WARRANT_TRY(place, place_of(arguments));
  const bool otlp = arguments.has("json") || arguments.option("format").value_or("jsonl") == "otlp";
  std::vector<record::Event> events;
  std::string lines;
  Status printed;
  const auto take = [&](const record::Event& event) {
    if (otlp) {
      events.push_back(event);
      return true;
    }
    lines += to_line(event) + "\n";
    if (lines.size() > (64U << 10U)) printed = print(std::exchange(lines, {}));
    return printed.has_value();
  };
  if (const auto turn = arguments.option("turn")) {
    WARRANT_TRY(of_turn, record::events_of(place, *turn));
    for (const auto& event : of_turn) take(event);
  } else {
    WARRANT_CHECK(record::for_each_event(place, take));
  }
  if (printed) printed = print(lines);
  if (printed && otlp) printed = print_json(record::to_otlp(events));
  // A reader like "head" that has seen enough is no failure.
  if (!printed && printed.error().code != Code::unavailable) return fail(printed.error());
  if (printed) WARRANT_CHECK(must_verify(place));
  return Exit::done;
}

/// The texts that the events name and that were kept, by digest.
void collect_texts(const record::Place& place, const Json& json,
                   std::map<std::string, std::string, std::less<>>& texts) {
  if (const JsonArray* values = json.array()) {
    for (const Json& value : *values) collect_texts(place, value, texts);
  }
  const JsonObject* members = json.object();
  if (members == nullptr) return;
  for (const auto& [name, value] : *members) {
    const std::string* digest = name == "digest" ? value.string() : nullptr;
    if (digest == nullptr) {
      collect_texts(place, value, texts);
    } else if (auto text = record::kept_text(place, *digest)) {
      texts.emplace(*digest, std::move(*text));
    }
  }
}

std::string verification_of(const record::Place& place) {
  const auto verdict = record::verify(place);
  if (!verdict)
    return fmt::format("When this page was written the record did not verify: {}.", describe(verdict.error()));
  if (verdict->first_bad) {
    return fmt::format("When this page was written the record did not verify: event {} is the first bad one ({}).",
                       verdict->first_bad->seq, verdict->first_bad->why);
  }
  return fmt::format("When this page was written the record verified up to event {}, head {}.", verdict->covered,
                     verdict->head);
}

/// A page with full texts shows them in the clear, so it must not stand where they are kept encrypted.
Status may_hold_texts(const std::string& path, const record::Place& place) {
  WARRANT_TRY(dirs, find_dirs());
  std::error_code problem;
  const auto page = std::filesystem::weakly_canonical(std::filesystem::absolute(path), problem);
  const auto state = std::filesystem::weakly_canonical(std::filesystem::absolute(dirs.state), problem);
  const auto inside = page.lexically_relative(state);
  const bool outside = problem || inside.empty() || *inside.begin() == "..";
  if (!problem && outside) return {};
  return fail(
      Code::invalid_argument,
      "this turn's texts were kept, and the page would show them in the clear beside the record: say where it is "
      "to stand, outside of the state directory (--output FILE)",
      place.directory);
}

Result<Exit> report(const Arguments& arguments) {
  WARRANT_TRY(place, place_of(arguments));
  WARRANT_TRY(turn, record::find_turn(place, arguments.word(0).value_or("last")));
  WARRANT_TRY(events, record::events_of(place, turn.turn));
  ui::ReportOptions options{.texts = {}, .verification = verification_of(place)};
  for (const auto& event : events) collect_texts(place, event.body, options.texts);
  const std::string fallback = place.directory + "/report-" + turn.turn + ".html";
  const std::string path(arguments.option("output").value_or(fallback));
  if (!options.texts.empty()) WARRANT_CHECK(may_hold_texts(path, place));
  WARRANT_CHECK(replace_file(path, ui::report_page(turn, events, options), 0600));
  if (arguments.has("json")) {
    WARRANT_CHECK(print_json(JsonObject{{"schema", "warrant.trace-report.v1"}, {"turn", turn.turn}, {"path", path}}));
  } else {
    WARRANT_CHECK(print(path + "\n"));
  }
  return Exit::done;
}

Result<Exit> key(const Arguments& arguments) {
  WARRANT_TRY(place, place_of(arguments, arguments.word(0) == "rotate" ? Use::write : Use::read));
  const std::string_view action = arguments.word(0).value_or("");
  if (action != "show" && action != "rotate") {
    return fail(Code::invalid_argument, "\"trace key\" takes \"show\" or \"rotate\"", visible(action, false));
  }
  std::string public_key;
  if (action == "rotate") {
    WARRANT_TRY(writer, record::Writer::open(place, system_clock()));
    WARRANT_CHECK(writer.rotate_key());
    public_key = writer.key().public_part;
    WARRANT_CHECK(writer.publish());
  } else {
    WARRANT_TRY(read, record::public_key(place));
    public_key = read;
  }
  if (arguments.has("json")) {
    WARRANT_CHECK(print_json(
        JsonObject{{"schema", "warrant.trace-key.v1"}, {"public_key", public_key}, {"rotated", action == "rotate"}}));
  } else {
    WARRANT_CHECK(print(public_key + "\n"));
  }
  return Exit::done;
}

/// A record that verifies is not set aside by mistake: the next turns would know nothing of the earlier ones.
Status must_not_verify(const record::Place& place) {
  const auto verdict = record::verify(place);
  if (!verdict || verdict->first_bad) return {};
  return fail(Code::refused,
              fmt::format("this record verifies ({} events); --force begins a new one all the same", verdict->events),
              place.directory);
}

Result<Exit> set_aside(const Arguments& arguments) {
  WARRANT_TRY(place, place_of(arguments, Use::write));
  if (!arguments.has("force")) WARRANT_CHECK(must_not_verify(place));
  WARRANT_TRY(aside, record::set_aside(place, system_clock()));
  if (arguments.has("json")) {
    WARRANT_CHECK(print_json(JsonObject{{"schema", "warrant.trace-set-aside.v1"}, {"path", aside}}));
  } else {
    WARRANT_CHECK(print(fmt::format("the record is now at {}; a new one has begun\n", line(aside))));
  }
  return Exit::done;
}

}  // namespace

std::vector<Subcommand> trace_subcommands() {
  return {
      {.path = "trace list",
       .summary = "the turns of this workspace, newest first",
       .examples = "Examples:\n  warrant trace list --path src --since 2026-03-01\n"
                   "  warrant trace list --outcome blocked_by_person --limit 5\n",
       .positionals = {},
       .options =
           {root_option(),
            {.name = "path", .value = "PATH", .help = "only turns with this target, or one beneath it"},
            {.name = "since", .value = "TIME", .help = "only turns from this time on (2026-03-01T12:00, UTC)"},
            {.name = "outcome", .value = "OUTCOME", .help = "only turns that ended so", .choices = outcome_names()},
            {.name = "search", .value = "WORDS", .help = "only turns whose names, rules and reasons hold them"},
            {.name = "limit", .value = "N", .help = "at most so many (default 50)"},
            json_option()},
       .run = list},
      {.path = "trace show",
       .summary = "the events of a turn",
       .examples = "Examples:\n  warrant trace show\n  warrant trace show 01J9Z --json\n",
       .positionals = {{.name = "TURN",
                        .help = "its identifier or the start of it (default: the last)",
                        .required = false}},
       .options = {root_option(), json_option()},
       .run = show},
      {.path = "trace verify",
       .summary = "whether the record is as it was signed; names the first bad event and ends with 5",
       .examples =
           "Examples:\n  warrant trace verify\n  warrant trace verify --public-key 3f…a1 --anchor-file heads.jsonl\n",
       .positionals = {},
       .options = {root_option(),
                   {.name = "public-key", .value = "KEY", .help = "the key you noted elsewhere (trace key show)"},
                   {.name = "anchor-file",
                    .value = "FILE",
                    .help = "signed heads that an anchor command kept, one a line"},
                   json_option()},
       .run = verify},
      {.path = "trace export",
       .summary = "the record for other programs",
       .examples =
           "Examples:\n  warrant trace export > record.jsonl\n  warrant trace export --format otlp --turn last\n",
       .positionals = {},
       .options =
           {root_option(),
            {.name = "format", .value = "FORMAT", .help = "jsonl (default) or otlp", .choices = {"jsonl", "otlp"}},
            {.name = "turn", .value = "TURN", .help = "only this turn, or \"last\""},
            {.name = "json", .value = "", .help = "one JSON object: the same as --format otlp"}},
       .run = export_record},
      {.path = "trace report",
       .summary = "one turn as a page for a reviewer; prints its path",
       .examples = "Examples:\n  warrant trace report\n  warrant trace report 01J9Z --output turn.html\n",
       .positionals = {{.name = "TURN",
                        .help = "its identifier or the start of it (default: the last)",
                        .required = false}},
       .options = {root_option(),
                   {.name = "output",
                    .value = "FILE",
                    .help = "where to write it (default: beside the record; needed when full texts were kept)"},
                   json_option()},
       .run = report},
      {.path = "trace key",
       .summary = "show the public key of the record, or exchange the key",
       .examples = "Examples:\n  warrant trace key show\n  warrant trace key rotate\n",
       .positionals = {{.name = "ACTION", .help = "show or rotate", .required = true}},
       .options = {root_option(), json_option()},
       .run = key},
      {.path = "trace set-aside",
       .summary = "move a record that does not verify away and begin a new one",
       .examples = "Examples:\n  warrant trace set-aside\n",
       .positionals = {},
       .options = {root_option(), {.name = "force", .value = "", .help = "also a record that verifies"}, json_option()},
       .run = set_aside},
  };
}

}  // namespace warrant::app
