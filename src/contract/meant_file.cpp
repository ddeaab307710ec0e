// Which file on this disk a name means.
#include "namer.hpp"
#include "shape.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>

namespace warrant::contract {

using language::Class;
using language::Token;

namespace {

bool has_extension(std::string_view path) {
  const std::string_view name = last_part(path);
  const std::size_t dot = name.rfind('.');
  return dot != std::string_view::npos && dot > 0;
}

/// "style.css" for "styles.css" and the other way round; a name has one of the two forms on disk.
std::string other_number(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  const std::size_t end = dot == std::string_view::npos || dot == 0 ? name.size() : dot;
  std::string out(name);
  if (end > 1 && name[end - 1] == 's')
    out.erase(end - 1, 1);
  else
    out.insert(end, 1, 's');
  return out;
}

}  // namespace

void Namer::stem(std::size_t at, std::string_view raw) {
  std::vector<std::string> found = disk_.named(raw);
  if (found.empty()) found = disk_.named(other_number(raw));
  if (found.empty()) found = disk_.named("." + std::string(raw));  // "the eslintrc"
  // "the API page": no directory
  if (is(at + 1, Class::file_noun) && !is(at + 1, Class::directory_noun))
    std::erase_if(found, [&](const std::string& path) { return disk_.kind(path) == DiskFacts::Kind::directory; });
  if (found.empty()) return;
  if (found.size() > 1) {
    // The one at the root is meant before those beneath.
    std::vector<std::string> top = found;
    std::erase_if(top, [](const std::string& path) { return path.find('/') != std::string::npos; });
    if (top.size() == 1) found = top;
  }
  Named named{.written = std::string(raw),
              .path = found.front(),
              .exists = true,
              .directory = disk_.kind(found.front()) == DiskFacts::Kind::directory,
              .candidates = {},
              .span = tokens_[at].span};
  if (found.size() > 1) named.candidates = std::move(found);
  out_[at] = std::move(named);
}

void Namer::put(std::size_t at, std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  if (auto relative = disk_.beneath(path)) path = *std::move(relative);
  Named named{
      .written = path, .path = path, .exists = false, .directory = false, .candidates = {}, .span = tokens_[at].span};
  if (const auto said = beside(at, path)) {
    path = *said;
    named.path = path;
  }
  const DiskFacts::Kind kind = disk_.kind(path);
  named.exists = kind != DiskFacts::Kind::absent;
  named.directory = kind == DiskFacts::Kind::directory;
  if (!named.exists && !is_outside(path) && path.find('*') == std::string::npos) look_around(named);
  if (!named.exists && named.candidates.empty() && path.find_first_of("./") == std::string::npos && !makes_ &&
      tokens_[at].kind == Token::Kind::path) {
    stem(at, path);  // "the README" is README.md
    if (out_[at]) return;
  }
  out_[at] = std::move(named);
}

/// "the db module's main.tf": the one file of that name in a directory that is spoken of just before it.
std::optional<std::string> Namer::beside(std::size_t at, std::string_view name) {
  if (name.find('/') != std::string_view::npos) return std::nullopt;
  if (auto behind = within(at, name)) return behind;
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, at); ++back) {
    const std::size_t k = at - back;
    if (tokens_[k].kind != Token::Kind::word || tokens_[k].entry != nullptr) continue;
    std::string word = tokens_[k].text;
    if (word.ends_with("'s")) word.resize(word.size() - 2);
    // Asked for here and not before: on a real disk it walks the whole workspace, and few requests name a place so.
    std::vector<std::string> inside = disk_.named(name);
    if (inside.size() < 2) return std::nullopt;
    std::erase_if(inside, [&](const std::string& path) {
      return ("/" + path).find("/" + word + "/") == std::string::npos || last_part(path) != name;
    });
    if (inside.size() == 1) return inside.front();
  }
  return std::nullopt;
}

/// "main.py in hw3", "main.py from the hw3 folder"
std::optional<std::string> Namer::within(std::size_t at, std::string_view name) {
  std::size_t k = at + 1;
  if (!is(k, Class::in) && !is(k, Class::from)) return std::nullopt;
  ++k;
  if (is(k, Class::article)) ++k;
  if (k >= tokens_.size() || tokens_[k].kind == Token::Kind::mark) return std::nullopt;
  std::string place(tokens_[k].kind == Token::Kind::path ? std::string_view(tokens_[k].text)
                                                         : tokens_[k].span.of(request_));
  while (place.ends_with('/')) place.pop_back();
  std::string path = place + "/" + std::string(name);
  if (place.empty() || disk_.kind(place) != DiskFacts::Kind::directory || disk_.kind(path) != DiskFacts::Kind::file)
    return std::nullopt;
  used_.push_back(k);
  return path;
}

/// Not where it was said: the one file of that name, in another letter case or number, beneath the root.
void Namer::look_around(Named& named) const {
  const std::string_view base = last_part(named.written);
  const auto fitting = [&](std::string_view name) {
    std::vector<std::string> found = disk_.named(name);
    std::erase_if(found, [&](const std::string& path) {
      if (fold_case(last_part(path)) != fold_case(name)) return true;
      if (named.written.find('/') == std::string::npos) return false;
      const std::string tail =
          fold_case(named.written.substr(0, named.written.size() - base.size()) + std::string(name));
      const std::string folded = fold_case(path);
      return !(folded == tail || folded.ends_with("/" + tail));
    });
    return found;
  };
  std::vector<std::string> found = fitting(base);
  if (found.empty() && has_extension(base)) found = fitting(other_number(base));
  if (found.empty()) return;
  if (found.size() > 1)
    if (auto said = said_by_folders(found)) found = {*std::move(said)};
  if (found.size() == 1) {
    named.path = found.front();
    named.exists = true;
    named.directory = disk_.kind(named.path) == DiskFacts::Kind::directory;
  } else {
    named.candidates = std::move(found);
  }
}

/// "the main.yml of the nginx tasks", "strings.xml (in res/values/)": the one whose folders are spoken of in the same
/// clause, more of them than of any other.
std::optional<std::string> Namer::said_by_folders(const std::vector<std::string>& paths) const {
  if (clause_ == nullptr) return std::nullopt;
  const auto folders = [&](const std::string& path) {
    std::size_t count = 0;
    for (std::size_t from = 0, end = path.find('/'); end != std::string::npos;
         from = end + 1, end = path.find('/', from)) {
      const std::string folder = fold_case(path.substr(from, end - from));
      for (std::size_t at = clause_->begin; at < clause_->end; ++at) {
        const bool word = tokens_[at].kind == Token::Kind::word && tokens_[at].text == folder;
        const bool place = tokens_[at].kind == Token::Kind::path && tokens_[at].text == path.substr(0, end);
        if (!word && !place) continue;
        ++count;
        break;
      }
    }
    return count;
  };
  std::size_t best = 0;
  std::size_t holders = 0;
  const std::string* chosen = nullptr;
  for (const std::string& path : paths) {
    const std::size_t count = folders(path);
    if (count < best || count == 0) continue;
    holders = count > best ? 1 : holders + 1;
    best = count;
    chosen = &path;
  }
  return holders == 1 ? std::optional(*chosen) : std::nullopt;
}

}  // namespace warrant::contract
