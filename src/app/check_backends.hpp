// Models that read and judge for `warrant check`, chosen on the command line.
#pragma once

#include "subcommand.hpp"

#include <warrant/base/result.hpp>
#include <warrant/claims/readers.hpp>

#include <memory>
#include <vector>

namespace warrant::app {

/// The models that were chosen; neither is the default.
struct CheckBackends {
  std::unique_ptr<claims::Reader> reader;
  std::unique_ptr<claims::Judge> judge;
  [[nodiscard]] claims::Backends refer() const { return {.reader = reader.get(), .judge = judge.get()}; }
};

/// Reads --reader, --reader-url, --judge, --reader-model, --judge-model, --backend-timeout and --allow-remote;
/// WARRANT_API_KEY is the key. No connection is made. Errors: invalid_argument.
Result<CheckBackends> read_backends(const Arguments& arguments);
std::vector<Option> backend_options();

}  // namespace warrant::app
