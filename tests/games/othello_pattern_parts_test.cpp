// SPDX-License-Identifier: MIT
#include "games/othello/pattern_parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "games/othello/patterns.hpp"

namespace hone::othello {
namespace {

std::size_t shape_number(std::string_view name) {
  const auto shape = std::ranges::find(pattern_shapes, name, &PatternShape::name);
  return static_cast<std::size_t>(shape - pattern_shapes.begin());
}

// The parts of a configuration, its squares in the order of the shape, with the sign of its term.
std::map<std::uint32_t, float> parts_in(const TermParts& parts, std::string_view pattern, std::string_view text) {
  std::size_t configuration = 0;
  for (std::size_t i = text.size(); i-- > 0;) configuration = configuration * 3 + std::string_view("-XO").find(text[i]);
  const PatternTerm term = patterns()[shape_number(pattern)].terms()[configuration];
  std::map<std::uint32_t, float> found;
  for (auto at = parts.first[static_cast<std::size_t>(term.index())];
       term.count() != 0 && at < parts.first[static_cast<std::size_t>(term.index()) + 1]; ++at) {
    found[parts.counts[at].part] = static_cast<float>(term.count()) * parts.counts[at].count;
  }
  return found;
}

TEST(PatternParts, AreOfEveryTermAndInOrder) {
  for (std::size_t number = 0; number < pattern_shapes.size(); ++number) {
    const TermParts parts = parts_of_pattern(number);
    ASSERT_EQ(parts.first.size(), static_cast<std::size_t>(term_count(pattern_shapes[number])) + 1);
    ASSERT_EQ(parts.first.back(), parts.counts.size());
    std::vector<bool> used(parts.parts);
    for (std::size_t term = 0; term + 1 < parts.first.size(); ++term) {
      for (auto at = parts.first[term]; at < parts.first[term + 1]; ++at) {
        ASSERT_NE(parts.counts[at].count, 0);
        if (at > parts.first[term]) {
          ASSERT_LT(parts.counts[at - 1].part, parts.counts[at].part);
        }
        used.at(parts.counts[at].part) = true;
      }
    }
    EXPECT_EQ(std::ranges::count(used, true), parts.parts) << pattern_shapes[number].name;
  }
}

// Four squares in a row and no more. By hand: one disc alone is a square, three pairs with an empty square, and the
// runs that it is in. Its mirror image has the same parts, its exchanged image the opposite ones.
TEST(PatternParts, KeepTheSymmetriesOfThePattern) {
  const TermParts parts = parts_of_pattern(shape_number("pattern.diagonal4"));
  const auto of = [&](std::string_view text) { return parts_in(parts, "pattern.diagonal4", text); };
  EXPECT_EQ(of("X---").size(), 1U + 3 + 1);
  EXPECT_EQ(of("-X--").size(), 1U + 3 + 2);
  EXPECT_EQ(of("X-XO"), of("OX-X"));
  std::map<std::uint32_t, float> opposite = of("X-XO");
  for (auto& [part, count] : opposite) count = -count;
  EXPECT_EQ(of("O-OX"), opposite);
}

// A full sum over the parts of single squares is the difference of discs, if each is worth the same.
TEST(PatternParts, CountEachSquare) {
  const TermParts parts = parts_of_pattern(shape_number("pattern.diagonal4"));
  const auto of = [&](std::string_view text) { return parts_in(parts, "pattern.diagonal4", text); };
  const auto outer = of("X---"), inner = of("-X--"), both = of("XX--"), ends = of("X--X"), against = of("X--O");
  std::vector<std::uint32_t> in_both;
  for (const auto& [part, count] : outer) {
    if (both.contains(part) && both.at(part) == count && ends.contains(part) && ends.at(part) == 2 * count) {
      in_both.push_back(part);
    }
  }
  EXPECT_FALSE(in_both.empty());  // the corner square: once in XX--, twice in X--X
  EXPECT_TRUE(against.empty());   // favours neither side
  EXPECT_FALSE(inner.empty());
}

}  // namespace
}  // namespace hone::othello
