// SPDX-License-Identifier: MIT
#include "tuner/match/game_worker.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>

#include "data/hash.hpp"
#include "data/random.hpp"
#include "tuner/play/numbered_games.hpp"

namespace hone::match {

namespace {

constexpr std::size_t rounds_remembered = 64;

// What a seed is used for; to the last two the place of a game in its pair is added.
enum Purpose : std::uint64_t { opening_seed, play_seed, random_moves_seed = play_seed + 2 };

// Depth always, and time only where players are timed, because time is not reproducible.
std::vector<MoveDetail> details_of(const std::vector<MoveEffort>& efforts, bool with_time) {
  std::vector<MoveDetail> details;
  for (const MoveEffort& effort : efforts) {
    const auto time = std::chrono::round<std::chrono::milliseconds>(effort.elapsed).count();
    details.push_back({static_cast<std::uint16_t>(effort.depth), with_time ? static_cast<std::uint32_t>(time) : 0});
  }
  return details;
}

}  // namespace

OpeningBook::OpeningBook(const GameDriver& driver, const std::vector<Opening>& suite,
                         const play::OpeningOptions& random, const EngineOptions& engine)
    : driver_(driver), suite_(suite), random_(random), engine_(engine) {}

Opening OpeningBook::opening(std::uint64_t round, std::uint64_t seed) {
  if (!suite_.empty()) return suite_[round % suite_.size()];
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = made_.find(round); known != made_.end()) return known->second;
  }
  Opening made = make_random(seed);
  const std::lock_guard lock(mutex_);
  made_.try_emplace(round, made);
  if (made_.size() > rounds_remembered) made_.erase(made_.begin());
  return made;
}

Opening OpeningBook::make_random(std::uint64_t seed) const {
  const std::unique_ptr<Engine> engine = driver_.engine(driver_.material_weights(), engine_);
  return play::random_opening(driver_, *engine, seed, random_);
}

std::optional<FinishedGame> GameWorker::play(const ScheduledGame& slot, const std::stop_token& stop) {
  const std::uint64_t round_seed = hash_seed(options_.seed, slot.round);
  const std::uint64_t pairing_seed = round_seed + slot.pairing * golden_gamma;
  const auto in_pair = static_cast<std::uint64_t>(slot.in_pair);
  const Opening opening = book_.opening(slot.round, hash_seed(round_seed, opening_seed));
  const std::array sides{&player(slot.first), &player(slot.second)};
  const std::uint64_t seed = hash_seed(pairing_seed, random_moves_seed + in_pair);
  sides[0]->set_seed(hash_seed(seed, slot.first));
  sides[1]->set_seed(hash_seed(seed, slot.second));
  auto game =
      play_game(driver_, opening, sides, settings(slot, opening), hash_seed(pairing_seed, play_seed + in_pair), stop);
  if (game) complete(*game, slot);
  return game;
}

Player& GameWorker::player(PlayerIndex index) {
  auto& player = made_[index];
  if (!player) player = players_[index].make();
  return *player;
}

// Both games of a pair are played on after adjudication or neither is, as a pair of which one game ends by other rules
// than the other is not even between equals. A pair that is played again is treated as it was the first time.
GamePlayOptions GameWorker::settings(const ScheduledGame& slot, const Opening& opening) const {
  const auto [low, high] = std::minmax(slot.first, slot.second);
  const std::uint64_t pair_seed = hash_seed(hash_of(opening, options_.seed), low * max_players + high);
  GamePlayOptions settings;
  settings.limits = {limits(slot.first), limits(slot.second)};
  settings.adjudication = options_.adjudication;
  settings.adjudication.verify_share = Random(pair_seed).uniform() < options_.adjudication.verify_share ? 1 : 0;
  settings.adjudication.trusts_wins = is_own(slot.first) && is_own(slot.second);
  settings.max_plies = options_.max_plies > 0 ? options_.max_plies : driver_.longest_game();
  if (play::is_canary(slot.round)) {
    settings.max_plies = static_cast<int>(opening.moves.size()) + play::canary_plies;
    settings.adjudication.ending_pieces = 0;  // a header does not wait until they are solved
  }
  settings.time_margins = {players_[slot.first].time_margin, players_[slot.second].time_margin};
  return settings;
}

// Whether it is of this program, whose decided scores are proved.
bool GameWorker::is_own(PlayerIndex player) const { return !players_[player].is_foreign; }

const Limits& GameWorker::limits(PlayerIndex player) const { return players_[player].limits_or(options_.limits); }

bool GameWorker::depends_on_time(const ScheduledGame& slot) const {
  return !limits(slot.first).reproducible() || !limits(slot.second).reproducible();
}

bool GameWorker::is_timed(PlayerIndex player) const { return !players_[player].is_reproducible(options_.limits); }

void GameWorker::complete(FinishedGame& game, const ScheduledGame& slot) const {
  GameRecord& record = game.record;
  record.first = slot.first;
  if (players_.size() > 2) record.second = slot.second;
  if (game.fault) record.note = game.fault->failure.detail;
  record.details = details_of(game.efforts, is_timed(slot.first) || is_timed(slot.second));
}

}  // namespace hone::match
