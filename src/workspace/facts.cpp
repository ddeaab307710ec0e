#include "beneath.hpp"

#include <warrant/workspace/facts.hpp>

namespace warrant::workspace {

bool PolicyFacts::exists(const RelPath& real_path) const {
  const auto status = Beneath::look(root_, real_path);
  // What cannot be looked at is not taken for free.
  return !status || status->has_value();
}

Result<std::string> PolicyFacts::text(const RelPath& real_path) const {
  WARRANT_TRY(file, root_.read(real_path));
  return std::move(file.bytes);
}

}  // namespace warrant::workspace
