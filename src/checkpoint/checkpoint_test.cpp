#include <warrant/base/fd.hpp>
#include <warrant/checkpoint/restore.hpp>
#include <warrant/checkpoint/store.hpp>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace warrant::checkpoint {
namespace {

namespace fs = std::filesystem;
using workspace::Absent;
using workspace::RegularFile;
using workspace::Root;
using workspace::State;

RelPath path(std::string_view text) { return RelPath::make(text).value(); }
State file(std::string_view bytes) { return RegularFile{sha256(bytes), bytes.size(), std::nullopt}; }

policy::Answer yes(const policy::Ask& ruling, const Change&, const workspace::Diff&) {
  return policy::granted_by_flag(ruling, "ap");
}
policy::Answer no(const policy::Ask& ruling, const Change&, const workspace::Diff&) {
  return policy::Declined{ruling.id(), policy::NoReason::answered_no, "answered no"};
}
policy::Answer never(const policy::Ask& ruling, const Change& change, const workspace::Diff& diff) {
  ADD_FAILURE() << "asked about " << change.path.text();
  return no(ruling, change, diff);
}

class Checkpoints : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "warrant-cp-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    base_ = name;
    fs::create_directory(base_ / "root");
  }
  void TearDown() override { fs::remove_all(base_); }

  fs::path at(const std::string& name) const { return base_ / "root" / name; }
  void put(const std::string& name, std::string_view bytes) const {
    fs::create_directories(at(name).parent_path());
    std::ofstream(at(name)) << bytes;
  }
  std::string get(const std::string& name) const {
    return fs::exists(at(name)) ? read_file(at(name).string(), 1 << 20).value() : "(none)";
  }
  Root root() const { return Root::open((base_ / "root").string()).value(); }
  Store store() const { return Store::open((base_ / "state").string()).value(); }

  /// A turn that sets one file, as the turn room does it.
  std::string turn(const std::string& name, const std::optional<std::string>& bytes) const {
    Store kept = store();
    const State after = bytes ? file(*bytes) : State(Absent{});
    const std::string id = kept.take("turn-" + name, {{path(name), after}}, root(), system_clock()).value();
    if (bytes) {
      put(name, *bytes);
    } else {
      fs::remove(at(name));
    }
    EXPECT_TRUE(kept.finish(id, root()));
    return id;
  }
  Restored undo(const Consent& consent = never) const {
    Store kept = store();
    const auto plan = plan_undo(kept, root());
    EXPECT_TRUE(plan) << describe(plan.error());
    return std::get<Restored>(carry_out(*plan, kept, root(), consent, system_clock()).value());
  }
  Restored redo(const Consent& consent = never) const {
    Store kept = store();
    const auto plan = plan_redo(kept, root());
    EXPECT_TRUE(plan) << describe(plan.error());
    return std::get<Restored>(carry_out(*plan, kept, root(), consent, system_clock()).value());
  }
  std::vector<fs::path> blobs() const {
    std::vector<fs::path> all;
    for (const auto& entry : fs::directory_iterator(base_ / "state/blobs")) all.push_back(entry.path());
    return all;
  }

  fs::path base_;
};

TEST_F(Checkpoints, UndoAndRedoWalkThroughTheTurns) {
  put("a.txt", "one");
  ASSERT_EQ(::chmod(at("a.txt").c_str(), 0751), 0);
  turn("a.txt", "two");
  turn("src/deep/b.txt", "new");
  turn("a.txt", std::nullopt);
  EXPECT_TRUE(undo().complete());
  EXPECT_EQ(get("a.txt"), "two");
  EXPECT_EQ(static_cast<unsigned>(fs::status(at("a.txt")).permissions()), 0751U);
  EXPECT_TRUE(undo().complete());
  EXPECT_FALSE(fs::exists(at("src")));
  EXPECT_TRUE(undo().complete());
  EXPECT_EQ(get("a.txt"), "one");
  EXPECT_EQ(plan_undo(store(), root()).error().code, Code::not_found);
  EXPECT_TRUE(redo().complete());
  EXPECT_EQ(get("a.txt"), "two");
  EXPECT_TRUE(redo().complete());
  EXPECT_EQ(get("src/deep/b.txt"), "new");
  EXPECT_TRUE(undo().complete());
  EXPECT_FALSE(fs::exists(at("src")));
  EXPECT_TRUE(redo().complete());
  EXPECT_TRUE(redo().complete());
  EXPECT_EQ(get("a.txt"), "(none)");
  EXPECT_EQ(plan_redo(store(), root()).error().code, Code::not_found);
  EXPECT_TRUE(store().verify().value().problems.empty());
}

