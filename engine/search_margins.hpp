// SPDX-License-Identifier: MIT
//
// What the parameters of selective search (engine/search_parameters.hpp) are for a game, and what they mean: how far an
// evaluation must be from the window before a line is given up, and by how much late moves are reduced. Margins are in
// the evaluation's unit.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "engine/score.hpp"
#include "engine/search_parameters.hpp"
#include "games/game.hpp"

namespace hone {

// The numbers with which a game is searched where no others are asked for. Throws Error where the game names what is no
// such number.
template <class G>
[[nodiscard]] const SearchParameters& usual_parameters() {
  static const SearchParameters parameters = [] {
    if constexpr (HasSearchParameters<G>) return numbers_of_game(G::search_parameters);
    return SearchParameters();
  }();
  return parameters;
}

// Hundredths of the game's unit in that of its evaluation.
template <SearchableGame G>
[[nodiscard]] constexpr Score scaled(int hundredths) {
  if constexpr (HasMarginUnit<G>) {
    return hundredths * G::margin_unit / 100;
  } else {
    return hundredths;
  }
}

template <SearchableGame G>
class Margins {
 public:
  explicit Margins(const SearchParameters& parameters) : p_(parameters) {}

  // The plain numbers.
  [[nodiscard]] const SearchParameters& parameters() const { return p_; }

  [[nodiscard]] Score reverse_futility(Depth depth, bool improving) const {
    const int less = p_.reverse_futility_improving + p_.reverse_futility_steepness * depth;
    return scaled<G>(p_.reverse_futility_margin * depth - (improving ? less : 0));
  }
  // The value of a node that was given up: the evaluation is less sure than the bound.
  [[nodiscard]] Score reverse_futility_value(Score eval, Score beta) const {
    constexpr int whole = 60;
    return (eval * p_.reverse_futility_share + beta * (whole - p_.reverse_futility_share)) / whole;
  }

  [[nodiscard]] Score razoring(Depth depth) const { return scaled<G>(p_.razoring_base + p_.razoring_slope * depth); }

  [[nodiscard]] Depth null_move_reduction(Depth depth, Score above_beta) const {
    return (p_.null_move_base + p_.null_move_slope * depth) / 1024 +
           std::min(above_beta / std::max(scaled<G>(p_.null_move_margin), 1), p_.null_move_most);
  }

  // The table's move is singular when all others stay below its value by the margin, and twice so by a larger one.
  [[nodiscard]] Score singular(Depth depth) const { return scaled<G>(depth * p_.singular_margin / 16); }
  [[nodiscard]] Depth singular_search(Depth depth) const {
    return std::max((depth - 1) * p_.singular_search / 1024, 1);
  }
  [[nodiscard]] Score doubly_singular() const { return scaled<G>(p_.doubly_singular_margin); }

  // The depth of a node that a reduction led to is changed by what the evaluation says of the move.
  [[nodiscard]] Score too_good() const { return scaled<G>(p_.too_good_margin); }

  [[nodiscard]] int late_move_count(Depth depth, bool improving) const {
    const int count = p_.late_move_base + p_.late_move_slope * depth * depth;
    return improving ? count / 100 : count * p_.late_move_worsening / 10'000;
  }

  [[nodiscard]] Score futility(Depth depth) const { return scaled<G>(p_.futility_base + p_.futility_slope * depth); }

  [[nodiscard]] Score exchange_loss(Depth depth, bool noisy) const {
    return noisy ? -scaled<G>(p_.exchange_noisy_slope * depth)
                 : -scaled<G>(p_.exchange_quiet_slope * depth * depth + p_.exchange_quiet_base);
  }

  // A move that turned out better than the best by so much when it was reduced is searched a ply deeper, one that is
  // hardly better a ply less deep.
  [[nodiscard]] Score much_better(Depth depth) const {
    return scaled<G>(p_.much_better_base + p_.much_better_slope * depth);
  }
  [[nodiscard]] Score hardly_better() const { return scaled<G>(p_.hardly_better); }

  [[nodiscard]] Score delta() const { return scaled<G>(p_.delta_margin); }

  // The first half width of the window at the root, and the one after a half width that did not do.
  [[nodiscard]] Score aspiration() const { return std::max(scaled<G>(p_.aspiration_window), 1); }
  [[nodiscard]] Score wider(Score width) const { return std::max(width * p_.aspiration_growth / 100, width + 1); }

  // What moves gain by refuting a node, by having no reply that refutes them, and by what they did to the evaluation.
  [[nodiscard]] int history_bonus(Depth depth) const {
    return std::min(p_.history_square * depth * depth + p_.history_slope * depth, p_.history_most);
  }
  [[nodiscard]] int reply_bonus(Depth depth) const {
    return std::min(p_.reply_square * depth * depth + p_.reply_slope * depth, p_.reply_most);
  }
  [[nodiscard]] int evaluation_bonus(Score gain) const {
    return std::clamp(gain * p_.evaluation_history_slope / scaled<G>(100), -p_.evaluation_history_most,
                      p_.evaluation_history_most);
  }

 private:
  SearchParameters p_;
};

// Late-move reductions, in parts of a ply: several reasons, none of which is worth a ply, may be worth one together.
class Reductions {
 public:
  static constexpr int ply = 1024;

  explicit Reductions(const SearchParameters& parameters) {
    std::array<double, size> logarithms{};
    for (std::size_t i = 1; i < size; ++i) logarithms[i] = std::log(static_cast<double>(i));
    const double base = parameters.reduction_base / 1000.0;
    const double divisor = parameters.reduction_divisor / 1000.0;
    for (std::size_t depth = 1; depth < size; ++depth) {
      for (std::size_t count = 1; count < size; ++count) {
        const double product = logarithms[depth] * logarithms[count];
        parts_[depth][count] = static_cast<short>(ply * (base + product / divisor));
      }
    }
  }
  // Returns the reduction by depth and number of the move.
  [[nodiscard]] int operator()(Depth depth, int count) const {
    return parts_[std::min<std::size_t>(static_cast<std::size_t>(depth), size - 1)]
                 [std::min<std::size_t>(static_cast<std::size_t>(count), size - 1)];
  }

 private:
  static constexpr std::size_t size = 64;
  std::array<std::array<short, size>, size> parts_{};
};

}  // namespace hone
