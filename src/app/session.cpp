#include "session.hpp"

#include "workspace_facts.hpp"

#include <warrant/base/clock.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/checkpoint/restore.hpp>
#include <warrant/model/connect.hpp>
#include <warrant/model/scripted.hpp>
#include <warrant/policy/rules.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace warrant::app {

namespace {

/// For a server that asks for one; not an option, since options are seen by every user of the machine.
std::string api_key() {
  const char* key = std::getenv("WARRANT_API_KEY");
  return key == nullptr ? std::string() : std::string(key);
}

/// A GGUF file begins with these four letters (gguf.md of ggml).
Status check_weights(const std::string& file) {
  const Fd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  std::array<char, 4> beginning{};
  const bool read = fd.is_open() && ::read(fd.get(), beginning.data(), beginning.size()) >= 0;
  if (!read) {
    return fail(Code::invalid_argument, std::string("the model cannot be read: ") + std::strerror(errno),
                visible(file, false));
  }
  if (std::string_view(beginning.data(), beginning.size()) == "GGUF") return {};
  return fail(Code::invalid_argument, "a model is a GGUF file, and this is none", visible(file, false));
}

}  // namespace

std::vector<Option> model_options() {
  return {{.name = "connect", .value = "URL", .help = "use the model server that runs there (this machine only)"},
          {.name = "model", .value = "FILE", .help = "start llama-server with these weights (GGUF)"},
          {.name = "script", .value = "FILE", .help = "replay replies from JSON lines instead of asking a model"}};
}

Result<ModelChoice> ModelChoice::from(const Arguments& arguments) {
  const auto given =
      std::ranges::count_if(model_options(), [&](const Option& option) { return arguments.has(option.name); });
  if (given > 1) return fail(Code::invalid_argument, "give only one of --connect, --model and --script");
  if (const auto file = arguments.option("script")) {
    WARRANT_TRY(script, read_input(*file));
    WARRANT_TRY(scripted, model::make_scripted(script));
    ModelChoice choice(Kind::script, std::string(*file));
    choice.proposer_ = std::move(scripted);
    return choice;
  }
  if (const auto file = arguments.option("model")) WARRANT_CHECK(check_weights(std::string(*file)));
  const auto url = arguments.option("connect");
  if (url) WARRANT_CHECK(model::check_address(*url));
  model::prepare();
  if (url) return ModelChoice(Kind::connect, std::string(*url));
  return ModelChoice(Kind::managed, std::string(arguments.option("model").value_or("")));
}

Result<model::Proposer*> ModelChoice::open(const Dirs& dirs, const Settings& settings,
                                           const std::function<void(std::string_view)>& progress) {
  if (proposer_) return proposer_.get();
  switch (kind_) {
    case Kind::script: break;  // open since it was chosen
    case Kind::connect: {
      progress(fmt::format("connecting to {}", value_));
      WARRANT_TRY(connected,
                  model::connect({.url = value_, .api_key = api_key(), .allow_remote = settings.allow_remote}));
      proposer_ = std::move(connected.proposer);
      return proposer_.get();
    }
    case Kind::managed: {
      WARRANT_TRY(plan, model::installed_plan(dirs, value_));
      WARRANT_TRY(lease, model::acquire_server(dirs, plan, [&](const model::StartProgress& start) {
                    progress(fmt::format("{} ({} s)", start.step, start.passed.count() / 1000));
                    return true;
                  }));
      lease_ = std::make_unique<model::ServerLease>(std::move(lease));
      const model::Endpoint endpoint{.url = lease_->state().url()};
      WARRANT_TRY(backend, model::inspect(endpoint));
      // Whoever listens there now must be the process that was started, before anything is said to it.
      WARRANT_TRY(chat, model::make_chat(endpoint, backend, [lease = lease_.get()] { return lease->prove(); }));
      proposer_ = std::move(chat);
      return proposer_.get();
    }
  }
  return fail(Code::internal, "no such kind of model");
}

Result<Session> open_session(const std::string& directory) {
  WARRANT_TRY(dirs, find_dirs());
  WARRANT_TRY(root, workspace::Root::open(directory));
  WARRANT_TRY(settings, load_settings(dirs));
  record::Place place = record_place(dirs, root.real_path(), settings);
  WARRANT_TRY(writer, record::Writer::open(place, system_clock()));
  WARRANT_TRY(checkpoints, checkpoint::Store::open_for(root));
  WARRANT_CHECK(checkpoint::tidy(checkpoints, root));
  const policy::RuleSet rules =
      policy::load_rules(dirs.config + "/config.toml", root.real_path() + "/.warrant/config.toml", settings_tables());
  WARRANT_TRY(lexicon, load_lexicon());
  return Session{.dirs = std::move(dirs),
                 .settings = std::move(settings),
                 .root = std::move(root),
                 .place = std::move(place),
                 .record = std::move(writer),
                 .checkpoints = std::move(checkpoints),
                 .lexicon = std::move(lexicon),
                 .rules = rules};
}

}  // namespace warrant::app