TEST_F(Checkpoints, ATurnEndsWhatCouldBeRedone) {
  put("a.txt", "one");
  turn("a.txt", "two");
  undo();
  turn("a.txt", "three");
  EXPECT_EQ(plan_redo(store(), root()).error().code, Code::not_found);
  undo();
  EXPECT_EQ(get("a.txt"), "one");
}

TEST_F(Checkpoints, ATurnThatChangedNothingIsNotUndone) {
  put("a.txt", "one");
  turn("a.txt", "two");
  Store kept = store();
  const std::string id = kept.take("t", {{path("a.txt"), file("three")}}, root(), system_clock()).value();
  ASSERT_TRUE(kept.finish(id, root()));
  undo();
  EXPECT_EQ(get("a.txt"), "one");
}

TEST_F(Checkpoints, WhatSomebodyChangedSinceIsAskedFor) {
  put("a.txt", "one");
  put("b.txt", "one");
  turn("a.txt", "two");
  put("a.txt", "mine");
  Store kept = store();
  const Plan plan = plan_undo(kept, root()).value();
  ASSERT_EQ(plan.changes.size(), 1U);
  EXPECT_TRUE(plan.changes[0].changed_since);
  const auto refused = carry_out(plan, kept, root(), no, system_clock()).value();
  EXPECT_EQ(std::get<NotRestored>(refused).path, path("a.txt"));
  EXPECT_EQ(get("a.txt"), "mine");
  std::string shown;
  const Consent look = [&](const policy::Ask& ruling, const Change&, const workspace::Diff& diff) -> policy::Answer {
    shown = workspace::render(diff, "a.txt").text;
    return policy::granted_by_flag(ruling, "ap");
  };
  EXPECT_TRUE(undo(look).complete());
  EXPECT_NE(shown.find("-mine"), std::string::npos) << shown;
  EXPECT_EQ(get("a.txt"), "one");
  EXPECT_TRUE(redo().complete());  // Nobody's work is lost: the undo kept it.
  EXPECT_EQ(get("a.txt"), "mine");
}

TEST_F(Checkpoints, AnInterruptedTurnIsUndoneByWhatItWouldHaveLeft) {
  put("a.txt", "one");
  Store kept = store();
  ASSERT_TRUE(kept.take("t", {{path("a.txt"), file("two")}, {path("n.txt"), file("new")}}, root(), system_clock()));
  put("a.txt", "two");  // and killed before the second
  EXPECT_TRUE(undo().complete());
  EXPECT_EQ(get("a.txt"), "one");
  EXPECT_EQ(get("n.txt"), "(none)");
}

