#include "warrant/language/language.hpp"

#include <algorithm>
#include <array>

namespace warrant::language {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_name_char(char c) {
  return is_digit(c) || is_letter(c) || static_cast<unsigned char>(c) >= 0x80 || c == '_' || c == '-' || c == '.' ||
         c == '+' || c == '*' || c == '?' || c == '[' || c == ']' || c == '{' || c == '}' || c == '#' || c == '@' ||
         c == '~' || c == '$' || c == '%' || c == '&' || c == ',' || c == '!';
}

/// Extensions that make a name a file without asking the disk.
constexpr std::array<std::string_view, 272> kExtensions{
    "adb",        "adoc",   "ads",     "arb",      "asm",    "astro",      "avi",        "avif",   "avro",
    "awk",        "bash",   "bat",     "bats",     "bazel",  "bib",        "bin",        "blend",  "bmp",
    "bz2",        "bzl",    "c",       "cabal",    "cc",     "cer",        "cfg",        "cjs",    "class",
    "clj",        "cljs",   "cmake",   "cmd",      "coffee", "conf",       "config",     "conll",  "cpp",
    "cr",         "crt",    "cs",      "cshtml",   "csproj", "csr",        "css",        "csv",    "cu",
    "cxx",        "d",      "dart",    "dat",      "db",     "dbml",       "ddl",        "diff",   "doc",
    "dockerfile", "docx",   "dot",     "drawio",   "dtd",    "edn",        "eex",        "ejs",    "el",
    "elm",        "env",    "erb",     "erl",      "ex",     "exs",        "f77",        "f90",    "fbx",
    "feather",    "fish",   "flac",    "fs",       "fsproj", "fsx",        "ftl",        "gd",     "gemspec",
    "gguf",       "gif",    "glb",     "gleam",    "gltf",   "go",         "godot",      "gql",    "gradle",
    "graphql",    "groovy", "gz",      "h",        "h5",     "haml",       "handlebars", "hbs",    "hcl",
    "heex",       "hh",     "hpp",     "hql",      "hs",     "htm",        "html",       "hx",     "hxx",
    "ico",        "ini",    "ino",     "ipynb",    "j2",     "jar",        "java",       "jinja",  "jl",
    "jpeg",       "jpg",    "js",      "json",     "json5",  "jsonl",      "jsonnet",    "jsx",    "key",
    "kt",         "kts",    "leex",    "less",     "lhs",    "liquid",     "lock",       "log",    "lua",
    "m4",         "mako",   "map",     "markdown", "mat",    "md",         "mdx",        "mjs",    "mk",
    "mkv",        "ml",     "mli",     "mm",       "mmd",    "mov",        "mp3",        "mp4",    "mts",
    "mustache",   "nim",    "nix",     "njk",      "npy",    "npz",        "ods",        "odt",    "ogg",
    "onnx",       "opam",   "orc",     "orig",     "otf",    "out",        "parquet",    "pas",    "patch",
    "pdf",        "pem",    "php",     "phtml",    "pkl",    "pl",         "plantuml",   "plist",  "pm",
    "png",        "po",     "podspec", "pptx",     "prisma", "properties", "proto",      "ps1",    "psd",
    "psql",       "pt",     "pub",     "pug",      "puml",   "purs",       "py",         "pyi",    "pyx",
    "qmd",        "qml",    "qrc",     "r",        "rake",   "rb",         "rds",        "rego",   "resx",
    "rkt",        "rmd",    "rs",      "rst",      "sass",   "scala",      "scm",        "scss",   "sh",
    "sln",        "sol",    "sql",     "sqlite",   "srt",    "stl",        "styl",       "svelte", "svg",
    "swift",      "tar",    "tex",     "textile",  "tf",     "tfstate",    "tfvars",     "tgz",    "tmpl",
    "toml",       "tpl",    "tres",    "ts",       "tscn",   "tsv",        "tsx",        "ttf",    "twig",
    "txt",        "vb",     "vbproj",  "vcxproj",  "vhd",    "vhdl",       "vim",        "vtt",    "vue",
    "wasm",       "wav",    "webm",    "webp",     "woff",   "woff2",      "wsdl",       "xaml",   "xlf",
    "xls",        "xlsx",   "xml",     "xsd",      "xsl",    "xslt",       "yaml",       "yml",    "zig",
    "zip",        "zsh"};

/// Products and libraries whose names look like files.
constexpr std::array<std::string_view, 34> kProducts{
    "node.js",       "vue.js",        "next.js",     "nuxt.js",       "react.js",    "express.js",  "d3.js",
    "three.js",      "chart.js",      "angular.js",  "ember.js",      "backbone.js", "moment.js",   "socket.io",
    "asp.net",       "p5.js",         "alpine.js",   "discord.js",    "nest.js",     "electron.js", "jquery.js",
    "underscore.js", "deno.land",     "knockout.js", "meteor.js",     "polymer.js",  "require.js",  "phaser.js",
    "babylon.js",    "tensorflow.js", "brain.js",    "handlebars.js", "mustache.js", "solid.js"};

/// Names without an extension that are files wherever they stand.
constexpr std::array<std::string_view, 30> kPlainNames{
    "Makefile",     "Dockerfile", "Containerfile", "Jenkinsfile", "Vagrantfile", "Rakefile",  "Gemfile",  "Procfile",
    "Brewfile",     "Podfile",    "Pipfile",       "Justfile",    "Caddyfile",   "Earthfile", "Tiltfile", "CMakeLists",
    "GNUmakefile",  "README",     "LICENSE",       "LICENCE",     "COPYING",     "CHANGELOG", "CHANGES",  "AUTHORS",
    "CONTRIBUTORS", "NOTICE",     "TODO",          "CODEOWNERS",  "MANIFEST",    "BUILD"};

std::string folded(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  return out;
}

/// 1.2.3, v2.0, 3.14, 2024.01.05, 10.0.0.1: digits and dots, perhaps with a suffix like "-rc1".
bool is_version(std::string_view name) {
  if (name.size() > 1 && (name[0] == 'v' || name[0] == 'V') && is_digit(name[1])) name.remove_prefix(1);
  std::size_t at = 0;
  while (at < name.size() && (is_digit(name[at]) || name[at] == '.')) ++at;
  if (at == 0) return false;
  const std::string_view rest = name.substr(at);
  if (rest.empty()) return true;
  if (rest[0] == '-' || rest[0] == '+') return name.find('.') < at && rest.find('.') == std::string_view::npos;
  // "1.5x", "2.0rc1", "30s", "1.2b3": but "3d.py" has its dot behind the letters.
  return rest.find('.') == std::string_view::npos && name.substr(0, at).find('.') != std::string_view::npos &&
         rest.size() <= 4 && std::ranges::none_of(kExtensions, [&](std::string_view ext) { return ext == rest; });
}

/// "e.g", "i.e", "U.S.A", "a.m": single letters with dots.
bool is_abbreviation(std::string_view name) {
  for (std::size_t i = 0; i < name.size(); ++i)
    if (i % 2 == 0 ? !is_letter(name[i]) : name[i] != '.') return false;
  return true;
}

/// "path:12", "path:12:5", "path#L10", "path:12-20" without the place.
std::string_view without_line(std::string_view path) {
  if (const std::size_t hash = path.find("#L");
      hash != std::string_view::npos && hash + 2 < path.size() && is_digit(path[hash + 2]))
    return path.substr(0, hash);
  for (;;) {
    const std::size_t colon = path.rfind(':');
    if (colon == std::string_view::npos || colon + 1 >= path.size() || colon < 2) return path;
    if (!std::ranges::all_of(path.substr(colon + 1), [](char c) { return is_digit(c) || c == '-'; })) return path;
    path = path.substr(0, colon);
  }
}

bool has_glob(std::string_view name) { return name.find('*') != std::string_view::npos; }

/// "console.log", "process.env", "this.key": a member of something that every program has.
bool is_member(std::string_view name) {
  static constexpr std::array<std::string_view, 33> kObjects{
      "var",  "local", "each", "settings", "config", "user",   "item",  "console", "process", "window",  "document",
      "os",   "sys",   "fs",   "math",     "json",   "object", "array", "string",  "promise", "logger",  "logging",
      "self", "this",  "req",  "res",      "ctx",    "np",     "torch", "df",      "event",   "request", "response"};
  static constexpr std::array<std::string_view, 14> kMembers{"log", "map", "key", "out", "lock",  "class", "config",
                                                             "env", "db",  "dat", "bin", "patch", "dot",   "diff"};
  const std::size_t dot = name.find('.');
  return dot == name.rfind('.') && std::ranges::find(kObjects, name.substr(0, dot)) != kObjects.end() &&
         std::ranges::find(kMembers, name.substr(dot + 1)) != kMembers.end();
}

/// ".env", ".gitignore", ".eslintrc.json"; ".card" may be a class of a style sheet.
bool is_dotfile(std::string_view name) {
  static constexpr std::array<std::string_view, 30> kNames{
      ".env",          ".profile",      ".bash_profile",  ".gitattributes", ".gitmodules", ".gitkeep",
      ".flake8",       ".htaccess",     ".htpasswd",      ".clang-format",  ".clang-tidy", ".clangd",
      ".travis",       ".github",       ".vscode",        ".idea",          ".ssh",        ".aws",
      ".gnupg",        ".docker",       ".circleci",      ".husky",         ".storybook",  ".python-version",
      ".ruby-version", ".node-version", ".tool-versions", ".git",           ".vimrc",      ".netrc"};
  if (std::ranges::find(kNames, name) != kNames.end() || name.find('.', 1) != std::string_view::npos) return true;
  for (const std::string_view ending : {"rc", "ignore", "config", "file", "env", "cache", "hooks"})
    if (name.ends_with(ending)) return true;
  return false;
}

/// Whether the last part of a path looks like a file: a known extension, a dotfile, a plain name.
enum class Shape : std::uint8_t { none, possible, certain };
Shape shape_of(std::string_view name) {
  if (name.size() > 1 && name[0] == '.' && (is_letter(name[1]) || name[1] == '_')) {
    if (name == ".NET" || name == ".Net") return Shape::none;
    return is_dotfile(name) ? Shape::certain : Shape::possible;
  }
  // "TODO", "BUILD" are words too.
  if (name == "TODO" || name == "BUILD" || name == "NOTICE" || name == "CHANGES" || name == "MANIFEST")
    return Shape::possible;
  if (std::ranges::find(kPlainNames, name) != kPlainNames.end()) return Shape::certain;
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size()) return Shape::none;
  if (is_version(name) || is_abbreviation(name)) {
    // "a.c" and "x.h" have the form of an abbreviation; "i.e" and "e.g" are ones.
    const bool c_file = name.size() == 3 && (name[2] == 'c' || name[2] == 'h' || name[2] == 'd' || name[2] == 'r');
    return c_file ? Shape::certain : Shape::none;
  }
  const std::string extension = folded(name.substr(dot + 1));
  if (extension.size() > 12 || !std::ranges::all_of(extension, [](char c) {
        return is_digit(c) || is_letter(c) || c == '_' || c == '~' || c == '-' || c == '*' || c == '+';
      }))
    return Shape::none;
  if (has_glob(name)) return Shape::certain;
  if (std::ranges::all_of(extension, is_digit)) return Shape::possible;
  if (std::ranges::find(kProducts, folded(name)) != kProducts.end() || is_member(folded(name))) return Shape::possible;
  if (std::ranges::binary_search(kExtensions, extension)) return Shape::certain;
  return Shape::possible;
}

}  // namespace

