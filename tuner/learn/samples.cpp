// SPDX-License-Identifier: MIT
#include "tuner/learn/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "data/checksum.hpp"
#include "data/error.hpp"
#include "data/hash.hpp"
#include "data/random.hpp"
#include "data/text_lines.hpp"
#include "engine/opening.hpp"
#include "tuner/formats/seen_hashes.hpp"
#include "tuner/learn/game_scores.hpp"
#include "tuner/learn/products/side_counts.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::learn {

namespace {

// To be raised when the same positions give different rows.
constexpr int sampling_version = 3;

// The extensions of a file name, for example ".csv.gz".
std::string extensions_of(const std::filesystem::path& file) {
  const std::string last = file.extension().string();
  return is_packed(file) ? without_packing(file).extension().string() + last : last;
}

// What of the target the rows depend on; the rest of it, such as the weight of rows from inside of searches, is the
// fit's.
std::string text_of(const Target& target) {
  std::string text;
  if (target.uses_later_scores()) text += fmt::format("; target {}", to_string(target.of_positions()));
  if (const auto& tree = target.tree) {
    text += fmt::format("; tree {} {} {} {}", tree->searches, tree->nodes, tree->depth, tree->rows);
  }
  return text;
}

std::string text_of(const SamplingOptions& options) {
  std::string text = fmt::format("skip-plies {} check {} max-score {} per-game {} unique {} bad {} seed {}",
                                 options.skip_plies, !options.skip_check, options.max_score, options.per_game,
                                 options.unique, options.skip_bad, options.seed);
  if (options.resolve.kind != Resolve::Kind::keep) text += " " + to_string(options.resolve);
  if (options.resolve.kind == Resolve::Kind::filter) text += fmt::format(" {}", options.quiet_margin);
  return text + text_of(options.target);
}

// The counter of the reason why the position gives no row, or nullptr.
std::uint64_t* reason_against(const Board& board, Score score, bool early, const SamplingOptions& options,
                              SamplingSummary& counts) {
  if (early) return &counts.early;
  if (options.skip_check && board.in_check()) return &counts.in_check;
  if (score != no_score && (is_decided(score) || std::abs(score) > options.max_score)) return &counts.decided;
  return nullptr;
}

// Calls use(board, ply) for each position of a game that may give a row.
template <class Use>
void for_each_candidate(const GameDriver& driver, const GameRecord& game, const SamplingOptions& options,
                        SamplingSummary& counts, const Use& use) {
  const std::unique_ptr<Board> board = start_of(driver, game);
  const auto first = game.opening_plies + static_cast<std::size_t>(options.skip_plies);
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const PlayedMove& played = game.moves[ply];
    if (ply >= game.opening_plies) {
      ++counts.positions;
      if (std::uint64_t* reason = reason_against(*board, played.score, ply < first, options, counts)) {
        ++*reason;
      } else {
        use(*board, ply);
      }
    }
    play_checked(*board, played.move);
  }
}

// The same for the given plies of a game that follows the rules.
template <class Use>
void for_each_ply(const GameDriver& driver, const GameRecord& game, const std::vector<std::size_t>& plies,
                  const Use& use) {
  std::vector<MoveCode> moves;
  for (const PlayedMove& played : game.moves) moves.push_back(played.move);
  const std::unique_ptr<Board> board = start_of(driver, game);
  std::size_t here = 0;
  for (const std::size_t ply : plies) {
    board->play_line(std::span(moves).subspan(here, ply - here));
    use(*board, ply);
    here = ply;
  }
}

// One number of each of `wanted` equal stretches of 0 .. all - 1, ascending; all of them where there are no more.
std::vector<std::size_t> one_of_each_stretch(std::size_t all, std::size_t wanted, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < std::min(all, wanted); ++i) {
    const std::size_t first = all <= wanted ? i : i * all / wanted;
    const std::size_t end = all <= wanted ? i + 1 : (i + 1) * all / wanted;
    chosen.push_back(first + random.below(end - first));
  }
  return chosen;
}

// Whether there are so many rows to a game that no candidate needs to be left out.
bool takes_all(const GameRecord& game, const SamplingOptions& options) {
  return options.per_game == 0 || game.moves.size() <= game.opening_plies + options.per_game;
}

