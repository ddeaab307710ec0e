// What the person set in config.toml besides the rules.
#pragma once

#include <warrant/base/dirs.hpp>
#include <warrant/base/result.hpp>
#include <warrant/record/place.hpp>
#include <warrant/turn/turn.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::app {

struct Settings {
  record::Content content = record::Content::digests;
  bool note_heads = false;                  ///< record.anchor = "git-note"
  std::vector<std::string> anchor_command;  ///< record.anchor_command
  bool allow_remote = false;                ///< model.allow_remote
  turn::Limits limits;                      ///< [limits]
};

/// The tables of config.toml that are read here; rules stand beside them.
const std::vector<std::string_view>& settings_tables();

/// Reads the tables of `toml`; `name` is the file's name for messages. Errors: malformed with file and line, and the
/// nearest right key.
Result<Settings> read_settings(std::string_view toml, std::string_view name);

/// Those of the person's config.toml; the built-in ones where there is no such file. Errors: as above, io.
Result<Settings> load_settings(const Dirs& dirs);

/// The record of the workspace with this real path, as the person wants it kept.
record::Place record_place(const Dirs& dirs, const std::string& workspace, const Settings& settings);
/// The same where the settings have not been read. Errors: those of load_settings.
Result<record::Place> record_place(const Dirs& dirs, const std::string& workspace);

}  // namespace warrant::app
