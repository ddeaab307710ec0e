#include "batch_journal.hpp"

#include <warrant/base/fd.hpp>
#include <warrant/policy/approval.hpp>
#include <warrant/workspace/batch.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace warrant::workspace {
namespace {

namespace fs = std::filesystem;

RelPath path(std::string_view text) { return RelPath::make(text).value(); }

policy::Warrant<policy::Batch> approved(const policy::Batch& batch) {
  const policy::Ruling ruling = policy::decide(
      {"r", digest_of(batch), "organize", policy::Access::move, {path("a")}, std::nullopt, false, false, false}, {},
      {});
  return policy::Warrant<policy::Batch>::issue(batch, ruling,
                                               policy::granted_by_flag(std::get<policy::Ask>(ruling), "a"))
      .value();
}

class Batches : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "warrant-batch-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    base_ = name;
    fs::create_directory(base_ / "root");
    put("a.txt", "a");
    put("b.txt", "b");
    put("c.txt", "c");
  }
  void TearDown() override { fs::remove_all(base_); }
  void put(const std::string& name, std::string_view bytes) const { std::ofstream(base_ / "root" / name) << bytes; }
  std::string get(const std::string& name) const {
    return read_file((base_ / "root" / name).string(), 1 << 20).value_or("(none)");
  }
  Root root() const { return Root::open((base_ / "root").string()).value(); }
  std::string journal() const { return (base_ / "journal").string(); }
  /// Every name beneath with its bytes.
  std::string all() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(base_ / "root")) {
      const std::string name = entry.path().lexically_relative(base_ / "root").string();
      names.push_back(entry.is_directory() ? name + "/" : name + "=" + get(name));
    }
    std::sort(names.begin(), names.end());
    std::string joined;
    for (const std::string& name : names) joined += name + " ";
    return joined;
  }
  policy::Batch tidy() const {
    return plan_batch(root(), {{policy::MoveFile{path("a.txt"), path("docs/deep/a.txt"), sha256("a")},
                                policy::CopyFile{path("b.txt"), path("docs/b.txt"), sha256("b")},
                                policy::RemoveFile{path("c.txt"), sha256("c")}}})
        .value();
  }

  fs::path base_;
  const std::string before_ = "a.txt=a b.txt=b c.txt=c ";
  const std::string after_ = "b.txt=b docs/ docs/b.txt=b docs/deep/ docs/deep/a.txt=a ";
};

TEST_F(Batches, MakesEveryStepAndTheDirectoriesOnTheWay) {
  const policy::Batch batch = tidy();
  EXPECT_EQ(batch.steps.size(), 5U);
  const auto outcome = apply(root(), approved(batch), journal());
  ASSERT_TRUE(outcome) << describe(outcome.error());
  EXPECT_TRUE(std::holds_alternative<BatchReceipt>(*outcome));
  EXPECT_EQ(all(), after_);
  EXPECT_FALSE(fs::exists(journal()));
  EXPECT_EQ(recover(root(), journal()).value(), Recovery::nothing);
}

TEST_F(Batches, OneStepThatDoesNotFitLeavesEverythingAsItWas) {
  const auto conflict = [&](const policy::Batch& batch) {
    const auto outcome = apply(root(), approved(batch), journal());
    ASSERT_TRUE(outcome) << describe(outcome.error());
    EXPECT_TRUE(std::holds_alternative<BatchConflict>(*outcome));
    EXPECT_EQ(all(), before_);
    EXPECT_FALSE(fs::exists(journal()));
  };
  policy::Batch batch = tidy();
  batch.steps.emplace_back(policy::RemoveFile{path("b.txt"), sha256("not b")});
  conflict(batch);
  batch = tidy();
  batch.steps.emplace_back(policy::MoveFile{path("b.txt"), path("c.txt"), sha256("b")});
  conflict(batch);
  batch = tidy();
  batch.steps.emplace_back(policy::CopyFile{path("none.txt"), path("d.txt"), sha256("")});
  conflict(batch);
  batch = tidy();
  batch.steps.emplace_back(policy::MoveFile{path("b.txt"), path("docs/b.txt"), sha256("b")});
  conflict(batch);
}

// Every state in which a batch can be interrupted: after each step, and before the journal is closed.
TEST_F(Batches, IsEndedAtTheNextStartWhereverItStopped) {
  const policy::Batch batch = tidy();
  for (std::size_t made = 0; made <= batch.steps.size(); ++made) {
    policy::Batch part = batch;
    part.steps.resize(made);
    Journal whole = journal_of(batch);
    ASSERT_TRUE(write_journal(journal(), whole));
    const std::string elsewhere = journal() + "2";
    if (made == batch.steps.size()) fs::rename(base_ / "root/c.txt", base_ / "root" / whole.steps.back().to.text());
    part.steps.resize(std::min(made, batch.steps.size() - 1));
    if (!part.steps.empty()) {
      ASSERT_TRUE(apply(root(), approved(part), elsewhere));
    }
    EXPECT_EQ(apply(root(), approved(batch), journal()).error().code, Code::conflict);
    EXPECT_EQ(recover(root(), journal()).value(), Recovery::undone) << made;
    EXPECT_EQ(all(), before_) << made;
  }
  Journal whole = journal_of(batch);
  fs::rename(base_ / "root/c.txt", base_ / "root" / whole.steps.back().to.text());
  policy::Batch part = batch;
  part.steps.pop_back();
  ASSERT_TRUE(apply(root(), approved(part), journal()));
  whole.committed = true;
  ASSERT_TRUE(write_journal(journal(), whole));
  EXPECT_EQ(recover(root(), journal()).value(), Recovery::finished);
  EXPECT_EQ(all(), after_);
}

TEST_F(Batches, ADamagedJournalIsNamedAndNothingTouched) {
  std::ofstream(journal()) << "garbage";
  EXPECT_EQ(recover(root(), journal()).error().code, Code::integrity);
  EXPECT_EQ(apply(root(), approved(tidy()), journal()).error().code, Code::integrity);
  EXPECT_EQ(all(), before_);
}

TEST_F(Batches, WhatSomebodyChangedMeanwhileIsLeftAlone) {
  const policy::Batch batch = tidy();
  policy::Batch part = batch;
  part.steps.resize(4);
  ASSERT_TRUE(apply(root(), approved(part), journal()));
  ASSERT_TRUE(write_journal(journal(), journal_of(batch)));
  put("docs/b.txt", "mine");
  const auto recovery = recover(root(), journal());
  ASSERT_FALSE(recovery);
  EXPECT_EQ(recovery.error().code, Code::integrity);
  EXPECT_EQ(recovery.error().where, "docs/b.txt");
  EXPECT_EQ(get("docs/b.txt"), "mine");
}

}  // namespace
}  // namespace warrant::workspace
