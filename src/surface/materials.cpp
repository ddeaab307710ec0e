#include "change.hpp"
#include "form.hpp"

#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/surface/candidates.hpp>
#include <warrant/surface/materials.hpp>
#include <warrant/surface/places.hpp>

#include <algorithm>
#include <iterator>
#include <optional>

namespace warrant::surface {

namespace {

using contract::Contract;
using contract::Operation;
using contract::Role;

bool may_change(Role role) {
  switch (role) {
    case Role::must_change:
    case Role::may_change:
    case Role::output: return true;
    case Role::forbidden:
    case Role::must_read:
    case Role::source:
    case Role::verify_only:
    case Role::mentioned: return false;
  }
  std::unreachable();
}

const Material* file_of(const std::vector<Material>& files, const RelPath& path) {
  const auto found = std::ranges::find(files, path, &Material::path);
  return found == files.end() ? nullptr : &*found;
}

bool is_forbidden(const Contract& contract, const RelPath& path) {
  return std::ranges::any_of(contract.targets, [&](const contract::Target& target) {
    if (target.role != Role::forbidden) return false;
    const Result<RelPath> forbidden = RelPath::make(target.path);
    return !forbidden || forbidden->covers(path);
  });
}

/// The paths of the contract's targets with a role that `wanted` takes, each once; not the forbidden ones.
template <class Wanted>
std::vector<RelPath> paths_with(const Contract& contract, Wanted wanted) {
  std::vector<RelPath> paths;
  for (const contract::Target& target : contract.targets) {
    const Result<RelPath> path = RelPath::make(target.path);
    if (!path || !wanted(target) || is_forbidden(contract, *path)) continue;
    if (std::ranges::find(paths, *path) == paths.end()) paths.push_back(*path);
  }
  return paths;
}

std::vector<RelPath> readable_paths(const Contract& contract, const Materials& materials) {
  std::vector<RelPath> paths = paths_with(contract, [](const contract::Target& target) { return target.exists; });
  for (const RelPath& path : materials.listing) {
    if (is_utf8(path.text()) && !is_forbidden(contract, path)) paths.push_back(path);
  }
  return paths;
}

/// A file before and after an edit, for holding it against the plan's expectations.
class OneFile final : public contract::Files {
 public:
  OneFile(std::string path, std::string before, std::string after)
      : path_(std::move(path)), before_(std::move(before)), after_(std::move(after)) {}
  [[nodiscard]] std::optional<std::string> before(std::string_view path) const override { return of(path, before_); }
  [[nodiscard]] std::optional<std::string> after(std::string_view path) const override { return of(path, after_); }
  [[nodiscard]] bool is_directory(std::string_view) const override { return false; }

