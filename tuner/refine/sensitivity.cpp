// SPDX-License-Identifier: MIT
#include "tuner/refine/sensitivity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>

#include "data/error.hpp"
#include "data/hash.hpp"
#include "engine/game_play.hpp"
#include "tuner/parallel/jobs.hpp"
#include "tuner/play/openings.hpp"

namespace hone::refine {
namespace {

constexpr std::size_t small_table = std::size_t{1} << 20;  // bytes: it is cleared for every position
constexpr int most_steps = 8;                              // that are tried on each side of a parameter

using Positions = std::vector<std::unique_ptr<Board>>;
using Moves = std::vector<std::optional<MoveCode>>;

// Chooses moves with any values. One a thread.
class Chooser {
 public:
  Chooser(const Subject& subject, const Positions& positions, const Limits& limits)
      : positions_(positions), limits_(limits), tuned_(subject.tuned_player(small_table)) {
    start_ = start_values(subject.parameters());
  }

  // From now on searches visit so many nodes.
  void limit(const Limits& limits) {
    if (limits.nodes == limits_.nodes) return;
    limits_ = limits;
    at_start_.reset();
  }

  [[nodiscard]] const std::vector<int>& start() const { return start_; }

  // Nothing when stopped.
  [[nodiscard]] std::optional<Moves> choose(std::span<const int> values, const std::stop_token& stop) {
    tuned_.set(values);
    Moves moves;
    for (const auto& board : positions_) {
      if (stop.stop_requested()) return std::nullopt;
      if (const auto failure = tuned_.player->new_game({board->text(), {}}, stop)) fail(*board, *failure);
      const std::vector<PlayedMove> none;
      const Reply reply =
          tuned_.player->choose({*board, none, {limits_, limits_}, GamePlayOptions::default_time_margin, stop});
      if (reply.failure) fail(*board, *reply.failure);
      moves.push_back(reply.move);
    }
    return moves;
  }

  // The share of moves that are not those of the start.
  [[nodiscard]] std::optional<double> share_changed(std::span<const int> values, const std::stop_token& stop) {
    if (!at_start_) at_start_ = choose(start_, stop);
    if (!at_start_) return std::nullopt;
    const std::optional<Moves> moves = choose(values, stop);
    if (!moves) return std::nullopt;
    std::size_t changed = 0;
    for (std::size_t i = 0; i < moves->size(); ++i) changed += (*moves)[i] != (*at_start_)[i] ? 1 : 0;
    return static_cast<double>(changed) / static_cast<double>(moves->size());
  }

 private:
  // As an engine that fails in a game ends the session.
  [[noreturn]] static void fail(const Board& board, const Failure& failure) {
    throw Error(fmt::format("{}: the engine failed: {}", board.text(), failure.detail), Error::Kind::system);
  }

