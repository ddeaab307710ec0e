// expect: deleted
#include <warrant/workspace/root.hpp>

#include <utility>

using warrant::policy::Warrant;
using warrant::policy::WriteFile;

void change(const warrant::workspace::Root& root, Warrant<WriteFile> warrant) {
#ifdef MUST_NOT_COMPILE
  static_cast<void>(root.write(Warrant<WriteFile>(warrant), "bytes"));
#else
  static_cast<void>(root.write(Warrant<WriteFile>(std::move(warrant)), "bytes"));
#endif
}