 private:
  [[nodiscard]] std::optional<std::string> of(std::string_view path, const std::string& text) const {
    return path == path_ ? std::optional(text) : std::nullopt;
  }
  std::string path_;
  std::string before_;
  std::string after_;
};

std::string applied(std::string_view text, const Candidate& edit) {
  std::string after(text);
  return after.replace(after.find(edit.old_text), edit.old_text.size(), edit.new_text);
}

bool meets(const std::vector<contract::Expectation>& expectations, const std::string& path, const std::string& before,
           const std::string& after) {
  const OneFile files(path, before, after);
  return std::ranges::none_of(expectations, [&](const contract::Expectation& expectation) {
    return contract::check(expectation, files).result == contract::Finding::Result::not_met;
  });
}

/// The texts that the operations on one file can make of it, one after another; empty when one of them is not fixed.
std::vector<std::string> results_of(const std::vector<const Operation*>& operations, const std::string& text,
                                    std::string_view request) {
  std::vector<std::string> results{text};
  for (const Operation* operation : operations) {
    std::vector<std::string> next;
    for (const std::string& before : results) {
      for (const Candidate& edit : candidates(*operation, before, request)) next.push_back(applied(before, edit));
    }
    if (next.empty()) return {};
    if (next.size() > Surface::choice_limit) return {};
    results = std::move(next);
  }
  return results;
}

/// The decided edits of a file whose operations are all fixed.
std::vector<Call> edit_choices(const std::vector<const Operation*>& operations,
                               const std::vector<contract::Expectation>& expectations, const Material& file,
                               std::string_view request) {
  if (operations.empty() || !is_utf8(file.text)) return {};
  std::vector<std::string> results = results_of(operations, file.text, request);
  std::vector<std::string> good = results;
  std::erase_if(good,
                [&](const std::string& after) { return !meets(expectations, file.path.text(), file.text, after); });
  if (!good.empty()) results = std::move(good);
  std::vector<Call> calls;
  for (const std::string& after : results) {
    const auto edit = edit_between(file.text, after);
    if (edit) calls.emplace_back(EditFile{file.path, edit->old_text, edit->new_text});
  }
  return calls;
}

/// Text that is added to an empty file, and files whose content the words give.
std::vector<Call> write_choices(const contract::Plan& plan, const Materials& materials,
                                const std::vector<RelPath>& writable) {
  std::vector<Call> calls;
  const auto ended = [](std::string text) {
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    return text;
  };
  for (const Operation& operation : plan.contract().operations) {
    const Result<RelPath> path = RelPath::make(contract::path_of(operation));
    if (!path || std::ranges::find(writable, *path) == writable.end()) continue;
    const Material* file = file_of(materials.files, *path);
    const auto* create = std::get_if<contract::CreateFile>(&operation);
    const auto* add = std::get_if<contract::AddText>(&operation);
    if (create != nullptr && create->content && file == nullptr) {
      calls.emplace_back(WriteFile{*path, ended(*create->content)});
      return calls;
    }
    if (add != nullptr && file != nullptr && file->text.empty() && plan.offers(Tool::append_text)) {
      calls.emplace_back(AppendText{*path, ended(add->text)});
      return calls;
    }
  }
  return calls;
}

std::vector<FileOperation> file_operations(const Contract& contract) {
  std::vector<FileOperation> operations;
  const auto add = [&](FileAction action, const std::string& from, const std::string& to) {
    const Result<RelPath> path = RelPath::make(from);
    const Result<RelPath> target = RelPath::make(to);
    if (!path || !target || is_forbidden(contract, *path) || is_forbidden(contract, *target)) return;
    operations.push_back({action, *path, *target});
  };
  const auto action_of = [](contract::Transfer how) {
    switch (how) {
      case contract::Transfer::move: return FileAction::move;
      case contract::Transfer::copy: return FileAction::copy;
      case contract::Transfer::rename: return FileAction::rename;
    }
    std::unreachable();
  };
  for (const Operation& operation : contract.operations) {
    match(
        operation, [](const contract::Replace&) {}, [](const contract::SetValue&) {},
        [](const contract::RenameSymbol&) {}, [](const contract::AddText&) {}, [](const contract::RemoveText&) {},
        [](const contract::Edit&) {}, [](const contract::CreateFile&) {},
        [&](const contract::DeleteFile& it) { add(FileAction::remove, it.path, ""); },
        [&](const contract::TransferFile& it) { add(action_of(it.how), it.from, it.to); },
        [&](const contract::MakeDirectory& it) { add(FileAction::make_directory, it.path, ""); },
        [](const contract::Run&) {}, [](const contract::Restore&) {});
  }
  return operations;
}

/// Files that a piece of them can name; the rest is read and written whole or not at all.
std::vector<Target> edit_targets(const std::vector<Material>& files, const std::vector<RelPath>& paths) {
  std::vector<Target> targets;
  for (const RelPath& path : paths) {
    const Material* file = file_of(files, path);
    if (file == nullptr || !is_utf8(file->text) || file->text.size() > PlacesLimits{}.whole_bytes) continue;
    const std::size_t shown = std::min(file->text.size(), PlacesLimits{}.shown_bytes);
    std::size_t length = shown;
    while (length > 0 && length < file->text.size() && file->text[length - 1] != '\n') --length;
    targets.push_back({path, file->text, 0, length});
  }
  return targets;
}

std::string_view symbol_of(const std::vector<const Operation*>& operations) {
  for (const Operation* operation : operations) {
    if (const auto* edit = std::get_if<contract::Edit>(operation)) return edit->symbol;
  }
  return {};
}

std::vector<const Operation*> operations_on(const RelPath& path, const std::vector<Operation>& operations) {
  std::vector<const Operation*> found;
  for (const Operation& operation : operations) {
    const Result<RelPath> own = RelPath::make(contract::path_of(operation));
    if (own && *own == path) found.push_back(&operation);
  }
  return found;
}

std::vector<Window> windows_of(const Target& target, std::string_view request, std::string_view symbol) {
  std::vector<Window> windows;
  const std::string_view shown = std::string_view(target.text).substr(0, target.shown_length);
  for (const Span lines : windows_for(request, target.path.text(), shown, symbol)) {
    if (occurs_once(target.text, lines.of(target.text))) windows.push_back({target.path, lines});
  }
  return windows;
}

/// The choices and windows of the first target that has work left; then a piece of any target, and any call.
void ask_for_edits(Request& request, const std::vector<Material>& files, const std::vector<Operation>& operations,
                   const std::vector<contract::Expectation>& expectations, std::string_view words) {
  if (request.targets.empty()) return;
  for (const Target& target : request.targets) {
    const Material* file = file_of(files, target.path);
    request.choices = edit_choices(operations_on(target.path, operations), expectations, *file, words);
    if (!request.choices.empty()) break;
  }
  if (request.targets.size() == 1) {
    const Target& target = request.targets.front();
    request.windows = windows_of(target, words, symbol_of(operations_on(target.path, operations)));
  }
  request.asks = {Ask::choice, Ask::rewrite, Ask::piece, Ask::tools};
}

}  // namespace

Request edit_request(const std::vector<Operation>& operations, const std::vector<contract::Expectation>& expectations,
                     const Material& file, std::string_view request) {
  Request edits{.tools = {Tool::edit_file}};
  edits.targets = edit_targets({file}, {file.path});
  ask_for_edits(edits, {file}, operations, expectations, request);
  return edits;
}

Result<Surface> compile(const contract::Plan& plan, const Materials& materials) {
  const Contract& contract = plan.contract();
  const auto changeable = [](const contract::Target& target) { return may_change(target.role); };
  const std::vector<RelPath> writable = contract.allowed ? paths_with(contract, changeable) : std::vector<RelPath>{};
  Request request{.tools = plan.tools()};
  request.readable = readable_paths(contract, materials);
  request.directories = materials.directories;
  request.directories.emplace_back();
  request.writable = writable;
  request.profiles = materials.profiles;
  if (contract.allowed) request.operations = file_operations(contract);
  if (plan.offers(Tool::edit_file)) {
    request.targets = edit_targets(materials.files, writable);
    ask_for_edits(request, materials.files, contract.operations, plan.expectations(), contract.request);
  }
  if (request.choices.empty() && plan.offers(Tool::write_file))
    request.choices = write_choices(plan, materials, writable);
  if (request.choices.empty() && plan.offers(Tool::organize) && !request.operations.empty()) {
    request.choices.emplace_back(Organize{request.operations});
  }
  const bool writes_one = plan.offers(Tool::write_file) && !plan.offers(Tool::edit_file) && writable.size() == 1;
  if (request.targets.empty()) {
    request.asks = {Ask::choice};
    if (request.choices.empty() && writes_one) request.asks.push_back(Ask::whole);
    request.asks.push_back(Ask::tools);
  }
  return compile(request);
}

}  // namespace warrant::surface