TEST_F(Checkpoints, AnInterruptedUndoIsCarriedOn) {
  put("a.txt", "one");
  put("b.txt", "one");
  Store kept = store();
  const std::string id =
      kept.take("t", {{path("a.txt"), file("two")}, {path("b.txt"), file("two")}}, root(), system_clock()).value();
  put("a.txt", "two");
  put("b.txt", "two");
  ASSERT_TRUE(kept.finish(id, root()));
  const auto lock = kept.lock().value();
  Checkpoint half{{}, Kind::undo, "t", id, 0, false, {}, {}};
  half.entries.push_back({path("a.txt"), Absent{}, file("one")});
  half.entries.push_back({path("b.txt"), Absent{}, file("one")});
  ASSERT_TRUE(kept.take_locked(lock, half, root(), system_clock()));
  put("a.txt", "one");
  const_cast<Store::Lock&>(lock).file.reset();
  EXPECT_TRUE(undo().complete());
  EXPECT_EQ(get("b.txt"), "one");
  EXPECT_TRUE(redo().complete());
  EXPECT_EQ(get("b.txt"), "two");
}

TEST_F(Checkpoints, RestoresAnOlderOne) {
  put("a.txt", "one");
  const std::string first = turn("a.txt", "two");
  turn("a.txt", "three");
  Store kept = store();
  const Plan plan = plan_restore(kept, root(), first).value();
  EXPECT_FALSE(plan.changes.at(0).changed_since);
  ASSERT_TRUE(carry_out(plan, kept, root(), never, system_clock()));
  EXPECT_EQ(get("a.txt"), "one");
  undo();
  EXPECT_EQ(get("a.txt"), "three");
  EXPECT_EQ(plan_restore(kept, root(), "nonsense").error().code, Code::not_found);
  EXPECT_EQ(kept.find("0").error().code, Code::invalid_argument);
}

TEST_F(Checkpoints, KeepsWhatACommandMayChangeBeneath) {
  put("out/a.txt", "one");
  put("out/sub/b.txt", "two");
  fs::create_directory(at("out/empty"));
  fs::create_symlink("a.txt", at("out/link"));
  Store kept = store();
  const std::string id = kept.take("t", {{path("out")}, {path("made")}}, root(), system_clock()).value();
  put("out/a.txt", "changed");
  put("made/new.txt", "x");
  put("out/more.txt", "x");
  fs::remove_all(at("out/sub"));
  fs::remove(at("out/empty"));
  fs::remove(at("out/link"));
  fs::create_symlink("elsewhere", at("out/link"));
  ASSERT_TRUE(kept.finish(id, root()));
  EXPECT_TRUE(undo().complete());
  EXPECT_EQ(get("out/a.txt"), "one");
  EXPECT_EQ(get("out/sub/b.txt"), "two");
  EXPECT_TRUE(fs::is_directory(at("out/empty")));
  EXPECT_EQ(fs::read_symlink(at("out/link")), "a.txt");
  EXPECT_FALSE(fs::exists(at("made")));
  EXPECT_FALSE(fs::exists(at("out/more.txt")));
  EXPECT_TRUE(redo().complete());
  EXPECT_EQ(get("made/new.txt"), "x");
  EXPECT_EQ(fs::read_symlink(at("out/link")), "elsewhere");
}

TEST_F(Checkpoints, AFileThatBecameADirectoryGoesBack) {
  put("x", "file");
  Store kept = store();
  const std::string id = kept.take("t", {{path("x")}}, root(), system_clock()).value();
  fs::remove(at("x"));
  put("x/y", "inside");
  ASSERT_TRUE(kept.finish(id, root()));
  EXPECT_TRUE(undo().complete());
  EXPECT_EQ(get("x"), "file");
}

TEST_F(Checkpoints, ADirectoryWithOtherFilesStays) {
  turn("new/a.txt", "x");
  put("new/own.txt", "mine");
  const Restored restored = undo();
  EXPECT_TRUE(restored.complete());
  EXPECT_EQ(restored.items.at(1).done, Done::kept);
  EXPECT_EQ(get("new/own.txt"), "mine");
  EXPECT_EQ(get("new/a.txt"), "(none)");
}

