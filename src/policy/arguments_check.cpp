#include "arguments_check.hpp"

#include <warrant/base/form.hpp>
#include <warrant/base/match.hpp>

#include <algorithm>

namespace warrant::policy {

namespace {

using Change = Result<std::optional<FileChange>>;

std::unexpected<Error> misfit(std::string message) { return fail(Code::refused, std::move(message)); }

/// The files of a plan's expectations, as they are now.
class Now : public contract::Files {
 public:
  explicit Now(const Facts& facts) : facts_(facts) {}
  [[nodiscard]] std::optional<std::string> before(std::string_view path) const override {
    const auto relative = RelPath::make(path);
    if (!relative) return std::nullopt;
    const auto real = facts_.real_path(*relative);
    if (!real) return std::nullopt;
    auto text = facts_.text(*real);
    if (!text) return std::nullopt;
    return *std::move(text);
  }
  [[nodiscard]] std::optional<std::string> after(std::string_view path) const override { return before(path); }
  [[nodiscard]] bool is_directory(std::string_view) const override { return false; }

 private:
  const Facts& facts_;
};

/// A symbol that the request names must be there before anything is changed on its account.
Status check_symbols(const RelPath& spelled, const contract::Plan& plan, const Facts& facts) {
  for (const contract::Expectation& expectation : plan.expectations()) {
    const auto* symbol = std::get_if<contract::SymbolExists>(&expectation);
    if (symbol == nullptr || symbol->path != spelled.text()) continue;
    const contract::Finding finding = contract::check(expectation, Now(facts));
    if (finding.result == contract::Finding::Result::not_met) return misfit(finding.why);
  }
  return {};
}

Change changed(const RelPath& path, std::optional<std::string> before, std::string after) {
  if (before && *before == after) return misfit("it changes nothing");
  return std::optional(FileChange{path, std::move(before), std::move(after)});
}

/// The text of an existing file, or nothing for a new one.
Result<std::optional<std::string>> current(const RelPath& path, const Facts& facts) {
  if (!facts.exists(path)) return std::optional<std::string>();
  WARRANT_TRY(text, facts.text(path));
  return std::optional(std::move(text));
}

Change check_edit(const surface::EditFile& edit, const RelPath& path, const Facts& facts) {
  WARRANT_TRY(before, facts.text(path));
  if (edit.old_text.empty()) return misfit("`old` is empty");
  const std::size_t first = before.find(edit.old_text);
  if (first == std::string::npos) return misfit("`old` does not occur in the file on disk");
  if (before.find(edit.old_text, first + 1) != std::string::npos) {
    return misfit("`old` occurs more than once in the file on disk");
  }
  std::string fresh = in_form_of(edit.new_text, before);
  const bool has_mark = before.starts_with("\xef\xbb\xbf");
  // The mark belongs to the file's start, not to a piece of it.
  if (has_mark && !edit.new_text.starts_with("\xef\xbb\xbf")) fresh.erase(0, 3);
  return changed(path, before, before.substr(0, first) + fresh + before.substr(first + edit.old_text.size()));
}

Change check_write(const surface::WriteFile& write, const RelPath& path, const Facts& facts) {
  WARRANT_TRY(before, current(path, facts));
  if (before && !facts.fully_read(path)) return misfit("the file was not read in full before it was to be replaced");
  return changed(path, before, before ? in_form_of(write.text, *before) : write.text);
}

Change check_append(const surface::AppendText& append, const RelPath& path, const Facts& facts) {
  WARRANT_TRY(before, current(path, facts));
  if (append.text.empty()) return misfit("it changes nothing");
  const std::string old = before.value_or("");
  std::string added = append.text;
  if (!form_of(old).final_newline) {
    // On a line of its own, and the file goes on ending as it did.
    added.insert(0, "\n");
    if (added.ends_with('\n')) added.pop_back();
  } else if (!added.ends_with('\n')) {
    added += '\n';
  }
  std::string fresh = in_form_of(added, old);
  if (old.starts_with("\xef\xbb\xbf") && !added.starts_with("\xef\xbb\xbf")) fresh.erase(0, 3);
  return changed(path, before, old + fresh);
}

Change check_batch(const surface::Organize& batch, const Facts& facts) {
  if (batch.operations.empty()) return misfit("it changes nothing");
  std::vector<RelPath> made;  // by an earlier step of the batch
  for (const surface::FileOperation& one : batch.operations) {
    const bool makes = one.action == surface::FileAction::make_directory;
    const bool removes = one.action == surface::FileAction::remove;
    WARRANT_TRY(from, facts.real_path(one.path));
    const auto is_made = [&](const RelPath& path) { return std::find(made.begin(), made.end(), path) != made.end(); };
    if (!makes && !facts.exists(from) && !is_made(from)) return misfit("there is no " + one.path.text());
    if (removes) continue;
    WARRANT_TRY(to, facts.real_path(makes ? one.path : one.to));
    if (facts.exists(to) || is_made(to)) return misfit("there is a " + to.text() + " already");
    made.push_back(std::move(to));
  }
  return std::optional<FileChange>();
}

}  // namespace

Result<std::optional<FileChange>> check_arguments(const surface::Call& call, const std::vector<RelPath>& paths,
                                                  const contract::Plan& plan, const Facts& facts) {
  const auto nothing = []() -> Change { return std::optional<FileChange>(); };
  const auto there = [&]() -> Change {
    if (!facts.exists(paths.front())) return misfit("there is no " + paths.front().text());
    return std::optional<FileChange>();
  };
  return match(
      call, [&](const surface::ReadFile&) { return there(); }, [&](const surface::ListFiles&) { return there(); },
      [&](const surface::SearchText&) { return nothing(); },
      [&](const surface::EditFile& edit) -> Change {
        WARRANT_CHECK(check_symbols(edit.path, plan, facts));
        return check_edit(edit, paths.front(), facts);
      },
      [&](const surface::WriteFile& write) -> Change {
        WARRANT_CHECK(check_symbols(write.path, plan, facts));
        return check_write(write, paths.front(), facts);
      },
      [&](const surface::AppendText& append) -> Change {
        WARRANT_CHECK(check_symbols(append.path, plan, facts));
        return check_append(append, paths.front(), facts);
      },
      [&](const surface::Organize& batch) { return check_batch(batch, facts); },
      [&](const surface::RunCommand&) { return nothing(); }, [&](const surface::Answer&) { return nothing(); });
}

}  // namespace warrant::policy
