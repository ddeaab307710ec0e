#include "index.hpp"

#include "files.hpp"
#include "lines.hpp"
#include "summary.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <map>
#include <utility>

namespace warrant::record {

namespace {

constexpr std::string_view kVersion = "1";

constexpr const char* kSchema = R"sql(
CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE turns(first_seq INTEGER PRIMARY KEY, turn TEXT NOT NULL UNIQUE, at TEXT NOT NULL, outcome TEXT NOT NULL,
  segment INTEGER NOT NULL, offset INTEGER NOT NULL, summary TEXT NOT NULL) STRICT;
CREATE TABLE targets(path TEXT NOT NULL, first_seq INTEGER NOT NULL, PRIMARY KEY(path, first_seq)) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5(text);
)sql";

constexpr const char* kList = R"sql(
SELECT summary, segment, offset, first_seq, turn, at, outcome FROM turns WHERE at >= ?1 AND (?2 = '' OR outcome = ?2)
  AND (?3 = '' OR first_seq IN (SELECT first_seq FROM targets WHERE path = ?3 OR (path > ?3 || '/' AND path < ?3 || '0')))
  AND (?4 = '' OR first_seq IN (SELECT rowid FROM words WHERE words MATCH ?4))
  ORDER BY first_seq DESC LIMIT ?5
)sql";

/// A prepared statement. Values live until the next step.
class Statement {
 public:
  Statement(sqlite3* database, const char* sql) : database_(database) {
    good_ = sqlite3_prepare_v2(database, sql, -1, &statement_, nullptr) == SQLITE_OK;
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(int at, std::string_view text) {
    good_ = good_ && sqlite3_bind_text(statement_, at, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT) ==
                         SQLITE_OK;
    return *this;
  }
  Statement& bind(int at, std::int64_t value) {
    good_ = good_ && sqlite3_bind_int64(statement_, at, value) == SQLITE_OK;
    return *this;
  }
  /// Whether there is a row.
  Result<bool> step() {
    const int got = good_ ? sqlite3_step(statement_) : SQLITE_ERROR;
    if (got == SQLITE_ROW) return true;
    if (got == SQLITE_DONE) return false;
    return fail(Code::io, fmt::format("the index of the record cannot be used: {}", sqlite3_errmsg(database_)));
  }
  /// Runs it to its end and makes it ready for other values.
  Status run() {
    WARRANT_CHECK(step());
    sqlite3_reset(statement_);
    return {};
  }
  [[nodiscard]] std::string text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return bytes == nullptr ? ""
                            : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
  }
  [[nodiscard]] std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }

 private:
  sqlite3* database_;
  sqlite3_stmt* statement_ = nullptr;
  bool good_ = false;
};

TurnSummary summary_of(const Json& json) {
  const auto text = [&](std::string_view name) { return std::string(json.text(name)); };
  const auto end_of_events = [&](std::size_t which) -> std::int64_t {
    const Json* events = json.find("events");
    const JsonArray* ends = events == nullptr ? nullptr : events->array();
    return ends == nullptr || ends->size() != 2 || (*ends)[which].integer() == nullptr ? 0 : *(*ends)[which].integer();
  };
  TurnSummary out{.turn = text("turn"),
                  .at = text("at"),
                  .request_digest = text("request"),
                  .type = text("type"),
                  .targets = {},
                  .outcome = text("outcome"),
                  .response = text("response"),
                  .action = text("action"),
                  .verification = text("verification"),
                  .review = text("review"),
                  .durability = text("durability"),
                  .answer_source = text("answer_source"),
                  .first_seq = end_of_events(0),
                  .last_seq = end_of_events(1)};
  const Json* targets = json.find("targets");
  if (targets == nullptr || targets->array() == nullptr) return out;
  for (const Json& target : *targets->array()) {
    if (const std::string* path = target.string()) out.targets.push_back(*path);
  }
  return out;
}

/// Every word as a quoted phrase, so that nothing a person types is taken for query syntax.
std::string phrases(std::string_view words) {
  std::string out;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t begin = words.find_first_not_of(" \t", at);
    if (begin == std::string_view::npos) break;
    at = std::min(words.find_first_of(" \t", begin), words.size());
    out += out.empty() ? "\"" : " \"";
    for (const char c : words.substr(begin, at - begin)) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    out += '"';
  }
  return out;
}

/// How far the record has been read.
struct Mark {
  std::int64_t segment = 1;
  std::int64_t offset = 0;
  std::string hash = Digest{.bytes = {}}.text();
};

}  // namespace

struct Index::State {
  sqlite3* database = nullptr;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { sqlite3_close(database); }

  [[nodiscard]] Status execute(const char* sql) const {
    if (sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK) return {};
    return fail(Code::io, fmt::format("the index of the record cannot be used: {}", sqlite3_errmsg(database)));
  }

