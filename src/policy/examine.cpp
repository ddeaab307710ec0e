#include "arguments_check.hpp"

#include <warrant/base/form.hpp>
#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/policy/examine.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warrant::policy {

namespace {

using contract::Role;

CheckStep step_of(surface::Step step) {
  switch (step) {
    case surface::Step::parsed: return CheckStep::parsed;
    case surface::Step::known_tool: return CheckStep::known_tool;
    case surface::Step::on_surface: return CheckStep::on_surface;
    case surface::Step::payload: return CheckStep::payload;
    case surface::Step::arguments: return CheckStep::arguments;
  }
  return CheckStep::parsed;
}

contract::Tool kind_of(const surface::Call& call) {
  using contract::Tool;
  return match(
      call, [](const surface::ReadFile&) { return Tool::read_file; },
      [](const surface::ListFiles&) { return Tool::list_files; },
      [](const surface::SearchText&) { return Tool::search_text; },
      [](const surface::EditFile&) { return Tool::edit_file; },
      [](const surface::WriteFile&) { return Tool::write_file; },
      [](const surface::AppendText&) { return Tool::append_text; },
      [](const surface::Organize&) { return Tool::organize; },
      [](const surface::RunCommand&) { return Tool::run_command; },
      [](const surface::Answer&) { return Tool::answer; });
}

std::vector<RelPath> paths_of(const surface::Call& call) {
  using Paths = std::vector<RelPath>;
  return match(
      call, [](const surface::ReadFile& one) { return Paths{one.path}; },
      [](const surface::ListFiles& one) { return Paths{one.directory}; },
      [](const surface::SearchText&) { return Paths{RelPath()}; },
      [](const surface::EditFile& one) { return Paths{one.path}; },
      [](const surface::WriteFile& one) { return Paths{one.path}; },
      [](const surface::AppendText& one) { return Paths{one.path}; },
      [](const surface::Organize& batch) {
        Paths paths;
        for (const surface::FileOperation& operation : batch.operations) {
          paths.push_back(operation.path);
          if (!operation.to.is_root()) paths.push_back(operation.to);
        }
        return paths;
      },
      [](const surface::RunCommand&) { return Paths{}; }, [](const surface::Answer&) { return Paths{}; });
}

bool changes(contract::Tool tool) { return contract::changes_files(tool); }

/// The strictest role that the contract gives a path, the nearest name first.
std::optional<Role> role_of(const contract::Contract& contract, const RelPath& path) {
  std::optional<Role> strictest;
  for (const contract::Target& target : contract.targets) {
    const auto named = RelPath::make(target.path);
    if (!named || !named->covers(path)) continue;
    if (!strictest || target.role < *strictest) strictest = target.role;
  }
  return strictest;
}

bool may_change(const std::optional<Role>& role) {
  return role == Role::must_change || role == Role::output || role == Role::may_change;
}

class Examiner {
 public:
  Examiner(const contract::Plan& plan, const Facts& facts) : plan_(plan), facts_(facts) {}

  Examination run(std::string_view reply, const surface::Surface* surface) {
    const auto refusal = read(reply, surface);
    if (refusal && refusal->step != surface::Step::arguments) return fail_at(step_of(refusal->step), refusal->message);
    passed(CheckStep::parsed, "the reply is one call");
    passed(CheckStep::known_tool, "the tool exists");
    passed(CheckStep::on_surface, "this turn offers it");
    passed(CheckStep::payload, "its values are plain");
    if (out_.call) {
      resolve_paths();
      if (const std::string why = against_posture(); !why.empty()) return fail_at(CheckStep::posture, why);
      passed(CheckStep::posture, fmt::format("the {} posture allows it", to_string(plan_.contract().posture)));
      if (const std::string why = against_contract(); !why.empty()) return fail_at(CheckStep::contract, why);
      if (const std::string why = refusal ? against_aim() : ""; !why.empty()) return fail_at(CheckStep::contract, why);
      passed(CheckStep::contract, "the contract allows it");
    }
    if (refusal) return fail_at(CheckStep::arguments, refusal->message);
    if (const std::string why = against_disk(); !why.empty()) return fail_at(CheckStep::arguments, why);
    passed(CheckStep::arguments, "its arguments fit what is on disk");
    note_scope();
    return std::move(out_);
  }

