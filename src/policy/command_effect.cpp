#include <warrant/base/json.hpp>
#include <warrant/policy/command_effect.hpp>

namespace warrant::policy {

namespace {

// Paths and arguments need not be UTF-8, so they enter the canonical form as hexadecimal digits.
Json bytes(const std::string& text) {
  return to_hex({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

Json list(const std::vector<std::string>& texts) {
  JsonArray out;
  for (const std::string& text : texts) out.push_back(bytes(text));
  return out;
}

Json of(const CommandLimits& limits) {
  return JsonObject{
      {"wall_ms", limits.wall_ms},         {"grace_ms", limits.grace_ms},  {"output_head", limits.output_head},
      {"output_tail", limits.output_tail}, {"cpu_s", limits.cpu_s},        {"file_bytes", limits.file_bytes},
      {"open_files", limits.open_files},   {"processes", limits.processes}};
}

std::string_view name_of(Reach reach) {
  switch (reach) {
    case Reach::open: return "open";
    case Reach::loopback: return "loopback";
    case Reach::none: return "none";
  }
  return "open";
}

Json of(const Containment& containment) {
  return JsonObject{{"landlock", containment.landlock},
                    {"syscalls", containment.syscalls},
                    {"reach", name_of(containment.reach)},
                    {"steering", containment.steering}};
}

}  // namespace

Digest digest_of(const RunCommand& effect) {
  return sha256(canonical(JsonObject{{"effect", "run_command"},
                                     {"profile", bytes(effect.profile)},
                                     {"pin", effect.pin ? Json(effect.pin->text()) : Json()},
                                     {"program", bytes(effect.program)},
                                     {"argv", list(effect.argv)},
                                     {"cwd", bytes(effect.cwd)},
                                     {"environment", list(effect.environment)},
                                     {"reads", list(effect.reads)},
                                     {"writes", list(effect.writes)},
                                     {"network", effect.network},
                                     {"containment", of(effect.containment)},
                                     {"limits", of(effect.limits)}}));
}

}  // namespace warrant::policy
