#include <warrant/contract/contract.hpp>

#include <algorithm>

namespace warrant::contract {
namespace {

Type type_of(std::string_view operation) {
  if (operation == "replace" || operation == "set" || operation == "append") return Type::edit;
  if (operation == "create") return Type::create;
  if (operation == "rename" || operation == "move" || operation == "delete") return Type::organize;
  if (operation == "run") return Type::run;
  if (operation == "list") return Type::list;
  if (operation == "explain") return Type::explain;
  return Type::unknown;
}
bool changes(Type type) { return type == Type::edit || type == Type::create || type == Type::organize; }

std::string_view name(Type type) {
  switch (type) {
    case Type::question: return "question";
    case Type::list: return "list";
    case Type::explain: return "explain";
    case Type::edit: return "edit";
    case Type::create: return "create";
    case Type::organize: return "organize";
    case Type::run: return "run";
    case Type::unknown: return "unknown";
  }
  return "unknown";
}
std::string_view name(Role role) {
  switch (role) {
    case Role::forbidden: return "forbidden";
    case Role::must_change: return "must_change";
    case Role::output: return "output";
    case Role::must_read: return "must_read";
  }
  return "forbidden";
}
std::string_view name(Posture posture) {
  switch (posture) {
    case Posture::agent: return "agent";
    case Posture::ask: return "ask";
    case Posture::plan: return "plan";
  }
  return "ask";
}

/// Text that could carry somebody else's words past the masking.
bool could_be_pasted(std::string_view request) {
  return std::ranges::any_of(request, [](char c) { return static_cast<unsigned char>(c) >= 0x80 || c == '\n'; }) ||
         request.find_first_of("<>:") != std::string_view::npos;
}

}  // namespace

Contract resolve(std::string_view request, const DiskFacts& disk, const language::Lexicon& lexicon) {
  const auto clauses = language::cut_clauses(language::mask_quoted(request), lexicon);
  Contract result{std::string(request), Type::unknown,      false, false, {}, Posture::agent,
                  Phase::inspect,       {"unsure", {}, ""}, true};
  if (clauses.size() == 1) {
    const language::Clause& clause = clauses.front();
    if (clause.mood == language::Mood::question) result.type = Type::question;
    if (clause.mood == language::Mood::imperative) result.type = type_of(clause.operation);
    if (result.type != Type::unknown) {
      const bool question = result.type == Type::question;
      result.reason = {question ? "question" : "imperative." + clause.operation,
                       {clause.span},
                       std::string(clause.span.of(request))};
    }
    result.requested = changes(result.type);
    result.unsure = result.type == Type::unknown || clause.negated;
  }
  const auto mentions = language::find_mentions(request);
  const bool banned = std::ranges::any_of(clauses, [](const auto& clause) { return clause.negated; });
  result.allowed = result.requested && !banned && !could_be_pasted(request) && mentions.size() == 1;
  if (result.requested && !result.allowed) result.unsure = true;
  for (const auto& mention : mentions) {
    Role role = Role::must_read;
    if (banned) role = Role::forbidden;
    if (result.allowed) role = result.type == Type::create ? Role::output : Role::must_change;
    result.targets.push_back({mention.path, role, disk.exists(mention.path), mention.span});
  }
  if (result.allowed) result.phase = Phase::apply;
  return result;
}

Contract with_posture(Contract contract, Posture posture) {
  contract.posture = posture;
  if (posture == Posture::agent) return contract;
  contract.allowed = false;
  contract.phase = Phase::inspect;
  std::erase_if(contract.targets, [](const Target& target) { return target.role == Role::output; });
  for (Target& target : contract.targets)
    if (target.role == Role::must_change) target.role = Role::must_read;
  return contract;
}

Json to_json(const Contract& contract) {
  JsonArray targets;
  for (const Target& target : contract.targets)
    targets.emplace_back(JsonObject{{"path", target.path},
                                    {"role", name(target.role)},
                                    {"exists", target.exists},
                                    {"span", JsonArray{target.span.begin, target.span.end}}});
  JsonArray spans;
  for (const Span span : contract.reason.spans) spans.emplace_back(JsonArray{span.begin, span.end});
  return JsonObject{
      {"schema", "warrant.contract.v1"},
      {"id", nullptr},
      {"request", contract.request},
      {"type", name(contract.type)},
      {"mutation", JsonObject{{"requested", contract.requested}, {"allowed", contract.allowed}}},
      {"targets", std::move(targets)},
      {"posture", name(contract.posture)},
      {"phase", contract.phase == Phase::apply ? "apply" : "inspect"},
      {"reason",
       JsonObject{{"rule", contract.reason.rule}, {"spans", std::move(spans)}, {"text", contract.reason.text}}},
      {"unsure", contract.unsure}};
}

}  // namespace warrant::contract
