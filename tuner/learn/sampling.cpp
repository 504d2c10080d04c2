// SPDX-License-Identifier: MIT
#include "tuner/learn/sampling.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "data/hash.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/parallel/jobs.hpp"

namespace hone::learn {

namespace {

constexpr std::size_t batch_lines = 1'024;  // of a job
constexpr std::size_t batches = 64;         // read before the threads get them

std::vector<formats::LineBatch> next_batches(formats::LabelledLines& lines) {
  std::vector<formats::LineBatch> result;
  while (result.size() < batches) {
    formats::LineBatch batch = lines.next(batch_lines);
    if (batch.size() == 0) break;
    result.push_back(std::move(batch));
  }
  return result;
}

// The samples of one game, or what is wrong with it.
struct SampledGame {
  std::optional<GameSamples> samples;  // nothing for a game without a result
  std::optional<BadEntry> fault;
};

SampledGame sample(const GameDriver& driver, SamplingEngines& engines, const formats::UnreadGame& unread,
                   const SamplingOptions& options, const std::stop_token& stop) {
  std::optional<formats::NamedGame> game;
  try {
    if (!(game = unread())) return {};
    return {samples_of(driver, engines, game->record, options, stop), {}};
  } catch (const Error& error) {
    if (error.line() > 0 || !game) return {{}, bad_entry(error, error.line())};
    return {{}, BadEntry{0, fmt::format("game {}: {}", game->record.number, error.what())}};
  }
}

// Positions do not say which came after which.
void require_no_game_order(const Target& target, const std::filesystem::path& file) {
  if (!target.uses_later_scores()) return;
  throw Error(
      file.string(), 0,
      fmt::format("the target {} needs whole games, in order; positions have outcome, blend:L, rootstrap and treestrap",
                  to_string(target)));
}

// A result that a search was stopped for is none.
template <class Result>
std::optional<Result> unless_stopped(Result result, const std::stop_token& stop) {
  return stop.stop_requested() ? std::nullopt : std::optional(std::move(result));
}

}  // namespace

Sampler::Sampler(const GameDriver& driver, Weights weights, const SamplingOptions& options)
    : driver_(driver), weights_(std::move(weights)), options_(options) {
  options_.validate();
  if (options_.side_factors != nullptr) sides_ = SideCounts(options_.side_factors->factors());
}

bool Sampler::add_games(const std::filesystem::path& file, RowSet& rows, const std::stop_token& stop,
                        const SamplingProgress& progress) {
  const std::unique_ptr<formats::GameSource> source = formats::open_games(file, &driver_);
  Faults faults(file.string(), "games");
  std::vector<formats::UnreadGame> games;
  const auto make_worker = [&] {
    return [&, engines = make_engines()](std::uint64_t number, const std::stop_token& end) {
      return unless_stopped(sample(driver_, *engines, games[number], options_, end), end);
    };
  };
  const auto take_all = [&](const SampledGame& found) {
    if (found.fault) {
      if (!faults.add(*found.fault)) return false;
    } else if (found.samples) {
      take(*found.samples, rows);
    } else {
      ++summary_.unfinished;
    }
    if (progress) progress(summary_);
    return true;
  };
  while (!(games = formats::next_games(*source)).empty()) {
    const parallel::NumberedJobs jobs{0, games.size(), options_.threads};
    if (parallel::use_in_order(jobs, make_worker, take_all, stop) == parallel::JobsEnd::finished) continue;
    faults.require_no_contradiction();
    return false;
  }
  settle(faults);
  return true;
}

bool Sampler::add_positions(const std::filesystem::path& file, RowSet& rows, const std::stop_token& stop,
                            const SamplingProgress& progress) {
  require_no_game_order(options_.target, file);
  formats::LabelledLines lines(driver_, file);
  lines.check();
  Faults faults(lines.name(), "lines");
  formats::GameNumbers games(next_game_);
  std::vector<formats::LineBatch> read;
  const auto make_worker = [&] {
    const auto parser = std::make_shared<formats::LabelParser>(lines.parser());
    return [&, engines = make_engines(), parser](std::uint64_t number, const std::stop_token& end) {
      return unless_stopped(samples_of(driver_, *engines, read[number], *parser, options_, end), end);
    };
  };
  const auto take_all = [&](const PositionSamples& found) {
    take(found, games, rows);
    for (const BadEntry& fault : found.faults) {
      if (!faults.add(fault)) return false;
    }
    summary_ += found.counts;
    if (progress) progress(summary_);
    return true;
  };
  while (!(read = next_batches(lines)).empty()) {
    const parallel::NumberedJobs jobs{0, read.size(), options_.threads};
    if (parallel::use_in_order(jobs, make_worker, take_all, stop) == parallel::JobsEnd::finished) continue;
    faults.require_no_contradiction();
    return false;
  }
  next_game_ += games.games();
  summary_.games += games.games();
  summary_.unnamed += games.unnamed();
  settle(faults);
  return true;
}

void Sampler::keep_asked_for(const Sample& sample) {
  if (options_.keep_positions) positions_.push_back(sample.position);
  if (options_.side_factors != nullptr) sides_.add(sample.sides);
}

void Sampler::settle(const Faults& faults) {
  if (faults.count() == 0) return;
  options_.skip_bad ? faults.require_no_contradiction() : faults.require_none();
  summary_.bad += faults.count();
  warnings_.push_back(faults.text());
}

// Whether the position becomes a row.
bool Sampler::keeps(const Sample& sample) {
  const bool kept = !options_.unique || seen_.insert(sample.hash);
  ++(kept ? summary_.rows : summary_.duplicates);
  return kept;
}

// Where a position gives no row of its own, its search gives none either. Rows of the search come before the others.
void Sampler::take(const PositionSamples& found, formats::GameNumbers& games, RowSet& rows) {
  std::size_t next = 0;
  for (const LabelledSamples& position : found.positions) {
    const formats::LabelledPosition& label = position.label;
    const std::uint32_t game = games.number(label.game);
    bool is_first = true;
    for (const std::size_t end = next + position.samples; next < end; ++next) {
      if (!keeps(found.samples[next])) continue;
      if (std::exchange(is_first, false)) take_tree(position, game, rows);
      keep_asked_for(found.samples[next]);
      rows.add(found.rows[next], {.target = static_cast<float>(label.target),
                                  .weight = static_cast<float>(label.weight),
                                  .game = game,
                                  .score = label.score ? static_cast<float>(*label.score) : no_row_score});
    }
  }
}

// The game's other positions are not known here, but a share of all positions is searched, so that the rows of a search
// stand for as many positions as there are to a search.
void Sampler::take_tree(const LabelledSamples& position, std::uint32_t game, RowSet& rows) {
  if (position.tree.empty()) return;
  const formats::LabelledPosition& label = position.label;
  const double weight = label.weight / options_.target.tree->searches;
  add_tree(position.tree,
           {.target = static_cast<float>(label.target), .weight = static_cast<float>(weight), .game = game}, rows);
}

// Adds rows that together have the weight of the label.
void Sampler::add_tree(const std::vector<TreeSample>& tree, RowLabel label, RowSet& rows) {
  label.weight /= static_cast<float>(tree.size());
  for (const TreeSample& sample : tree) {
    label.score = sample.score;
    label.bound = sample.bound;
    rows.add(sample.row, label);
    if (options_.side_factors != nullptr) sides_.add({});
  }
  summary_.tree_rows += tree.size();
}

std::uint32_t GameIds::distinct(std::uint32_t id, std::uint64_t moves) {
  for (std::uint64_t hash = moves;; hash = mix(hash + golden_gamma)) {
    if (moves_.try_emplace(id, moves).first->second == moves) return id;
    id = static_cast<std::uint32_t>(hash);
  }
}

void Sampler::take(const GameSamples& game, RowSet& rows) {
  const std::uint32_t id = game_ids_.distinct(game.game, game.moves);
  std::size_t found = 0;
  for (std::size_t i = 0; i < game.samples.size(); ++i) {
    const Sample& sample = game.samples[i];
    if (!keeps(sample)) continue;
    ++found;
    keep_asked_for(sample);
    rows.add(game.rows[i],
             {.target = game.target, .weight = game.weight, .game = id, .score = sample.score, .value = sample.value});
  }
  if (found > 0 && !game.tree.empty()) {
    const float weight = game.weight * static_cast<float>(found);
    add_tree(game.tree, {.target = game.target, .weight = weight, .game = id}, rows);
  }
  summary_ += game.counts;
}

}  // namespace hone::learn
