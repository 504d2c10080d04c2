// SPDX-License-Identifier: MIT
//
// The evaluation of Othello, stated once. Every count is Black's minus White's. A quantity whose worth is not linear,
// such as the number of moves, is a list with one weight for each count.
#pragma once

#include <algorithm>
#include <vector>

#include "games/game.hpp"
#include "games/othello/edges.hpp"
#include "games/othello/pattern_parts.hpp"
#include "games/othello/patterns.hpp"
#include "games/othello/position.hpp"

namespace hone::othello {

// Phases are ten discs apart, from the four of the initial position to the full board.
inline constexpr int phase_discs = 10;
inline constexpr int phases = 7;

[[nodiscard]] consteval GroupSpec pattern_group(std::string_view name, std::string_view meaning) {
  return {name, list(pattern_terms(name)), meaning, pattern_parts(name)};
}

inline constexpr int most_mobility = 24;  // more moves count as this many
inline constexpr Layout terms({
    {"discs", scalar(), "disc"},
    {"mobility.moves", ordered(list(most_mobility)),
     "side by number of squares it may place a disc on: 1, 2, ... 24 or more"},
    {"mobility.potential", scalar(), "empty square next to an enemy disc"},
    {"frontier", scalar(), "disc next to an empty square"},
    {"corner.taken", scalar(), "disc on a corner"},
    {"corner.x", list(3), "disc diagonally next to a corner (b2) that is empty, own, the enemy's"},
    {"corner.c", list(3), "disc on the edge next to a corner (a2, b1) that is empty, own, the enemy's; once a corner"},
    {"square", list(6), "disc on a3-like, a4-like, b3-like, b4-like, c3-like, c4-like squares"},
    {"edge.stable", scalar(), "disc on an edge, corners aside, that no play along the edge can turn"},
    pattern_group("edge.pattern", "edge by configuration, numbered in games/othello/patterns.hpp"),
    pattern_group("pattern.line2", "row 2 or like it, by configuration"),
    pattern_group("pattern.line3", "row 3 or like it, by configuration"),
    pattern_group("pattern.line4", "row 4 or like it, by configuration"),
    pattern_group("pattern.diagonal8", "diagonal of eight squares, by configuration"),
    pattern_group("pattern.diagonal7", "diagonal of seven squares, by configuration"),
    pattern_group("pattern.diagonal6", "diagonal of six squares, by configuration"),
    pattern_group("pattern.diagonal5", "diagonal of five squares, by configuration"),
    pattern_group("pattern.diagonal4", "diagonal of four squares, by configuration"),
    pattern_group("pattern.corner33", "3 x 3 squares in a corner, by configuration"),
    pattern_group("pattern.corner25", "2 x 5 squares in a corner, either way, by configuration"),
    pattern_group("pattern.edge2x", "edge with the squares like b2 and g2 beside it, by configuration"),
    {"parity.last", scalar(), "side to move with an odd number of squares empty: it moves last if nobody passes"},
    {"parity.quadrants", scalar(), "quarter of the board with an odd number of squares empty, for the side to move"},
    {"tempo", scalar(), "side to move"},
});

// The groups of pattern_shapes, which are consecutive in the schema.
struct PatternGroups {
  int first = terms.index("edge.pattern");
  std::array<int, pattern_shapes.size()> offsets{};
};
[[nodiscard]] consteval PatternGroups find_pattern_groups() {
  PatternGroups groups;
  for (std::size_t i = 0; i < pattern_shapes.size(); ++i) {
    groups.offsets[i] = terms.offset(pattern_shapes[i].name);
    if (terms.index(pattern_shapes[i].name) != groups.first + static_cast<int>(i)) throw "not in this order";
  }
  return groups;
}
inline constexpr PatternGroups pattern_groups = find_pattern_groups();

[[nodiscard]] const Schema& schema();
[[nodiscard]] std::vector<double> material_weights();

[[nodiscard]] inline PhasePoint phase(const Position& pos) {
  const int discs = popcount(pos.black | pos.white) - 4;
  const int lower = std::min(discs / phase_discs, phases - 2);
  return {static_cast<std::uint8_t>(lower), static_cast<std::uint8_t>(discs - lower * phase_discs)};
}

// Walks over a position once and adds its terms to the sink.
template <FeatureSink Sink>
class Extractor {
 public:
  Extractor(const Position& pos, Sink& sink)
      : black_(pos.black), white_(pos.white), empty_(pos.empty()), to_move_(sign(pos.to_move)), sink_(sink) {}

  void run() {
    sink_.add(terms.offset("discs"), difference(~Squares{0}));
    add_mobility();
    add_corners();
    add_squares();
    add_edges();
    add_patterns();
    add_parity();
  }

 private:
  // Black's discs minus White's on these squares.
  [[nodiscard]] int difference(Squares set) const { return popcount(black_ & set) - popcount(white_ & set); }

