// SPDX-License-Identifier: MIT
#include "tuner/play/opening_suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <numeric>
#include <utility>

#include "data/error.hpp"
#include "tuner/formats/epd.hpp"
#include "tuner/parallel/jobs.hpp"
#include "tuner/play/settings_text.hpp"

namespace hone::play {

namespace {

constexpr std::uint64_t usual_suite_nodes = 10'000;
constexpr std::size_t usual_hash_bytes = std::size_t{1} << 20;

struct Candidate {
  Fate fate = Fate::kept;
  std::uint64_t hash = 0;
  SuiteOpening opening;
};

class SuiteMaker {
 public:
  SuiteMaker(const GameDriver& driver, const OpeningSource& source, const PositionSet& excluded,
             const SuiteOptions& options, const SuiteProgress& progress, const SuiteListener& listener)
      : driver_(driver),
        source_(source),
        excluded_(excluded),
        options_(options),
        progress_(progress),
        listener_(listener) {}

  // May be called from any thread. Returns nothing when stopped.
  std::optional<Candidate> examine(std::uint64_t number, Engine& engine, const std::stop_token& stop) const {
    engine.new_game();
    const std::unique_ptr<Board> found = source_.candidate(number, engine, stop);
    Candidate candidate = found->outcome() ? Candidate{Fate::over, {}, {}} : judge(*found, engine, stop);
    if (stop.stop_requested()) return std::nullopt;
    return candidate;
  }

  // Called in the order of the candidates. Returns false when no more candidates are wanted.
  bool take(Candidate&& candidate) {
    if (!is_new(candidate)) candidate.fate = Fate::duplicate;
    ++suite_.tally.counts[static_cast<std::size_t>(candidate.fate)];
    ++barren_;
    if (candidate.fate == Fate::kept) keep(std::move(candidate.opening));
    if (progress_) progress_(suite_.tally);
    return !is_full() && !gives_up();
  }

  Suite finish(parallel::JobsEnd end) {
    suite_.end = is_full()                           ? SuiteEnd::full
                 : end == parallel::JobsEnd::enough  ? SuiteEnd::exhausted
                 : end == parallel::JobsEnd::stopped ? SuiteEnd::stopped
                                                     : SuiteEnd::used_up;
    return std::move(suite_);
  }

 private:
  Candidate judge(const Board& found, Engine& engine, const std::stop_token& stop) const {
    // The position as a reader of the suite will see it, without the moves that led to it.
    const std::unique_ptr<Board> board = driver_.parse(found.text());
    Candidate candidate{fate_unsearched(*board), board->hash(), {board->text()}};
    if (candidate.fate == Fate::kept) score(*board, engine, stop, candidate);
    return candidate;
  }

  // What can be said without a search. Candidates that were met before need none, as take() would drop them in any
  // case, whatever the searches of other threads find.
  Fate fate_unsearched(const Board& board) const {
    if (excluded_.contains(board.hash())) return Fate::excluded;
    if (options_.use && !is_for(board, *options_.use)) return Fate::other_half;
    const std::lock_guard lock(mutex_);
    return met_.contains(board.hash()) ? Fate::duplicate : Fate::kept;
  }

  void score(const Board& board, Engine& engine, const std::stop_token& stop, Candidate& candidate) const {
    engine.new_game();
    const SearchResult result = engine.search(board, {options_.limits, stop, {}});
    candidate.opening.score = result.score;
    candidate.opening.depth = result.depth;
    candidate.opening.nodes = result.counters.nodes;
    if (is_decided(result.score)) {
      candidate.fate = Fate::decided;
    } else if (!options_.band.contains(result.score)) {
      candidate.fate = Fate::unbalanced;
    }
  }

  bool is_new(const Candidate& candidate) {
    if (candidate.fate < Fate::duplicate) return true;
    const std::lock_guard lock(mutex_);
    return met_.insert(candidate.hash).second;
  }

  void keep(SuiteOpening&& opening) {
    suite_.tally.score_sum += static_cast<std::uint64_t>(std::abs(opening.score));
    suite_.openings.push_back(std::move(opening));
    if (listener_) listener_(suite_.openings.back());
    barren_ = 0;
  }

