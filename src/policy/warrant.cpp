#include <warrant/base/json.hpp>
#include <warrant/base/match.hpp>
#include <warrant/policy/command_effect.hpp>
#include <warrant/policy/warrant.hpp>

namespace warrant::policy {

namespace {

// Paths need not be UTF-8, so they enter the canonical form as hexadecimal digits.
Json any_bytes(const std::string& bytes) {
  return to_hex({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}
Json path_name(const RelPath& path) { return any_bytes(path.text()); }

Digest one_path(const char* effect, const RelPath& path) {
  return sha256(canonical(JsonObject{{"effect", effect}, {"path", path_name(path)}}));
}

Digest two_paths(const char* effect, const RelPath& from, const RelPath& to, const Digest& before) {
  return sha256(canonical(
      JsonObject{{"effect", effect}, {"from", path_name(from)}, {"to", path_name(to)}, {"before", before.text()}}));
}

Status check(const Digest& effect, const Ruling& ruling, const std::optional<Approval>& approval) {
  const auto about_this = [&](const RulingFacts& facts) -> Status {
    if (facts.effect() != effect) return fail(Code::refused, "the ruling is about another effect", facts.id());
    return {};
  };
  return match(
      ruling,
      [&](const Allow& allow) -> Status {
        if (approval) return fail(Code::refused, "an approval was given where none was asked for", allow.id());
        return about_this(allow);
      },
      [&](const Ask& ask) -> Status {
        WARRANT_CHECK(about_this(ask));
        if (!approval) return fail(Code::refused, "not approved: " + ask.reason(), ask.id());
        if (approval->ruling_id() != ask.id() || approval->effect() != effect) {
          return fail(Code::refused, "the approval is for something else", approval->id());
        }
        return {};
      },
      [&](const Deny& deny) -> Status { return fail(Code::refused, "denied: " + deny.reason(), deny.id()); });
}

std::string id_of(const Ruling& ruling) {
  return match(
      ruling, [](const Allow& allow) { return allow.id(); }, [](const Ask& ask) { return ask.id(); },
      [](const Deny& deny) { return deny.id(); });
}

}  // namespace

Digest digest_of(const WriteFile& effect) {
  JsonObject named{{"effect", "write_file"}, {"path", path_name(effect.path)}, {"after", effect.after.text()}};
  named.set("before", effect.before ? Json(effect.before->text()) : Json());
  named.set("mode", effect.mode ? Json(std::int64_t{*effect.mode}) : Json());
  return sha256(canonical(named));
}

Digest digest_of(const RemoveFile& effect) {
  return sha256(canonical(
      JsonObject{{"effect", "remove_file"}, {"path", path_name(effect.path)}, {"before", effect.before.text()}}));
}

Digest digest_of(const MakeDirectory& effect) { return one_path("make_directory", effect.path); }
Digest digest_of(const RemoveDirectory& effect) { return one_path("remove_directory", effect.path); }

Digest digest_of(const ChangeLink& effect) {
  JsonObject named{{"effect", "change_link"}, {"path", path_name(effect.path)}};
  named.set("before", effect.before ? any_bytes(*effect.before) : Json());
  named.set("after", effect.after ? any_bytes(*effect.after) : Json());
  return sha256(canonical(named));
}

Digest digest_of(const MoveFile& effect) { return two_paths("move_file", effect.from, effect.to, effect.before); }
Digest digest_of(const CopyFile& effect) { return two_paths("copy_file", effect.from, effect.to, effect.before); }

Digest digest_of(const Batch& effect) {
  JsonArray steps;
  for (const auto& step : effect.steps) {
    steps.emplace_back(match(
        step, [](const MakeDirectory& one) { return digest_of(one).text(); },
        [](const MoveFile& one) { return digest_of(one).text(); },
        [](const CopyFile& one) { return digest_of(one).text(); },
        [](const RemoveFile& one) { return digest_of(one).text(); }));
  }
  return sha256(canonical(JsonObject{{"effect", "batch"}, {"steps", std::move(steps)}}));
}

template <class Effect>
Result<Warrant<Effect>> Warrant<Effect>::issue(Effect effect, const Ruling& ruling, std::optional<Approval> approval) {
  WARRANT_CHECK(check(digest_of(effect), ruling, approval));
  std::optional<std::string> approval_id;
  if (approval) approval_id = approval->id();
  return Warrant(std::move(effect), id_of(ruling), std::move(approval_id));
}

template class Warrant<WriteFile>;
template class Warrant<RemoveFile>;
template class Warrant<MakeDirectory>;
template class Warrant<RemoveDirectory>;
template class Warrant<ChangeLink>;
template class Warrant<Batch>;
template class Warrant<RunCommand>;

}  // namespace warrant::policy