TEST_F(Checkpoints, DamageIsReportedAndNeverRestored) {
  put("a.txt", "one");
  const std::string id = turn("a.txt", "two");
  const fs::path blob = blobs().at(0);
  std::ofstream(blob) << "garbage";
  EXPECT_EQ(plan_undo(store(), root()).error().code, Code::integrity);
  EXPECT_EQ(store().verify().value().problems.size(), 1U);
  fs::remove(blob);
  EXPECT_FALSE(plan_undo(store(), root()));
  EXPECT_EQ(store().verify().value().problems.size(), 1U);
  EXPECT_EQ(get("a.txt"), "two");
  turn("a.txt", "three");
  put("a.txt", "one");
  turn("a.txt", "four");  // keeps the missing bytes again
  EXPECT_TRUE(store().verify().value().problems.empty());
  std::string manifest = read_file((base_ / "state/manifests" / (id + ".json")).string(), 1 << 20).value();
  manifest.replace(manifest.find("turn-a.txt"), 4, "TURN");
  std::ofstream(base_ / "state/manifests" / (id + ".json")) << manifest;
  EXPECT_EQ(store().find(id).error().code, Code::integrity);
  EXPECT_EQ(plan_undo(store(), root()).error().code, Code::integrity);
}

TEST_F(Checkpoints, AProtectedPathIsNotRestored) {
  put(".git/config", "one");
  Store kept = store();
  const std::string id = kept.take("t", {{path(".git/config"), file("two")}}, root(), system_clock()).value();
  put(".git/config", "two");
  ASSERT_TRUE(kept.finish(id, root()));
  const Plan plan = plan_undo(kept, root()).value();
  EXPECT_EQ(carry_out(plan, kept, root(), yes, system_clock()).error().code, Code::refused);
  EXPECT_EQ(get(".git/config"), "two");
}

TEST_F(Checkpoints, WhatCannotBeKeptIsAnErrorBeforeAnything) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  Store kept = store();
  EXPECT_EQ(kept.take("t", {{path("pipe"), file("x")}}, root(), system_clock()).error().code, Code::unsupported);
  put("big", "");
  fs::resize_file(at("big"), workspace::change_limit + 1);
  EXPECT_EQ(kept.take("t", {{path("big"), file("x")}}, root(), system_clock()).error().code, Code::too_large);
  EXPECT_TRUE(kept.list().value().empty());
}

TEST_F(Checkpoints, StrangeNamesAndBytesComeBack) {
  const std::string name = "a\nb\xff" + std::string(1, '\x1b');
  put(name, std::string("\0\xff\r\n", 4));
  turn(name, "text");
  undo();
  EXPECT_EQ(get(name), std::string("\0\xff\r\n", 4));
}

TEST_F(Checkpoints, CollectsWithinItsLimitsAndKeepsTheNewest) {
  for (const char* bytes : {"1", "2", "3", "4"}) turn("a.txt", bytes);
  Store kept = store();
  const std::int64_t now = system_clock().now_ms();
  EXPECT_EQ(kept.collect({}, now).value().checkpoints, 0U);
  Retention two;
  two.count = 2;
  const Collected collected = kept.collect(two, now).value();
  EXPECT_EQ(collected.checkpoints, 2U);
  EXPECT_EQ(collected.blobs, 1U);
  EXPECT_TRUE(kept.verify().value().problems.empty());
  Retention none;
  none.age_ms = -1;
  none.bytes = 0;
  EXPECT_EQ(kept.collect(none, now).value().checkpoints, 1U);
  EXPECT_EQ(kept.list().value().size(), 1U);
  undo();
  EXPECT_EQ(get("a.txt"), "3");
}

TEST_F(Checkpoints, GoesOnlyWithTheStateItWasPlannedFor) {
  put("a.txt", "one");
  turn("a.txt", "two");
  Store kept = store();
  const Plan plan = plan_undo(kept, root()).value();
  put("a.txt", "just now");
  EXPECT_EQ(carry_out(plan, kept, root(), yes, system_clock()).error().code, Code::conflict);
  EXPECT_EQ(get("a.txt"), "just now");
}

}  // namespace
}  // namespace warrant::checkpoint
