// Programs that show a text instead of running something.
#include "command_parts.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

/// Where an agent's host keeps what a command in its background prints: ".../tasks/NAME.output".
bool task_log(std::string_view word) {
  return word.ends_with(".output") && word.find("/tasks/") != std::string_view::npos;
}

}  // namespace

/// Programs whose output is the text of something else.
bool shows(Words words) {
  if (words.empty()) return true;
  const auto name = base_name(words[0]);
  if (name == "test" && words[0].ends_with("bin/test")) return false;
  if (one_of(name, {"cat", "head", "tail"}) && std::ranges::any_of(words, task_log)) return false;
  if (one_of(name, {"cat",
                    "head",
                    "tail",
                    "less",
                    "more",
                    "grep",
                    "egrep",
                    "fgrep",
                    "rg",
                    "ag",
                    "sed",
                    "awk",
                    "gawk",
                    "echo",
                    "printf",
                    "nl",
                    "bat",
                    "find",
                    "fd",
                    "ls",
                    "tree",
                    "wc",
                    "sort",
                    "uniq",
                    "cut",
                    "tr",
                    "diff",
                    "jq",
                    "yq",
                    "curl",
                    "wget",
                    "xxd",
                    "od",
                    "strings",
                    "column",
                    "cd",
                    "pushd",
                    "popd",
                    "true",
                    ":",
                    "pwd",
                    "date",
                    "sleep",
                    "export",
                    "set",
                    "source",
                    ".",
                    "unset",
                    "test",
                    "[",
                    "[[",
                    "done",
                    "fi",
                    "}",
                    "for",
                    "mkdir",
                    "touch",
                    "cp",
                    "mv",
                    "rm",
                    "chmod",
                    "type",
                    "which",
                    "journalctl",
                    "Get-Content",
                    "gc",
                    "Select-String",
                    "Write-Output",
                    "Write-Host",
                    "dir",
                    "file",
                    "stat",
                    "tee",
                    "zcat",
                    "history",
                    "env",
                    "return",
                    "exit",
                    "wait",
                    "kill",
                    "read",
                    "local",
                    "declare",
                    "shift",
                    "break",
                    "continue",
                    "function",
                    "esac",
                    "case"})) {
    return true;
  }
  if (name == "git") return activities_of(words).empty();
  if (name == "gh" || name == "glab") return activities_of(words).empty();
  if (name == "docker" || name == "kubectl") return words.size() > 1 && words[1] == "logs";
  return false;
}

}  // namespace warrant::evidence
