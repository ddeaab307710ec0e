#include "record_test_fixture.hpp"

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <thread>

namespace warrant::record {
namespace {

class WriterTest : public RecordTest {};

TEST_F(WriterTest, RotatesAndContinuesTheChain) {
  place.segment_bytes = 600;
  fill(20);
  fill(20);
  EXPECT_TRUE(std::filesystem::exists(segment(3)));
  EXPECT_EQ(first_bad(), 0);
  EXPECT_GT(verify(place)->events, 40);
  for (int i = 1; std::filesystem::exists(segment(i)); ++i) {
    const std::string text = read_file(segment(i), 1U << 20U).value();
    std::filesystem::remove(segment(i));
    EXPECT_NE(first_bad(), 0) << i;
    write_raw(segment(i), text);
  }
  EXPECT_EQ(first_bad(), 0);
}

TEST_F(WriterTest, TheSecondWriterIsTurnedAwayAfterItsPatience) {
  const Writer first = writer();
  const auto second = Writer::open(place, system_clock(), std::chrono::milliseconds(30));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Code::conflict);
}

TEST_F(WriterTest, TheSecondWriterWaitsForTheFirst) {
  auto first = std::make_unique<Writer>(writer());
  std::jthread ending([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    first.reset();
  });
  EXPECT_TRUE(Writer::open(place, system_clock(), std::chrono::seconds(30)));
}

TEST_F(WriterTest, FilesBelongToThePersonAlone) {
  fill(2);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    struct stat info{};
    ASSERT_EQ(::stat(entry.path().c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777U, entry.is_directory() ? 0700U : 0600U) << entry.path();
  }
}

TEST_F(WriterTest, ATornLastLineLosesNoSettledEvent) {
  fill(5);
  const std::string good = bytes();
  const auto all = lines(good);
  for (std::size_t cut = 1; cut < all[4].size(); cut += 7) {
    put(good + all[4].substr(0, cut));
    EXPECT_EQ(verify(place)->torn_bytes, static_cast<std::int64_t>(cut));
    EXPECT_EQ(first_bad(), 0);
  }
  writer();
  EXPECT_TRUE(bytes().starts_with(good));
  EXPECT_EQ(verify(place)->events, 6);
  EXPECT_EQ(first_bad(), 0);
}

TEST_F(WriterTest, EventsThatACrashLeftUnsignedAreTakenOverWithANote) {
  fill(3);
  const std::string head = read_file(place.directory + "/head.json", 4096).value();
  const std::string anchor = read_file(place.anchor + "/head.json", 4096).value();
  fill(4);
  // As after a crash between the last flush and the signature.
  write_raw(place.directory + "/head.json", head);
  write_raw(place.anchor + "/head.json", anchor);
  EXPECT_EQ(first_bad(), 0);
  EXPECT_EQ(verify(place)->covered, 3);
  writer();
  EXPECT_EQ(first_bad(), 0);
  EXPECT_EQ(verify(place)->covered, 8);
  const Event note =
      parse_event(std::string_view(lines(bytes()).back()).substr(0, lines(bytes()).back().size() - 1)).value();
  EXPECT_EQ(note.kind, "recovery");
  EXPECT_EQ(*note.body.find("adopted"), Json(JsonArray{4, 7}));
}

TEST_F(WriterTest, ADamagedHeadIsRestoredFromTheAnchor) {
  fill(3);
  std::string head = read_file(place.directory + "/head.json", 4096).value();
  head[40] ^= 1;
  write_raw(place.directory + "/head.json", head);
  EXPECT_EQ(first_bad(), -1);
  writer();
  EXPECT_EQ(first_bad(), 0);
  EXPECT_EQ(verify(place)->events, 4);
}

TEST_F(WriterTest, AnUnfinishedBufferedEventIsCoveredWhenTheWriterEnds) {
  {
    Writer out = writer();
    ASSERT_TRUE(out.append("t", "ruling", JsonObject{}, Durability::buffered));
  }
  EXPECT_EQ(verify(place)->covered, 1);
  put("");
  EXPECT_EQ(first_bad(), 1);
}

/// Files of this process can hold no more than `bytes` while it lives.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) {
    ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallFiles() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  rlimit before_{};
};

TEST_F(WriterTest, AFailedWriteOfTheHeadStopsTheWriter) {
  Writer out = writer();
  {
    const SmallFiles full(400);  // the event fits, the head does not
    EXPECT_EQ(out.append("t", "intent", JsonObject{}, Durability::durable).error().code, Code::io);
  }
  EXPECT_EQ(out.append("t", "intent", JsonObject{}, Durability::durable).error().code, Code::io);
  EXPECT_EQ(out.close().error().code, Code::io);
}

TEST_F(WriterTest, AFailedWriteOfTheSegmentStopsTheWriter) {
  Writer out = writer();
  {
    const SmallFiles full(100);
    EXPECT_EQ(out.append("t", "ruling", JsonObject{}, Durability::buffered).error().code, Code::io);
  }
  EXPECT_EQ(out.append("t", "ruling", JsonObject{}, Durability::buffered).error().code, Code::io);
}

TEST_F(WriterTest, AFailedWriteOfTheAnchorStopsTheWriter) {
  {
    Writer out = writer();
    std::filesystem::create_symlink("/dev/full", place.anchor + "/seals.jsonl");
    ASSERT_TRUE(out.append("t", "ruling", JsonObject{}, Durability::buffered));
    EXPECT_EQ(out.seal().error().code, Code::io);
    EXPECT_EQ(out.append("t", "ruling", JsonObject{}, Durability::buffered).error().code, Code::io);
  }
  std::filesystem::remove(place.anchor + "/seals.jsonl");
  writer();
  EXPECT_EQ(first_bad(), 0);
}

