// SPDX-License-Identifier: MIT
//
// Laws of boards: the game with its past, behind the interface that everything but the search uses.
#include <algorithm>
#include <memory>

#include "engine/game_driver.hpp"
#include "tests/games/conformance.hpp"

namespace hone::testing {
namespace {

template <class G>
class GameBoard : public Conformance<G> {
 protected:
  [[nodiscard]] static const GameDriver& driver() { return find_driver(G::name); }

  // Plays random moves until the rules end the game or it is long enough; returns the moves.
  [[nodiscard]] static std::vector<MoveCode> play_randomly(Board& board, Random& random) {
    std::vector<MoveCode> moves;
    while (!board.outcome() && board.plies() < G::max_plies) {
      const std::vector<MoveCode> legal = board.legal_moves();
      moves.push_back(legal[below(random, legal.size())]);
      board.play(moves.back());
    }
    return moves;
  }
};
TYPED_TEST_SUITE(GameBoard, GameTypes, GameNames);

TYPED_TEST(GameBoard, HasMovesUntilTheGameIsOver) {
  for (int game = 0; game < 30; ++game) {
    const auto board = this->driver().initial();
    while (!board->outcome() && board->plies() < TypeParam::max_plies) {
      const std::vector<MoveCode> legal = board->legal_moves();
      ASSERT_FALSE(legal.empty()) << board->text();
      board->play(legal[below(this->random(), legal.size())]);
    }
    ASSERT_EQ(board->legal_moves().empty(), board->outcome().has_value()) << board->text();
  }
}

TYPED_TEST(GameBoard, TellsTheLegalMovesFromOthers) {
  const auto board = this->driver().initial();
  const std::vector<MoveCode> first = board->legal_moves();
  const std::vector<MoveCode> met = this->play_randomly(*board->clone(), this->random());
  while (!board->outcome() && board->plies() < 40) {
    const std::vector<MoveCode> legal = board->legal_moves();
    for (const auto* moves : {&legal, &first, &met}) {
      for (const MoveCode move : *moves) {
        ASSERT_EQ(board->is_legal(move), std::ranges::count(legal, move) == 1) << board->text() << ", " << move;
      }
    }
    EXPECT_FALSE(board->is_legal(~MoveCode{0}));
    board->play(legal[below(this->random(), legal.size())]);
  }
  (void)this->play_randomly(*board, this->random());
  if (board->outcome() && board->outcome()->utility == 0) return;  // may be played on after some draws
  for (const MoveCode move : met) ASSERT_EQ(board->is_legal(move), std::ranges::count(board->legal_moves(), move) == 1);
}

TYPED_TEST(GameBoard, ReplayedMovesGiveTheSameGame) {
  for (int game = 0; game < 30; ++game) {
    const auto board = this->driver().initial();
    const std::vector<MoveCode> moves = this->play_randomly(*board, this->random());
    const auto replay = this->driver().initial();
    for (const MoveCode move : moves) {
      const auto text = replay->move_text(move);
      ASSERT_EQ(replay->parse_move(text), std::optional(move)) << replay->text() << ' ' << text;
      ASSERT_EQ(replay->parse_move(replay->move_for_people(move)), std::optional(move)) << replay->text();
      replay->play(move);
    }
    ASSERT_EQ(replay->text(), board->text());
    ASSERT_EQ(replay->hash(), board->hash());
    ASSERT_EQ(replay->plies(), board->plies());
    ASSERT_EQ(replay->occurrences(), board->occurrences());
    ASSERT_EQ(replay->outcome(), board->outcome());
    ASSERT_EQ(replay->row(), board->row());
  }
}

// Whatever is asked of a board that follows a record, and however seldom.
TYPED_TEST(GameBoard, FollowingARecordIsPlayingIt) {
  auto copy = this->driver().initial();
  for (int game = 0; game < 30; ++game) {
    const auto board = this->driver().initial(), follower = this->driver().initial();
    std::vector<MoveCode> before;
    while (!board->outcome() && board->plies() < TypeParam::max_plies) {
      const std::vector<MoveCode> legal = board->legal_moves();
      for (const MoveCode move : before) {
        const bool is_legal = board->is_legal(move);
        ASSERT_EQ(follower->is_legal(move), is_legal) << board->text() << ' ' << move;
        if (is_legal) continue;
        ASSERT_FALSE(follower->follow(move)) << board->text() << ' ' << move;
        ASSERT_EQ(follower->text(), board->text());
      }
      switch (below(this->random(), 6)) {
        case 0:
          ASSERT_EQ(follower->outcome(), board->outcome()) << board->text();
          break;
        case 1:
          ASSERT_EQ(follower->legal_moves(), legal) << board->text();
          break;
        case 2:
          copy->assign(*follower);
          ASSERT_EQ(copy->legal_moves(), legal) << board->text();
          ASSERT_EQ(copy->plies(), board->plies());
          ASSERT_EQ(copy->occurrences(), board->occurrences());
          break;
        case 3:
          ASSERT_EQ(follower->clone()->legal_moves(), legal) << board->text();
          break;
        default:
          break;
      }
      const MoveCode move = legal[below(this->random(), legal.size())];
      board->play(move);
      if (below(this->random(), 8) == 0) {
        follower->play(move);
      } else {
        ASSERT_TRUE(follower->follow(move)) << board->text() << ' ' << move;
      }
      before = legal;
    }
    ASSERT_EQ(follower->text(), board->text());
    ASSERT_EQ(follower->occurrences(), board->occurrences());
    ASSERT_EQ(follower->in_check(), board->in_check());
    ASSERT_EQ(follower->outcome(), board->outcome());
    ASSERT_EQ(follower->row(), board->row());
  }
}

TYPED_TEST(GameBoard, IsTheGameItself) {
  for (const auto& playout : this->playouts()) {
    const auto board = this->driver().parse(TypeParam::to_text(playout.positions.front()));
    for (std::size_t i = 0; i < playout.moves.size(); ++i) {
      board->play(TypeParam::encode(playout.moves[i]));
      const auto& pos = playout.positions[i + 1];
      ASSERT_EQ(board->text(), TypeParam::to_text(pos));
      ASSERT_EQ(board->hash(), TypeParam::hash(pos)) << board->text();
      ASSERT_EQ(board->side_to_move(), TypeParam::side_to_move(pos)) << board->text();
    }
  }
}

TYPED_TEST(GameBoard, ThirdOccurrenceEndsTheGame) {
  for (int game = 0; game < 30; ++game) {
    const auto board = this->driver().initial();
    std::vector<std::uint64_t> hashes{board->hash()};
    while (!board->outcome() && board->plies() < TypeParam::max_plies) {
      const std::vector<MoveCode> legal = board->legal_moves();
      board->play(legal[below(this->random(), legal.size())]);
      hashes.push_back(board->hash());
      const auto occurrences = std::ranges::count(hashes, board->hash());
      ASSERT_EQ(board->occurrences(), occurrences) << board->text();
      if (occurrences >= 3) {
        ASSERT_TRUE(board->outcome()) << board->text();
      }
    }
  }
}

TYPED_TEST(GameBoard, CloneGoesItsOwnWay) {
  const auto board = this->driver().initial();
  const auto clone = board->clone();
  const std::string text = board->text();
  (void)this->play_randomly(*clone, this->random());
  EXPECT_EQ(board->text(), text);
  EXPECT_EQ(board->plies(), 0);
  EXPECT_GT(clone->plies(), 0);
}

TYPED_TEST(GameBoard, BenchPositionsAreNotOver) {
  const std::vector<std::string> positions = this->driver().bench_positions();
  EXPECT_GE(positions.size(), 5U);
  for (const std::string& text : positions) EXPECT_FALSE(this->driver().parse(text)->outcome()) << text;
}

}  // namespace
}  // namespace hone::testing
