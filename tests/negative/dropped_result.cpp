// expect: nodiscard|ignoring return
#include <warrant/base/result.hpp>

warrant::Status act();

void caller() {
#ifdef MUST_NOT_COMPILE
  act();
#else
  static_cast<void>(act().has_value());
#endif
}
