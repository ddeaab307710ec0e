#include "warrant/record/read.hpp"

#include "files.hpp"
#include "lines.hpp"

#include <fmt/format.h>

namespace warrant::record {

Status for_each_event(const Place& place, const std::function<bool(const Event&)>& visit) {
  for (std::int64_t segment = 1;; ++segment) {
    const std::string path = segment_path(place, segment);
    WARRANT_TRY(file, open_for_reading(path));
    if (!file.is_open()) return {};
    Lines lines(std::move(file));
    while (true) {
      WARRANT_TRY(line, lines.next());
      if (!line || (!line->whole && begins_event(line->text))) break;
      auto event = parse_event(line->text);
      if (!event) {
        return fail(Code::integrity, fmt::format("a line is not an event: {}", event.error().message), path);
      }
      if (!visit(*event)) return {};
    }
  }
}

Json to_json(const TurnSummary& summary) {
  JsonArray targets;
  for (const std::string& target : summary.targets) targets.emplace_back(target);
  return JsonObject{{"turn", summary.turn},
                    {"at", summary.at},
                    {"request", summary.request_digest},
                    {"type", summary.type},
                    {"targets", std::move(targets)},
                    {"outcome", summary.outcome},
                    {"response", summary.response},
                    {"action", summary.action},
                    {"verification", summary.verification},
                    {"review", summary.review},
                    {"durability", summary.durability},
                    {"answer_source", summary.answer_source},
                    {"events", JsonArray{summary.first_seq, summary.last_seq}}};
}

}  // namespace warrant::record
