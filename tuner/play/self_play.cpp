// SPDX-License-Identifier: MIT
#include "tuner/play/self_play.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/game_file.hpp"
#include "tuner/parallel/jobs.hpp"
#include "tuner/play/game_recorder.hpp"
#include "tuner/play/options.hpp"
#include "tuner/play/self_play_games.hpp"

namespace hone::play {

namespace {

bool is_there(const std::filesystem::path& file) {
  std::error_code unreadable;  // the error of opening the file is clearer
  return std::filesystem::exists(file, unreadable);
}

std::unique_ptr<GameRecorder> open_recorder(const std::filesystem::path& file, const GameFileHeader& header,
                                            Existing existing, const PlayProgress& progress) {
  if (existing == Existing::refuse || !is_there(file)) {
    return std::make_unique<GameRecorder>(GameFileWriter::create(file, header), progress);
  }
  auto recorder = std::make_unique<GameRecorder>(GameFileWriter::append(file, header), progress);
  GameFileReader reader(file);
  while (const std::optional<GameRecord> game = reader.next()) {
    if (game->number < recorder->next()) {
      throw Error(file.string(), 0, fmt::format("game {} comes after later ones", game->number));
    }
    recorder->recall(*game);
  }
  return recorder;
}

// A game that was left out of the file must repeat one that is there; otherwise a block of the file was lost. Returns
// false when stopped before that is known.
bool check_left_out(const NumberedGames& games, const GameRecorder& recorder, const std::filesystem::path& file,
                    const std::stop_token& stop) {
  if (!games.reproducible || recorder.left_out().empty()) return true;
  const PlayGame play = games.make_player();
  for (const std::uint64_t number : recorder.left_out()) {
    const std::optional<GameRecord> game = play(number, stop);
    if (!game) return false;
    if (!recorder.knows(*game)) throw Error(file.string(), 0, fmt::format("game {} is missing", number));
  }
  return true;
}

}  // namespace

void SelfPlayOptions::declare(text::Options& options) {
  options.integer("games", "N", games, {1}, "number of games to play").short_form('g');
  declare_limits(options, limits);
  variety.declare(options);
}

void SelfPlayOptions::validate() const {
  if (threads < 1) throw Error(expected_found("threads >= 1", fmt::format("{}", threads)));
  variety.validate(limits);
  adjudication.validate();
  openings.validate();
}

namespace {

SelfPlaySummary play_all(const NumberedGames& games, const SelfPlayOptions& options, const std::filesystem::path& file,
                         Existing existing, const std::stop_token& stop, const PlayProgress& progress,
                         GameSupply* supply) {
  const bool is_new = !is_there(file);
  const std::unique_ptr<GameRecorder> recorder = open_recorder(file, games.header, existing, progress);
  if (!check_left_out(games, *recorder, file, stop)) return recorder->summary();
  const auto take = [&](const GameRecord& game) {
    recorder->take(game);
    return true;
  };
  try {
    const std::uint64_t first = recorder->next();
    const parallel::JobsEnd end =
        supply == nullptr || first >= options.games
            ? parallel::use_in_order({first, options.games, options.threads}, games.make_player, take, stop)
            : supply->supply(games, first, options.games, take, stop);
    recorder->finish(options.games, end == parallel::JobsEnd::finished);
  } catch (const Error&) {
    if (is_new && recorder->next() == 0) std::filesystem::remove(file);  // so that another command may begin it
    throw;
  }
  return recorder->summary();
}

}  // namespace

SelfPlaySummary self_play(const GameDriver& driver, const Weights& weights, const SelfPlayOptions& options,
                          const std::filesystem::path& file, Existing existing, const std::stop_token& stop,
                          const PlayProgress& progress, GameSupply* supply) {
  return play_all(self_play_games(driver, weights, options), options, file, existing, stop, progress, supply);
}

SelfPlaySummary self_play_part(const GameDriver& driver, const Weights& weights, const SelfPlayOptions& options,
                               std::uint64_t first, const std::filesystem::path& file, const std::stop_token& stop,
                               const PlayProgress& progress) {
  const NumberedGames games = self_play_games(driver, weights, options);
  SelfPlaySummary summary;
  std::vector<GameRecord> played;
  const auto take = [&](GameRecord&& game) {
    summary.tally.add(game);
    if (progress) progress(summary.tally);
    played.push_back(std::move(game));
    return true;
  };
  const parallel::JobsEnd end =
      parallel::use_in_order({first, first + options.games, options.threads}, games.make_player, take, stop);
  if (end != parallel::JobsEnd::finished) return summary;
  write_file_atomically(file, format_games(games.header, played));
  summary.recorded = played.size();
  summary.complete = true;
  return summary;
}

SelfPlaySummary self_play(const GameDriver& driver, const Entrant& player, const Weights& judges,
                          const SelfPlayOptions& options, const std::filesystem::path& file, Existing existing,
                          const std::stop_token& stop, const PlayProgress& progress) {
  return play_all(self_play_games(driver, player, judges, options), options, file, existing, stop, progress, nullptr);
}

}  // namespace hone::play
