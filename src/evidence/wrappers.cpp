// Programs that start another program, and how many words belong to them.
#include "command_parts.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace warrant::evidence {
namespace {

/// A program that starts another: how many words belong to it.
struct Wrapper {
  std::string_view name;
  std::string_view second;  ///< its subcommand; empty: none
  int operands;             ///< words after the options that are its own
};
constexpr auto kWrappers = std::to_array<Wrapper>({
    {"sudo", "", 0},
    {"env", "", 0},
    {"command", "", 0},
    {"exec", "", 0},
    {"nohup", "", 0},
    {"time", "", 0},
    {"nice", "", 0},
    {"timeout", "", 1},
    {"gtimeout", "", 1},
    {"stdbuf", "", 0},
    {"xargs", "", 0},
    {"npx", "", 0},
    {"bunx", "", 0},
    {"pnpx", "", 0},
    {"uvx", "", 0},
    {"pipx", "run", 0},
    {"uv", "run", 0},
    {"poetry", "run", 0},
    {"pipenv", "run", 0},
    {"pdm", "run", 0},
    {"rye", "run", 0},
    {"hatch", "run", 0},
    {"pixi", "run", 0},
    {"pnpm", "exec", 0},
    {"pnpm", "dlx", 0},
    {"yarn", "exec", 0},
    {"yarn", "dlx", 0},
    {"npm", "exec", 0},
    {"bun", "x", 0},
    {"bundle", "exec", 0},
    {"mise", "exec", 0},
    {"mise", "x", 0},
    {"asdf", "exec", 0},
    {"direnv", "exec", 1},
    {"conda", "run", 0},
    {"doppler", "run", 0},
    {"op", "run", 0},
    {"dotenv", "", 0},
    {"cross-env", "", 0},
    {"xvfb-run", "", 0},
    {"rtk", "test", 0},
    {"rtk", "err", 0},
    {"rtk", "summary", 0},
    {"rtk", "", 0},
    {"docker", "exec", 1},
    {"docker", "run", 1},
    {"podman", "exec", 1},
    {"podman", "run", 1},
    {"docker-compose", "exec", 1},
    {"docker-compose", "run", 1},
    {"wsl", "", 0},
    {"arch", "", 0},
    {"caffeinate", "", 0},
    {"then", "", 0},
    {"do", "", 0},
    {"else", "", 0},
    {"if", "", 0},
    {"while", "", 0},
    {"until", "", 0},
    {"!", "", 0},
    {"{", "", 0},
    {"unbuffer", "", 0},
    {"script", "", 0},
    {"chronic", "", 0},
    {"ionice", "", 0},
    {"setsid", "", 0},
    {"builtin", "", 0},
    {"elif", "", 0},
});

/// Options of wrappers that take the next word.
bool takes_value(std::string_view wrapper, std::string_view option) {
  if (option.find('=') != std::string_view::npos) return false;
  if (wrapper == "uv") {
    return one_of(option, {"--with", "--extra", "--group", "--python", "-p", "--project", "--directory", "--env-file",
                           "--package"});
  }
  if (wrapper == "conda") return one_of(option, {"-n", "-p", "--name"});
  if (wrapper == "docker" || wrapper == "podman" || wrapper == "docker-compose") {
    return one_of(option, {"-v", "-w", "-e", "-p", "-u", "--name", "--network", "--volume", "--workdir", "--env",
                           "--user", "--entrypoint", "--platform", "-f"});
  }
  if (wrapper == "npx") return one_of(option, {"-p", "--package", "--prefix", "-w", "--workspace"});
  if (wrapper == "sudo") return one_of(option, {"-u", "-g"});
  if (wrapper == "timeout") return one_of(option, {"-k", "-s"});
  if (wrapper == "nice") return option == "-n";
  if (wrapper == "xargs") return one_of(option, {"-n", "-P", "-I", "-L", "-d"});
  if (wrapper == "dotenv") return one_of(option, {"-e", "-f"});
  return false;
}

/// The words of the program itself, or nothing when another wrapper step is not found.
std::optional<Words> unwrap_once(Words words) {
  if (words.empty()) return std::nullopt;
  if (assignment(words[0])) return words.subspan(1);
  const auto name = base_name(words[0]);
  if (name.starts_with("python") || name == "py" || name == "pypy3") {
    for (std::size_t i = 1; i < words.size() && words[i].starts_with("-"); ++i) {
      if (words[i] == "-m" && i + 1 < words.size()) return words.subspan(i + 1);
      if (words[i] == "-c") return std::nullopt;
    }
    return std::nullopt;
  }
  if (name == "docker" && words.size() > 2 && words[1] == "compose") {
    if (words[2] != "exec" && words[2] != "run") return std::nullopt;
    auto rest = words.subspan(3);
    while (!rest.empty() && rest[0].starts_with("-"))
      rest = rest.subspan(takes_value("docker", rest[0]) && rest.size() > 1 ? 2 : 1);
    return rest.empty() ? rest : rest.subspan(1);
  }
  for (const auto& wrapper : kWrappers) {
    if (name.empty() || name.front() != wrapper.name.front() || name != wrapper.name) continue;
    std::size_t from = 1;
    if (!wrapper.second.empty()) {
      if (words.size() < 2 || words[1] != wrapper.second) continue;
      from = 2;
    }
    auto rest = words.subspan(from);
    while (!rest.empty() && (rest[0].starts_with("-") || assignment(rest[0]))) {
      if (rest[0] == "--") {
        rest = rest.subspan(1);
        break;
      }
      rest = rest.subspan(takes_value(wrapper.name, rest[0]) && rest.size() > 1 ? 2 : 1);
    }
    for (int i = 0; i < wrapper.operands && !rest.empty(); ++i) rest = rest.subspan(1);
    // mise names the tools before the "--".
    if (wrapper.name == "mise") {
      const auto dashes = std::ranges::find(rest, "--");
      if (dashes != rest.end()) rest = rest.subspan(static_cast<std::size_t>(dashes - rest.begin()) + 1);
    }
    return rest;
  }
  return std::nullopt;
}

}  // namespace

Words unwrap(Words words) {
  for (int i = 0; i < 12; ++i) {
    const auto inner = unwrap_once(words);
    if (!inner) break;
    words = *inner;
  }
  return words;
}

}  // namespace warrant::evidence
