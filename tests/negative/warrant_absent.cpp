// expect: could not convert|cannot convert|no known conversion|no viable conversion
#include <warrant/workspace/root.hpp>

#include <utility>

using warrant::policy::Warrant;
using warrant::policy::WriteFile;

void change(const warrant::workspace::Root& root, Warrant<WriteFile> warrant, const WriteFile& effect) {
#ifdef MUST_NOT_COMPILE
  static_cast<void>(root.write(effect, "bytes"));
#else
  static_cast<void>(effect);
  static_cast<void>(root.write(std::move(warrant), "bytes"));
#endif
}
