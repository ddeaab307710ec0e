// Profiles by the words that a person uses for them.
#include <warrant/base/suggest.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/command/detect.hpp>

#include <algorithm>
#include <utility>

namespace warrant::command {

namespace {

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  const std::string folded = fold_case(name);
  for (std::size_t begin = 0; begin < folded.size();) {
    const std::size_t end = std::min(folded.find_first_of(" \t\n-_", begin), folded.size());
    // "-m" and "./gradlew" are ways to type a word, not words of the name.
    std::string word = folded.substr(begin, end - begin);
    if (word.starts_with("./")) word.erase(0, 2);
    if (word == "gradlew" || word == "mvnw") word.pop_back();
    if (!word.empty()) words.push_back(std::move(word));
    begin = end + 1;
  }
  return words;
}

/// The words of an id from those that are typed: "npm run test", "python3 -m pytest", "npx jest".
std::vector<std::string> id_words(std::string_view name) {
  std::vector<std::string> words = words_of(name);
  const auto is = [&](std::size_t at, std::initializer_list<std::string_view> any) {
    return at < words.size() && std::find(any.begin(), any.end(), words[at]) != any.end();
  };
  if (words.size() > 2 && is(0, {"python", "python3", "py"}) && is(1, {"m"})) {
    words.erase(words.begin(), words.begin() + 2);
  } else if (words.size() > 1 && is(0, {"npx"})) {
    words.erase(words.begin());
  } else if (words.size() > 2 && is(0, {"npm", "pnpm", "yarn"}) && is(1, {"run"})) {
    words.erase(words.begin() + 1);
  }
  return words;
}

std::string join(const std::vector<std::string>& words) {
  std::string id;
  for (const std::string& word : words) (id += id.empty() ? "" : "-") += word;
  return id;
}

}  // namespace

const Profile* find_spoken(std::string_view name, const std::vector<Profile>& workspace) {
  constexpr std::size_t longest = 200;
  return name.size() > longest ? nullptr : find_profile(join(id_words(name)), workspace);
}

std::vector<std::string> near_profiles(std::string_view name, const std::vector<Profile>& workspace) {
  constexpr std::size_t most = 3;
  const std::vector<std::string> words = id_words(name.substr(0, 200));
  std::vector<std::string_view> ids;
  for (const auto* profiles : {&workspace, &builtin_profiles()}) {
    for (const Profile& profile : *profiles) ids.push_back(profile.id);
  }
  std::vector<std::string> found;
  const auto take = [&](std::string_view id) {
    if (found.size() < most && std::find(found.begin(), found.end(), id) == found.end()) found.emplace_back(id);
  };
  // A program that is named right says more than letters that are alike: "npm run build" is near to npm-test.
  std::vector<std::string_view> same_program;
  for (const std::string_view id : ids) {
    if (!words.empty() && words_of(id).front() == words.front()) same_program.push_back(id);
  }
  if (const auto near = nearest(join(words), same_program.empty() ? ids : same_program)) take(*near);
  for (const std::string_view id : same_program) take(id);
  if (const auto near = nearest(join(words), ids)) take(*near);
  for (const std::string& word : words) {
    if (const auto near = nearest(word, ids)) take(*near);
  }
  return found;
}

}  // namespace warrant::command
