// SPDX-License-Identifier: MIT
#include "tuner/formats/dataset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "data/error.hpp"
#include "data/faults.hpp"
#include "engine/game_registry.hpp"
#include "engine/opening.hpp"
#include "tuner/formats/epd.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/formats/labelled_positions.hpp"
#include "tuner/formats/source.hpp"

namespace hone::formats {

namespace {

void settle(const Faults& faults, const ReadOptions& options, ReadSummary& summary) {
  if (faults.count() == 0) return;
  options.skip_bad ? faults.require_no_contradiction() : faults.require_none();
  summary.warnings.push_back(faults.text());
}

// A fault of a game that was read, such as one that the format it is written in cannot hold.
bool add_refused(Faults& faults, std::uint64_t number, const Error& error) {
  if (error.kind() == Error::Kind::system) throw;
  BadEntry fault = bad_entry(error, 0);
  fault.message = fmt::format("game {}: {}", number, fault.message);
  return faults.add(fault);
}

// Visits the game unless it cannot be read, which is a fault, or has no result. Returns whether to read on.
bool visit_understood(const UnreadGame& unread, const GameVisitor& visit, Faults& faults, ReadSummary& summary) {
  std::optional<NamedGame> game;
  try {
    game = unread();
  } catch (const Error& error) {
    return faults.add(bad_entry(error, error.line()));
  }
  if (!game) ++summary.unfinished;
  if (!game) return true;
  const std::uint64_t number = game->record.number;  // in its file
  try {
    return visit(*game);
  } catch (const Error& error) {
    return add_refused(faults, number, error);
  }
}

// Visits the positions after the opening, one after the other; false when the visitor has seen enough.
bool visit_positions(const GameDriver& driver, const NamedGame& game, const PositionVisitor& visit) {
  const GameRecord& record = game.record;
  const std::unique_ptr<Board> board = start_of(driver, record);
  for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
    const PlayedMove& played = record.moves[ply];
    if (ply >= record.opening_plies) {
      DatasetPosition position;
      position.label.position = board->text();
      position.label.target = target_of(record.outcome);
      if (played.score != no_score) position.label.score = sign(board->side_to_move()) * played.score;
      position.label.game = static_cast<std::uint32_t>(record.number);
      position.label.weight = static_cast<double>(record.weight);
      position.board = board->clone();
      position.ply = static_cast<int>(ply);
      position.played = played.move;
      if (!visit(position)) return false;
    }
    play_checked(*board, played.move);
  }
  return true;
}

ReadSummary read_positions_of_games(const GameDriver& driver, const std::filesystem::path& file,
                                    const ReadOptions& options, const PositionVisitor& visit) {
  return read_games(file, options, [&](const NamedGame& game) { return visit_positions(driver, game, visit); });
}

ReadSummary read_positions_of_lines(const GameDriver& driver, const std::filesystem::path& file,
                                    const ReadOptions& options, const PositionVisitor& visit) {
  ReadSummary summary;
  bool has_seen_enough = false, has_seen_any = false;
  DatasetPosition position;
  const auto take = [&](LabelledPosition& label) {
    std::swap(position.label, label);
    position.board = driver.parse(position.label.position);
    position.ply = ply_in(driver, position.label.position, position.board->side_to_move());
    has_seen_any = true;
    has_seen_enough = !visit(position);
    return !has_seen_enough;
  };
  const Faults faults = read_labelled_positions(driver, file, take, options.stop);
  summary.is_whole = has_seen_enough || !options.stop.stop_requested();
  if (summary.is_whole && !has_seen_any) faults.require_none();  // no line can be read: the file is something else
  if (summary.is_whole && !has_seen_enough) settle(faults, options, summary);
  return summary;
}

// Whether the first line could be a position of this game. A position with a label that cannot be read is none, and
// `contradiction` tells why.
bool holds_position(const GameDriver& driver, const std::filesystem::path& file,
                    std::optional<Contradiction>& contradiction) {
  const std::string_view only_game = std::get<PositionFormat>(format_of(file).functions).game;
  if (!only_game.empty() && only_game != driver.name()) return false;
  LabelledLines lines(driver, file);
  const LineBatch batch = lines.next(1);
  if (batch.size() == 0) return false;
  const LabelParser& parser = lines.parser();
  LabelledPosition label;
  try {
    parser.parse(batch[0], label);
    (void)driver.parse(label.position);
    return true;
  } catch (const Contradiction& error) {
    contradiction.emplace(file.string(), batch.number(0), error.message());
    return false;
  } catch (const Error&) {
    return false;
  }
}

void keep_common(GameFileHeader& header, const GameFileHeader& other) {
  if (header.seed != other.seed) header.seed = 0;
  std::erase_if(header.settings, [&](const auto& setting) {
    return std::ranges::find(other.settings, setting) == other.settings.end();
  });
}

}  // namespace

ReadSummary read_games(const std::filesystem::path& file, const ReadOptions& options, const GameVisitor& visit) {
  const std::unique_ptr<GameSource> source = open_games(file);
  Faults faults(file.string(), "games");
  ReadSummary summary;
  while (const std::optional<UnreadGame> unread = source->next()) {
    if (options.stop.stop_requested()) {
      summary.is_whole = false;
      return summary;
    }
    if (!visit_understood(*unread, visit, faults, summary)) {
      faults.require_no_contradiction();
      return summary;
    }
  }
  settle(faults, options, summary);
  return summary;
}

ReadSummary read_positions(const GameDriver& driver, const std::filesystem::path& file, const ReadOptions& options,
                           const PositionVisitor& visit) {
  return holds_games(file) ? read_positions_of_games(driver, file, options, visit)
                           : read_positions_of_lines(driver, file, options, visit);
}

const GameDriver& game_of(const std::filesystem::path& file) {
  std::error_code unknown;
  if (std::filesystem::is_fifo(file, unknown)) {
    throw Error(file.string(), 0, "is a pipe, from which nothing can be read twice; say the game with --game");
  }
  if (holds_games(file)) return open_games(file)->driver();
  std::vector<const GameDriver*> possible;
  std::optional<Contradiction> contradiction;
  for (const GameDriver* driver : all_drivers()) {
    if (holds_position(*driver, file, contradiction)) possible.push_back(driver);
  }
  if (possible.size() == 1) return *possible.front();
  const GameDriver* const own = only_own_driver();
  if (own != nullptr && std::ranges::find(possible, own) != possible.end()) return *own;
  if (possible.empty() && contradiction) throw Contradiction(*contradiction);
  throw Error(file.string(), 0,
              possible.empty() ? "the first line is no position with a result of any game; say which with --game"
                               : "the first line is a position of more than one game; say which with --game");
}

GameFileHeader common_header(const std::vector<std::string>& files) {
  for (const std::string& file : files) require_no_pipe(file);
  GameFileHeader header = open_games(files.front())->header();
  header.players.clear();
  for (const std::string& file : files) {
    const std::unique_ptr<GameSource> source = open_games(file, &find_driver(header.game));
    keep_common(header, source->header());
    for (const std::string& player : source->players(most_players)) {
      if (std::ranges::find(header.players, player) == header.players.end()) header.players.push_back(player);
    }
  }
  if (header.players.empty()) header.players.emplace_back();
  if (header.players.size() > most_players) {
    header.players.resize(most_players - 1);
    header.players.emplace_back(other_players);
  }
  return header;
}

}  // namespace hone::formats
