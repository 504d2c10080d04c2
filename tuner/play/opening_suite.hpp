// SPDX-License-Identifier: MIT
//
// Opening suites: different positions, none of them over or decided, whose searched scores lie within a band. A suite
// for training and one for judging have no position in common (see openings.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "engine/opening.hpp"
#include "tuner/play/opening_source.hpp"
#include "tuner/play/openings.hpp"

namespace hone::play {

// A range of score sizes, in centi-units: |score| in least .. most.
struct ScoreBand {
  Score least = 0;
  Score most = 50;

  void validate() const;  // throws Error naming the bound that is broken
  [[nodiscard]] bool contains(Score score) const;
};

struct SuiteOptions {
  std::uint64_t count = 1'000;  // the most openings that the suite may have
  ScoreBand band;
  Limits limits;                                        // of the search that scores a position; no time limits
  std::optional<OpeningUse> use = OpeningUse::judging;  // nothing: positions of both halves
  std::uint64_t patience = 5'000;  // candidates in a row that bring nothing before a source without end is left; > 0
  int threads = 1;                 // changes no result
  EngineOptions engine;

  void validate() const;  // throws Error naming the bound that is broken
};

// The defaults for a game: a search of 10,000 nodes that does not look to the end of a short game (see
// default_openings).
[[nodiscard]] SuiteOptions default_suite(const GameDriver& driver);

// What becomes of a candidate: the first of these that applies.
enum class Fate : std::uint8_t { over, excluded, other_half, duplicate, decided, unbalanced, kept };
inline constexpr std::size_t fates = 7;
[[nodiscard]] const char* to_string(Fate fate);  // "over", "excluded", "other_half", ...

struct SuiteOpening {
  std::string position;
  Score score = 0;  // from the side to move's view
  Depth depth = 0;
  std::uint64_t nodes = 0;

  friend bool operator==(const SuiteOpening&, const SuiteOpening&) = default;
};

enum class SuiteEnd : std::uint8_t {
  full,       // it has as many openings as wanted
  used_up,    // the list has no more candidates
  exhausted,  // too many candidates in a row brought nothing (SuiteOptions::patience)
  stopped,    // by the token
};

struct SuiteTally {
  std::array<std::uint64_t, fates> counts{};
  std::uint64_t score_sum = 0;  // of the sizes of the scores of the kept candidates

  [[nodiscard]] std::uint64_t count(Fate fate) const { return counts[static_cast<std::size_t>(fate)]; }
  [[nodiscard]] std::uint64_t kept() const { return count(Fate::kept); }
  [[nodiscard]] std::uint64_t tried() const;
  [[nodiscard]] double mean_score() const;  // 0 when none was kept
};

struct Suite {
  std::vector<SuiteOpening> openings;  // in the order of the candidates
  SuiteTally tally;
  SuiteEnd end = SuiteEnd::full;
};

// Positions by their hashes, which do not depend on move counters.
using PositionSet = std::unordered_set<std::uint64_t>;

// Adds every position that these openings pass through, their starts and ends included.
void add_positions(const GameDriver& driver, const std::vector<Opening>& openings, PositionSet& positions);

// Called in the order of the candidates, from one thread at a time.
using SuiteProgress = std::function<void(const SuiteTally&)>;
using SuiteListener = std::function<void(const SuiteOpening&)>;  // called for each opening as soon as it is kept

// The suite does not depend on the number of threads. Throws Error for broken options.
[[nodiscard]] Suite make_suite(const GameDriver& driver, const Weights& weights, const OpeningSource& source,
                               const PositionSet& excluded, const SuiteOptions& options, const std::stop_token& stop,
                               const SuiteProgress& progress = {}, const SuiteListener& listener = {});

// The text of an opening suite's file, which read_openings and other programs read: one position per line, followed by
// what the search said about it.
//
// Chess is written as EPD with the operations hmvc and fmvn (the counters of FEN), ce (centipawns, from the side to
// move's view), acd and acn (depth and nodes of the analysis). A match runner takes every line for a position, so the
// description of the suite stands in the comment c0 of the first one. Other games have their own position texts with
// the same operations, after a line that begins with '#'.
//
//     rnbqkb1r/1ppp1ppp/p3pn2/8/P7/4P3/1PPP1PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 4; ce 12; acd 7; acn 10021; c0 "...";
//     # hone openings: ...
//     X../.O./... X ce 0; acd 1; acn 8;
//
// `about` describes the suite; characters that cannot stand in a line of text or between quotes are replaced.
[[nodiscard]] std::string suite_text(const GameDriver& driver, const Suite& suite, std::string_view about);

}  // namespace hone::play
