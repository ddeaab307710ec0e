// Compiled by the tests only: with CONTROL it must compile, with each other definition it must not.
#include <warrant/workspace/root.hpp>

#include <utility>

using warrant::policy::Warrant;
using warrant::policy::WriteFile;

void change(const warrant::workspace::Root& root, Warrant<WriteFile> warrant, const WriteFile& effect) {
#if defined(CONTROL)
  static_cast<void>(effect);
  static_cast<void>(root.write(std::move(warrant), "bytes"));
#elif defined(NO_WARRANT)
  static_cast<void>(root.write(effect, "bytes"));
#elif defined(COPIED_WARRANT)
  static_cast<void>(root.write(Warrant<WriteFile>(warrant), "bytes"));
#elif defined(MADE_WARRANT)
  static_cast<void>(root.write(Warrant<WriteFile>(effect, "ruling", "approval"), "bytes"));
#endif
}
