#include "warrant/model/scripted.hpp"

#include <warrant/base/json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace warrant::model {

namespace {

class Scripted final : public Proposer {
 public:
  explicit Scripted(std::vector<std::string> replies) : replies_(std::move(replies)) {}

  Result<Proposal> propose(const Prompt&) override {
    if (next_ == replies_.size()) return fail(Code::unavailable, "the script has no further reply");
    return Proposal{.text = replies_[next_++], .usage = {.prompt_tokens = 0, .output_tokens = 0}};
  }

 private:
  std::vector<std::string> replies_;
  std::size_t next_ = 0;
};

}  // namespace

Result<std::unique_ptr<Proposer>> make_scripted(std::string_view script) {
  std::vector<std::string> replies;
  for (std::size_t number = 1; !script.empty(); ++number) {
    const std::size_t end = std::min(script.find('\n'), script.size());
    const std::string_view line = script.substr(0, end);
    script.remove_prefix(std::min(end + 1, script.size()));
    if (line.empty()) continue;
    const std::string where = fmt::format("line {}", number);
    const Result<Json> value = parse_json(line);
    if (!value) return fail(Code::malformed, value.error().message, where);
    const Json* text = value->find("text");
    if (text == nullptr || text->string() == nullptr || value->object()->size() != 1) {
      return fail(Code::malformed, R"(a line of a script must be {"text":"…"})", where);
    }
    replies.push_back(*text->string());
  }
  return std::make_unique<Scripted>(std::move(replies));
}

}  // namespace warrant::model