 private:
  /// Reads the call; what the surface has against it.
  std::optional<surface::Refusal> read(std::string_view reply, const surface::Surface* surface) {
    if (surface != nullptr && !surface->empty()) {
      auto call = surface->accept(reply);
      if (call) {
        out_.call = *std::move(call);
        return std::nullopt;
      }
      // The call itself, if it reads, so that earlier steps than its arguments can answer first.
      if (auto wide = surface::read_call(reply); wide && call.error().step == surface::Step::arguments) {
        out_.call = *std::move(wide);
      }
      return call.error();
    }
    auto call = surface::read_call(reply);
    if (!call && call.error().step < surface::Step::on_surface) return call.error();
    return surface::Refusal{surface::Step::on_surface, Code::refused, "this turn offers no tool at all", false};
  }

  void resolve_paths() {
    for (const RelPath& path : paths_of(*out_.call)) {
      auto real = facts_.real_path(path);
      if (!real) out_.escapes = true;
      out_.paths.push_back(real ? *std::move(real) : path);
    }
  }

  [[nodiscard]] std::string against_posture() const {
    const contract::Contract& contract = plan_.contract();
    const contract::Tool tool = kind_of(*out_.call);
    const bool acts = changes(tool) || tool == contract::Tool::run_command;
    if (!acts) return "";
    if (contract.posture != contract::Posture::agent) {
      return fmt::format("the {} posture is read-only", to_string(contract.posture));
    }
    if (changes(tool) && contract.phase != contract::Phase::apply) return "the turn only looks: its phase is inspect";
    return "";
  }

  [[nodiscard]] std::string against_contract() const {
    const contract::Contract& contract = plan_.contract();
    if (!changes(kind_of(*out_.call))) return "";
    if (!contract.allowed) return "the request allows no change by the model";
    if (plan_.obligation() != contract::Obligation::change) return "the turn owes no change";
    // The spelled path and the real one: a link must not lead around a ban.
    std::vector<RelPath> all = paths_of(*out_.call);
    all.insert(all.end(), out_.paths.begin(), out_.paths.end());
    for (const RelPath& path : all) {
      const std::optional<Role> role = role_of(contract, path);
      const std::string shown = visible(path.text(), false);
      if (role == Role::forbidden) return fmt::format("the request forbids changing {}", shown);
      if (role == Role::must_read || role == Role::source || role == Role::verify_only) {
        if (!is_source(path)) return fmt::format("the request names {} to be read, not changed", shown);
      }
    }
    for (const RelPath& path : out_.paths) {
      if (contract.only_targets && !may_change(role_of(contract, path)) && !is_source(path)) {
        return fmt::format("the request says that nothing else changes than what it names, and {} is not named",
                           visible(path.text(), false));
      }
    }
    return "";
  }

  /// Of a change that the surface does not take: whether it is of another file than the request is about.
  [[nodiscard]] std::string against_aim() const {
    const contract::Contract& contract = plan_.contract();
    if (!changes(kind_of(*out_.call))) return "";
    std::string named;
    for (const contract::Target& target : contract.targets) {
      if (!may_change(target.role)) continue;
      named += fmt::format("{}{}", named.empty() ? "" : ", ", visible(target.path, false));
    }
    for (const RelPath& path : out_.paths) {
      if (named.empty() || may_change(role_of(contract, path)) || is_source(path)) continue;
      return fmt::format("the request is about {}, and this would change {}", named, visible(path.text(), false));
    }
    return "";
  }

  /// Whether a batch moves or copies from there: what it is asked for, not a change of something else.
  [[nodiscard]] bool is_source(const RelPath& path) const {
    const auto* batch = std::get_if<surface::Organize>(&*out_.call);
    if (batch == nullptr) return false;
    return std::any_of(batch->operations.begin(), batch->operations.end(), [&](const surface::FileOperation& one) {
      const bool has_two =
          one.action != surface::FileAction::make_directory && one.action != surface::FileAction::remove;
      return has_two && one.path == path;
    });
  }

  std::string against_disk() {
    if (out_.escapes) return "";  // The ladder answers; nothing out there is looked at.
    auto checked = check_arguments(*out_.call, out_.paths, plan_, facts_);
    if (!checked) return checked.error().message;
    out_.change = *std::move(checked);
    if (out_.change && out_.change->before) {
      out_.form_change = form_change(*out_.change->before, out_.change->after).any();
    }
    return "";
  }

