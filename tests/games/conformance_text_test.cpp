// SPDX-License-Identifier: MIT
//
// Laws of the text forms: what is written can be read, and what makes no sense is refused.
#include <algorithm>
#include <set>

#include "data/error.hpp"
#include "tests/games/conformance.hpp"

namespace hone::testing {
namespace {

template <class G>
class GameTexts : public Conformance<G> {
 protected:
  using typename Conformance<G>::Position;

  // One change to a text: a character replaced, removed or doubled, or the end cut off.
  [[nodiscard]] static std::string mutated(std::string text, Random& random) {
    static constexpr std::string_view letters = "XO.-/ 0123456789abcdefghKQRBNPkqrbnpwWBxo\t\n\0";
    const std::size_t place = below(random, text.size());
    switch (below(random, 4)) {
      case 0:
        text[place] = letters[below(random, letters.size())];
        break;
      case 1:
        text.erase(place, 1);
        break;
      case 2:
        text.insert(place, 1, text[place]);
        break;
      default:
        text.resize(place);
    }
    return text;
  }

  [[nodiscard]] static std::optional<Position> parsed(const std::string& text) {
    try {
      return G::parse_position(text);
    } catch (const Error&) {
      return std::nullopt;
    }
  }
};
TYPED_TEST_SUITE(GameTexts, GameTypes, GameNames);

TYPED_TEST(GameTexts, PositionsAreReadAsWritten) {
  for (const auto& pos : this->positions()) {
    const std::string text = TypeParam::to_text(pos);
    const auto parsed = TypeParam::parse_position(text);
    ASSERT_EQ(parsed, pos) << text;
    ASSERT_EQ(TypeParam::hash(parsed), TypeParam::hash(pos)) << text;
    ASSERT_EQ(TypeParam::to_text(parsed), text);
  }
}

TYPED_TEST(GameTexts, MovesAreReadAsWritten) {
  for (const auto& pos : this->positions()) {
    std::set<std::string> texts;
    for (const auto& move : this->legal_moves(pos)) {
      const std::string text = TypeParam::to_text(pos, move);
      ASSERT_EQ(TypeParam::parse_move(pos, text), std::optional(move)) << TypeParam::to_text(pos) << ' ' << text;
      ASSERT_TRUE(texts.insert(text).second) << TypeParam::to_text(pos) << ' ' << text;
    }
  }
}

TYPED_TEST(GameTexts, MovesForPeopleAreReadAsWritten) {
  if constexpr (!HasSan<TypeParam>) {
    GTEST_SKIP() << "the game has one notation";
  } else {
    for (const auto& pos : this->positions()) {
      for (const auto& move : this->legal_moves(pos)) {
        const std::string text = TypeParam::to_san(pos, move);
        ASSERT_EQ(TypeParam::parse_san(pos, text), std::optional(move)) << TypeParam::to_text(pos) << ' ' << text;
      }
    }
  }
}

TYPED_TEST(GameTexts, VariantSpellingChangesNothingButTheText) {
  if constexpr (!HasVariantSpelling<TypeParam>) {
    GTEST_SKIP() << "the game has one spelling";
  } else {
    for (const auto& pos : this->positions()) {
      auto variant = pos;
      TypeParam::use_variant_spelling(variant);
      ASSERT_EQ(TypeParam::hash(variant), TypeParam::hash(pos)) << TypeParam::to_text(pos);
      ASSERT_EQ(this->legal_moves(variant).size(), this->legal_moves(pos).size()) << TypeParam::to_text(pos);
      for (const auto& move : this->legal_moves(pos)) {
        ASSERT_EQ(TypeParam::parse_move(variant, TypeParam::to_text(variant, move)), std::optional(move))
            << TypeParam::to_text(variant);
      }
    }
  }
}

TYPED_TEST(GameTexts, MoveCodesGoBothWays) {
  for (const auto& pos : this->positions()) {
    for (const auto& move : this->legal_moves(pos)) {
      ASSERT_EQ(TypeParam::decode(TypeParam::encode(move)), move) << TypeParam::to_text(pos);
    }
  }
}

// A legal move has one code only, so that a damaged code is noticed.
TYPED_TEST(GameTexts, OtherCodesAreNotLegal) {
  for (const auto& pos : this->positions()) {
    const auto legal = this->legal_moves(pos);
    for (const MoveCode code : {this->random()(), this->random()() % 100'000, this->random()() % 300}) {
      const auto move = TypeParam::decode(code);
      if (std::ranges::find(legal, move) != legal.end()) {
        ASSERT_EQ(TypeParam::encode(move), code);
      }
    }
  }
}

// Moves of other positions are tried. A second spelling of a legal move is no error.
TYPED_TEST(GameTexts, OnlyLegalMovesAreRead) {
  std::set<std::string> everywhere;
  for (const auto& pos : this->positions()) {
    for (const std::string& text : this->move_texts(pos)) everywhere.insert(text);
  }
  const std::vector<std::string> texts(everywhere.begin(), everywhere.end());

  int refused = 0;
  for (const auto& pos : this->positions()) {
    const auto legal = this->legal_moves(pos);
    for (int i = 0; i < 20; ++i) {
      const std::string& text = texts[below(this->random(), texts.size())];
      const auto move = TypeParam::parse_move(pos, text);
      if (move) {
        ASSERT_NE(std::ranges::find(legal, *move), legal.end()) << TypeParam::to_text(pos) << ' ' << text;
      }
      refused += !move;
    }
  }
  EXPECT_GT(refused, 1'000);
}

TYPED_TEST(GameTexts, GarbageIsNoMove) {
  const auto pos = TypeParam::initial();
  const std::string legal = this->move_texts(pos).front();
  for (const std::string& text :
       {std::string(), std::string("?"), std::string("zz99"), legal + legal, " " + legal, legal + "\n",
        legal.substr(0, legal.size() - 1), std::string(1'000, 'a'), std::string(4, '\0')}) {
    EXPECT_FALSE(TypeParam::parse_move(pos, text)) << text;
  }
}

TYPED_TEST(GameTexts, GarbageIsNoPosition) {
  for (const std::string& text : {std::string(), std::string("?"), std::string(1'000, '/'), std::string(100, '\0')}) {
    EXPECT_THROW((void)TypeParam::parse_position(text), Error) << text;
  }
}

// A changed text is refused, or it is the text of a sound position.
TYPED_TEST(GameTexts, ChangedPositionsAreRefusedOrSound) {
  int refused = 0;
  for (const auto& original : this->positions()) {
    const std::string text = this->mutated(TypeParam::to_text(original), this->random());
    const auto pos = this->parsed(text);
    refused += !pos;
    if (!pos) continue;
    ASSERT_EQ(TypeParam::parse_position(TypeParam::to_text(*pos)), *pos) << text;
    for (const auto& move : this->legal_moves(*pos)) {
      const std::string next = TypeParam::to_text(this->after(*pos, move));
      ASSERT_NO_THROW((void)TypeParam::parse_position(next)) << text << " leads to " << next;
    }
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace hone::testing
