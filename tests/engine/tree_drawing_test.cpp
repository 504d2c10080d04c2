// SPDX-License-Identifier: MIT
#include "engine/plain/tree_drawing.hpp"

#include <gtest/gtest.h>

#include "data/error.hpp"
#include "engine/game_driver.hpp"
#include "engine/plain/explicit_search.hpp"

namespace hone {
namespace {

TreeRecord record_of(const std::string& text) {
  const ExplicitTree tree = parse_tree(text);
  TreeRecord record;
  PlainOptions options;
  options.record = &record;
  static_cast<void>(search_tree(tree, options));
  return record;
}

TreeRecord record_of_connect_three(bool best_first) {
  const GameDriver& game = find_driver("connect_three");
  TreeRecord record;
  PlainOptions options;
  options.depth = 3;
  options.best_first = best_first;
  options.record = &record;
  static_cast<void>(game.plain_search(*game.parse("XO../OX.O/XXOX O"), options, game.material_weights()));
  return record;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(TreeDrawing, TextSaysValuesBoundsAndCutOffs) {
  EXPECT_EQ(draw_as_text(record_of("((1 4) (5 6)) ((2 1) (1 1))")),
            "MAX 4\n"
            "  1  MIN 4\n"
            "    1  MAX 4\n"
            "      1\n"
            "      4\n"
            "    2  MAX >= 5  beta cut-off\n"
            "      5\n"
            "      6  not looked at\n"
            "  2  MIN <= 2  alpha cut-off\n"
            "    1  MAX 2\n"
            "      2\n"
            "      1\n"
            "    2  MAX not looked at\n"
            "      1  not looked at\n"
            "      1  not looked at\n");
}

TEST(TreeDrawing, NumbersNodesThatAreWorthTheirNumber) {
  EXPECT_EQ(draw_as_text(record_of("(1) (2)")),
            "MAX 2\n"
            "  1  MIN 1\n"
            "    1\n"
            "  2  MIN 2\n"
            "    2\n");
}

// Three squares are empty; worked out by hand in the lecture notes' utilities: diagonal 3, vertical 2, horizontal 1.
TEST(TreeDrawing, ConnectThreeInColumnOrderLooksAtEverything) {
  EXPECT_EQ(draw_as_text(record_of_connect_three(false)),
            "MIN -1 in 3\n"
            "  3  MAX +3 in 2\n"
            "    3  +3 in 2\n"
            "    4  MIN -2 in 3\n"
            "      3  -2 in 3\n"
            "  4  MAX -1 in 3\n"
            "    3  MIN -1 in 3\n"
            "      3  -1 in 3\n");
}

TEST(TreeDrawing, ConnectThreeReorderedHasACutOff) {
  EXPECT_EQ(draw_as_text(record_of_connect_three(true)),
            "MIN -1 in 3\n"
            "  4  MAX -1 in 3\n"
            "    3  MIN -1 in 3\n"
            "      3  -1 in 3\n"
            "  3  MAX >= +3 in 2  beta cut-off\n"
            "    3  +3 in 2\n"
            "    4  not looked at\n");
}

TEST(TreeDrawing, DotAndSvgHaveEveryNodeEdgeAndCutOff) {
  const TreeRecord record = record_of("((2 3)(5 9)) ((0)(7 4)) ((2 1)(5 6))");
  const std::size_t nodes = record.nodes().size();
  ASSERT_EQ(nodes, 21U);
  const std::string dot = draw_as_dot(record);
  EXPECT_EQ(count(dot, "shape="), nodes);
  EXPECT_EQ(count(dot, " -> "), nodes - 1);
  EXPECT_EQ(count(dot, "alpha cut-off"), 2U);
  EXPECT_EQ(count(dot, "beta cut-off"), 1U);
  const std::string svg = draw_as_svg(record);
  EXPECT_EQ(count(svg, "<circle") + count(svg, "<rect x"), nodes);
  EXPECT_EQ(count(svg, "<line"), nodes - 1);
  EXPECT_EQ(count(svg, "cut-off</text>"), 3U);
  EXPECT_EQ(count(svg, "&#8805;5"), 1U);
}

TEST(TreeDrawing, RefusesTreesTooLargeToBeRead) {
  const GameDriver& game = find_driver("tic_tac_toe");
  TreeRecord record;
  PlainOptions options;
  options.algorithm = Algorithm::minimax;
  options.depth = 5;
  options.record = &record;
  EXPECT_THROW(static_cast<void>(game.plain_search(*game.initial(), options, game.material_weights())), Error);
}

}  // namespace
}  // namespace hone