// Keeps one candidate of each of per_game equal stretches.
void thin_out(std::vector<std::size_t>& plies, const SamplingOptions& options, std::uint64_t seed,
              SamplingSummary& counts) {
  if (options.per_game == 0 || plies.size() <= options.per_game) return;
  counts.passed_over += plies.size() - options.per_game;
  std::vector<std::size_t> kept;
  for (const std::size_t i : one_of_each_stretch(plies.size(), options.per_game, seed)) kept.push_back(plies[i]);
  plies = std::move(kept);
}

constexpr std::uint64_t tree_seed = 0x74726565;

// A number in [0, 1) that depends on the two alone.
double share_of_hash(std::uint64_t seed, std::uint64_t hash) {
  return static_cast<double>(hash_seed(seed ^ tree_seed, hash) >> 11) * 0x1p-53;
}

// As many searches as the share of the game's positions says on average, from equal stretches of its candidates.
std::vector<TreeSample> search_some(const GameDriver& driver, const GameRecord& game,
                                    const std::vector<std::size_t>& candidates, SamplingEngines& engines,
                                    const SamplingOptions& options, const std::stop_token& stop,
                                    SamplingSummary& counts) {
  std::vector<TreeSample> result;
  const double wanted = options.target.tree->searches * static_cast<double>(counts.positions);
  const auto searches = static_cast<std::size_t>(wanted + share_of_hash(options.seed, game.seed));
  std::vector<std::size_t> searched;
  for (const std::size_t i :
       one_of_each_stretch(candidates.size(), searches, hash_seed(options.seed ^ tree_seed, game.seed))) {
    searched.push_back(candidates[i]);
  }
  for_each_ply(driver, game, searched, [&](const Board& board, std::size_t /*ply*/) {
    ++counts.searches;
    std::ranges::move(tree_samples(engines, board, options, stop), std::back_inserter(result));
  });
  return result;
}

// What a game says of the positions of its plies.
class GameLabels {
 public:
  GameLabels(const GameDriver& driver, const GameRecord& game, const SamplingOptions& options)
      : scores_(scores_of(driver, game)) {
    if (!options.target.uses_later_scores()) return;
    values_ = lambda_returns(scores_, formats::target_of(game.outcome), options.target.share, options.score_k);
  }

  [[nodiscard]] float score(std::size_t ply) const {
    return scores_[ply] == no_score ? no_row_score : static_cast<float>(scores_[ply]);
  }
  [[nodiscard]] float value(std::size_t ply) const { return values_.empty() ? no_row_value : values_[ply]; }

 private:
  std::vector<Score> scores_;
  std::vector<float> values_;  // empty: the target asks for none
};

// Counts what becomes of a position.
void count_resolved(std::size_t positions, SamplingSummary& counts) {
  if (positions == 0) ++counts.noisy;
  if (positions > 1) counts.further += positions - 1;
}

// The counter of the reason why the position gives no row, or nullptr.
std::uint64_t* reason_against(const Board& board, const formats::LabelledPosition& label,
                              const SamplingOptions& options, SamplingSummary& counts) {
  const bool far = label.score && std::abs(*label.score) > options.max_score;
  if (far || board.outcome()) return &counts.decided;
  if (options.skip_check && board.in_check()) return &counts.in_check;
  return nullptr;
}

// Rows keep labels in single precision. Sums over all rows must stay finite as well.
void require_in_range(const formats::LabelledPosition& label) {
  if (!(label.weight >= 0 && label.weight <= formats::largest_weight)) {
    throw Error(expected_found("a weight in [0, 1e9]", fmt::format("{}", label.weight)));
  }
  constexpr double largest = 1e9;
  if (label.score && !(std::abs(*label.score) <= largest)) {
    throw Error(expected_found("a score within +-1e9", fmt::format("{}", *label.score)));
  }
}

void add_asked_for(const Board& board, const SamplingOptions& options, Sample& sample) {
  if (options.keep_positions) sample.position = board.text();
  if (options.side_factors != nullptr) sample.sides = options.side_factors->count(board.evaluation_record());
}

