// expect: enumeration value
enum class Answer { yes, no };

int caller(Answer answer) {
  switch (answer) {
    case Answer::yes: return 1;
#ifndef MUST_NOT_COMPILE
    case Answer::no: return 2;
#endif
  }
  return 0;
}
