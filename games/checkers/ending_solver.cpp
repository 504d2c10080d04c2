// SPDX-License-Identifier: MIT
#include "games/checkers/ending_solver.hpp"

#include <utility>

#include "games/checkers/movegen.hpp"

namespace hone::checkers {

EndingSolver::EndingSolver(const Endings& endings, const Material& material) : endings_(endings) {
  tables_.emplace_back(material);
  if (material != material.exchanged()) tables_.emplace_back(material.exchanged());
}

int EndingSolver::run() {
  for (std::uint32_t table = 0; table < tables_.size(); ++table) look(table);
  int plies = 0;
  for (; !next_.empty(); ++plies) {
    now_.swap(next_);
    next_.clear();
    for (const Found found : now_) step_back(found);
  }
  return plies;
}

void EndingSolver::look(std::uint32_t table) {
  std::vector<State>& states = states_[table];
  states.resize(tables_[table].index().size(), none);
  for (std::uint32_t number = 0; number < states.size(); ++number) {
    const std::optional<Position> pos = tables_[table].position(number);
    if (!pos) continue;
    states[number] = look_at(*pos);
    if (states[number] == won || states[number] == lost) next_.push_back({table, number});
  }
}

EndingSolver::State EndingSolver::look_at(const Position& pos) const {
  return must_capture(pos) ? after_captures(pos) : after_quiet_moves(pos);
}

EndingSolver::State EndingSolver::after_captures(const Position& pos) const {
  int best = -1;
  for (Squares from = jumpers(pos); from != 0;) {
    const int square = pop_first(from);
    JumpWalk(pos, square, [&](Path path, Squares captured) {
      best = std::max(best, after(pos, {captured, static_cast<std::uint8_t>(square), path.back()}));
    });
  }
  return best > 0 ? won : best < 0 ? lost : drawn;
}

EndingSolver::State EndingSolver::after_quiet_moves(const Position& pos) const {
  int quiet = 0;
  bool is_saved = false;
  for (const Direction direction : directions) {
    const Squares to = step(direction, movers(pos, direction)) & pos.empty();
    const Squares crowned = step(direction, movers(pos, direction) & ~pos.kings) & pos.empty() & king_row(Side::first);
    quiet += popcount(to) - popcount(crowned);
    for (Squares squares = crowned; squares != 0;) {
      const int square = pop_first(squares);
      const int from = first_of(step(opposite(direction), bit(square)));
      const int value = after(pos, {0, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(square)});
      if (value > 0) return won;
      is_saved = is_saved || value == 0;
    }
  }
  if (quiet == 0) return is_saved ? drawn : lost;
  return static_cast<State>(quiet + (is_saved ? way_out : 0));
}

// The value of a move that leaves these endings, for the side that makes it.
int EndingSolver::after(Position pos, Move move) const {
  play(pos, move);
  return -endings_.value(pos).value();
}

// Takes back every quiet move that may have led to this position.
void EndingSolver::step_back(Found found) {
  const bool is_won = states_[found.table][found.number] == won;
  const Position pos = tables_[found.table].position(found.number).value();
  Position before = flipped(pos);  // the side that has moved is Black here
  before.to_move = Side::first;
  const auto table = static_cast<std::uint32_t>(tables_.size() - 1 - found.table);
  for (const Direction direction : directions) {
    const bool up = direction == Direction::up_left || direction == Direction::up_right;
    const Squares pieces = up ? before.black : before.black & before.kings;
    for (Squares from = step(opposite(direction), step(direction, pieces) & before.empty()) & pieces; from != 0;) {
      const Squares piece = from & -from;
      from ^= piece;
      Position earlier = before;
      earlier.black = (earlier.black ^ piece) | step(direction, piece);
      if ((earlier.kings & piece) != 0) earlier.kings = (earlier.kings ^ piece) | step(direction, piece);
      tell(table, earlier, is_won);
    }
  }
}

// Tells a position of what is known of the next one. Where a capture was possible the value is known already, so that
// it does not matter that the quiet move was none.
void EndingSolver::tell(std::uint32_t table, const Position& pos, bool won_by_next) {
  const auto number = static_cast<std::uint32_t>(tables_[table].index().number(pos));
  State& state = states_[table][number];
  if (!is_open(state)) return;
  if (!won_by_next) {
    state = won;
  } else if (--state == way_out) {
    state = drawn;
  } else if (state == 0) {
    state = lost;
  }
  if (state == won || state == lost) next_.push_back({table, number});
}

std::vector<std::uint8_t> EndingSolver::packed(std::size_t which) const {
  const std::vector<State>& states = states_[which];
  std::vector<std::uint8_t> values((states.size() + 3) / 4);
  for (std::size_t number = 0; number < states.size(); ++number) {
    const EndingValue value = states[number] == won    ? EndingValue::won
                              : states[number] == lost ? EndingValue::lost
                              : states[number] == none ? EndingValue::none
                                                       : EndingValue::drawn;
    values[number / 4] |= static_cast<std::uint8_t>(static_cast<unsigned>(value) << number % 4 * 2);
  }
  return values;
}

}  // namespace hone::checkers
