// SPDX-License-Identifier: MIT
//
// Laws of pictures: they have the shape they say, agree with the text of the position, and leave nothing out that
// decides which moves there are.
#include <algorithm>
#include <map>
#include <set>

#include "tests/games/conformance.hpp"

namespace hone::testing {
namespace {

template <class G>
class GamePicture : public Conformance<G> {
 protected:
  using typename Conformance<G>::Position;

  void SetUp() override {
    if constexpr (!HasPicture<G>) GTEST_SKIP() << "the game has no picture";
  }

  [[nodiscard]] static BoardPicture picture(const Position& pos) {
    if constexpr (HasPicture<G>) return G::picture(pos);
    return {};
  }

  [[nodiscard]] static std::ptrdiff_t owned(const BoardPicture& picture, Side side) {
    return std::ranges::count(picture.cells, std::optional(side), &PictureCell::owner);
  }
};
TYPED_TEST_SUITE(GamePicture, GameTypes, GameNames);

// The columns of a terminal that one character in UTF-8 takes, or 0 for anything else. Characters of two columns begin
// at U+1100; what pictures use beyond that lies in the blocks of symbols from U+2000 to U+2BFF, which have one.
int width_of(std::string_view symbol) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(symbol[i]); };
  if (symbol.size() == 1) return 0x20 < byte(0) && byte(0) < 0x7F ? 1 : 0;
  if (symbol.size() != 3 || (byte(0) & 0xF0) != 0xE0 || (byte(1) & 0xC0) != 0x80 || (byte(2) & 0xC0) != 0x80) return 0;
  const int code = (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  return 0x2000 <= code && code <= 0x2BFF ? 1 : 0;
}

TYPED_TEST(GamePicture, HasTheShapeThatItSays) {
  const BoardPicture first = this->picture(TypeParam::initial());
  EXPECT_GT(first.rows, 0);
  EXPECT_GT(first.columns, 0);
  EXPECT_FALSE(first.players[0].name.empty() || first.players[1].name.empty());
  EXPECT_NE(first.players[0].name, first.players[1].name);
  EXPECT_NE(first.players[0].colour, first.players[1].colour);
  for (const auto& pos : this->positions()) {
    const BoardPicture picture = this->picture(pos);
    ASSERT_EQ(picture.rows, first.rows);
    ASSERT_EQ(picture.columns, first.columns);
    ASSERT_EQ(picture.crossings, first.crossings);
    ASSERT_EQ(picture.players, first.players);
    ASSERT_EQ(picture.row_names, first.row_names);
    ASSERT_EQ(picture.column_names, first.column_names);
    ASSERT_EQ(picture.row_names.size(), static_cast<std::size_t>(picture.rows));
    ASSERT_EQ(picture.column_names.size(), static_cast<std::size_t>(picture.columns));
    ASSERT_EQ(picture.cells.size(), static_cast<std::size_t>(picture.rows * picture.columns));
    for (std::size_t i = 0; i < picture.cells.size(); ++i) {
      ASSERT_EQ(picture.cells[i].name, first.cells[i].name);
      ASSERT_EQ(picture.cells[i].dark, first.cells[i].dark);
      ASSERT_EQ(picture.cells[i].playable, first.cells[i].playable);
    }
  }
}

TYPED_TEST(GamePicture, NamesAreShortAndDistinct) {
  const BoardPicture picture = this->picture(TypeParam::initial());
  std::set<std::string> squares;
  for (const PictureCell& cell : picture.cells) {
    EXPECT_LE(cell.name.size(), 3U) << cell.name;
    EXPECT_TRUE(cell.name.empty() || squares.insert(cell.name).second) << cell.name;
    EXPECT_TRUE(cell.playable || cell.name.empty()) << cell.name;
  }
  for (const auto* names : {&picture.row_names, &picture.column_names}) {
    std::set<std::string> seen;
    for (const std::string& name : *names) {
      EXPECT_LE(name.size(), 2U) << name;
      EXPECT_TRUE(name.empty() || seen.insert(name).second) << name;
    }
  }
}

TYPED_TEST(GamePicture, PiecesHaveLetterSymbolAndOwnerOrNone) {
  std::map<char, std::pair<std::string, Side>> pieces;
  for (const auto& pos : this->positions()) {
    for (const PictureCell& cell : this->picture(pos).cells) {
      ASSERT_EQ(cell.letter == '.', !cell.owner) << TypeParam::to_text(pos);
      ASSERT_EQ(cell.symbol.empty(), !cell.owner) << TypeParam::to_text(pos);
      if (!cell.owner) continue;
      ASSERT_TRUE(cell.playable) << TypeParam::to_text(pos);
      ASSERT_TRUE('!' <= cell.letter && cell.letter <= '~') << TypeParam::to_text(pos);
      ASSERT_EQ(width_of(cell.symbol), 1) << cell.symbol;
      const auto piece = std::pair(cell.symbol, *cell.owner);
      ASSERT_EQ(pieces.try_emplace(cell.letter, piece).first->second, piece) << cell.letter;
    }
  }
  EXPECT_GE(pieces.size(), 2U);
}

TYPED_TEST(GamePicture, ExchangingThePlayersExchangesTheOwners) {
  for (const auto& pos : this->positions()) {
    const BoardPicture picture = this->picture(pos), flipped = this->picture(TypeParam::flipped(pos));
    ASSERT_EQ(this->owned(picture, Side::first), this->owned(flipped, Side::second)) << TypeParam::to_text(pos);
    ASSERT_EQ(this->owned(picture, Side::second), this->owned(flipped, Side::first)) << TypeParam::to_text(pos);
  }
}

// With the side to move a picture tells all that the moves depend on.
TYPED_TEST(GamePicture, EqualPicturesHaveEqualMoves) {
  std::map<std::string, std::vector<std::string>> met;
  for (const auto& pos : this->positions()) {
    const BoardPicture picture = this->picture(pos);
    std::string key = TypeParam::side_to_move(pos) == Side::first ? "1" : "2";
    for (const PictureCell& cell : picture.cells) key += cell.letter;
    for (const std::string& note : picture.notes) key += '\n' + note;
    MoveList<TypeParam> legal = this->legal_moves(pos);
    const std::vector<std::string> moves =
        TypeParam::outcome(pos, legal) ? std::vector<std::string>() : this->move_texts(pos);
    ASSERT_EQ(met.try_emplace(key, moves).first->second, moves) << TypeParam::to_text(pos);
  }
}

TYPED_TEST(GamePicture, NotesAreLines) {
  for (const auto& pos : this->positions()) {
    for (const std::string& note : this->picture(pos).notes) {
      ASSERT_FALSE(note.empty()) << TypeParam::to_text(pos);
      ASSERT_EQ(note.find('\n'), std::string::npos) << TypeParam::to_text(pos);
    }
  }
}

// A move changes the cells that its text names. A pass changes none.
TYPED_TEST(GamePicture, MovesAreMarkedWhereTheyChangeTheBoard) {
  for (const auto& pos : this->positions()) {
    const BoardPicture before = this->picture(pos);
    for (const auto& move : this->legal_moves(pos)) {
      const BoardPicture after = this->picture(this->after(pos, move));
      const std::vector<bool> marked = cells_of_move(before, after, TypeParam::to_text(pos, move));
      ASSERT_EQ(std::ranges::find(marked, true) != marked.end(), before.cells != after.cells)
          << TypeParam::to_text(pos) << ' ' << TypeParam::to_text(pos, move);
      for (std::size_t i = 0; i < marked.size(); ++i) {
        if (!marked[i]) continue;
        ASSERT_NE(before.cells[i], after.cells[i]) << TypeParam::to_text(pos) << ' ' << TypeParam::to_text(pos, move);
      }
    }
  }
}

}  // namespace
}  // namespace hone::testing
