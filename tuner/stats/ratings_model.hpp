// SPDX-License-Identifier: MIT
//
// The games that ratings are computed from (who moved first, against whom, with which result), and the two models of
// the chances of a win, a draw and a loss.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tuner/stats/statistics.hpp"

namespace hone::stats {

// All games of two players with the same one moving first.
struct Encounter {
  std::uint32_t first = 0, second = 0;  // players, by number
  Trinomial results;                    // from the first mover's view

  friend bool operator==(const Encounter&, const Encounter&) = default;
};

// The pairs of games of two players: two games from the same opening, in which each of them moved first once. What the
// opening gives to the side that moves first it gives to both players, so the results of the two games depend on each
// other, and their errors are not those of two games.
struct PairedEncounter {
  std::uint32_t one = 0, other = 0;  // players, by number
  // outcomes[3 a + b]: how many pairs gave `one` a half points where it moved first, and `other` b where it did.
  std::array<std::uint64_t, 9> outcomes{};

  [[nodiscard]] std::uint64_t count() const;
  friend bool operator==(const PairedEncounter&, const PairedEncounter&) = default;
};

class RatedGames {
 public:
  // The number of that player; players are numbered in the order in which they are first named.
  std::uint32_t player(std::string_view name);
  // Games of a player against itself say nothing about its strength; they are counted and left out.
  void add(std::uint32_t first, std::uint32_t second, const Trinomial& results);
  void add(std::string_view first, std::string_view second, const Trinomial& results);
  // Both games of a pair: the half points, 0 to 2, of each player in the game in which that player moved first.
  void add_pair(std::uint32_t one, std::uint32_t other, int half_points, int other_half_points);
  void add_unfinished() { ++unfinished_; }
  void note(std::string text) { notes_.push_back(std::move(text)); }

  [[nodiscard]] std::span<const std::string> names() const { return names_; }
  [[nodiscard]] std::vector<Encounter> encounters() const;    // all games, in the order of the players' numbers
  [[nodiscard]] std::vector<PairedEncounter> paired() const;  // those of them that came in pairs
  [[nodiscard]] std::uint64_t games() const { return games_; }
  [[nodiscard]] std::uint64_t unfinished() const { return unfinished_; }       // result "*"
  [[nodiscard]] std::uint64_t with_itself() const { return with_itself_; }     // left out
  [[nodiscard]] std::span<const std::string> notes() const { return notes_; }  // on damaged files

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> numbers_;
  std::unordered_map<std::uint64_t, Trinomial> results_;                   // by first mover and second
  std::unordered_map<std::uint64_t, std::array<std::uint64_t, 9>> pairs_;  // by player and player with a larger number
  std::uint64_t games_ = 0, unfinished_ = 0, with_itself_ = 0;
  std::vector<std::string> notes_;
};

// The result of one game in which the first mover made 1, 0.5 or 0 points.
[[nodiscard]] Trinomial one_game(double points);

// What ratings mean: chances of a win, a draw and a loss from a difference of strengths. Both models extend Bradley and
// Terry's. Strengths are natural logarithms of odds, and the difference includes the first mover's advantage.
enum class RatingModel {
  // A draw is half a win and half a loss; the expected score is 1 / (1 + exp(-difference)). At the maximum of the
  // likelihood every player's expected points are the points made: the condition that Ordo solves.
  logistic,
  // A draw is an outcome of its own, as likely as the geometric mean of win and loss times a constant (R. Davidson,
  // JASA 65, 1970, 317-328; with an advantage: Davidson and Beaver, Biometrics 33, 1977, 693-702).
  davidson,
};
[[nodiscard]] const char* to_string(RatingModel model);

// Minus the log likelihood of some games and its derivatives by the difference x and by d, the logarithm of Davidson's
// constant; the logistic model has no d.
struct LossTerms {
  double value = 0;
  double x = 0, d = 0;
  double xx = 0, xd = 0, dd = 0;
};
[[nodiscard]] LossTerms loss_terms(RatingModel model, const Trinomial& games, double x, double d);

struct OutcomeChances {
  double win = 0, draw = 0, loss = 0;

  [[nodiscard]] double score() const { return win + draw / 2; }
};
// `d` is as above for Davidson's model. For the logistic model it is the share of draws between equal players; the
// share then falls with the variance of the score, and is never more than the expected score allows.
[[nodiscard]] OutcomeChances outcome_chances(RatingModel model, double x, double d);

}  // namespace hone::stats
