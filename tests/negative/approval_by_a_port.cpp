// expect: private
#include <warrant/policy/approval.hpp>

#include <string>
#include <utility>

using namespace warrant::policy;

// A port to the person gives back what was typed; it cannot make the yes itself.
class Eager : public Approver {
 public:
  Answer hurry(const Ask& ruling, const Showing& showing) {
#ifdef MUST_NOT_COMPILE
    return Approval("id", ruling, Granter::person, false);
#else
    return ask(ruling, showing, "id");
#endif
  }

 private:
  Reply put(const Showing&) override { return Typed{"y"}; }
};
