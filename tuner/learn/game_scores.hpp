// SPDX-License-Identifier: MIT
//
// What the searches of a recorded game say of its outcome: the scores of its plies on the scale that fits all games
// best, and the lambda-returns that td:LAMBDA teaches (tuner/learn/target.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "data/game_record.hpp"
#include "engine/game_driver.hpp"
#include "engine/score.hpp"

namespace hone::learn {

// The scores of the plies of a game, one for each move: centi-units or a decided score, from the first player's view;
// no_score where no search was made or none is known, as in openings. In all games the sides move in turn.
[[nodiscard]] std::vector<Score> scores_of(const GameDriver& driver, const GameRecord& game);

// The expected outcome for the first player that a score promises: 1 or 0 for a decided one, otherwise
// 1 / (1 + 10^(-K score / 400)). The score must be one.
[[nodiscard]] double expected_outcome(Score score, double k);

// G of each ply, from the first player's view: (1 - lambda) p_t + lambda G_(t+1), and the outcome after the last ply. A
// ply without a score adds nothing and costs no discount: its G is that of the next ply. scores: as scores_of gives
// them. outcome: in [0, 1].
[[nodiscard]] std::vector<float> lambda_returns(const std::vector<Score>& scores, float outcome, double lambda,
                                                double k);

// How games ended that had this score: enough to find the scale, however many games there are.
class ScoreTally {
 public:
  // Counts the scores of searches that are not decided. outcome: in [0, 1]. weight: of the game.
  void add(const std::vector<Score>& scores, float outcome, float weight);
  // The K within the bounds of tuner/learn/fit/scale.hpp under which the squared error of the expected outcomes is
  // least; 1 when there is no score but 0. Nothing without scores.
  [[nodiscard]] std::optional<double> scale() const;

 private:
  struct Plies {
    double weight = 0, outcomes = 0;
  };
  std::map<Score, Plies> plies_;
};

// The tally of all games with a result in a file. Games that cannot be read are left out: whoever makes rows of them
// reports them. Adds to `tally`; false when stopped. The same for any number of threads. Throws Error as open_games
// does.
bool tally_scores(const GameDriver& driver, const std::filesystem::path& file, int threads, ScoreTally& tally,
                  const std::stop_token& stop = {});

// The tally of all files of games; nothing when stopped.
[[nodiscard]] std::optional<ScoreTally> tally_scores(const GameDriver& driver, const std::vector<std::string>& files,
                                                     int threads, const std::stop_token& stop = {});

}  // namespace hone::learn
