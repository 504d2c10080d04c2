// SPDX-License-Identifier: MIT
//
// Laws of the squares that terms are said to be about (data/term_square.hpp): they are those of the picture, and what
// lies there is what the term counts.
#include <map>
#include <set>
#include <vector>

#include "engine/evaluation_record.hpp"
#include "tests/games/conformance.hpp"

namespace hone::testing {
namespace {

template <class G>
class TermSquares : public Conformance<G> {
 protected:
  using typename Conformance<G>::Position;

  [[nodiscard]] static std::vector<const Group*> groups() {
    std::vector<const Group*> groups;
    for (const Group& group : G::schema().groups()) {
      if (group.square != nullptr) groups.push_back(&group);
    }
    return groups;
  }

  [[nodiscard]] static std::vector<int> counts(const Position& pos) {
    RecordSink sink;
    G::extract(pos, sink);
    std::vector<int> counts(static_cast<std::size_t>(G::schema().terms()));
    for (const RecordedTerm& term : sink.finish(G::phase(pos), false).terms) {
      counts[static_cast<std::size_t>(term.term)] = term.first + term.second;
    }
    return counts;
  }

  // The first player's piece on the square of a term, or '.'.
  [[nodiscard]] static char piece_there(const BoardPicture& picture, int term) {
    const TermSquare square = *G::schema().square_of(term);
    const PictureCell& cell = picture.at(square.row, square.column);
    return cell.owner == Side::first ? cell.letter : '.';
  }
};
TYPED_TEST_SUITE(TermSquares, GameTypes, GameNames);

TYPED_TEST(TermSquares, AreThoseOfThePicture) {
  if constexpr (HasPicture<TypeParam>) {
    const BoardPicture picture = TypeParam::picture(TypeParam::initial());
    for (const Group* const group : this->groups()) {
      std::set<std::string> names;
      for (int term = group->first; term < group->first + group->shape.size(); ++term) {
        const TermSquare square = *TypeParam::schema().square_of(term);
        ASSERT_TRUE(0 <= square.row && square.row < picture.rows) << square.name;
        ASSERT_TRUE(0 <= square.column && square.column < picture.columns) << square.name;
        const PictureCell& cell = picture.at(square.row, square.column);
        EXPECT_TRUE(cell.playable) << square.name;
        if (!cell.name.empty()) {
          EXPECT_EQ(square.name, cell.name);
        }
        EXPECT_TRUE(names.insert(square.name).second) << square.name;
      }
    }
  }
}

// A term counts what lies on its square for the first player, minus the same with the players' roles exchanged. What
// each piece counts is learnt from squares that are empty in the exchanged position. Threats count empty squares; their
// game's test knows them.
TYPED_TEST(TermSquares, AreThoseWhosePiecesCount) {
  if constexpr (HasPicture<TypeParam>) {
    for (const Group* const group : this->groups()) {
      if (group->name.starts_with("threat.")) continue;
      std::map<char, int> worth{{'.', 0}};
      for (const auto& pos : this->positions()) {
        const std::vector<int> counts = this->counts(pos);
        const BoardPicture picture = TypeParam::picture(pos);
        const BoardPicture flipped = TypeParam::picture(TypeParam::flipped(pos));
        for (int term = group->first; term < group->first + group->shape.size(); ++term) {
          const char own = this->piece_there(picture, term), enemy = this->piece_there(flipped, term);
          const int count = counts[static_cast<std::size_t>(term)];
          if (enemy == '.') worth.try_emplace(own, count);
          if (!worth.contains(own) || !worth.contains(enemy)) continue;
          ASSERT_EQ(count, worth[own] - worth[enemy])
              << TypeParam::schema().name_beside_square(term) << " in " << TypeParam::to_text(pos);
        }
      }
      EXPECT_TRUE(std::ranges::any_of(worth, [](const auto& piece) { return piece.second != 0; })) << group->name;
    }
  }
}

}  // namespace
}  // namespace hone::testing
