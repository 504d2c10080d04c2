// SPDX-License-Identifier: MIT
#include "tuner/match/schedule.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "data/error.hpp"

namespace hone::match {

namespace {

std::uint64_t games_per_pairing(const Plan& plan) { return plan.reverse ? 2 : 1; }

std::uint64_t encounters(const Plan& plan) {
  switch (plan.format) {
    case Format::round_robin:
      return plan.players * (plan.players - 1) / 2;
    case Format::gauntlet:
      return plan.seeds * (plan.players - plan.seeds);
    case Format::knockout:
      return plan.players - 1;
    case Format::swiss:
      return static_cast<std::uint64_t>(stages_of(plan)) * (plan.players / 2);
  }
  return 0;
}

}  // namespace

const char* to_string(Format format) {
  switch (format) {
    case Format::round_robin:
      return "round-robin";
    case Format::gauntlet:
      return "gauntlet";
    case Format::knockout:
      return "knockout";
    case Format::swiss:
      return "swiss";
  }
  return "unknown";
}

void Plan::validate() const {
  const auto require = [](bool holds, std::string_view wanted, std::size_t found) {
    if (!holds) throw Error(expected_found(wanted, fmt::format("{}", found)));
  };
  require(players >= 2 && players <= max_players, fmt::format("2..{} players", max_players), players);
  require(rounds >= 1 && rounds <= most_rounds, fmt::format("1..{} rounds", most_rounds), rounds);
  if (stages < 0 || stages > most_stages) {
    throw Error(expected_found(fmt::format("0..{} stages", most_stages), fmt::format("{}", stages)));
  }
  if (format == Format::gauntlet) require(seeds >= 1 && seeds < players, "fewer seeds than players", seeds);
}

Stage::Stage(const Plan& plan, int number, std::vector<Pairing> pairings)
    : pairings_(std::move(pairings)),
      rounds_(plan.rounds),
      first_round_(plan.rounds * static_cast<std::uint64_t>(number)),
      reverse_(plan.reverse) {}

std::uint64_t Stage::games() const { return rounds_ * pairings_.size() * (reverse_ ? 2 : 1); }

ScheduledGame Stage::game(std::uint64_t index) const {
  const std::uint64_t encounter = reverse_ ? index / 2 : index;
  const std::uint64_t round = encounter / pairings_.size();
  const std::size_t place = encounter % pairings_.size();
  const Pairing& pairing = pairings_[place];
  const int in_pair = reverse_ ? static_cast<int>(index % 2) : 0;
  // Single games: sides alternate from round to round, and in a round each player has each side about equally often.
  const bool odd_sum = (pairing.first + pairing.second) % 2 == 1;
  const bool swapped = reverse_ ? in_pair == 1 : (round % 2 == 1) == odd_sum;
  return {first_round_ + round,
          place,
          in_pair,
          reverse_,
          swapped ? pairing.second : pairing.first,
          swapped ? pairing.first : pairing.second};
}

int stages_of(const Plan& plan) {
  if (plan.format == Format::swiss && plan.stages > 0) return plan.stages;
  const bool paired_anew = plan.format == Format::knockout || plan.format == Format::swiss;
  return paired_anew ? static_cast<int>(std::bit_width(plan.players - 1)) : 1;
}

std::uint64_t games_per_round(const Plan& plan) { return encounters(plan) * games_per_pairing(plan); }

std::uint64_t games_of(const Plan& plan) { return plan.rounds * games_per_round(plan); }

std::vector<Pairing> pairings_of(const Plan& plan, int stage, const CrossTable& so_far) {
  switch (plan.format) {
    case Format::round_robin:
      return round_robin_pairings(plan.players);
    case Format::gauntlet:
      return gauntlet_pairings(plan.players, plan.seeds);
    case Format::knockout:
      return knockout_pairings(plan.players, stage, so_far);
    case Format::swiss:
      return swiss_pairings(so_far);
  }
  return {};
}

}  // namespace hone::match
