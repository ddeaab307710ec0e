// Any bytes as a path: classified without a crash, and never less strictly with a control directory put around it.
#include <warrant/policy/protect.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using warrant::RelPath;
  namespace policy = warrant::policy;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto path = RelPath::make(text);
  if (!path) return 0;
  policy::classify(*path);
  const auto inside = RelPath::make(".git/" + path->text());
  if (inside && policy::classify(*inside) != policy::Protection::control) std::abort();
  const auto beside = RelPath::make(path->text() + "/.GIT");
  if (beside && policy::classify(*beside) != policy::Protection::control) std::abort();
  return 0;
}
