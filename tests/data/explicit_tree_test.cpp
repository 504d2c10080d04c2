// SPDX-License-Identifier: MIT
#include "data/explicit_tree.hpp"

#include <gtest/gtest.h>

#include "data/error.hpp"
#include "tests/temp_folder.hpp"

namespace hone {
namespace {

TEST(ExplicitTreeText, NestedListsAreInnerNodes) {
  const ExplicitTree tree = parse_tree("((1 -4) 7:(5)) # the end");
  ASSERT_EQ(tree.nodes.size(), 6U);
  EXPECT_TRUE(tree.max_at_root);
  EXPECT_EQ(tree.nodes[0].children.size(), 2U);
  const auto& first = tree.nodes[tree.nodes[0].children[0]];
  const auto& second = tree.nodes[tree.nodes[0].children[1]];
  EXPECT_EQ(tree.nodes[first.children[1]].value, -4);
  EXPECT_EQ(second.value, 7);
  EXPECT_EQ(tree.nodes[second.children[0]].value, 5);
}

TEST(ExplicitTreeText, SeveralNodesAreTheSuccessorsOfTheRoot) {
  EXPECT_EQ(parse_tree("(1) (2) 3").nodes[0].children.size(), 3U);
  EXPECT_EQ(parse_tree("5").nodes[0].value, 5);
  EXPECT_FALSE(parse_tree("min (1)").max_at_root);
  EXPECT_TRUE(parse_tree("max 1 2").max_at_root);
}

struct Mistake {
  const char* text;
  const char* message;
};

class ExplicitTreeMistakes : public ::testing::TestWithParam<Mistake> {};

TEST_P(ExplicitTreeMistakes, AreReportedWithTheirPlace) {
  try {
    static_cast<void>(parse_tree(GetParam().text, "a.tree"));
    FAIL() << GetParam().text;
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), std::string(GetParam().message));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ExplicitTreeMistakes,
    ::testing::Values(
        Mistake{"", "a.tree:1: column 1: expected a tree, found the end"},
        Mistake{"# nothing\n", "a.tree:2: column 1: expected a tree, found the end"},
        Mistake{"((1 2)\n(3 4)", "a.tree:2: column 6: expected ')', found the end"},
        Mistake{"()", "a.tree:1: column 2: expected a node, found ')'"},
        Mistake{"(1 2))", "a.tree:1: column 6: expected '(' or a whole number, -10000 to 10000, found ')'"},
        Mistake{"(1 x)", "a.tree:1: column 4: expected '(' or a whole number, -10000 to 10000, found 'x'"},
        Mistake{"(1.5)", "a.tree:1: column 2: expected a whole number, found '1.5'"},
        Mistake{"10001", "a.tree:1: column 1: expected '(' or a whole number, -10000 to 10000, found '10001'"},
        Mistake{"(\t\x01)", "a.tree:1: column 3: expected '(' or a whole number, -10000 to 10000, found the byte 1"},
        Mistake{"(3:4)", "a.tree:1: column 4: expected '(' after ':', found '4'"}),
    [](const auto& test) { return "Mistake" + std::to_string(test.index); });

TEST(ExplicitTreeText, RefusesListsNestedTooDeep) {
  EXPECT_NO_THROW(static_cast<void>(parse_tree(std::string(100, '(') + "1" + std::string(100, ')'))));
  EXPECT_THROW(static_cast<void>(parse_tree(std::string(101, '(') + "1" + std::string(101, ')'))), Error);
}

TEST(ExplicitTreeText, IsReadFromAFile) {
  const TempFolder folder;
  write_plainly(folder / "a.tree", "(1\n 2)\n");
  EXPECT_EQ(read_tree(folder / "a.tree").nodes.size(), 3U);
  EXPECT_THROW(static_cast<void>(read_tree(folder / "none.tree")), Error);
}

TEST(ExplicitTreeText, AFileThatEndsTooSoonIsReportedOnItsLastLine) {
  const TempFolder folder;
  write_plainly(folder / "a.tree", "(1 2)\n(3 4\n");
  try {
    static_cast<void>(read_tree(folder / "a.tree"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), (folder / "a.tree").string() + ":2: column 5: expected ')', found the end");
  }
}

}  // namespace
}  // namespace hone
