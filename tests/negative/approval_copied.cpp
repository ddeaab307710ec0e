// expect: deleted
#include <warrant/policy/approval.hpp>

#include <string>
#include <utility>

using namespace warrant::policy;

Approval twice(Approval approval) {
#ifdef MUST_NOT_COMPILE
  return Approval(approval);
#else
  return Approval(std::move(approval));
#endif
}