  Status open(const std::string& path) {
    constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW;
    if (sqlite3_open_v2(path.c_str(), &database, kFlags, nullptr) != SQLITE_OK) {
      return fail(Code::io, "the index of the record cannot be opened", path);
    }
    sqlite3_busy_timeout(database, 5000);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    // What a power cut spoils is made anew from the record.
    return execute("PRAGMA synchronous = OFF");
  }

  [[nodiscard]] Result<std::string> meta(const char* name) const {
    Statement statement(database, "SELECT value FROM meta WHERE name = ?1");
    WARRANT_TRY(found, statement.bind(1, name).step());
    return found ? statement.text(0) : std::string();
  }
  [[nodiscard]] Status set_meta(const char* name, std::string_view value) const {
    return Statement(database, "INSERT OR REPLACE INTO meta VALUES(?1, ?2)").bind(1, name).bind(2, value).run();
  }

  [[nodiscard]] Result<std::vector<IndexedTurn>> rows(Statement& statement) const {
    std::vector<IndexedTurn> out;
    while (true) {
      WARRANT_TRY(more, statement.step());
      if (!more) return out;
      WARRANT_TRY(summary, parse_json(statement.text(0)));
      out.push_back({.summary = summary_of(summary), .segment = statement.integer(1), .offset = statement.integer(2)});
      // What a row is found by is what it says.
      const TurnSummary& turn = out.back().summary;
      if (turn.first_seq != statement.integer(3) || turn.turn != statement.text(4) || turn.at != statement.text(5) ||
          turn.outcome != statement.text(6)) {
        return fail(Code::integrity, "the index of the record is damaged");
      }
    }
  }

  [[nodiscard]] Status update(const Place& place, std::int64_t up_to) const;
  [[nodiscard]] Result<Mark> where_to_go_on(const Place& place) const;
  [[nodiscard]] Status store(const std::map<std::string, IndexedTurn>& turns,
                             const std::map<std::string, std::string>& words) const;
};

/// The mark that was stored, if the record still goes on from there.
Result<Mark> Index::State::where_to_go_on(const Place& place) const {
  Mark mark;
  Statement statement(database, "SELECT value FROM meta WHERE name = 'mark'");
  WARRANT_TRY(found, statement.step());
  if (!found) return mark;
  WARRANT_TRY(stored, parse_json(statement.text(0)));
  const Json* segment = stored.find("segment");
  const Json* offset = stored.find("offset");
  if (segment == nullptr || segment->integer() == nullptr || offset == nullptr || offset->integer() == nullptr) {
    return fail(Code::integrity, "the index of the record is damaged");
  }
  mark = {.segment = *segment->integer(), .offset = *offset->integer(), .hash = std::string(stored.text("hash"))};
  WARRANT_TRY(file, open_for_reading(segment_path(place, mark.segment)));
  const off_t size = file.is_open() ? ::lseek(file.get(), 0, SEEK_END) : -1;
  if (size < mark.offset) return fail(Code::integrity, "the index does not fit the record");
  Lines lines(std::move(file));
  WARRANT_CHECK(lines.seek(mark.offset));
  WARRANT_TRY(line, lines.next());
  const auto envelope = line ? read_envelope(line->text) : std::nullopt;
  if (line && line->whole && (!envelope || envelope->prev != mark.hash)) {
    return fail(Code::integrity, "the index does not fit the record");
  }
  return mark;
}

Status Index::State::update(const Place& place, std::int64_t up_to) const {
  WARRANT_CHECK(execute("BEGIN IMMEDIATE"));
  Statement tables(database, "SELECT 1 FROM sqlite_schema WHERE name = 'meta'");
  WARRANT_TRY(known, tables.step());
  if (!known) WARRANT_CHECK(execute(kSchema));
  WARRANT_TRY(version, meta("version"));
  if (known && version != kVersion) return fail(Code::integrity, "the index is of another version");
  WARRANT_TRY(mark, where_to_go_on(place));

  std::map<std::string, IndexedTurn> turns;
  std::map<std::string, std::string> words;
  bool more = true;
  while (more) {
    const std::string path = segment_path(place, mark.segment);
    WARRANT_TRY(file, open_for_reading(path));
    if (!file.is_open()) break;
    Lines lines(std::move(file));
    WARRANT_CHECK(lines.seek(mark.offset));
    while (true) {
      const std::int64_t begin = lines.offset();
      WARRANT_TRY(line, lines.next());
      if (!line || !line->whole) break;
      const auto event_there = parse_event(line->text);
      if (!event_there) {
        return fail(Code::integrity,
                    "a line of the record is no event: \"warrant trace verify\" names the first bad one", path);
      }
      const Event& event = *event_there;
      more = event.seq <= up_to;
      if (!more) break;
      mark.hash = sha256(line->text).text();
      mark.offset = lines.offset();
      if (event.turn.empty()) continue;
      words[event.turn] += words_of(event);
      auto turn = turns.find(event.turn);
      if (turn == turns.end()) {
        Statement find(database,
                       "SELECT summary, segment, offset, first_seq, turn, at, outcome FROM turns WHERE turn = ?1");
        WARRANT_TRY(stored, rows(find.bind(1, event.turn)));
        IndexedTurn fresh{.summary = begin_summary(event), .segment = mark.segment, .offset = begin};
        turn = turns.emplace(event.turn, stored.empty() ? std::move(fresh) : std::move(stored.front())).first;
        if (stored.empty()) continue;
      }
      fold(turn->second.summary, event);
    }
    if (!more || !exists(segment_path(place, mark.segment + 1))) break;
    ++mark.segment;
    mark.offset = 0;
  }
  WARRANT_CHECK(store(turns, words));
  WARRANT_CHECK(set_meta("version", kVersion));
  WARRANT_CHECK(
      set_meta("mark", to_text(JsonObject{{"segment", mark.segment}, {"offset", mark.offset}, {"hash", mark.hash}})));
  return execute("COMMIT");
}