  const Positions& positions_;
  Limits limits_;
  TunedPlayer tuned_;
  std::vector<int> start_;
  std::optional<Moves> at_start_;
};

// Finds where a share that rises with the step passes the one that is wanted: the step is doubled or halved, and what
// lies between two steps is taken for proportional. share(step) is nothing when stopped.
template <class Share>
std::optional<Sensitivity> step_with(double wanted, double first, double least, double most, const Share& share) {
  double step = std::clamp(first, least, most);
  double low = 0, share_low = 0;  // the largest step known to change too little
  Sensitivity found;
  bool is_enough = false;  // found.step changes enough
  for (int i = 0; i < most_steps; ++i) {
    const std::optional<double> here = share(step);
    if (!here) return std::nullopt;
    if (*here >= wanted) {
      found = {step, *here};
      is_enough = true;
      if (step <= least || low > 0) break;
      step = std::max(step / 2, least);
    } else {
      low = step;
      share_low = *here;
      if (is_enough || step >= most) break;
      step = std::min(step * 2, most);
    }
  }
  if (!is_enough) return Sensitivity{share_low > 0 ? low * wanted / share_low : 0, share_low};
  if (low <= 0 || found.share <= share_low) return Sensitivity{found.step * wanted / found.share, found.share};
  const double part = (wanted - share_low) / (found.share - share_low);
  return Sensitivity{low + part * (found.step - low), found.share};
}

// The larger a search, the more likely any change makes it choose another move by chance, and the less is to be seen of
// what a number is worth. The smallest searches in which it matters tell most.
std::vector<Limits> limits_to_look_with(const Limits& games) {
  constexpr std::uint64_t first_nodes = 1'000, growth = 5;
  std::vector<Limits> sizes;
  if (games.nodes) {
    for (std::uint64_t nodes = first_nodes; nodes < *games.nodes; nodes *= growth) {
      sizes.push_back(games);
      sizes.back().nodes = nodes;
    }
  }
  sizes.push_back(games);
  return sizes;
}

// A value of so many units is changed by one of them as good as not at all.
constexpr double fine_value = 20;

std::optional<Sensitivity> sensitivity_of_one(Chooser& chooser, const Parameter& parameter, std::size_t place,
                                              double share_wanted, const std::stop_token& stop) {
  Sensitivity sum;
  int ways = 0;
  for (const int way : {-1, 1}) {
    const double room = way < 0 ? parameter.start - parameter.least : parameter.most - parameter.start;
    if (room < 1) continue;
    const auto share = [&](double step) {
      std::vector<int> values = chooser.start();
      values[place] += way * static_cast<int>(std::lround(step));
      return chooser.share_changed(values, stop);
    };
    // The first step is a guess: a twentieth of what is usual, which is the value itself or the whole range.
    const double usual = std::min(std::max(std::abs(parameter.start), 4), parameter.most - parameter.least);
    // In a large tree any change changes some moves, among which the start's has no more right than others. What the
    // least change of all does is no sign that it matters, and the share that is wanted is one of the other moves.
    std::optional<double> by_chance = 0;
    if (usual >= fine_value) by_chance = share(1);
    if (!by_chance) return std::nullopt;
    const double wanted = *by_chance + (1 - *by_chance) * share_wanted;
    const auto found = step_with(wanted, std::round(std::max(usual / 20, 1.0)), 1, room, share);
    if (!found) return std::nullopt;
    if (found->step <= 0) continue;
    sum.step += std::min(found->step, room);
    sum.share += found->share;
    ++ways;
  }
  if (ways == 0) return Sensitivity{};
  return Sensitivity{sum.step / ways, sum.share / ways};
}

}  // namespace

Positions positions_of_games(const GameDriver& driver, std::size_t count, std::uint64_t seed,
                             const std::stop_token& stop) {
  constexpr std::uint64_t nodes = 200;
  constexpr int plies_apart = 6, longest = 120;
  const auto engine = driver.engine(driver.material_weights(), {.hash_bytes = small_table});
  const play::OpeningOptions openings = play::default_openings(driver, play::OpeningUse::training);
  SearchControl control;
  control.limits.nodes = nodes;
  Positions positions;
  for (std::uint64_t game = 0; positions.size() < count && !stop.stop_requested(); ++game) {
    const auto board = set_up(driver, play::random_opening(driver, *engine, hash_seed(seed, game), openings));
    engine->new_game();
    for (int ply = 0; ply < longest && positions.size() < count && !board->outcome(); ++ply) {
      if (ply % plies_apart == 0 && board->legal_moves().size() > 1) positions.push_back(driver.parse(board->text()));
      const SearchResult result = engine->search(*board, control);
      if (!result.move) break;
      board->play(*result.move);
    }
  }
  return positions;
}

std::vector<Sensitivity> sensitivity_of(const Subject& subject, const std::vector<std::size_t>& single,
                                        const Positions& positions, const SensitivityOptions& options,
                                        const std::stop_token& stop,
                                        const std::function<void(std::size_t done)>& progress) {
  std::vector<Sensitivity> found;
  const auto make_worker = [&] {
    const auto chooser = std::make_shared<Chooser>(subject, positions, options.limits);
    return [&, chooser](std::uint64_t number, const std::stop_token& end) {
      const std::size_t place = single[number];
      std::optional<Sensitivity> one = Sensitivity{};
      for (const Limits& limits : limits_to_look_with(options.limits)) {
        chooser->limit(limits);
        one = sensitivity_of_one(*chooser, subject.parameters()[place], place, options.share, end);
        if (!one || one->step > 0) break;
      }
      return one;
    };
  };
  const auto use = [&](Sensitivity&& one) {
    found.push_back(one);
    if (progress) progress(found.size());
    return true;
  };
  (void)parallel::use_in_order({0, single.size(), options.threads}, make_worker, use, stop);
  if (found.size() < single.size()) found.clear();
  return found;
}

Sensitivity sensitivity_of(const Subject& subject, const WeightDirections& directions, const Positions& positions,
                           const SensitivityOptions& options, const std::stop_token& stop) {
  constexpr std::size_t most_looked_at = 12;
  constexpr double first_change = 4;  // of the weight that changes most
  const std::size_t count = directions.changes.size(), looked_at = std::min(count, most_looked_at);
  Chooser chooser(subject, positions, limits_to_look_with(options.limits).front());
  double largest = 0;
  for (const Vector& change : directions.changes) largest = std::max(largest, change.cwiseAbs().maxCoeff());
  const auto share = [&](double step) -> std::optional<double> {
    double sum = 0;
    for (std::size_t i = 0; i < looked_at; ++i) {
      const Vector& change = directions.changes[i * count / looked_at];
      std::vector<int> values = chooser.start();
      const double way = i % 2 == 0 ? step : -step;
      for (std::size_t j = 0; j < values.size(); ++j) {
        values[j] += static_cast<int>(std::lround(way * change[static_cast<Eigen::Index>(j)]));
      }
      const auto one = chooser.share_changed(values, stop);
      if (!one) return std::nullopt;
      sum += *one;
    }
    return sum / static_cast<double>(looked_at);
  };
  const double unit = first_change / largest;
  const auto found = step_with(options.share, unit, unit / 8, unit * 64, share);
  return found.value_or(Sensitivity{});
}

}  // namespace hone::refine