std::optional<PathName> read_path(std::string_view chunk) {
  if (chunk.empty() || chunk.size() > 4096 || chunk.find("://") != std::string_view::npos || chunk.starts_with("www."))
    return std::nullopt;
  bool pinned = false;
  if (chunk[0] == '@' && chunk.size() > 1) {
    pinned = true;
    chunk.remove_prefix(1);
  }
  if (chunk.find('@') != std::string_view::npos && chunk.find('/') == std::string_view::npos) return std::nullopt;
  if (chunk.find('(') != std::string_view::npos || chunk.find('=') != std::string_view::npos ||
      chunk.find('"') != std::string_view::npos || chunk.find('<') != std::string_view::npos ||
      chunk.find('>') != std::string_view::npos || chunk.find('|') != std::string_view::npos ||
      chunk.find(';') != std::string_view::npos)
    return std::nullopt;
  std::string path(without_line(chunk));
  const bool drive = path.size() > 2 && is_letter(path[0]) && path[1] == ':' && (path[2] == '\\' || path[2] == '/');
  if (path.find('\\') != std::string::npos) {
    // "\n" and "\d+" are escapes, "src\app.py" is a path.
    if (!drive && (path[0] == '\\' || path.find("\\\\") != std::string::npos)) return std::nullopt;
    std::ranges::replace(path, '\\', '/');
  }
  if (!drive && path.find(':') != std::string::npos) return std::nullopt;
  while (path.starts_with("./") && path.size() > 2) path.erase(0, 2);
  if (path == "." || path == ".." || path == "/" || path == "*" || path == "**" || path == "~") return std::nullopt;
  const std::size_t last = path.find_last_not_of('/');
  if (last == std::string::npos) return std::nullopt;
  const bool slash = path.find('/') != std::string::npos;
  for (const char c : path)
    if (c != '/' && c != ':' && !is_name_char(c)) return std::nullopt;
  const std::size_t begin = path.rfind('/', last);
  const std::string_view name = std::string_view(path).substr(begin == std::string::npos ? 0 : begin + 1,
                                                              last - (begin == std::string::npos ? 0 : begin + 1) + 1);
  const Shape shape = shape_of(name);
  // "/login" is a route more often than a file.
  if (path.starts_with('/') && path.rfind('/') == 0 && shape == Shape::none) return PathName{std::move(path), pinned};
  if (drive || path.starts_with('/') || path.starts_with("~/") || path.starts_with("../"))
    return path.size() > 2 && std::ranges::any_of(path, is_letter) ? std::optional(PathName{path, true}) : std::nullopt;
  if (slash) {
    if (!std::ranges::any_of(path, [](char c) { return is_letter(c) || static_cast<unsigned char>(c) >= 0x80; }))
      return std::nullopt;  // 12/05/2024, 3/4
    if (path.ends_with('/')) {
      while (path.size() > 1 && path.ends_with('/')) path.pop_back();
      return PathName{std::move(path), true};
    }
    const bool certain = shape != Shape::none || std::ranges::count(path, '/') > 1 || has_glob(path) ||
                         path.find_first_of("_-.0123456789") != std::string::npos;
    return PathName{std::move(path), certain || pinned};
  }
  if (shape == Shape::none) return pinned && is_letter(path[0]) ? std::optional(PathName{path, false}) : std::nullopt;
  return PathName{std::move(path), shape == Shape::certain || pinned};
}

}  // namespace warrant::language
