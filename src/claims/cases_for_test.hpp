// The cases of cases/claims/ as tests read them.
#pragma once

#include <warrant/base/fd.hpp>
#include <warrant/base/json.hpp>
#include <warrant/claims/check.hpp>

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace warrant::claims::test {

inline std::vector<Json> lines_of(const std::string& name) {
  const auto text = read_file(std::string(WARRANT_SOURCE_DIR) + "/cases/claims/" + name, 64U << 20U);
  EXPECT_TRUE(text) << describe(text.error());
  std::vector<Json> lines;
  std::istringstream input(text ? *text : std::string{});
  for (std::string row; std::getline(input, row);) {
    auto line = parse_json(row);
    EXPECT_TRUE(line) << name;
    if (line) lines.push_back(std::move(*line));
  }
  return lines;
}

inline Ordered ordered_of(const Json& item) {
  Ordered session;
  for (const Json& run : *item.find("runs")->array()) {
    const Json* code = run.find("exit_code");
    session.runs.push_back({.command = std::string(run.text("command")),
                            .output = std::string(run.text("output")),
                            .exit_code = code != nullptr && code->integer() != nullptr
                                             ? std::optional(static_cast<int>(*code->integer()))
                                             : std::nullopt,
                            .order = *run.find("order")->integer()});
  }
  if (const Json* edits = item.find("edits"); edits != nullptr && edits->array() != nullptr) {
    for (const Json& edit : *edits->array())
      session.edits.push_back({.path = std::string(edit.text("path")), .order = *edit.find("order")->integer()});
  }
  return session;
}

/// The verdict of an item with "output" or "runs".
inline Verdict verdict_of(const Json& item) {
  return item.find("runs") != nullptr ? check(item.text("said"), ordered_of(item))
                                      : check(item.text("said"), item.text("output"));
}

}  // namespace warrant::claims::test
