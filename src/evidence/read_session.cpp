#include "warrant/evidence/session.hpp"

#include "json_formats.hpp"
#include "markdown_formats.hpp"
#include "recognise.hpp"
#include "record_source.hpp"

#include <warrant/base/fd.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace warrant::evidence {
namespace {

constexpr std::size_t kHead = 64U << 10U;
constexpr std::size_t kMaxNotedDamage = 32;

void note_damage(ReadReport& report, Span source) {
  ++report.damaged;
  if (report.damaged_at.size() < kMaxNotedDamage) report.damaged_at.push_back(source);
}

/// One record: passed over, read, or counted as damaged.
void one_record(const RawRecord& raw, const JsonFormat& format, RecordParser& parser, Record& tree,
                SessionWriter& writer, ReadReport& report) {
  ++report.records;
  if (raw.too_large) {
    ++report.cut;
    return;
  }
  auto bytes = raw.bytes;
  while (bytes.ends_with(' ') || bytes.ends_with('\t')) bytes.remove_suffix(1);
  if (!bytes.starts_with('{') || !bytes.ends_with('}')) {
    note_damage(report, raw.source);
    return;
  }
  if (!format.worth_parsing(bytes)) return;
  if (!parser.parse(bytes, tree)) {
    note_damage(report, raw.source);
    return;
  }
  writer.at(raw.source);
  if (!format.read(tree.root(), raw.member, writer)) ++report.unknown;
}

void read_json(Window& window, const JsonFormat& format, Layout layout, SessionWriter& writer, ReadReport& report) {
  RecordParser parser(format.keys);
  Record tree;
  if (layout != Layout::lines) {
    ElementSource source(window,
                         {.arrays = format.arrays, .objects = format.objects, .values = layout == Layout::values});
    while (const auto raw = source.next()) one_record(*raw, format, parser, tree, writer, report);
    if (!source.complete()) note_damage(report, {window.offset(), window.offset() + window.bytes().size()});
    return;
  }
  LineSource source(window);
  while (const auto raw = source.next()) one_record(*raw, format, parser, tree, writer, report);
}

template <class Reader>
void read_markdown(Window& window, SessionWriter& writer, ReadReport& report) {
  Reader reader(writer);
  LineSource source(window);
  while (const auto raw = source.next_line()) {
    ++report.records;
    if (raw->too_large) {
      ++report.cut;
      continue;
    }
    writer.at(raw->source);
    reader.line(raw->bytes);
  }
  reader.end();
}

Result<ReadReport> read_input(Input input, std::string_view where, const ReadOptions& options, const Sink& sink) {
  Window window(std::move(input));
  while (window.bytes().size() < kHead && window.grow()) {}
  const auto head = window.bytes().substr(0, kHead);
  const auto format = options.format ? options.format : detect_format(head);
  if (!format && !window.error()) {
    return fail(Code::unsupported,
                "this is no transcript of a known agent (Claude Code, Codex, OpenCode, Gemini, Qwen, Copilot, pi, "
                "Aider, SWE-agent, "
                "SpecStory); name its format if you know it",
                std::string(where));
  }
  if (window.error()) return fail(*window.error());
  const auto layout = layout_of(head);
  window.drop(byte_order_mark(head));
  ReadReport report{.format = *format,
                    .bytes = 0,
                    .records = 0,
                    .damaged = 0,
                    .unknown = 0,
                    .cut = 0,
                    .damaged_at = {},
                    .messages = 0,
                    .runs = 0,
                    .edits = 0,
                    .cwd = {}};
  SessionWriter writer(options, sink, report);
  if (*format == Format::gemini && is_shared_gemini(head)) {
    read_markdown<GeminiMarkdownReader>(window, writer, report);
  } else if (is_json(*format)) {
    read_json(window, json_format(*format), layout, writer, report);
  } else if (*format == Format::aider) {
    read_markdown<AiderReader>(window, writer, report);
  } else {
    read_markdown<SpecStoryReader>(window, writer, report);
  }
  writer.end();
  if (window.error()) return fail(*window.error());
  report.bytes = window.offset() + window.bytes().size();
  return report;
}

}  // namespace

Result<ReadReport> read_session(const std::string& path, const ReadOptions& options, const Sink& sink) {
  WARRANT_TRY(file, open_input(path));
  auto input = [&file, &path](char* into, std::size_t size) -> Result<std::size_t> {
    for (;;) {
      const auto got = ::read(file.get(), into, size);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) return fail_errno("cannot read", path);
    }
  };
  return read_input(std::move(input), path, options, sink);
}

Result<ReadReport> read_session_text(std::string_view text, const ReadOptions& options, const Sink& sink) {
  auto input = [text](char* into, std::size_t size) mutable -> Result<std::size_t> {
    const std::size_t count = std::min(size, text.size());
    std::memcpy(into, text.data(), count);
    text.remove_prefix(count);
    return count;
  };
  return read_input(std::move(input), "the text", options, sink);
}

}  // namespace warrant::evidence
