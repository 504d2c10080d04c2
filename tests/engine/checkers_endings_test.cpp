// SPDX-License-Identifier: MIT
//
// Endings of checkers with few pieces, solved backwards from their ends, and what the searcher makes of them.
#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <unordered_map>
#include <vector>

#include "engine/game_driver.hpp"
#include "games/checkers/checkers.hpp"
#include "games/checkers/ending_index.hpp"
#include "games/checkers/endings.hpp"

namespace hone {
namespace {

using Position = Checkers::Position;

struct PositionHash {
  std::size_t operator()(const Position& pos) const { return Checkers::hash(pos); }
};

// All positions that play can reach from some, with their values; nobody counts moves without progress.
class SolvedEnding {
 public:
  explicit SolvedEnding(const std::vector<Position>& starts) {
    for (const Position& pos : starts) number_of(pos);
    for (std::size_t i = 0; i < positions_.size(); ++i) add_moves(i);
    solve();
  }

  [[nodiscard]] std::size_t size() const { return positions_.size(); }
  // Plies to the end under best play; nothing for a draw. An even number is lost, an odd one won.
  [[nodiscard]] std::optional<int> plies(Position pos) const {
    pos.quiet_plies = 0;
    const int plies = plies_[numbers_.at(pos)];
    return plies == unknown ? std::nullopt : std::optional(plies);
  }
  [[nodiscard]] int value(const Position& pos) const {
    const auto left = plies(pos);
    return !left ? 0 : *left % 2 == 1 ? 1 : -1;
  }

 private:
  static constexpr int unknown = -1;

  std::size_t number_of(Position pos) {
    pos.quiet_plies = 0;
    const auto [entry, is_new] = numbers_.try_emplace(pos, positions_.size());
    if (is_new) positions_.push_back(pos);
    return entry->second;
  }

  void add_moves(std::size_t number) {
    MoveList<Checkers> moves;
    Checkers::legal_moves(positions_[number], moves);
    for (const Checkers::Move move : moves) {
      Position next = positions_[number];
      Checkers::play(next, move);
      const std::size_t to = number_of(next);
      before_.resize(positions_.size());
      before_[to].push_back(static_cast<std::uint32_t>(number));
    }
    open_moves_.push_back(static_cast<std::uint8_t>(moves.size()));
  }

  // From the ends backwards, the nearest first.
  void solve() {
    before_.resize(size());
    plies_.assign(size(), unknown);
    std::vector<std::size_t> solved;
    for (std::size_t i = 0; i < size(); ++i) {
      if (open_moves_[i] == 0) settle(i, 0, solved);
    }
    for (std::size_t next = 0; next < solved.size(); ++next) {
      const std::size_t number = solved[next];
      for (const std::size_t earlier : before_[number]) {
        const bool won = plies_[number] % 2 == 0 || --open_moves_[earlier] == 0;
        if (won && plies_[earlier] == unknown) settle(earlier, plies_[number] + 1, solved);
      }
    }
  }

  void settle(std::size_t number, int plies, std::vector<std::size_t>& solved) {
    plies_[number] = plies;
    solved.push_back(number);
  }

