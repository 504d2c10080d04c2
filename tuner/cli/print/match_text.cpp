// SPDX-License-Identifier: MIT
#include "tuner/cli/print/match_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/file.hpp"
#include "engine/go_games.hpp"
#include "engine/opening.hpp"
#include "tuner/cli/print/results_text.hpp"
#include "tuner/formats/epd.hpp"
#include "tuner/formats/sgf.hpp"

namespace hone::cli {

namespace {

std::string final_position(const GameDriver& driver, const GameRecord& game) {
  const std::unique_ptr<Board> board = start_of(driver, game);
  for (const PlayedMove& played : game.moves) play_checked(*board, played.move);
  return board->text();
}

}  // namespace

GameTexts::GameTexts(const GameDriver& driver, const std::vector<play::Entrant>& players, std::string pgn_file,
                     std::string epd_file)
    : driver_(driver), pgn_file_(std::move(pgn_file)), epd_file_(std::move(epd_file)) {
  for (const play::Entrant& player : players) names_.push_back(player.name);
}

void GameTexts::add(const GameRecord& game, const formats::PgnHeading& heading) {
  const auto to_text = go_size(driver_) ? formats::to_sgf : formats::to_pgn;
  if (!pgn_file_.empty()) pgn_ += to_text(driver_, game, names_, heading);
  if (epd_file_.empty()) return;
  const std::vector<formats::EpdOperation> operations{{"c9", {formats::result_text(game.outcome)}},
                                                      {"id", {fmt::format("game {}", game.number + 1)}}};
  epd_ += formats::to_epd(final_position(driver_, game), operations) + '\n';
}

void GameTexts::write() const {
  if (!pgn_file_.empty()) write_file_atomically(pgn_file_, pgn_);
  if (!epd_file_.empty()) write_file_atomically(epd_file_, epd_);
}

namespace {

// Without the tags of PGN, and the roots of SGF, which options may change.
std::string without_tags(const std::string& text) {
  std::string rest;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    if (text[at] != '[' && text[at] != '(') rest.append(text, at, end - at);
    at = end;
  }
  return rest;
}

void require_beginning(const std::string& file, const std::string& text) {
  constexpr std::size_t room_for_other_tags = 1 << 14;
  std::error_code ignored;
  if (file.empty() || !std::filesystem::is_regular_file(file, ignored)) return;
  std::string begin(text.size() + room_for_other_tags, ' ');
  begin.resize(File(file, File::Mode::read).read(begin.data(), begin.size()));
  if (begin.empty() || without_tags(begin).starts_with(without_tags(text))) return;
  throw Error(file, 0,
              "does not begin with the first game of this match, so that it holds something else: move it "
              "away, or replace it with --overwrite");
}

}  // namespace

void GameTexts::require_beginnings() const {
  require_beginning(pgn_file_, pgn_);
  require_beginning(epd_file_, epd_);
}

namespace {

using Cells = std::vector<std::string>;

// Counts the bytes that begin a character of UTF-8.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

constexpr std::size_t name_column = 1;

// Columns are two blanks apart and as wide as their widest cell. Names are aligned to the left, everything else to the
// right.
std::string aligned(const std::vector<Cells>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Cells& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text;
  for (const Cells& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(widths[i] - width_of(row[i]), ' ');
      line += (i == 0 ? "" : "  ") + (i == name_column ? row[i] + blanks : blanks + row[i]);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::string points_text(double points) { return fmt::format("{:.1f}", points); }

// The value, or the bound where there is none: "> +183.0". "-" without games.
std::string value_cell(const stats::Interval& interval) {
  if (!interval.is_known()) return "-";
  if (std::isfinite(interval.value)) return fmt::format("{:+.1f}", interval.value);
  return std::isfinite(interval.low) ? fmt::format("> {:+.1f}", interval.low) : fmt::format("< {:+.1f}", interval.high);
}

std::string error_cell(const stats::Interval& interval) {
  return interval.is_bounded() ? fmt::format("{:.1f}", interval.error()) : "-";
}

Cells standing(std::size_t rank, const match::PlayerResults& player) {
  const stats::Trinomial& games = player.results.games;
  const stats::Estimate strength = player.results.estimate();
  return {fmt::format("{}", rank),
          player.name,
          value_cell(strength.elo),
          error_cell(strength.elo),
          value_cell(strength.nelo),
          error_cell(strength.nelo),
          games.count() == 0 ? "-" : fmt::format("{:.1f} %", 100 * strength.los),
          fmt::format("{}", games.count()),
          points_text(player.results.points()),
          fmt::format("{:.1f} %", percent(games.draws, games.count())),
          fmt::format("[{}]", fmt::join(player.results.pairs.pairs, ", "))};
}

std::string half_points_text(std::uint64_t half_points) { return points_text(static_cast<double>(half_points) / 2); }

}  // namespace

std::string standings_table(const match::Standings& standings) {
  std::vector<Cells> rows{
      {"Rank", "Player", "Elo", "+-", "nElo", "+-", "LOS", "Games", "Points", "Draws", "Ptnml(0-2)"}};
  for (const std::size_t place : standings.ranking()) {
    rows.push_back(standing(rows.size(), standings.players()[place]));
  }
  return aligned(rows);
}

std::string cross_table(const match::Standings& standings) {
  const std::vector<std::size_t> order = standings.ranking();
  const match::CrossTable& points = standings.cross_table();
  std::vector<Cells> rows{{"Rank", "Points against"}};
  for (std::size_t rank = 1; rank <= order.size(); ++rank) rows.front().push_back(fmt::format("{}", rank));
  for (const std::size_t place : order) {
    Cells row{fmt::format("{}", rows.size()), standings.players()[place].name};
    for (const std::size_t other : order) {
      const auto player = static_cast<match::PlayerIndex>(place);
      const auto opponent = static_cast<match::PlayerIndex>(other);
      row.push_back(points.games(player, opponent) > 0 ? half_points_text(points.half_points(player, opponent)) : "-");
    }
    rows.push_back(std::move(row));
  }
  return aligned(rows);
}

}  // namespace hone::cli