Status Index::State::store(const std::map<std::string, IndexedTurn>& turns,
                           const std::map<std::string, std::string>& words) const {
  Statement put_turn(database, "INSERT OR REPLACE INTO turns VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)");
  Statement put_target(database, "INSERT OR IGNORE INTO targets VALUES(?1, ?2)");
  Statement put_words(database, "INSERT INTO words(rowid, text) VALUES(?1, ?2)");
  Statement drop_words(database, "DELETE FROM words WHERE rowid = ?1");
  for (const auto& [name, turn] : turns) {
    const TurnSummary& summary = turn.summary;
    put_turn.bind(1, summary.first_seq).bind(2, name).bind(3, summary.at).bind(4, summary.outcome);
    put_turn.bind(5, turn.segment).bind(6, turn.offset);
    WARRANT_CHECK(put_turn.bind(7, to_text(to_json(summary))).run());
    for (const std::string& target : summary.targets) {
      WARRANT_CHECK(put_target.bind(1, target).bind(2, summary.first_seq).run());
    }
    Statement earlier(database, "SELECT text FROM words WHERE rowid = ?1");
    WARRANT_TRY(had, earlier.bind(1, summary.first_seq).step());
    const std::string all = (had ? earlier.text(0) : "") + words.at(name);
    WARRANT_CHECK(drop_words.bind(1, summary.first_seq).run());
    WARRANT_CHECK(put_words.bind(1, summary.first_seq).bind(2, all).run());
  }
  return {};
}

Index::Index(std::unique_ptr<State> state) : state_(std::move(state)) {}
Index::Index(Index&&) noexcept = default;
Index& Index::operator=(Index&&) noexcept = default;
Index::~Index() = default;

Result<Index> Index::open(const Place& place, std::int64_t up_to, Making making) {
  auto state = std::make_unique<State>();
  if (making == Making::in_memory) {
    WARRANT_CHECK(state->open(":memory:"));
  } else {
    const std::string path = place.directory + "/index.sqlite";
    if (making == Making::anew) ::unlink(path.c_str());
    // Made here, so that it belongs to the person alone whatever the umask is.
    const Fd made(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!made.is_open()) return fail_errno("the index of the record cannot be opened", path);
    WARRANT_CHECK(state->open(path));
  }
  WARRANT_CHECK(state->update(place, up_to));
  return Index(std::move(state));
}

Result<std::vector<IndexedTurn>> Index::list(const Filter& filter) const {
  Statement statement(state_->database, kList);
  std::string_view path = filter.path;
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  statement.bind(1, filter.since).bind(2, filter.outcome).bind(3, path).bind(4, phrases(filter.words));
  constexpr std::size_t kMost = 1U << 30U;
  statement.bind(5, static_cast<std::int64_t>(std::min(filter.limit, kMost)));
  return state_->rows(statement);
}

Result<std::vector<IndexedTurn>> Index::starting_with(std::string_view prefix) const {
  Statement statement(
      state_->database,
      "SELECT summary, segment, offset, first_seq, turn, at, outcome FROM turns WHERE turn >= ?1 AND turn < ?1 || '~' "
      "ORDER BY turn = ?1 DESC, first_seq DESC LIMIT 2");
  return state_->rows(statement.bind(1, prefix));
}

Result<std::vector<IndexedTurn>> Index::since(std::int64_t first_seq) const {
  Statement statement(state_->database,
                      "SELECT summary, segment, offset, first_seq, turn, at, outcome FROM turns WHERE first_seq >= ?1 "
                      "ORDER BY first_seq");
  return state_->rows(statement.bind(1, first_seq));
}

}  // namespace warrant::record