TEST_F(WriterTest, PublishedHeadsReachTheAnchorCommand) {
  const std::string file = root + "/noted";
  place.anchor_command = {"sh", "-c", "cat >> '" + file + "'"};
  for (int i = 0; i < 3; ++i) {
    Writer out = writer();
    ASSERT_TRUE(out.append("t", "ruling", JsonObject{{"n", i}}, Durability::buffered));
    ASSERT_TRUE(out.publish());
  }
  EXPECT_EQ(lines(read_file(file, 1U << 20U).value()).size(), 3U);
  EXPECT_EQ(verify(place, {.public_key = {}, .anchor_file = file})->anchored, 3);
  place.anchor = "";
  const auto parts = lines(bytes());
  put(parts[0] + parts[1]);
  std::filesystem::remove_all(root + "/anchor");
  EXPECT_EQ(verify(place, {.public_key = {}, .anchor_file = file})->first_bad->seq, 3);
  place.anchor_command = {"false"};
  put(join(parts));
  Writer out = writer();
  EXPECT_EQ(out.publish().error().code, Code::unavailable);
  EXPECT_TRUE(out.append("t", "ruling", JsonObject{}, Durability::buffered));
}

TEST_F(WriterTest, PublishedHeadsReachANoteOfTheLastCommit) {
  const std::string git = "git -C '" + root + "' -c user.name=n -c user.email=e@example.org ";
  ASSERT_EQ(std::system((git + "init -q && " + git + "commit -q --allow-empty -m c").c_str()), 0);
  for (const char* name : {"GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"}) {
    ::setenv(name, "n", 1);
  }
  place.anchor_command = git_note_command(root);
  for (int i = 0; i < 2; ++i) {
    Writer out = writer();
    ASSERT_TRUE(out.append("t", "ruling", JsonObject{{"n", i}}, Durability::buffered));
    ASSERT_TRUE(out.publish());
  }
  const std::string file = root + "/noted";
  ASSERT_EQ(std::system((git + "notes --ref=warrant-record show HEAD > '" + file + "'").c_str()), 0);
  place.anchor = "";
  const auto verdict = verify(place, {.public_key = {}, .anchor_file = file});
  ASSERT_TRUE(verdict) << describe(verdict.error());
  EXPECT_EQ(verdict->anchored, 2);
}

TEST_F(WriterTest, AKeyHandsOver) {
  fill(3);
  const std::string first = writer().key().public_part;
  for (int i = 0; i < 3; ++i) {
    Writer out = writer();
    ASSERT_TRUE(out.rotate_key());
    ASSERT_TRUE(out.append("t", "ruling", JsonObject{}, Durability::durable));
  }
  EXPECT_NE(writer().key().public_part, first);
  EXPECT_EQ(first_bad(), 0);
  EXPECT_TRUE(verify(place, {.public_key = first, .anchor_file = {}}));
  const std::string other = SigningKey::generate()->public_part;
  EXPECT_EQ(verify(place, {.public_key = other, .anchor_file = {}}).error().code, Code::integrity);
}

TEST_F(WriterTest, AnInterruptedExchangeOfTheKeyIsFinished) {
  fill(3);
  const std::string old_key = read_file(place.key, 1024).value();
  ASSERT_TRUE(writer().rotate_key());
  const std::string new_key = read_file(place.key, 1024).value();
  const std::string head = read_file(place.directory + "/head.json", 1024).value();
  // As if the process had died before the new key was put in place …
  write_raw(place.key, old_key);
  write_raw(place.key + ".next", new_key);
  EXPECT_TRUE(Writer::open(place, system_clock()));
  EXPECT_EQ(read_file(place.key, 1024).value(), new_key);
  EXPECT_EQ(first_bad(), 0);
  // … or before the record named it.
  write_raw(place.key + ".next", SigningKey::generate()->secret);
  EXPECT_TRUE(Writer::open(place, system_clock()));
  EXPECT_EQ(read_file(place.key, 1024).value(), new_key);
  EXPECT_FALSE(std::filesystem::exists(place.key + ".next"));
}

TEST_F(WriterTest, AnExchangeOfTheKeyThatNoHeadCoversIsSignedAgain) {
  const std::vector<std::string> heads{place.directory + "/head.json", place.anchor + "/head.json"};
  for (const bool in_place : {false, true}) {
    fill(3);
    const std::string old_key = read_file(place.key, 1024).value();
    std::vector<std::string> before;
    for (const std::string& head : heads) before.push_back(read_file(head, 1024).value());
    ASSERT_TRUE(writer().rotate_key());
    if (!in_place) {
      // The line that names the new key was written, and the process died before a head covered it.
      std::filesystem::rename(place.key, place.key + ".next");
      write_raw(place.key, old_key);
      for (std::size_t i = 0; i < heads.size(); ++i) write_raw(heads[i], before[i]);
    }
    EXPECT_TRUE(Writer::open(place, system_clock()));
    EXPECT_EQ(first_bad(), 0) << in_place;
    EXPECT_EQ(verify(place)->key, writer().key().public_part) << in_place;
  }
}

TEST_F(WriterTest, ARecordIsSetAsideAndAnotherBegins) {
  EXPECT_EQ(set_aside(place, system_clock()).error().code, Code::not_found);
  fill(5);
  const std::string good = bytes();
  put(lines(good)[0]);
  ASSERT_FALSE(Writer::open(place, system_clock()));
  const std::string aside = set_aside(place, system_clock()).value();
  EXPECT_EQ(read_file(aside + "/trace-000001.jsonl", 1U << 20U).value(), lines(good)[0]);
  EXPECT_EQ(first_bad(), 0);
  EXPECT_EQ(verify(place)->events, 1);
}

}  // namespace
}  // namespace warrant::record
