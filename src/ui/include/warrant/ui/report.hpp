// One turn of the record as a page for a reviewer who was not there.
#pragma once

#include <warrant/record/event.hpp>
#include <warrant/record/read.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::ui {

/// One line of plain text that says what an event is about, for a list. Thread-safe.
std::string headline(const record::Event& event);

struct ReportOptions {
  /// Texts by digest ("sha256:…") where they were kept; the page shows them in place of the digest.
  std::map<std::string, std::string, std::less<>> texts = {};
  /// What the verification of the record said, one sentence; "" when it was not verified.
  std::string verification = {};
};

/// A complete HTML document: no script, nothing from the network (its content security policy forbids
/// it), headings in order, usable by keyboard, light and dark, from 320 pixels. Everything recorded is
/// escaped and its control characters made visible. Thread-safe.
std::string report_page(const record::TurnSummary& turn, const std::vector<record::Event>& events,
                        const ReportOptions& options);

}  // namespace warrant::ui
