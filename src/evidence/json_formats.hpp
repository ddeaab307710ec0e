// The transcript formats that are made of JSON records.
#pragma once

#include "record_tree.hpp"
#include "session_writer.hpp"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::evidence {

struct JsonFormat {
  Format format;
  std::vector<std::string_view> keys;             ///< members that are read, at any depth
  std::vector<std::string> arrays;                ///< of a document: members whose elements are records
  std::vector<std::string> objects;               ///< of a document: members that are records
  bool (*worth_parsing)(std::string_view bytes);  ///< a cheap look at the head of a record
  /// False: the record is of a kind that is not known.
  bool (*read)(Record::Ref record, std::string_view member, SessionWriter& writer);
};

/// Precondition: `format` is one of the JSON formats.
const JsonFormat& json_format(Format format);
bool is_json(Format format);

/// All text blocks of a content member: a string, or blocks with `text`.
std::string joined_text(Record::Ref content);
/// Whether `name` is one of `names`.
bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names);
/// Text that a program put into the user's place: reminders, command echoes, environment notes.
bool is_injected(std::string_view text);

/// A part "functionCall" or "functionResponse" of Gemini: {"name","args"}, {"name","response":{"output"}}.
void gemini_function_call(Record::Ref made, SessionWriter& writer, bool sidechain = false);
void gemini_function_response(Record::Ref answer, SessionWriter& writer);

bool read_claude(Record::Ref record, std::string_view member, SessionWriter& writer);
bool read_codex(Record::Ref record, std::string_view member, SessionWriter& writer);
bool read_opencode(Record::Ref record, std::string_view member, SessionWriter& writer);
bool read_gemini(Record::Ref record, std::string_view member, SessionWriter& writer);
bool read_copilot(Record::Ref record, std::string_view member, SessionWriter& writer);
bool read_pi(Record::Ref record, std::string_view member, SessionWriter& writer);
bool read_swe(Record::Ref record, std::string_view member, SessionWriter& writer);

}  // namespace warrant::evidence
