// Prints the surfaces of a few plans for a live test, or says whether one of them accepts the reply on standard input.
#include <warrant/base/fd.hpp>
#include <warrant/surface/materials.hpp>
#include <warrant/surface/prompt.hpp>

#include <cstdio>
#include <map>
#include <string>

namespace {

using namespace warrant;           // NOLINT(google-build-using-namespace): a program of its own
using namespace warrant::surface;  // NOLINT(google-build-using-namespace)

constexpr std::string_view file_text =
    "# Settings\nTIMEOUT = 30\nNAME = \"a \\\\ b\"\n\n\ndef greet(name):\n    return \"hello \" + name\n\n\n"
    "def leave(name):\n    return \"bye \" + name\n";

struct Sample {
  std::string request;
  Surface surface;
};

/// Every way of asking, each of one surface.
std::map<std::string, Sample> samples() {
  const RelPath path = RelPath::make("settings.py").value();
  const RelPath other = RelPath::make("notes \"x\".md").value();
  const std::string text(file_text);
  const Request base{.tools = {Tool::read_file, Tool::list_files, Tool::search_text, Tool::edit_file, Tool::write_file,
                               Tool::append_text, Tool::organize, Tool::run_command, Tool::answer},
                     .targets = {{path, text, 0, text.size()}},
                     .readable = {path, other},
                     .directories = {RelPath()},
                     .writable = {path},
                     .operations = {{FileAction::move, other, RelPath::make("docs/notes.md").value()}},
                     .profiles = {"pytest", "ctest"},
                     .choices = {EditFile{path, "TIMEOUT = 30", "TIMEOUT = 60"}}};
  std::map<std::string, Sample> all;
  const auto add = [&](const std::string& name, const std::string& request, const Request& made) {
    auto surface = compile(made);
    if (surface) all.insert_or_assign(name, Sample{request, std::move(*surface)});
  };
  const auto asked = [&](Ask ask) {
    Request made = base;
    made.asks = {ask};
    return made;
  };
  add("choice", "Change TIMEOUT from 30 to 60.", asked(Ask::choice));
  add("piece", "Change TIMEOUT from 30 to 60.", asked(Ask::piece));
  add("whole", "Empty the file but for the first line.", asked(Ask::whole));
  add("tools", "Which files are there?", asked(Ask::tools));
  Request one = asked(Ask::rewrite);
  one.windows = {{path, {text.find("def leave"), text.size() - 1}}};
  add("rewrite", "Make leave say ciao.", one);
  Request two = one;
  two.windows.insert(two.windows.begin(), {path, {text.find("def greet"), text.find("\n\n\ndef leave")}});
  add("rewrite_one_of_two", "Make leave say ciao.", two);
  two.asks = {Ask::piece};
  add("piece_of_two", "Make leave say ciao.", two);
  return all;
}

void print_samples() {
  for (const auto& [name, sample] : samples()) {
    JsonArray messages;
    for (const Message& message :
         prompt(sample.request, sample.surface, {{RelPath::make("settings.py").value(), std::string(file_text)}})) {
      messages.emplace_back(
          JsonObject{{"role", message.speaker == Speaker::system ? "system" : "user"}, {"content", message.text}});
    }
    const Json line =
        JsonObject{{"name", name}, {"messages", std::move(messages)}, {"grammar", sample.surface.grammar()}};
    std::puts(to_text(line).c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1) {
    print_samples();
    return 0;
  }
  const auto all = samples();
  const auto found = all.find(argv[1]);
  const auto reply = read_all(0, std::size_t{1} << 20U, "reply");
  if (found == all.end() || !reply) return 2;
  const auto call = found->second.surface.accept(*reply);
  if (call || call.error().declined) return 0;
  std::puts(call.error().message.c_str());
  return 1;
}
