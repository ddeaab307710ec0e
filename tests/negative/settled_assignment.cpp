// expect: deleted
#include <warrant/base/settled.hpp>

void caller(warrant::Settled<int>& fact) {
#ifdef MUST_NOT_COMPILE
  fact = warrant::Settled<int>();
#else
  fact.settle(1);
#endif
}
