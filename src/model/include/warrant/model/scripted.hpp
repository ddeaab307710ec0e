// A model that replays replies from data.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/model/proposer.hpp>

#include <memory>
#include <string_view>

namespace warrant::model {

/// Replays `script`: one JSON object a line, `{"text":"…"}`, in order, whatever the prompt; empty lines
/// are skipped. Its usage is zero. After the last line `propose` gives unavailable. Errors: malformed
/// with the line's number in `where`.
Result<std::unique_ptr<Proposer>> make_scripted(std::string_view script);

}  // namespace warrant::model
