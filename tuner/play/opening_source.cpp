// SPDX-License-Identifier: MIT
#include "tuner/play/opening_source.hpp"

#include <fmt/format.h>

#include <utility>

#include "data/error.hpp"
#include "data/hash.hpp"
#include "tuner/play/settings_text.hpp"

namespace hone::play {

namespace {

using ChooseMove = std::function<MoveCode(const Board&, Engine&, Random&, const std::stop_token&)>;

MoveCode any_move(const Board& board, Engine& /*engine*/, Random& random, const std::stop_token& /*stop*/) {
  const std::vector<MoveCode> legal = board.legal_moves();
  return legal[random.below(legal.size())];
}

int draw_plies(const PlySpan& plies, Random& random) {
  return plies.least + static_cast<int>(random.below(static_cast<std::uint64_t>(plies.most - plies.least + 1)));
}

OpeningSource walks(const GameDriver& driver, const PlySpan& plies, std::uint64_t seed, const std::string& start,
                    ChooseMove choose, std::string_view kind) {
  plies.validate();
  OpeningSource source;
  source.candidate = [&driver, plies, seed, start, choose = std::move(choose)](std::uint64_t number, Engine& engine,
                                                                               const std::stop_token& stop) {
    Random random(hash_seed(seed, number));
    std::unique_ptr<Board> board = set_up(driver, {start, {}});
    const int wanted = draw_plies(plies, random);
    while (board->plies() < wanted && !board->outcome() && !stop.stop_requested()) {
      board->play(choose(*board, engine, random, stop));
    }
    return board;
  };
  const std::string count =
      plies.least == plies.most ? fmt::format("{}", plies.least) : fmt::format("{}..{}", plies.least, plies.most);
  source.description = fmt::format("{} {}", count, kind);
  return source;
}

}  // namespace

void PlySpan::validate() const {
  if (least < 0) throw Error(expected_found("plies >= 0", fmt::format("{}", least)));
  if (most < least) throw Error(expected_found(fmt::format("most plies >= {}", least), fmt::format("{}", most)));
}

void Exploration::validate() const {
  choice.validate();
  if (!limits.reproducible()) throw Error(expected_found("limits in depth or nodes", describe(limits)));
}

OpeningSource random_walks(const GameDriver& driver, const PlySpan& plies, std::uint64_t seed,
                           const std::string& start) {
  return walks(driver, plies, seed, start, any_move, "random plies");
}

OpeningSource explored_walks(const GameDriver& driver, const PlySpan& plies, std::uint64_t seed,
                             const Exploration& exploration, const std::string& start) {
  exploration.validate();
  const auto choose = [exploration](const Board& board, Engine& engine, Random& random, const std::stop_token& stop) {
    return draw_move(score_moves(board, engine, exploration.limits, stop), exploration.choice, random);
  };
  const auto& [temperature, margin] = exploration.choice;
  return walks(
      driver, plies, seed, start, choose,
      fmt::format("explored plies (temperature {}, margin {}, {})", temperature, margin, describe(exploration.limits)));
}

OpeningSource listed_openings(const GameDriver& driver, std::vector<Opening> openings, std::string_view name) {
  OpeningSource source;
  source.size = openings.size();
  source.description = fmt::format("{} openings of {}", openings.size(), name);
  source.candidate = [&driver, openings = std::move(openings)](std::uint64_t number, Engine& /*engine*/,
                                                               const std::stop_token& /*stop*/) {
    return set_up(driver, openings[number]);
  };
  return source;
}

}  // namespace hone::play
