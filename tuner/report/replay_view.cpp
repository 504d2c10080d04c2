// SPDX-License-Identifier: MIT
//
// Games of a match to step through: each with its last position, its moves and a graph of what the scores promised, so
// that a page without scripts shows them, and what changed with each move, for the script.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "tuner/report/board_view.hpp"
#include "tuner/report/replay.hpp"
#include "tuner/report/shown_games.hpp"
#include "tuner/report/views.hpp"

namespace hone::report {

namespace {

using Json = nlohmann::ordered_json;

// The graph, in units of its SVG.
constexpr double graph_width = 640, graph_height = 80;

std::string notes_line(const BoardPicture& picture) { return fmt::format("{}", fmt::join(picture.notes, "; ")); }

// A cell's number and the letter that lies there now, one after the other.
Json changed_cells(const BoardPicture& before, const BoardPicture& after) {
  Json changes = Json::array();
  for (std::size_t i = 0; i < after.cells.size(); ++i) {
    if (before.cells[i].letter == after.cells[i].letter) continue;
    changes.push_back(i);
    changes.push_back(std::string(1, after.cells[i].letter));
  }
  return changes;
}

Json marked_cells(const std::vector<bool>& marked) {
  Json cells = Json::array();
  for (std::size_t i = 0; i < marked.size(); ++i) {
    if (marked[i]) cells.push_back(i);
  }
  return cells;
}

// For the script: the first position as letters, and what changes with each move.
Json steps_of(const Replay& replay) {
  const BoardPicture& first = replay.pictures.front();
  std::string letters;
  for (const PictureCell& one : first.cells) letters += one.letter;
  Json steps = Json::array();
  for (std::size_t ply = 0; ply < replay.moves.size(); ++ply) {
    const BoardPicture &before = replay.pictures[ply], &after = replay.pictures[ply + 1];
    Json step = {{"cells", changed_cells(before, after)}, {"marked", marked_cells(replay.moves[ply].marked)}};
    if (before.notes != after.notes) step["notes"] = notes_line(after);
    steps.push_back(std::move(step));
  }
  return {{"columns", first.columns}, {"letters", letters}, {"notes", notes_line(first)}, {"steps", steps}};
}

std::string number_before(const Replay& replay, std::size_t ply) {
  const bool second_began = !replay.moves.empty() && replay.moves.front().mover == Side::second;
  const std::size_t half = ply + (second_began ? 1 : 0);
  if (half % 2 == 0) return fmt::format("{}.", half / 2 + 1);
  return ply == 0 ? "1. ..." : "";
}

Json moves_of(const Replay& replay) {
  Json moves = Json::array();
  for (std::size_t ply = 0; ply < replay.moves.size(); ++ply) {
    const ReplayedMove& move = replay.moves[ply];
    moves.push_back({{"number", number_before(replay, ply)},
                     {"ply", ply + 1},
                     {"text", move.text},
                     {"score", replayed_score(move)},
                     {"opening", move.from_opening}});
  }
  return moves;
}

// The points of the moves of one side: "12.0,34.5 24.0,30.1".
std::string graph_line(const Replay& replay, Side side) {
  const double step = graph_width / static_cast<double>(replay.moves.size());
  std::string points;
  for (std::size_t ply = 0; ply < replay.moves.size(); ++ply) {
    const ReplayedMove& move = replay.moves[ply];
    if (move.mover != side || !move.expected) continue;
    points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", step * static_cast<double>(ply + 1),
                          graph_height * (1 - *move.expected));
  }
  return points;
}

Json graph_of(const Replay& replay) {
  if (replay.moves.empty()) return nullptr;
  const std::string first = graph_line(replay, Side::first), second = graph_line(replay, Side::second);
  const auto is_line = [](const std::string& points) { return points.find(' ') != std::string::npos; };
  if (!is_line(first) && !is_line(second)) return nullptr;
  return {{"width", graph_width},
          {"height", graph_height},
          {"middle", graph_height / 2},
          {"graph_first", first},
          {"graph_second", second}};
}

std::string with_capital(std::string text) {
  if (!text.empty() && 'a' <= text[0] && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// "gen-002 (White)".
std::string called(const std::string& player, const PicturePlayer& side) {
  return side.name.empty() ? player : fmt::format("{} ({})", player, side.name);
}

Json game_view(const ShownGames& shown, const ShownGame& game, const Replay& replay, std::size_t index) {
  const BoardPicture& last = replay.pictures.back();
  const std::string first = called(shown.first_of(game.record), last.players[0]);
  const std::string second = called(shown.second_of(game.record), last.players[1]);
  const std::vector<bool> marked = replay.moves.empty() ? std::vector<bool>() : replay.moves.back().marked;
  std::string ending = ending_text(game.record.outcome, replay.margin, first, second);
  if (!replay.whole) ending += " The moves shown end where this program's rules refuse the next one.";
  return {{"index", index},
          {"title", fmt::format("Game {}: {} against {}", game.record.number + 1, first, second)},
          {"why", with_capital(fmt::format("{}", fmt::join(game.why, "; ")))},
          {"ending", ending},
          {"first", first},
          {"second", second},
          {"plies", replay.moves.size()},
          {"board", last.rows > 0 ? board_view(last, marked) : Json(nullptr)},
          {"notes", notes_line(last)},
          {"moves", moves_of(replay)},
          {"graph", graph_of(replay)}};
}

}  // namespace

Json replay_view(const ReportedRun& run, Json& replays) {
  const std::optional<ShownGames> shown = shown_games(run);
  if (!shown) return nullptr;
  Json games = Json::array();
  PieceShapes shapes;
  for (const ShownGame& game : shown->games) {
    const std::optional<Replay> played = replay(*shown->driver, game.record, run.best.k);
    if (!played) continue;
    for (const BoardPicture& picture : played->pictures) shapes.add(picture);
    replays.push_back(steps_of(*played));
    games.push_back(game_view(*shown, game, *played, games.size()));
  }
  return {{"match", shown->match}, {"missing", shown->missing}, {"games", games}, {"shapes", shapes.json()}};
}

}  // namespace hone::report
