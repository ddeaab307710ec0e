#include <warrant/model/scripted.hpp>

#include <gtest/gtest.h>

namespace warrant::model {
namespace {

TEST(Scripted, RepliesInOrderAndThenNoMore) {
  const auto model = make_scripted("{\"text\":\"a\"}\n\n{\"text\":\"b\"}").value();
  EXPECT_EQ(model->propose({}).value().text, "a");
  EXPECT_EQ(model->propose({}).value().text, "b");
  EXPECT_EQ(model->propose({}).error().code, Code::unavailable);
}

TEST(Scripted, NamesTheLineThatIsWrong) {
  for (const char* bad : {"{\"text\":1}", "{}", "[]", "x", "{\"text\":\"a\",\"more\":1}"}) {
    const auto model = make_scripted(std::string("{\"text\":\"a\"}\n") + bad);
    ASSERT_FALSE(model) << bad;
    EXPECT_EQ(model.error().code, Code::malformed);
    EXPECT_EQ(model.error().where, "line 2");
  }
}

}  // namespace
}  // namespace warrant::model
