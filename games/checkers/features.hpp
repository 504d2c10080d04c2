// SPDX-License-Identifier: MIT
//
// The evaluation of checkers, stated once. Each side is seen as Black, with its home at row 0; for White the board is
// turned by half a turn.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "games/checkers/patterns.hpp"
#include "games/checkers/position.hpp"
#include "games/checkers/runaway.hpp"
#include "games/game.hpp"

namespace hone::checkers {

inline constexpr int man_value = 100;
inline constexpr int king_value = 130;

// The phases go from all twenty-four pieces to four or fewer.
inline constexpr int phase_pieces = 20;

// The row and the column of four of a table are those of the books' numbers, 1 to 4 in the first row.
[[nodiscard]] inline TermSquare numbered_square(int row, int column) {
  const int square = 4 * row + column;
  return {std::to_string(square + 1), row_of(square), column_of(square)};
}

inline constexpr Layout terms({
    {"material.man", scalar(), "man"},
    {"material.king", scalar(), "king"},
    {"square.man", board(7, 4), "man by square, row 0 its own home row", nullptr, numbered_square},
    {"square.king", board(8, 4), "king by square, row 0 its own home row", nullptr, numbered_square},
    {"back_rank", list(16), "side by men on its home row: square 1 counts 1, 2 counts 2, 3 counts 4, 4 counts 8"},
    {"bridge", scalar(), "side with men on both 1 and 3, while the enemy has men"},
    {"dog_hole", scalar(), "man on 28 shut in by an enemy man on 32"},
    {"centre", scalar(), "piece on one of the eight squares in the middle"},
    {"mobility.man", scalar(), "step that a man can make"},
    {"mobility.king", ordered(list(5)), "king by number of steps it can make: 0 to 4"},
    {"runaway", ordered(list(7)), "man that no enemy can stop alone, by rows to go: 1 to 7"},
    {"tempo", scalar(), "row that a man has advanced"},
    {"opposition", scalar(), "side that has the move, the pieces being equal in number"},
    {"turn", scalar(), "side to move"},
    region_group("pattern.block1", "men on 1, 2, 5, 6, 9, 10, 13, 14 by configuration, as numbered in patterns.hpp"),
    region_group("pattern.block2", "men on 2, 3, 6, 7, 10, 11, 14, 15 by configuration"),
    region_group("pattern.block3", "men on 3, 4, 7, 8, 11, 12, 15, 16 by configuration"),
    region_group("pattern.block5", "men on 5, 6, 9, 10, 13, 14, 17, 18 by configuration"),
    region_group("pattern.block6", "men on 6, 7, 10, 11, 14, 15, 18, 19 by configuration"),
    region_group("pattern.block7", "men on 7, 8, 11, 12, 15, 16, 19, 20 by configuration"),
    region_group("pattern.block9", "men on 9, 10, 13, 14, 17, 18, 21, 22 by configuration"),
    region_group("pattern.rows1", "men on 1 to 8 by configuration"),
    region_group("pattern.rows5", "men on 5 to 12 by configuration"),
    region_group("pattern.rows9", "men on 9 to 16 by configuration"),
});

// The groups of the regions, which are consecutive in the schema.
inline constexpr int first_region_group = terms.index("pattern.block1");
[[nodiscard]] consteval std::array<int, regions.size()> find_region_terms() {
  std::array<int, regions.size()> offsets{};
  for (std::size_t i = 0; i < regions.size(); ++i) {
    offsets[i] = terms.offset(regions[i].name);
    if (terms.index(regions[i].name) != first_region_group + static_cast<int>(i)) throw "not in this order";
  }
  return offsets;
}
inline constexpr std::array<int, regions.size()> region_terms = find_region_terms();

[[nodiscard]] const Schema& schema();
[[nodiscard]] std::vector<double> material_weights();

[[nodiscard]] inline PhasePoint phase(const Position& pos) {
  const int gone = 24 - popcount(pos.black | pos.white);
  return {0, static_cast<std::uint8_t>(std::min(gone, phase_pieces))};
}

// Who "has the move": the side to move if the number of pieces in the columns that begin in its own home row is odd,
// otherwise the other side (acfcheckers.com/std2.html). Black's columns hold the even rows, White's the odd ones.
[[nodiscard]] constexpr Side has_the_move(const Position& pos) {
  const Squares system = pos.to_move == Side::first ? even_rows : odd_rows;
  return popcount((pos.black | pos.white) & system) % 2 == 1 ? pos.to_move : other(pos.to_move);
}

// Walks over the pieces of one side, which plays downwards, and adds their terms to the sink.
template <FeatureSink Sink>
class SideExtractor {
 public:
  struct View {
    Squares own, enemy, kings;
    bool to_move;
  };