  std::vector<Position> positions_;
  std::unordered_map<Position, std::size_t, PositionHash> numbers_;
  std::vector<std::vector<std::uint32_t>> before_;
  std::vector<std::uint8_t> open_moves_;  // that are not known to lose
  std::vector<int> plies_;
};

void place(std::vector<Position>& positions, Position pos, int pieces, int from) {
  if (pieces == 0) return positions.push_back(pos);
  for (int square = from; square < checkers::square_count; ++square) {
    for (const Side side : {Side::first, Side::second}) {
      Position next = pos;
      (side == Side::first ? next.black : next.white) |= checkers::bit(square);
      if ((checkers::king_row(side) & checkers::bit(square)) == 0) place(positions, next, pieces - 1, square + 1);
      next.kings |= checkers::bit(square);
      place(positions, next, pieces - 1, square + 1);
    }
  }
}

// Black to move.
std::vector<Position> all_positions(int pieces) {
  std::vector<Position> positions;
  place(positions, {}, pieces, 0);
  return positions;
}

bool both_sides(const Position& pos) { return pos.black != 0 && pos.white != 0; }

std::vector<Position> king_against_king() {
  std::vector<Position> positions = all_positions(2);
  std::erase_if(positions,
                [](const Position& pos) { return !both_sides(pos) || pos.kings != (pos.black | pos.white); });
  return positions;
}

Position parse(std::string_view text) { return Checkers::parse_position(text); }

SearchResult search(Engine& engine, const Position& pos, Depth depth) {
  SearchControl control;
  control.limits.depth = depth;
  return engine.search(*find_driver("checkers").parse(Checkers::to_text(pos)), control);
}

// J. Schaeffer et al., "Checkers is solved", Science 317 (2007): numbers of positions by pieces on the board.
TEST(CheckersEndings, AreAllThere) {
  EXPECT_EQ(all_positions(1).size(), 120U);
  EXPECT_EQ(all_positions(2).size(), 6'972U);
  EXPECT_EQ(all_positions(3).size(), 261'224U);
}

// E. Trice's database, damforum.nl, topic 2603: 992 positions, 230 wins, 654 draws, 108 losses for the side to move;
// the longest win takes 11 plies.
TEST(CheckersEndings, KingAgainstKingIsAsPublished) {
  const std::vector<Position> positions = king_against_king();
  EXPECT_EQ(positions.size(), 992U);
  const SolvedEnding ending(positions);
  int wins = 0, losses = 0, longest = 0;
  for (const Position& pos : positions) {
    wins += ending.value(pos) > 0 ? 1 : 0;
    losses += ending.value(pos) < 0 ? 1 : 0;
    longest = std::max(longest, ending.plies(pos).value_or(0));
  }
  EXPECT_EQ(wins, 230);
  EXPECT_EQ(losses, 108);
  EXPECT_EQ(longest, 11);
}

// Forwards from every position here, backwards by numbers there: nothing of the two is the same but the rules.
TEST(CheckersEndings, BruteForceFindsWhatIsKept) {
  for (const int pieces : {2, 3}) {
    std::vector<Position> positions = all_positions(pieces);
    std::erase_if(positions, [](const Position& pos) { return !both_sides(pos); });
    const SolvedEnding ending(positions);
    const checkers::Endings& kept = checkers::solved_endings(3);
    for (const Position& pos : positions) {
      ASSERT_EQ(kept.value(pos), ending.value(pos)) << Checkers::to_text(pos);
    }
  }
}

TEST(FullCheckersEndings, BruteForceFindsWhatIsKeptOfFourPieces) {
  const checkers::Endings& kept = checkers::solved_endings(4);
  for (const checkers::Material material : {checkers::Material{0, 2, 0, 2}, checkers::Material{1, 1, 0, 2}}) {
    const checkers::EndingPositions all(material);
    std::vector<Position> positions;
    for (std::uint64_t number = 0; number < all.index().size(); ++number) {
      if (const auto pos = all.position(number)) positions.push_back(*pos);
    }
    const SolvedEnding ending(positions);
    for (const Position& pos : positions) ASSERT_EQ(kept.value(pos), ending.value(pos)) << Checkers::to_text(pos);
  }
}

// With more than twice the depth of the longest win, because reductions look at some moves less deep.
TEST(CheckersEndings, TheSearcherKnowsKingAgainstKing) {
  const std::vector<Position> positions = king_against_king();
  const SolvedEnding ending(positions);
  const auto engine = find_driver("checkers").engine(find_driver("checkers").material_weights(), {});
  for (const Position& pos : positions) {
    engine->new_game();
    const SearchResult result = search(*engine, pos, 24);
    const auto plies = is_decided(result.score) ? std::optional(plies_to_end(result.score)) : std::nullopt;
    ASSERT_EQ(plies, ending.plies(pos)) << Checkers::to_text(pos);
    ASSERT_EQ(is_win(result.score), ending.value(pos) > 0) << Checkers::to_text(pos);
  }
}

// bobnewell.net/nucleus/checkers.php, "Novice Lesson", 16 June 2018: "either to play, White to win".
TEST(CheckersEndings, ThreeKingsBeatTwo) {
  const auto engine = find_driver("checkers").engine(find_driver("checkers").material_weights(), {});
  EXPECT_TRUE(is_win(search(*engine, parse("W:WK22,K23,K24:BK31,K32"), 20).score));
}

TEST(NightCheckersEndings, ThreeKingsBeatTwoWhoMove) {
  const auto engine = find_driver("checkers").engine(find_driver("checkers").material_weights(), {});
  EXPECT_TRUE(is_loss(search(*engine, parse("B:WK22,K23,K24:BK31,K32"), 40).score));
}

struct Problem {
  const char* position;
  const char* source;
};

// The Checker Maven, bobnewell.net/nucleus/checkers.php, from B. Boland, "Famous Positions in the Game of Checkers".
constexpr Problem draws[] = {{"B:W20,16,K2:BK25,K10", "Grey, item 567"},
                             {"B:W30,29,K24:B27,23,22", "Hennigan, item 567"},
                             {"W:W13,5,K2:BK14,10,1", "Bremmer, item 335"},
                             {"B:WK26,K24,K23:BK32,K25,21", "Cornock, item 465"},
                             {"W:W30,K31,K32:BK20,21,K22,K23", "Fourth Position, item 675"}};

TEST(CheckersEndings, WhatIsDrawnIsNeverCalledDecided) {
  const auto engine = find_driver("checkers").engine(find_driver("checkers").material_weights(), {});
  for (const Problem& problem : draws) {
    engine->new_game();
    EXPECT_FALSE(is_decided(search(*engine, parse(problem.position), 21).score)) << problem.source;
  }
}

TEST(FullCheckersEndings, TheSearcherIsRightWithThreePieces) {
  std::vector<Position> positions = all_positions(3);
  std::erase_if(positions, [](const Position& pos) { return !both_sides(pos); });
  const SolvedEnding ending(positions);
  const auto engine = find_driver("checkers").engine(find_driver("checkers").material_weights(), {});
  constexpr Depth depth = 13;
  constexpr int soon = 7;
  constexpr std::size_t one_in = 97;
  for (std::size_t i = 0; i < positions.size(); i += one_in) {
    const SearchResult result = search(*engine, positions[i], depth);
    const auto plies = ending.plies(positions[i]);
    ASSERT_TRUE(is_decided(result.score) || plies.value_or(depth) > soon) << Checkers::to_text(positions[i]);
    if (!is_decided(result.score)) continue;
    ASSERT_EQ(is_win(result.score) ? 1 : -1, ending.value(positions[i])) << Checkers::to_text(positions[i]);
    if (is_win(result.score)) {
      ASSERT_GE(plies_to_end(result.score), plies.value());
    }
  }
}

// The First Position, acfcheckers.com/std2.html: White, a man on 20 and a king on 15 against a man on 12 and a king on
// 28, wins. White's moves and Black's in turn.
constexpr const char* first_position = "W:W20,K15:B12,K28";
constexpr const char* crowning = "15-19 28-32 20-16 32-28 16-11 28-32 11-7 32-28 7-3 28-32";
constexpr const char* driving_out =
    "3-7 32-28 7-10 28-32 10-15 32-28 15-18 28-32 18-23 32-28 23-27 28-32 19-23 32-28 27-32 28-24 23-18 24-28 18-15 "
    "28-24 32-28 24-27 15-18 12-16 28-32 27-24 18-15 24-28";
constexpr const char* finish = "15-11 16-19 32-27 28-32 27-31 32-28 11-15";

std::vector<Position> line(Position pos, const char* moves) {
  std::vector<Position> positions;
  std::istringstream words(moves);
  for (std::string word; words >> word;) {
    const auto move = Checkers::parse_move(pos, word);
    EXPECT_TRUE(move) << word << " in " << Checkers::to_text(pos);
    if (move) Checkers::play(pos, *move);
    positions.push_back(pos);
  }
  return positions;
}

TEST(FullCheckersEndings, TheFirstPositionIsWon) {
  const Position crowned = line(parse(first_position), crowning).back();
  const SolvedEnding ending({crowned, parse("B:WK19,K23:B12,K28")});
  EXPECT_EQ(ending.value(crowned), 1);
  const std::vector<Position> driven = line(crowned, driving_out);
  for (const Position& pos : driven) EXPECT_EQ(ending.value(pos), pos.to_move == Side::second ? 1 : -1);
  for (const Position& pos : line(driven.back(), finish)) {
    EXPECT_EQ(ending.value(pos), pos.to_move == Side::second ? 1 : -1) << Checkers::to_text(pos);
  }
  // Note G there: N. Banks played 15-18 instead of 15-11 and had to be content with a draw.
  EXPECT_EQ(ending.value(line(driven.back(), "15-18").back()), 0);
  // Edward Lasker, "Chess and Checkers: The Way to Mastership": won if White has the move, drawn if Black has.
  EXPECT_EQ(ending.value(parse("W:WK19,K23:B12,K28")), 1);
  EXPECT_EQ(ending.value(parse("B:WK19,K23:B12,K28")), 0);
}

}  // namespace
}  // namespace hone
