// expect: static assertion failed|exactly one handler
#include <warrant/base/match.hpp>

#include <string>

int caller(const std::variant<int, std::string>& value) {
#ifdef MUST_NOT_COMPILE
  return warrant::match(value, [](int) { return 1; });
#else
  return warrant::match(value, [](int) { return 1; }, [](const std::string&) { return 2; });
#endif
}