  SideExtractor(const View& view, int side_sign, Sink& sink)
      : men_(view.own & ~view.kings),
        kings_(view.own & view.kings),
        enemy_men_(view.enemy & ~view.kings),
        enemy_kings_(view.enemy & view.kings),
        empty_(~(view.own | view.enemy)),
        to_move_(view.to_move),
        sign_(side_sign),
        sink_(sink) {}

  void run() {
    add(terms.offset("material.man"), popcount(men_));
    add(terms.offset("material.king"), popcount(kings_));
    constexpr Squares middle = 0x0066'6600;
    add(terms.offset("centre"), popcount((men_ | kings_) & middle));
    add_home();
    add_men();
    add_kings();
    add_patterns();
  }

 private:
  void add(int term, int count = 1) { sink_.add(term, sign_ * count); }

  void add_home() {
    constexpr Squares bridge = bit(1 - 1) | bit(3 - 1);
    constexpr Squares hole = bit(28 - 1), lid = bit(32 - 1);
    add(terms.offset("back_rank") + static_cast<int>(men_ & top_row));
    if ((men_ & bridge) == bridge && enemy_men_ != 0) add(terms.offset("bridge"));
    if ((men_ & hole) != 0 && (enemy_men_ & lid) != 0) add(terms.offset("dog_hole"));
  }

  void add_men() {
    const StopperTable& table = stoppers();
    int rows = 0;
    for (Squares men = men_; men != 0;) {
      const int square = pop_first(men);
      add(terms.offset("square.man") + square);
      rows += row_of(square);
      const Stoppers& who = table(square, to_move_);
      const bool free = (who.men & enemy_men_) == 0 && (who.kings & enemy_kings_) == 0;
      if (free) add(terms.offset("runaway") + 6 - row_of(square));
    }
    add(terms.offset("tempo"), rows);
    const int steps =
        popcount(step(Direction::down_left, men_) & empty_) + popcount(step(Direction::down_right, men_) & empty_);
    add(terms.offset("mobility.man"), steps);
  }

  void add_kings() {
    for (Squares kings = kings_; kings != 0;) {
      const int square = pop_first(kings);
      add(terms.offset("square.king") + square);
      Squares reached = 0;
      for (const Direction direction : directions) reached |= step(direction, bit(square));
      add(terms.offset("mobility.king") + popcount(reached & empty_));
    }
  }

  void add_patterns() {
    if (!needs_groups(sink_, first_region_group, first_region_group + static_cast<int>(regions.size()))) return;
    for (std::size_t i = 0; i < regions.size(); ++i) {
      add(region_terms[i] + configuration(regions[i], men_, enemy_men_));
    }
  }

  const Squares men_;
  const Squares kings_;
  const Squares enemy_men_;
  const Squares enemy_kings_;
  const Squares empty_;
  const bool to_move_;
  const int sign_;
  Sink& sink_;
};

template <FeatureSink Sink>
void extract(const Position& pos, Sink& sink) {
  const bool black = pos.to_move == Side::first;
  SideExtractor<Sink>({pos.black, pos.white, pos.kings, black}, 1, sink).run();
  SideExtractor<Sink>({turned(pos.white), turned(pos.black), turned(pos.kings), !black}, -1, sink).run();
  if (popcount(pos.black) == popcount(pos.white)) sink.add(terms.offset("opposition"), sign(has_the_move(pos)));
  sink.add(terms.offset("turn"), sign(pos.to_move));
}

}  // namespace hone::checkers
