// expect: protected|private|inherited|no matching (function|constructor)
#include <warrant/policy/ladder.hpp>

using namespace warrant::policy;

Ruling rule(const Question& question) {
#ifdef MUST_NOT_COMPILE
  return Allow(question.ruling_id, Step::otherwise, "because", question.effect);
#else
  return decide(question, {}, {});
#endif
}
