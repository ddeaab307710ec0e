#include <warrant/base/utf8.hpp>
#include <warrant/policy/protect.hpp>

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace warrant::policy {

namespace {

// NFKC case folding without ignorable characters (Unicode Standard, section 3.13): what
// case-insensitive file systems and careless readers take for the same name.
std::string fold(std::string_view part) {
  const std::string valid = to_valid_utf8(part);
  utf8proc_uint8_t* raw = nullptr;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT |
                                                      UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the library's byte type
  const auto* input = reinterpret_cast<const utf8proc_uint8_t*>(valid.data());
  const auto size = utf8proc_map(input, static_cast<utf8proc_ssize_t>(valid.size()), &raw, options);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(raw, &std::free);
  std::string folded = size < 0 ? fold_case(valid) : std::string(raw, raw + size);
  // Some file systems drop trailing dots and spaces.
  while (folded.size() > 1 && (folded.back() == '.' || folded.back() == ' ')) folded.pop_back();
  return folded;
}

// A part as other systems read it: a backslash parts names, a colon begins the name of a stream.
std::vector<std::string> folded_parts(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("/\\"), text.size());
    std::string_view part = text.substr(0, end);
    if (const std::size_t colon = part.find(':'); colon != std::string_view::npos && colon > 0) {
      part = part.substr(0, colon);
    }
    parts.push_back(fold(part));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_control(const std::vector<std::string>& parts) {
  constexpr std::array<std::string_view, 12> anywhere = {".git",   ".warrant", ".githooks", ".husky",
                                                         ".envrc", "git~1",    ".idea",     ".gitmodules",
                                                         ".hg",    ".svn",     ".jj",       ".bzr"};
  constexpr std::array<std::string_view, 3> editor = {"tasks.json", "launch.json", "settings.json"};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (is_one_of(parts[i], anywhere)) return true;
    if (i + 1 == parts.size()) break;
    if (parts[i] == ".github" && (parts[i + 1] == "workflows" || parts[i + 1] == "actions")) return true;
    if ((parts[i] == ".vscode" || parts[i] == ".zed") && is_one_of(parts[i + 1], editor)) return true;
    if ((parts[i] == ".config" || parts[i] == ".cache") && parts[i + 1] == "warrant") return true;
    const bool state = parts[i] == ".local" && parts[i + 1] == "state";
    if (state && i + 2 < parts.size() && parts[i + 2] == "warrant") return true;
  }
  return false;
}

bool is_environment_file(std::string_view name) {
  if (name == ".env") return true;
  if (!name.starts_with(".env.")) return false;
  constexpr std::array<std::string_view, 5> templates = {"example", "sample", "template", "dist", "defaults"};
  return !is_one_of(name.substr(name.rfind('.') + 1), templates);
}

bool is_separator(char c) { return c == '_' || c == '-' || c == '.'; }

/// Whether `word` begins or ends `stem`, as a word of its own.
bool has_word(std::string_view stem, std::string_view word, bool also_first) {
  if (stem == word) return true;
  if (stem.size() <= word.size()) return false;
  const bool last = stem.ends_with(word) && is_separator(stem[stem.size() - word.size() - 1]);
  return last || (also_first && stem.starts_with(word) && is_separator(stem[word.size()]));
}

// "token.txt" and "api_token" hold a token; "token.cpp" and "tokenizer.json" do not.
bool is_named_secret(std::string_view stem, std::string_view extension) {
  constexpr std::array<std::string_view, 10> data = {"",     "txt",   "json", "yml", "yaml",
                                                     "toml", "token", "ini",  "db",  "conf"};
  if (!is_one_of(extension, data)) return false;
  constexpr std::array<std::string_view, 4> either = {"secret", "secrets", "credential", "credentials"};
  constexpr std::array<std::string_view, 6> last = {"token", "tokens", "password", "passwords", "apikey", "api_key"};
  return extension == "token" ||
         std::any_of(either.begin(), either.end(), [&](std::string_view word) { return has_word(stem, word, true); }) ||
         std::any_of(last.begin(), last.end(), [&](std::string_view word) { return has_word(stem, word, false); });
}

bool is_secret_name(std::string_view name) {
  constexpr std::array<std::string_view, 12> names = {".netrc",           "_netrc",    ".npmrc",     ".pypirc",
                                                      ".git-credentials", ".htpasswd", ".pgpass",    "id_rsa",
                                                      "id_dsa",           "id_ecdsa",  "id_ed25519", ".vault-token"};
  constexpr std::array<std::string_view, 10> extensions = {"pem", "key",  "p12",      "pfx", "jks",
                                                           "ppk", "kdbx", "keystore", "p8",  "env"};
  const std::size_t dot = name.rfind('.');
  const bool has_extension = dot != std::string_view::npos && dot > 0;
  const std::string_view extension = has_extension ? name.substr(dot + 1) : std::string_view{};
  const std::string_view stem = has_extension ? name.substr(0, dot) : name;
  return is_one_of(name, names) || is_one_of(extension, extensions) || is_environment_file(name) ||
         is_named_secret(stem, extension);
}

bool is_secret(const std::vector<std::string>& parts) {
  constexpr std::array<std::string_view, 5> directories = {".ssh", ".aws", ".kube", ".gnupg", ".azure"};
  for (const std::string& part : parts) {
    if (is_one_of(part, directories)) return true;
  }
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (parts[i] == ".docker" && parts[i + 1] == "config.json") return true;
    if (parts[i] == ".config" && (parts[i + 1] == "gcloud" || parts[i + 1] == "gh")) return true;
  }
  return !parts.empty() && is_secret_name(parts.back());
}

}  // namespace

std::string_view to_string(Protection protection) noexcept {
  switch (protection) {
    case Protection::none: return "none";
    case Protection::secret: return "secret";
    case Protection::control: return "control";
  }
  return "none";
}

Protection classify(const RelPath& real_path) {
  const std::vector<std::string> parts = folded_parts(real_path.text());
  if (is_control(parts)) return Protection::control;
  return is_secret(parts) ? Protection::secret : Protection::none;
}

}  // namespace warrant::policy
