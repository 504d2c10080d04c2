// SPDX-License-Identifier: MIT
#include "tuner/learn/game_scores.hpp"

#include <memory>
#include <utility>

#include "data/error.hpp"
#include "engine/opening.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/formats/labels.hpp"
#include "tuner/formats/source.hpp"
#include "tuner/learn/fit/scale.hpp"
#include "tuner/learn/fit/targets.hpp"
#include "tuner/parallel/jobs.hpp"

namespace hone::learn {

std::vector<Score> scores_of(const GameDriver& driver, const GameRecord& game) {
  int view = game.start.empty() ? 1 : sign(start_of(driver, game)->side_to_move());
  std::vector<Score> scores(game.moves.size(), no_score);
  for (std::size_t ply = 0; ply < scores.size(); ++ply, view = -view) {
    const Score score = game.moves[ply].score;
    if (ply >= game.opening_plies && score != no_score) scores[ply] = view * score;
  }
  return scores;
}

double expected_outcome(Score score, double k) {
  if (is_decided(score)) return is_win(score) ? 1 : 0;
  return outcome_of_logit(logit_per_score(k) * score);
}

std::vector<float> lambda_returns(const std::vector<Score>& scores, float outcome, double lambda, double k) {
  std::vector<float> returns(scores.size());
  double following = static_cast<double>(outcome);
  for (std::size_t ply = scores.size(); ply-- > 0;) {
    if (scores[ply] != no_score) {
      following = (1 - lambda) * expected_outcome(scores[ply], k) + lambda * following;
    }
    returns[ply] = static_cast<float>(following);
  }
  return returns;
}

// -- The scale

void ScoreTally::add(const std::vector<Score>& scores, float outcome, float weight) {
  if (!(weight > 0)) return;
  for (const Score score : scores) {
    if (score == no_score || is_decided(score)) continue;
    Plies& plies = plies_[score];
    plies.weight += static_cast<double>(weight);
    plies.outcomes += static_cast<double>(weight) * static_cast<double>(outcome);
  }
}

std::optional<double> ScoreTally::scale() const {
  if (plies_.empty()) return std::nullopt;
  std::vector<ScoredOutcome> points;
  for (const auto& [score, plies] : plies_) {
    points.push_back({.score = static_cast<double>(score),
                      .target = static_cast<float>(plies.outcomes / plies.weight),
                      .weight = static_cast<float>(plies.weight)});
  }
  return fit_scale(std::move(points), Loss::squared);
}

namespace {

constexpr std::size_t tallied_batch = 4'096;  // games

struct GameScores {
  std::vector<Score> scores;
  float outcome = 0.5F;
  float weight = 1;
};

// Without scores when the game has no result or cannot be read.
GameScores scores_of_unread(const GameDriver& driver, const formats::UnreadGame& unread) {
  try {
    const std::optional<formats::NamedGame> game = unread();
    if (game) return {scores_of(driver, game->record), formats::target_of(game->record.outcome), game->record.weight};
  } catch (const Error& error) {
    if (error.kind() != Error::Kind::input) throw;
  }
  return {};
}

std::vector<formats::UnreadGame> games_to_tally(formats::GameSource& source) {
  std::vector<formats::UnreadGame> games;
  while (games.size() < tallied_batch) {
    std::optional<formats::UnreadGame> game = source.next();
    if (!game) break;
    games.push_back(std::move(*game));
  }
  return games;
}

}  // namespace

bool tally_scores(const GameDriver& driver, const std::filesystem::path& file, int threads, ScoreTally& tally,
                  const std::stop_token& stop) {
  formats::require_no_pipe(file);
  const std::unique_ptr<formats::GameSource> source = formats::open_games(file, &driver);
  std::vector<formats::UnreadGame> games;
  const auto make_worker = [&] {
    return [&](std::uint64_t number, const std::stop_token&) {
      return std::optional(scores_of_unread(driver, games[number]));
    };
  };
  const auto take = [&](const GameScores& found) {
    tally.add(found.scores, found.outcome, found.weight);
    return true;
  };
  while (!(games = games_to_tally(*source)).empty()) {
    const parallel::NumberedJobs jobs{0, games.size(), threads};
    if (parallel::use_in_order(jobs, make_worker, take, stop) != parallel::JobsEnd::finished) return false;
  }
  return true;
}

std::optional<ScoreTally> tally_scores(const GameDriver& driver, const std::vector<std::string>& files, int threads,
                                       const std::stop_token& stop) {
  ScoreTally tally;
  for (const std::string& file : files) {
    if (!tally_scores(driver, file, threads, tally, stop)) return std::nullopt;
  }
  return tally;
}

}  // namespace hone::learn
