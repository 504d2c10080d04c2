// SPDX-License-Identifier: MIT
//
// The evaluation of go, stated once for all sizes. Every feature is counted for one side at a time; those of the sides
// that only the turn decides (atari) say so in their meaning.
#pragma once

#include <algorithm>
#include <vector>

#include "games/go/terms.hpp"

namespace hone::go {

[[nodiscard]] const Schema& schema(int size);
[[nodiscard]] std::vector<double> material_weights(int size);

[[nodiscard]] inline PhasePoint phase(const Position& pos) {
  const int stones = (pos.black | pos.white).count();
  const int steps = stage_stones(pos.size);
  const int lower = std::min(stones / steps, stages - 2);
  return {static_cast<std::uint8_t>(lower), static_cast<std::uint8_t>(std::min(stones - lower * steps, steps))};
}

// The class of each point, see place_class().
using PlaceClasses = std::array<std::uint8_t, places>;
[[nodiscard]] const PlaceClasses& place_classes_of(int size);

// Walks over a position once and adds its terms to the sink.
template <FeatureSink Sink>
class Extractor {
 public:
  Extractor(const Position& pos, Sink& sink)
      : pos_(pos), board_(pos.board()), empty_(pos.empty()), to_move_(sign(pos.to_move)), sink_(sink) {}

  void run() {
    add_reach();
    add_side(pos_.black, pos_.white, 1);
    add_side(pos_.white, pos_.black, -1);
    add_patterns();
    sink_.add(terms.offset("tempo"), to_move_);
    sink_.add(terms.offset("komi"), -pos_.komi_halves);
  }

 private:
  // Both sides grow over the empty points, a step at a time.
  void add_reach() {
    constexpr int reach = terms.offset("reach");
    Points black = pos_.black;
    Points white = pos_.white;
    for (int steps = 1;; ++steps) {
      const Points more_black = grown(black, black | empty_);
      const Points more_white = grown(white, white | empty_);
      if (more_black == black && more_white == white) break;
      const int term = reach + std::min(steps, farthest_reach) - 1;
      sink_.add(term, (more_black & ~black & ~more_white).count());
      sink_.add(term, -(more_white & ~white & ~more_black).count());
      black = more_black;
      white = more_white;
    }
    sink_.add(terms.offset("territory"), (black & empty_ & ~white).count());
    sink_.add(terms.offset("territory"), -(white & empty_ & ~black).count());
  }

  void add_side(Points own, Points enemy, int count) {
    sink_.add(terms.offset("stone"), count * own.count());
    const bool can_be_taken = count != to_move_;
    int ataris = 0;
    for_each_chain(own, empty_, [&](const Chain& chain) {
      const int liberties = chain.liberties.count();
      const int stones = chain.stones.count();
      const int place = std::min(liberties, most_liberties) - 1;
      sink_.add(terms.offset("chain.liberties") + place, count);
      sink_.add(terms.offset("chain.stones") + place, count * stones);
      if (liberties > 1) return;
      if (can_be_taken) {
        // What the side to move can take counts for it.
        sink_.add(terms.offset("atari.taken") + (ataris++ == 0 ? 0 : 1), -count);
        sink_.add(terms.offset("atari.taken_stones"), -count * stones);
      } else if (can_extend(chain, own)) {
        sink_.add(terms.offset("atari.saved"), count);
      }
    });
    add_eyes(own, enemy, count);
    add_links(own, enemy, count);
    add_places(own, count);
  }

  // Whether a stone on its last liberty gives the chain two or more.
  [[nodiscard]] bool can_extend(const Chain& chain, Points own) const {
    const Points stones = flooded(chain.stones | chain.liberties, own | chain.liberties);
    const Points liberties = neighbours(stones, empty_ & ~chain.liberties);
    return !liberties.empty() && !liberties.is_single();
  }

  void add_eyes(Points own, Points enemy, int count) {
    const Points rest = board_ & ~own;
    const Points up = rest << row_places, down = rest >> row_places;
    const Points right = rest << 1, left = rest >> 1;
    const Points eyes = empty_ & ~(up | down | right | left);
    // The diagonals of eyes that an enemy stone holds: any of them, and two or more.
    Points any, two;
    for (const Points diagonal :
         {enemy << (row_places + 1), enemy << (row_places - 1), enemy >> (row_places + 1), enemy >> (row_places - 1)}) {
      two |= any & diagonal;
      any |= diagonal;
    }
    const Points inside = board_ & board_ << row_places & board_ >> row_places & board_ << 1 & board_ >> 1;
    const Points ruined = eyes & (two | (any & ~inside));
    sink_.add(terms.offset("eye.real"), count * (eyes & ~ruined).count());
    sink_.add(terms.offset("eye.false"), count * ruined.count());
    const Points wide = empty_ & ~(up | down | right) & (empty_ & ~(up | down | left)) >> 1;
    const Points high = empty_ & ~(right | left | up) & (empty_ & ~(right | left | down)) >> row_places;
    sink_.add(terms.offset("eye.large"), count * (wide.count() + high.count()));
  }

  void add_links(Points own, Points enemy, int count) {
    sink_.add(terms.offset("link.solid"), count * ((own & own << 1).count() + (own & own << row_places).count()));
    sink_.add(terms.offset("link.jump"), count * ((own & empty_ << 1 & own << 2).count() +
                                                  (own & empty_ << row_places & own << 2 * row_places).count()));
    // The two points beside a diagonal: below the upper stone, and to its left or right.
    const Points right = own & own << (row_places + 1);
    const Points left = own & own << (row_places - 1);
    constexpr int link = terms.offset("link.diagonal");
    const int open =
        (right & empty_ << row_places & empty_ << 1).count() + (left & empty_ << row_places & empty_ >> 1).count();
    const int half = (right & ((empty_ << row_places & enemy << 1) | (enemy << row_places & empty_ << 1))).count() +
                     (left & ((empty_ << row_places & enemy >> 1) | (enemy << row_places & empty_ >> 1))).count();
    sink_.add(link, count * open);
    sink_.add(link + 1, count * half);
  }

  void add_places(Points own, int count) {
    const PlaceClasses& classes = place_classes_of(pos_.size);
    while (!own.empty()) {
      sink_.add(terms.offset("place") + classes[static_cast<std::size_t>(own.pop_first())], count);
    }
  }

  void add_patterns() {
    constexpr int first = terms.index("pattern.inner");
    if (!needs_groups(sink_, first, first + pattern_groups)) return;
    constexpr std::array<int, pattern_groups> offsets{terms.offset("pattern.inner"), terms.offset("pattern.edge"),
                                                      terms.offset("pattern.corner")};
    for_each_pattern(pos_, [&](PatternGroup group, PatternTerm term) {
      sink_.add(offsets[static_cast<std::size_t>(group)] + term.index, term.count);
    });
  }

  const Position& pos_;
  const Points board_;
  const Points empty_;
  const int to_move_;
  Sink& sink_;
};

template <FeatureSink Sink>
void extract(const Position& pos, Sink& sink) {
  Extractor<Sink>(pos, sink).run();
}

}  // namespace hone::go
