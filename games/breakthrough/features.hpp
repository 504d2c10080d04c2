// SPDX-License-Identifier: MIT
//
// The evaluation of Breakthrough, stated once. Every count is White's minus Black's; squares and rows are counted as
// the owner sees them, row 1 being the home row.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "games/breakthrough/position.hpp"
#include "games/breakthrough/runners.hpp"
#include "games/game.hpp"
#include "games/table_squares.hpp"

namespace hone::breakthrough {

// The phases go by the number of pieces: "many" with all thirty-two on the board, "few" with eight or fewer.
inline constexpr int all_pieces = 32;
inline constexpr int few_pieces = 8;
inline constexpr int phase_steps = all_pieces - few_pieces;

inline constexpr Layout terms({
    {"material", scalar(), "piece"},
    {"square", board(8, 8), "piece on the square, as its side sees the board", nullptr, lettered_square<8>},
    {"runner.row", ordered(list(8)), "piece that cannot be caught any more, by its row"},
    {"runner.race", scalar(), "side with a runner that arrives before any enemy piece can"},
    {"foremost", ordered(list(8)), "side by the row of its foremost piece"},
    {"home.guards", ordered(list(9)), "side by number of pieces on its home row, 0 to 8"},
    {"protected", ordered(list(8)), "piece with an own one diagonally behind it, by its row"},
    {"phalanx", ordered(list(8)), "two pieces side by side, by their row"},
    {"column", scalar(), "piece right behind another one"},
    {"mobility", scalar(), "move that is no capture"},
    {"threat.wins", scalar(), "enemy piece that is attacked by more pieces than protect it"},
    {"threat.trades", scalar(), "other enemy piece that is attacked"},
    {"threat.first", scalar(), "side to move that can capture a piece attacked by more than protect it"},
    {"tempo", scalar(), "side to move"},
});

[[nodiscard]] const Schema& schema();
[[nodiscard]] std::vector<double> material_weights();

[[nodiscard]] inline PhasePoint phase(const Position& pos) {
  const int gone = all_pieces - popcount(pos.white | pos.black);
  return {0, static_cast<std::uint8_t>(std::min(gone, phase_steps))};
}

// Walks over a position once and adds its terms to the sink.
template <FeatureSink Sink>
class Extractor {
 public:
  Extractor(const Position& pos, Sink& sink) : pos_(pos), sink_(sink) {}

  void run() {
    add_side(Side::first);
    add_side(Side::second);
    sink_.add(terms.offset("tempo"), sign(pos_.to_move));
  }

 private:
  void add_side(Side side) {
    const View view = seen_by(side, pos_);
    const int count = sign(side);
    const bool to_move = side == pos_.to_move;
    sink_.add(terms.offset("material"), count * popcount(view.own));
    add_rows(view, count);
    add_runners(view, to_move, count);
    add_formation(view, count);
    add_threats(view, to_move, count);
  }

  void add_each(int first, Squares set, int count) {
    while (set != 0) sink_.add(first + pop_first(set), count);
  }
  void add_by_row(int first, Squares set, int count) {
    while (set != 0) sink_.add(first + rank_of(pop_first(set)), count);
  }

  void add_rows(const View& view, int count) {
    add_each(terms.offset("square"), view.own, count);
    if (view.own != 0) sink_.add(terms.offset("foremost") + foremost_row(view.own), count);
    sink_.add(terms.offset("home.guards") + popcount(view.own & rank_1), count);
  }

  void add_runners(const View& view, bool to_move, int count) {
    const Squares runners = view.own & ~catchable(view.enemy, to_move);
    add_by_row(terms.offset("runner.row"), runners, count);
    if (wins_race(view, runners, to_move)) sink_.add(terms.offset("runner.race"), count);
  }

  void add_formation(const View& view, int count) {
    const Squares own = view.own;
    add_by_row(terms.offset("protected"), own & up(left(own) | right(own)), count);
    add_by_row(terms.offset("phalanx"), own & left(own), count);
    sink_.add(terms.offset("column"), count * popcount(own & down(own)));
    const Squares room = down(view.empty());
    const int moves = popcount(own & room) + popcount(own & left(room)) + popcount(own & right(room));
    sink_.add(terms.offset("mobility"), count * moves);
  }

  void add_threats(const View& view, bool to_move, int count) {
    const Squares from_left = up(right(view.own)), from_right = up(left(view.own));
    const Squares guard_left = down(right(view.enemy)), guard_right = down(left(view.enemy));
    const Squares attacked = view.enemy & (from_left | from_right);
    const Squares more = ~(guard_left | guard_right) | (from_left & from_right & ~(guard_left & guard_right));
    sink_.add(terms.offset("threat.wins"), count * popcount(attacked & more));
    sink_.add(terms.offset("threat.trades"), count * popcount(attacked & ~more));
    if (to_move && (attacked & more) != 0) sink_.add(terms.offset("threat.first"), count);
  }

  const Position& pos_;
  Sink& sink_;
};

template <FeatureSink Sink>
void extract(const Position& pos, Sink& sink) {
  Extractor<Sink>(pos, sink).run();
}

}  // namespace hone::breakthrough