  void note_scope() {
    const contract::Contract& contract = plan_.contract();
    std::string why = "it stays with what the request names";
    if (changes(kind_of(*out_.call))) {
      for (const RelPath& path : out_.paths) {
        if (may_change(role_of(contract, path)) || is_source(path)) continue;
        out_.scope_warning = true;
        why = fmt::format("warning: the request does not name {}", visible(path.text(), false));
      }
    }
    passed(CheckStep::scope, std::move(why));
  }

  void passed(CheckStep step, std::string why) { out_.steps.push_back({step, true, std::move(why)}); }

  Examination fail_at(CheckStep step, std::string why) {
    constexpr CheckStep read[] = {CheckStep::parsed, CheckStep::known_tool, CheckStep::on_surface, CheckStep::payload};
    if (out_.steps.empty()) {
      for (const CheckStep before : read) {
        if (before < step) passed(before, "passed");
      }
    }
    out_.steps.push_back({step, false, std::move(why)});
    return std::move(out_);
  }

  const contract::Plan& plan_;
  const Facts& facts_;
  Examination out_{};
};

}  // namespace

std::string_view to_string(CheckStep step) noexcept {
  switch (step) {
    case CheckStep::parsed: return "parsed";
    case CheckStep::known_tool: return "known_tool";
    case CheckStep::on_surface: return "on_surface";
    case CheckStep::payload: return "payload";
    case CheckStep::posture: return "posture";
    case CheckStep::contract: return "contract";
    case CheckStep::arguments: return "arguments";
    case CheckStep::scope: return "scope";
    case CheckStep::ladder: return "ladder";
  }
  return "parsed";
}

const Checked* Examination::failed() const noexcept {
  return steps.empty() || steps.back().passed ? nullptr : &steps.back();
}

Examination examine(std::string_view reply, const surface::Surface* surface, const contract::Plan& plan,
                    const Facts& facts) {
  return Examiner(plan, facts).run(reply, surface);
}

Examination examine_unreadable(const surface::Refusal& refusal) {
  Examination out{};
  const CheckStep failed = step_of(refusal.step);
  for (const CheckStep step : {CheckStep::parsed, CheckStep::known_tool, CheckStep::on_surface, CheckStep::payload}) {
    if (step < failed) out.steps.push_back({step, true, "passed"});
  }
  out.steps.push_back({failed, false, refusal.message});
  return out;
}

Examination examine_escape() {
  Examination out{};
  out.escapes = true;
  out.steps = {{CheckStep::parsed, true, "the reply is one call"},
               {CheckStep::known_tool, true, "the tool exists"},
               {CheckStep::on_surface, true, "as if this turn offered it"},
               {CheckStep::payload, true, "its values are plain"}};
  return out;
}

Access access_of(const surface::Call& call) {
  if (const auto* batch = std::get_if<surface::Organize>(&call)) {
    const bool one_removal =
        batch->operations.size() == 1 && batch->operations.front().action == surface::FileAction::remove;
    return one_removal ? Access::remove : Access::move;
  }
  const contract::Tool tool = kind_of(call);
  if (tool == contract::Tool::run_command) return Access::run;
  return changes(tool) ? Access::write : Access::read;
}

std::string_view tool_of(const surface::Call& call) { return to_string(kind_of(call)); }

Question question_of(const Examination& examination, std::string ruling_id, const Digest& effect) {
  Question question{std::move(ruling_id),
                    effect,
                    examination.call ? std::string(tool_of(*examination.call)) : "",
                    examination.call ? access_of(*examination.call) : Access::read,
                    examination.paths,
                    std::nullopt,
                    examination.escapes,
                    examination.scope_warning,
                    examination.form_change};
  if (const Checked* failed = examination.failed()) {
    question.invalid = fmt::format("{}: {}", to_string(failed->step), failed->why);
  } else if (!examination.call && !examination.escapes) {
    question.invalid = "nothing was examined";
  } else if (examination.call) {
    if (const auto* command = std::get_if<surface::RunCommand>(&*examination.call)) question.profile = command->profile;
  }
  return question;
}

void note(Examination& examination, const Ruling& ruling) {
  if (examination.failed() != nullptr) return;
  const auto add = [&](const RulingFacts& facts, bool passes, std::string_view verdict) {
    examination.steps.push_back(
        {CheckStep::ladder, passes, fmt::format("{} ({}): {}", verdict, to_string(facts.step()), facts.reason())});
  };
  match(
      ruling, [&](const Allow& allow) { add(allow, true, "allow"); }, [&](const Ask& ask) { add(ask, true, "ask"); },
      [&](const Deny& deny) { add(deny, false, "deny"); });
}

}  // namespace warrant::policy