void add_sample(const Board& board, const SamplingOptions& options, Sample sample, std::vector<Sample>& samples,
                RowList& rows) {
  samples.push_back(std::move(sample));
  add_asked_for(board, options, samples.back());
  rows.add([&](std::vector<RowEntry>& entries) { return board.add_row(entries); });
}

void add_position(const Board& board, const formats::LabelledPosition& label, SamplingEngines& engines,
                  const SamplingOptions& options, const std::stop_token& stop, PositionSamples& to) {
  LabelledSamples& position = to.positions.emplace_back();
  position.label = {{}, label.target, label.score, label.game, label.weight};
  ++to.counts.positions;
  if (std::uint64_t* reason = reason_against(board, label, options, to.counts)) {
    ++*reason;
    return;
  }
  if (options.target.tree && share_of_hash(options.seed, board.hash()) < options.target.tree->searches) {
    ++to.counts.searches;
    position.tree = tree_samples(engines, board, options, stop);
  }
  for (const auto& resolved : engines.resolver.positions(board, std::nullopt, stop)) {
    add_sample(*resolved, options, {.hash = resolved->hash()}, to.samples, to.rows);
    ++position.samples;
  }
  count_resolved(position.samples, to.counts);
}

}  // namespace

GameSamples samples_of(const GameDriver& driver, SamplingEngines& engines, const GameRecord& game,
                       const SamplingOptions& options, const std::stop_token& stop) {
  GameSamples result;
  result.target = formats::target_of(game.outcome);
  result.game = id_of(game);
  result.moves = stats::fingerprint(game);
  result.weight = game.weight;
  result.counts.games = 1;
  const GameLabels labels(driver, game, options);
  formats::SeenHashes seen;  // so that no row is made which Sampler would leave out
  const auto take = [&](const Board& board, std::size_t ply) {
    const auto boards = engines.resolver.positions(board, game.moves[ply].move, stop);
    for (const auto& resolved : boards) {
      const std::uint64_t hash = resolved->hash();
      if (options.unique && !seen.insert(hash)) {
        ++result.counts.duplicates;
      } else {
        add_sample(*resolved, options, {hash, labels.score(ply), labels.value(ply)}, result.samples, result.rows);
      }
    }
    count_resolved(boards.size(), result.counts);
  };
  if (takes_all(game, options) && !options.target.tree) {
    for_each_candidate(driver, game, options, result.counts, take);
    return result;
  }
  std::vector<std::size_t> candidates;
  for_each_candidate(driver, game, options, result.counts,
                     [&](const Board& /*board*/, std::size_t ply) { candidates.push_back(ply); });
  thin_out(candidates, options, hash_seed(options.seed, game.seed), result.counts);
  if (options.target.tree) {
    result.tree = search_some(driver, game, candidates, engines, options, stop, result.counts);
  }
  for_each_ply(driver, game, candidates, take);
  return result;
}

PositionSamples samples_of(const GameDriver& driver, SamplingEngines& engines, const formats::LineBatch& lines,
                           formats::LabelParser& parser, const SamplingOptions& options, const std::stop_token& stop) {
  PositionSamples result;
  result.positions.reserve(lines.size());
  formats::LabelledPosition label;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    try {
      parser.parse(lines[i], label);
      require_in_range(label);
      add_position(*driver.parse(label.position), label, engines, options, stop, result);
    } catch (const Error& error) {
      result.faults.push_back(bad_entry(error, lines.number(i)));
    }
  }
  return result;
}

std::string row_key(const std::vector<std::string>& files, const SamplingOptions& options, const Weights& weights) {
  std::string key = fmt::format("sampling {}; {} {}; {}", sampling_version, weights.schema.game(),
                                weights.schema.fingerprint(), text_of(options));
  if (options.resolve.kind != Resolve::Kind::keep || options.target.tree) {
    key += fmt::format("; weights {:016x}", checksum(fmt::format("{}", fmt::join(weights.rounded(), " "))));
  }
  for (const std::string& name : files) {
    const std::filesystem::path file = formats::source_of(name).file;
    const std::string settings = name.substr(file.string().size());
    key += fmt::format("; {:016x}{}{}", checksum_of_file(file), extensions_of(file), settings);
  }
  return key;
}

}  // namespace hone::learn
