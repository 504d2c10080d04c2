// SPDX-License-Identifier: MIT
//
// Which positions become training rows, and the counts of those that do and do not.
#pragma once

#include <cstddef>
#include <cstdint>

#include "data/game_record.hpp"
#include "engine/score.hpp"
#include "tuner/learn/resolve.hpp"
#include "tuner/learn/target.hpp"

namespace hone::text {
class Options;
}

namespace hone::learn {

class FactorCounter;  // tuner/learn/products/side_counts.hpp

struct SamplingOptions {
  Ply skip_plies = 0;  // after the opening
  bool skip_check = true;
  Score max_score = 1'500;    // centi-units, either sign; decided scores are always dropped
  std::size_t per_game = 40;  // the most positions taken of a game, drawn from equal stretches of it; 0: all
  Resolve resolve = {};
  Score quiet_margin = 60;  // centi-units, for Resolve::Kind::filter
  bool unique = true;       // a position that gave a row gives none again
  bool skip_bad = false;    // leave out what cannot be read, instead of refusing the file
  std::uint64_t seed = 1;
  int threads = 1;                              // changes nothing of the result
  Target target = {};                           // that the rows are made for; the fit declares it
  double score_k = 1;                           // scale of the searched scores (tuner/learn/game_scores.hpp)
  bool keep_positions = false;                  // the text of each row's position, too: Sampler::take_positions
  const FactorCounter* side_factors = nullptr;  // what each player has, too: Sampler::take_sides; null: not asked for

  // Declares which positions are taken; seed, threads, target and scale belong to whoever samples.
  void declare(text::Options& options);
  void validate() const;  // throws Error naming the bound that is broken
};

struct SamplingSummary {
  std::uint64_t games = 0;
  std::uint64_t unnamed = 0;     // of these, positions whose file does not say which game they are from
  std::uint64_t unfinished = 0;  // games without a result, left out
  std::uint64_t bad = 0;         // lines or games left out by skip_bad
  std::uint64_t positions = 0;   // after the openings
  std::uint64_t early = 0;       // within skip_plies
  std::uint64_t in_check = 0;
  std::uint64_t decided = 0;  // or beyond max_score
  std::uint64_t noisy = 0;    // not quiet, for Resolve::Kind::filter; or the line to the row ends in a decided score
  std::uint64_t passed_over = 0;  // beyond per_game
  std::uint64_t duplicates = 0;
  std::uint64_t further = 0;  // rows beyond the first of a position
  std::uint64_t rows = 0;     // of positions, without those from inside of searches
  std::uint64_t searches = 0;
  std::uint64_t tree_rows = 0;  // from inside of searches

  SamplingSummary& operator+=(const SamplingSummary& other);
  friend bool operator==(const SamplingSummary&, const SamplingSummary&) = default;
};

}  // namespace hone::learn
