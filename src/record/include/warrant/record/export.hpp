// A record in the forms of other programs.
#pragma once

#include <warrant/record/event.hpp>

#include <vector>

namespace warrant::record {

/// The events as one OTLP/JSON export request (OpenTelemetry protocol 1.x, ExportTraceServiceRequest):
/// a trace a turn; in it a span for the turn, for each call of the model and for each effect, named by
/// the semantic conventions for generative AI (invoke_agent, chat, execute_tool); every other event is
/// a span event of its turn. Events outside a turn are left out. Thread-safe.
Json to_otlp(const std::vector<Event>& events);

}  // namespace warrant::record
