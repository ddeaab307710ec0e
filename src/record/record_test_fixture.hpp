// A record in a directory of its own, for the tests of this room.
#pragma once

#include <warrant/record/record.hpp>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace warrant::record {

class RecordTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "/recordXXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    root = name;
    place = {.directory = root + "/trace",
             .key = root + "/keys/w.ed25519",
             .content_key = root + "/keys/w.content",
             .anchor = root + "/anchor"};
  }
  void TearDown() override { std::filesystem::remove_all(root); }

  Writer writer() { return Writer::open(place, system_clock()).value(); }
  /// Leaves a record with this many more events, the last one durable.
  void fill(int events) {
    Writer out = writer();
    for (int i = 1; i < events; ++i) {
      ASSERT_TRUE(out.append("t", "ruling", JsonObject{{"n", i}}, Durability::buffered));
    }
    ASSERT_TRUE(out.append("t", "receipt", JsonObject{{"n", events}}, Durability::durable));
  }
  [[nodiscard]] std::string segment(int number = 1) const {
    return place.directory + "/trace-00000" + std::to_string(number) + ".jsonl";
  }
  [[nodiscard]] bool exists_segment(int number) const { return std::filesystem::exists(segment(number)); }
  [[nodiscard]] std::string bytes() const { return read_file(segment(), 1U << 24U).value(); }
  void put(const std::string& text) const { write_raw(segment(), text); }
  static void write_raw(const std::string& path, const std::string& text) {
    // Without emptying the file first, which would make some file systems flush at each close.
    const Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    ASSERT_TRUE(write_all(file.get(), text, path));
    ASSERT_EQ(::ftruncate(file.get(), static_cast<off_t>(text.size())), 0);
  }
  /// Of the first bad event; 0 when all is well, -1 when the verification itself is refused.
  [[nodiscard]] std::int64_t first_bad() const {
    const auto verdict = verify(place);
    if (!verdict) return -1;
    return verdict->first_bad ? verdict->first_bad->seq : 0;
  }
  static std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at) + 1;
      out.push_back(text.substr(at, end - at));
      at = end;
    }
    return out;
  }
  static std::string join(const std::vector<std::string>& parts) {
    std::string out;
    for (const auto& part : parts) out += part;
    return out;
  }

  std::string root;
  Place place{};
};

}  // namespace warrant::record
