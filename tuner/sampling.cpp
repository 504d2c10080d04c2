// SPDX-License-Identifier: MIT
#include "tuner/sampling.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "tuner/numbered_jobs.hpp"

namespace hone {
namespace {

constexpr std::size_t batch_games = 4'096;
constexpr std::size_t engine_hash_bytes = std::size_t{1} << 16;  // quiescence alone hardly uses the table

std::vector<GameRecord> next_batch(GameFileReader& reader) {
  std::vector<GameRecord> games;
  while (games.size() < batch_games) {
    std::optional<GameRecord> game = reader.next();
    if (!game) break;
    games.push_back(std::move(*game));
  }
  return games;
}

// What is behind the damage is lost, and nobody would notice.
void require_whole(const std::filesystem::path& file, const GameFileExtent& extent) {
  if (extent.damage.empty()) return;
  throw Error(file.string(), 0,
              fmt::format("{} behind {} whole games, at byte {}", extent.damage, extent.games, extent.bytes));
}

EngineOptions engine_options() {
  EngineOptions options;
  options.hash_bytes = engine_hash_bytes;
  options.transposition_table = false;  // a row must not depend on the rows before it
  return options;
}

}  // namespace

Sampler::Sampler(const GameDriver& driver, Weights weights, const SamplingOptions& options)
    : driver_(driver), weights_(std::move(weights)), options_(options) {
  options_.validate();
}

bool Sampler::add_games(const std::filesystem::path& file, RowSet& rows, const std::stop_token& stop,
                        const SamplingProgress& progress) {
  GameFileReader reader(file);
  if (reader.header().game != driver_.name()) {
    throw Error(file.string(), 0, expected_found(fmt::format("games of {}", driver_.name()), reader.header().game));
  }
  std::vector<GameRecord> games;
  const auto sampled = [&](Engine& engine, const GameRecord& game) {
    try {
      return samples_of(driver_, engine, game, options_);
    } catch (const Error& error) {
      throw Error(file.string(), 0, fmt::format("game {}: {}", game.number, error.what()));
    }
  };
  const JobFactory make_job = [&]() -> Job {
    const std::shared_ptr<Engine> engine = driver_.engine(weights_, engine_options());
    return [&, engine](std::uint64_t n, const std::stop_token&) -> std::optional<Commit> {
      return [&, samples = sampled(*engine, games[n])] {
        take(samples, rows);
        if (progress) progress(summary_);
        return true;
      };
    };
  };
  while (!(games = next_batch(reader)).empty()) {
    if (run_in_order({0, games.size(), options_.threads}, make_job, stop) != JobsEnd::finished) return false;
  }
  require_whole(file, reader.extent());
  return true;
}

bool Sampler::add_positions(const std::filesystem::path& file, RowSet& rows, const std::stop_token& stop,
                            const SamplingProgress& progress) {
  const std::unique_ptr<Engine> engine = driver_.engine(weights_, engine_options());
  const LabelledFile found = read_labelled_positions(file, next_game_, [&](const LabelledPosition& labelled) {
    if (stop.stop_requested()) return;
    take(labelled, *engine, rows);
    if (progress) progress(summary_);
  });
  next_game_ += found.games;
  summary_.games += found.games;
  if (!found.has_games) summary_.unnamed += found.games;
  return !stop.stop_requested();
}

void Sampler::take(const LabelledPosition& labelled, Engine& engine, RowSet& rows) {
  const std::unique_ptr<Board> board = driver_.parse(labelled.position);
  ++summary_.positions;
  const bool far = labelled.score && std::abs(*labelled.score) > options_.max_score;
  if (far || board->outcome()) {
    ++summary_.decided;
  } else if (options_.skip_check && board->in_check()) {
    ++summary_.in_check;
  } else if (const auto quiet = quiet_board(engine, *board, std::nullopt, options_); !quiet) {
    ++summary_.noisy;
  } else if (options_.unique && !seen_.insert(quiet->hash()).second) {
    ++summary_.duplicates;
  } else {
    ++summary_.rows;
    rows.add(quiet->row(), {static_cast<float>(labelled.target), 1.0F, 0.0F, labelled.game});
  }
}

void Sampler::take(const GameSamples& game, RowSet& rows) {
  std::vector<const Sample*> kept;
  for (const Sample& sample : game.samples) {
    if (!options_.unique || seen_.insert(sample.hash).second) kept.push_back(&sample);
  }
  const float weight = options_.equal_games && !kept.empty() ? 1.0F / static_cast<float>(kept.size()) : 1.0F;
  for (const Sample* sample : kept) rows.add(sample->row, {game.target, weight, 0.0F, game.game});
  summary_ += game.counts;
  summary_.rows += kept.size();
  summary_.duplicates += game.samples.size() - kept.size();
}

}  // namespace hone
