// expect: private
#include <warrant/policy/approval.hpp>

#include <string>
#include <utility>

using namespace warrant::policy;

Approval say_yes(const Ask& ruling) {
#ifdef MUST_NOT_COMPILE
  return Approval("id", ruling, Granter::person, false);
#else
  return granted_by_flag(ruling, "id");
#endif
}