  void add_mobility() {
    add_moves(popcount(placements(black_, white_)), 1);
    add_moves(popcount(placements(white_, black_)), -1);
    const int next_to_black = popcount(empty_ & neighbours(black_));
    const int next_to_white = popcount(empty_ & neighbours(white_));
    sink_.add(terms.offset("mobility.potential"), next_to_white - next_to_black);
    sink_.add(terms.offset("frontier"), difference(neighbours(empty_)));
  }
  void add_moves(int moves, int count) {
    if (moves > 0) sink_.add(terms.offset("mobility.moves") + std::min(moves, most_mobility) - 1, count);
  }

  void add_corners() {
    sink_.add(terms.offset("corner.taken"), difference(corners));
    constexpr int empty = 0, own = 1, enemys = 2;
    add_next_to_corner(corners & empty_, empty, empty);
    add_next_to_corner(corners & black_, own, enemys);
    add_next_to_corner(corners & white_, enemys, own);
  }
  // `for_black` and `for_white` say what these corners are for each side.
  void add_next_to_corner(Squares corner, int for_black, int for_white) {
    const Squares row = (corner << 1 & ~column_a) | (corner >> 1 & ~column_h);
    const Squares x = row << 8 | row >> 8;
    const Squares c = row | corner << 8 | corner >> 8;
    sink_.add(terms.offset("corner.x") + for_black, popcount(x & black_));
    sink_.add(terms.offset("corner.x") + for_white, -popcount(x & white_));
    sink_.add(terms.offset("corner.c") + for_black, popcount(c & black_));
    sink_.add(terms.offset("corner.c") + for_white, -popcount(c & white_));
  }

  void add_squares() {
    constexpr int first = terms.offset("square");
    sink_.add(first, difference(0x2400'8100'0081'0024));      // a3
    sink_.add(first + 1, difference(0x1800'0081'8100'0018));  // a4
    sink_.add(first + 2, difference(0x0024'4200'0042'2400));  // b3
    sink_.add(first + 3, difference(0x0018'0042'4200'1800));  // b4
    sink_.add(first + 4, difference(0x0000'2400'0024'0000));  // c3
    sink_.add(first + 5, difference(0x0000'1824'2418'0000));  // c4
  }

  // The configurations of the edges are needed for stable discs anyway, and serve for the edge patterns as well.
  void add_edges() {
    constexpr int group = pattern_groups.first;
    const PatternTerm* of_edge = needs_groups(sink_, group, group + 1) ? patterns().front().terms().data() : nullptr;
    add_edge(top_edge(black_), top_edge(white_), of_edge);
    add_edge(bottom_edge(black_), bottom_edge(white_), of_edge);
    add_edge(left_edge(black_), left_edge(white_), of_edge);
    add_edge(right_edge(black_), right_edge(white_), of_edge);
  }
  void add_edge(EdgeSet black, EdgeSet white, const PatternTerm* of_edge) {
    constexpr int inner = 0x7E;
    const std::size_t configuration = edge_configuration(black, white);
    const auto stable = static_cast<Squares>(edge_stable[configuration] & inner);
    sink_.add(terms.offset("edge.stable"), popcount(black & stable) - popcount(white & stable));
    if (of_edge != nullptr) add_pattern(pattern_groups.offsets.front(), of_edge[configuration]);
  }

  void add_patterns() {
    constexpr int second = pattern_groups.first + 1;
    constexpr int last = pattern_groups.first + static_cast<int>(pattern_shapes.size());
    if (!needs_groups(sink_, second, last)) return;
    const std::vector<Pattern>& all = patterns();
    for (int group = second; group < last; ++group) {
      if (needs_groups(sink_, group, group + 1)) add_pattern(all, static_cast<std::size_t>(group - second + 1));
    }
  }
  void add_pattern(const std::vector<Pattern>& all, std::size_t which) {
    const PatternTerm* table = all[which].terms().data();
    for (const Placement& placement : all[which].placements()) {
      add_pattern(pattern_groups.offsets[which], table[placement.configuration(black_, white_)]);
    }
  }
  // This has no branch on the count, which would be unpredictable.
  void add_pattern(int first, PatternTerm term) { sink_.add(first + term.index(), term.count()); }

  void add_parity() {
    constexpr Squares quadrant = 0x0F0F'0F0F;
    int odd = 0;
    for (const int shift : {0, 4, 32, 36}) odd += popcount(empty_ & quadrant << shift) & 1;
    sink_.add(terms.offset("parity.last"), to_move_ * (odd & 1));
    sink_.add(terms.offset("parity.quadrants"), to_move_ * odd);
    sink_.add(terms.offset("tempo"), to_move_);
  }

  const Squares black_;
  const Squares white_;
  const Squares empty_;
  const int to_move_;
  Sink& sink_;
};

template <FeatureSink Sink>
void extract(const Position& pos, Sink& sink) {
  Extractor<Sink>(pos, sink).run();
}

}  // namespace hone::othello
