// expect: missing initializer|missing field
#include <warrant/base/span.hpp>

warrant::Span caller() {
#ifdef MUST_NOT_COMPILE
  return warrant::Span{.begin = 1};
#else
  return warrant::Span{.begin = 1, .end = 2};
#endif
}
