// SPDX-License-Identifier: MIT
//
// Several candidates of one generation (`--candidates N`), and how one of them comes to the gate. The first is the fit
// itself. The others are made from the same games in other ways: with a weaker and a stronger ridge, with another share
// of the searched scores in the target, and as draws from what the fit leaves open. All of them meet the best weights
// on the same openings, in rounds of successive halving (halving.hpp), whose results decide nothing else: the one that
// is left is judged by the gate, on openings of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/match/tournament.hpp"
#include "tuner/run/model.hpp"

namespace hone::run {

struct Candidate {
  std::string origin;  // "fit", "ridge x 3", "target blend:0.3", "draw 1"
  Weights weights;
};

// What further candidates are made from. All references must outlive the call.
struct CandidateSource {
  const RowSet& rows;
  const Weights& start;  // of the fit, and what the candidates are to beat
  const learn::FitOptions& options;
  const learn::FitResult& fit;
  std::uint64_t seed = 0;  // of the draws
  // Fits the same rows from the same start with other options.
  std::function<learn::FitResult(const learn::FitOptions&)> refit = {};
};

// The fit and at most count - 1 others, in a fixed order. Weights that are those of the start, or of an earlier
// candidate, are left out, as are draws of a fit whose covariance is not known, so that there may be fewer. When
// stopped, the list is not valid.
[[nodiscard]] std::vector<Candidate> make_candidates(const CandidateSource& source, std::size_t count,
                                                     const std::stop_token& stop = {});

// Plays a round: the candidates with these numbers, from 0, each against the best weights on the same openings. The
// players of the result are the best weights and then the candidates. An incomplete result stops the rounds.
using PlayRound = std::function<match::TournamentResult(int round, const std::vector<std::size_t>& candidates)>;

// Finds the candidate for the gate. A candidate is ranked by its points in all rounds that it played. Nothing when
// stopped.
[[nodiscard]] std::optional<SelectionDone> select_candidate(const std::vector<std::string>& origins,
                                                            const PlayRound& play_round);

// "candidate 3 of 4 (ridge x 3)".
[[nodiscard]] std::string describe_chosen(const SelectionDone& selection);

}  // namespace hone::run