  bool is_full() const { return suite_.openings.size() >= options_.count; }
  bool gives_up() const { return source_.size == OpeningSource::endless && barren_ >= options_.patience; }

  const GameDriver& driver_;
  const OpeningSource& source_;
  const PositionSet& excluded_;
  const SuiteOptions& options_;
  const SuiteProgress& progress_;
  const SuiteListener& listener_;

  mutable std::mutex mutex_;
  PositionSet met_;  // the candidates taken so far; guarded by the mutex
  Suite suite_;
  std::uint64_t barren_ = 0;  // candidates since the last that was kept
};

std::string line_of(const SuiteOpening& opening) {
  return fmt::format("{} ce {}; acd {}; acn {};", formats::to_epd(opening.position, {}), opening.score, opening.depth,
                     opening.nodes);
}

std::string quotable(std::string_view text) {
  std::string result(text);
  std::ranges::replace_if(
      result, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '"'; }, '_');
  return result;
}

}  // namespace

void ScoreBand::validate() const {
  const auto require = [](bool holds, std::string_view wanted, Score found) {
    if (!holds) throw Error(expected_found(wanted, fmt::format("{}", found)));
  };
  require(least >= 0, "lower bound >= 0", least);
  require(most >= least && most <= max_eval, fmt::format("bound in {}..{}", least, max_eval), most);
}

bool ScoreBand::contains(Score score) const { return least <= std::abs(score) && std::abs(score) <= most; }

void SuiteOptions::validate() const {
  band.validate();
  if (count == 0) throw Error(expected_found("openings > 0", "0"));
  if (patience == 0) throw Error(expected_found("patience > 0", "0"));
  if (threads < 1) throw Error(expected_found("threads >= 1", fmt::format("{}", threads)));
  if (!limits.reproducible()) throw Error(expected_found("limits in depth or nodes", describe(limits)));
}

SuiteOptions default_suite(const GameDriver& driver) {
  SuiteOptions options;
  options.limits = default_openings(driver, OpeningUse::judging).limits;
  options.limits.nodes = usual_suite_nodes;
  options.engine.hash_bytes = usual_hash_bytes;
  return options;
}

const char* to_string(Fate fate) {
  constexpr std::array<const char*, fates> names{"over",    "excluded",   "other_half", "duplicate",
                                                 "decided", "unbalanced", "kept"};
  return names[static_cast<std::size_t>(fate)];
}

std::uint64_t SuiteTally::tried() const { return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}); }

double SuiteTally::mean_score() const {
  return kept() == 0 ? 0 : static_cast<double>(score_sum) / static_cast<double>(kept());
}

void add_positions(const GameDriver& driver, const std::vector<Opening>& openings, PositionSet& positions) {
  for (const Opening& opening : openings) {
    const std::unique_ptr<Board> board = set_up(driver, {opening.start, {}});
    positions.insert(board->hash());
    for (const MoveCode move : opening.moves) {
      play_checked(*board, move);
      positions.insert(board->hash());
    }
  }
}

Suite make_suite(const GameDriver& driver, const Weights& weights, const OpeningSource& source,
                 const PositionSet& excluded, const SuiteOptions& options, const std::stop_token& stop,
                 const SuiteProgress& progress, const SuiteListener& listener) {
  options.validate();
  SuiteMaker maker(driver, source, excluded, options, progress, listener);
  const auto make_worker = [&] {
    const std::shared_ptr<Engine> engine = driver.engine(weights, options.engine);
    return [&maker, engine](std::uint64_t number, const std::stop_token& stop_examining) {
      return maker.examine(number, *engine, stop_examining);
    };
  };
  const auto take = [&](Candidate&& candidate) { return maker.take(std::move(candidate)); };
  return maker.finish(parallel::use_in_order({0, source.size, options.threads}, make_worker, take, stop));
}

std::string suite_text(const GameDriver& driver, const Suite& suite, std::string_view about) {
  std::string text;
  if (!formats::is_fen(driver)) text += fmt::format("# {}\n", quotable(about));
  for (const SuiteOpening& opening : suite.openings) {
    text += line_of(opening);
    if (formats::is_fen(driver) && &opening == suite.openings.data())
      text += fmt::format(" c0 \"{}\";", quotable(about));
    text += '\n';
  }
  return text;
}

}  // namespace hone::play
