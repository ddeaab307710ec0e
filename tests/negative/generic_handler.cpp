// expect: static assertion failed|generic \(auto\)
#include <warrant/base/match.hpp>

#include <string>

int caller(const std::variant<int, std::string>& value) {
#ifdef MUST_NOT_COMPILE
  return warrant::match(value, [](int) { return 1; }, [](const auto&) { return 2; });
#else
  return warrant::match(value, [](int) { return 1; }, [](const std::string&) { return 2; });
#endif
}
