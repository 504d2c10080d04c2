// SPDX-License-Identifier: MIT
#include "tuner/report/shown_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/error.hpp"
#include "engine/game_end.hpp"
#include "tuner/learn/game_scores.hpp"
#include "tuner/run/damage.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::report {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_games_shown = 6;
constexpr double least_swing = 0.6;  // the expected score of who lost in the end, for a game to be shown for it

bool is_won_by_play(const GameRecord& game) { return game.outcome.utility != 0 && !is_failure(game.outcome.reason); }

// The best expected score that the loser had; 0 for a draw.
double swing_of(const GameDriver& driver, const GameRecord& game, double k) {
  double best = 0;
  if (game.outcome.utility == 0) return best;
  for (const Score score : learn::scores_of(driver, game)) {
    if (score == no_score) continue;
    const double expected = learn::expected_outcome(score, k);
    best = std::max(best, game.outcome.utility > 0 ? 1 - expected : expected);
  }
  return best;
}

// Takes the games of a match in their order, and keeps those that stand out.
class GameChooser {
 public:
  GameChooser(const GameDriver& driver, double k) : driver_(driver), k_(k) {}

  void take(const GameRecord& game) {
    if (!first_) first_ = game;
    take_pair(game);
    if (is_won_by_play(game) && (!shortest_ || game.moves.size() < shortest_->moves.size())) shortest_ = game;
    if (!longest_ || game.moves.size() > longest_->moves.size()) longest_ = game;
    const double swing = swing_of(driver_, game, k_);
    if (swing > swing_) {
      swing_ = swing;
      swinging_ = game;
    }
  }

  [[nodiscard]] std::vector<ShownGame> chosen() {
    for (const GameRecord& game : pair_) add(game, "of the first pair that one player won twice");
    if (shortest_) add(*shortest_, "the shortest win");
    if (swinging_) {
      add(*swinging_, fmt::format("the greatest turn: the loser stood at {} by the scores", text::percent(swing_)));
    }
    if (longest_) add(*longest_, "the longest");
    if (chosen_.empty() && first_) add(*first_, "the first");
    return std::move(chosen_);
  }

 private:
  // The two games of a pair have neighbouring numbers, the first one an even number, and colours reversed.
  void take_pair(const GameRecord& game) {
    const bool is_pair = before_ && game.number % 2 == 1 && before_->number + 1 == game.number &&
                         game.first != before_->first && game.outcome.utility * before_->outcome.utility < 0;
    if (pair_.empty() && is_pair && is_won_by_play(game) && is_won_by_play(*before_)) pair_ = {*before_, game};
    before_ = game;
  }

  void add(const GameRecord& game, std::string why) {
    const auto same = std::ranges::find(chosen_, game.number, [](const ShownGame& one) { return one.record.number; });
    if (same != chosen_.end()) return same->why.push_back(std::move(why));
    if (chosen_.size() == most_games_shown || plies_ + game.moves.size() > most_plies_shown) return;
    plies_ += game.moves.size();
    chosen_.push_back({game, {std::move(why)}});
  }

  const GameDriver& driver_;
  double k_;
  std::optional<GameRecord> first_, before_, shortest_, longest_, swinging_;
  std::vector<GameRecord> pair_;
  double swing_ = least_swing;
  std::vector<ShownGame> chosen_;
  std::size_t plies_ = 0;
};

std::string player_name(const std::vector<std::string>& players, std::size_t index) {
  return index < players.size() ? players[index] : fmt::format("player {}", index + 1);
}

void read_games(const ReportedRun& run, const fs::path& file, ShownGames& shown) {
  try {
    run::require_intact(run::RunPaths(run.folder), run.history, file);
    const GameFileReader reader(file);
    shown.players = reader.header().players;
    shown.driver = &find_driver(reader.header().game);
    shown.games = choose_games(*shown.driver, file, run.best.k);
    if (shown.games.empty()) shown.missing = "it has none, or they are too long";
  } catch (const Error& error) {
    shown.missing = error.message();
  }
}

}  // namespace

std::string ShownGames::first_of(const GameRecord& game) const { return player_name(players, game.first); }
std::string ShownGames::second_of(const GameRecord& game) const {
  return player_name(players, second_player(game, players.size()));
}

std::vector<ShownGame> choose_games(const GameDriver& driver, const fs::path& file, double k) {
  GameChooser chooser(driver, k);
  GameFileReader games(file);
  while (const auto game = games.next()) chooser.take(*game);
  return chooser.chosen();
}

std::optional<ShownGames> shown_games(const ReportedRun& run) {
  const run::RunPaths paths(run.folder);
  ShownGames shown;
  fs::path file;
  if (run.final_match) {
    shown.match = "the final match";
    file = paths.final_games();
  } else {
    const auto last = std::find_if(run.generations.rbegin(), run.generations.rend(),
                                   [](const ReportedGeneration& one) { return one.gate.has_value(); });
    if (last == run.generations.rend()) return std::nullopt;
    shown.match = fmt::format("the gate of generation {}", last->number);
    file = paths.gate_games(last->number);
  }
  read_games(run, file, shown);
  return shown;
}

}  // namespace hone::report
