// SPDX-License-Identifier: MIT
#include "tuner/learn/samples.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "data/checksum.hpp"
#include "data/error.hpp"
#include "data/hash.hpp"
#include "data/random.hpp"
#include "engine/opening.hpp"

namespace hone::learn {

namespace {

// To be raised when the same positions give different rows.
constexpr int sampling_version = 1;

// The extensions of a file name, for example ".csv.gz".
std::string extensions_of(std::filesystem::path file) {
  const std::string last = file.extension().string();
  return last == ".gz" ? file.replace_extension().extension().string() + last : last;
}

std::string text_of(const SamplingOptions& options) {
  std::string text = fmt::format("skip-plies {} check {} max-score {} per-game {} unique {} bad {} seed {}",
                                 options.skip_plies, !options.skip_check, options.max_score, options.per_game,
                                 options.unique, options.skip_bad, options.seed);
  if (options.quiet == formats::Quiet::leaf) text += " leaf";
  if (options.quiet == formats::Quiet::filter) text += fmt::format(" filter {}", options.quiet_margin);
  return text;
}

// A position of a game that may give a row.
struct Candidate {
  std::unique_ptr<Board> board;
  PlayedMove played;
};

// The counter of the reason why the position gives no row, or nullptr.
std::uint64_t* reason_against(const Board& board, Score score, bool early, const SamplingOptions& options,
                              SamplingSummary& counts) {
  if (early) return &counts.early;
  if (options.skip_check && board.in_check()) return &counts.in_check;
  if (score != no_score && (is_decided(score) || std::abs(score) > options.max_score)) return &counts.decided;
  return nullptr;
}

std::vector<Candidate> candidates_of(const GameDriver& driver, const GameRecord& game, const SamplingOptions& options,
                                     SamplingSummary& counts) {
  std::vector<Candidate> candidates;
  const std::unique_ptr<Board> board = start_of(driver, game);
  const auto first = game.opening_plies + static_cast<std::size_t>(options.skip_plies);
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const PlayedMove& played = game.moves[ply];
    if (ply >= game.opening_plies) {
      ++counts.positions;
      if (std::uint64_t* reason = reason_against(*board, played.score, ply < first, options, counts)) {
        ++*reason;
      } else {
        candidates.push_back({board->clone(), played});
      }
    }
    play_checked(*board, played.move);
  }
  return candidates;
}

// Keeps one candidate of each of per_game equal stretches.
void thin_out(std::vector<Candidate>& candidates, const SamplingOptions& options, std::uint64_t seed,
              SamplingSummary& counts) {
  const std::size_t all = candidates.size();
  const std::size_t wanted = options.per_game;
  if (wanted == 0 || all <= wanted) return;
  Random random(seed);
  for (std::size_t i = 0; i < wanted; ++i) {
    const std::size_t first = i * all / wanted;
    const std::size_t end = (i + 1) * all / wanted;
    candidates[i] = std::move(candidates[first + random.below(end - first)]);
  }
  candidates.resize(wanted);
  counts.passed_over += all - wanted;
}

float score_of(const Candidate& candidate) {
  if (candidate.played.score == no_score) return no_row_score;
  return static_cast<float>(sign(candidate.board->side_to_move()) * candidate.played.score);
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
  constexpr double most = 1e9;
  if (!(label.weight >= 0 && label.weight <= most)) {
    throw Error(expected_found("a weight in [0, 1e9]", fmt::format("{}", label.weight)));
  }
  if (label.score && !(std::abs(*label.score) <= most)) {
    throw Error(expected_found("a score within +-1e9", fmt::format("{}", *label.score)));
  }
}

PositionSample sample_of(std::unique_ptr<Board> board, const formats::LabelledPosition& label, Engine& engine,
                         const SamplingOptions& options, SamplingSummary& counts) {
  PositionSample sample;
  sample.label = {{}, label.target, label.score, label.game, label.weight};
  ++counts.positions;
  if (std::uint64_t* reason = reason_against(*board, label, options, counts)) {
    ++*reason;
    return sample;
  }
  board = formats::quiet_board(engine, std::move(board), std::nullopt, options.quiet, options.quiet_margin);
  sample.has_row = board != nullptr;
  if (sample.has_row) {
    sample.hash = board->hash();
    sample.row = board->row();
  } else {
    ++counts.noisy;
  }
  return sample;
}

}  // namespace

GameSamples samples_of(const GameDriver& driver, Engine& engine, const GameRecord& game,
                       const SamplingOptions& options) {
  GameSamples result;
  result.target = formats::target_of(game.outcome);
  result.game = id_of(game);
  result.weight = game.weight;
  result.counts.games = 1;
  std::vector<Candidate> candidates = candidates_of(driver, game, options, result.counts);
  thin_out(candidates, options, hash_seed(options.seed, game.seed), result.counts);
  for (Candidate& candidate : candidates) {
    const float score = score_of(candidate);
    const auto board = formats::quiet_board(engine, std::move(candidate.board), candidate.played.move, options.quiet,
                                            options.quiet_margin);
    if (board) {
      result.samples.push_back({board->hash(), board->row(), score});
    } else {
      ++result.counts.noisy;
    }
  }
  return result;
}

PositionSamples samples_of(const GameDriver& driver, Engine& engine, const formats::LineBatch& lines,
                           formats::LabelParser& parser, const SamplingOptions& options) {
  PositionSamples result;
  result.samples.reserve(lines.size());
  formats::LabelledPosition label;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    try {
      parser.parse(lines[i], label);
      require_in_range(label);
      result.samples.push_back(sample_of(driver.parse(label.position), label, engine, options, result.counts));
    } catch (const Error& error) {
      result.faults.push_back(bad_entry(error, lines.number(i)));
    }
  }
  return result;
}

std::string row_key(const std::vector<std::string>& files, const SamplingOptions& options, const Weights& weights) {
  std::string key = fmt::format("sampling {}; {} {}; {}", sampling_version, weights.schema.game(),
                                weights.schema.fingerprint(), text_of(options));
  if (options.quiet != formats::Quiet::keep) {
    key += fmt::format("; weights {:016x}", checksum(fmt::format("{}", fmt::join(weights.rounded(), " "))));
  }
  for (const std::string& file : files) key += fmt::format("; {:016x}{}", checksum_of_file(file), extensions_of(file));
  return key;
}

}  // namespace hone::learn
