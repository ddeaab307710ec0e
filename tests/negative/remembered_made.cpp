// expect: private
#include <warrant/policy/approval.hpp>

#include <string>
#include <utility>

using namespace warrant::policy;

std::optional<Remembered> always(const Approval& approval, const Question& question) {
#ifdef MUST_NOT_COMPILE
  return Remembered(question.tool, warrant::RelPath(), approval.id());
#else
  return remember(approval, question);
#endif
}
