// SPDX-License-Identifier: MIT
#include "tuner/cli/standings_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace hone {
namespace {

using Cells = std::vector<std::string>;

// Bytes that begin a character of UTF-8.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

constexpr std::size_t name_column = 1;

// Columns two blanks apart, as wide as their widest cell; names begin at their left, all else ends at its right.
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

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

Cells standing(std::size_t rank, const PlayerResults& player) {
  const auto& [games, pairs] = player.results;
  const Estimate strength = player.results.estimate();
  return {fmt::format("{}", rank),
          player.name,
          fmt::format("{:+.1f}", strength.elo),
          fmt::format("{:.1f}", strength.elo_error),
          fmt::format("{:+.1f}", strength.nelo),
          fmt::format("{:.1f}", strength.nelo_error),
          fmt::format("{:.1f} %", 100 * strength.los),
          fmt::format("{}", games.count()),
          points_text(player.results.points()),
          fmt::format("{:.1f} %", percent(games.draws, games.count())),
          fmt::format("[{}]", fmt::join(pairs.pairs, ", "))};
}

std::string half_points_text(std::uint64_t half_points) { return points_text(static_cast<double>(half_points) / 2); }

}  // namespace

std::string standings_table(const Standings& standings) {
  std::vector<Cells> rows{
      {"Rank", "Player", "Elo", "+-", "nElo", "+-", "LOS", "Games", "Points", "Draws", "Ptnml(0-2)"}};
  for (const std::size_t place : standings.ranking()) {
    rows.push_back(standing(rows.size(), standings.players()[place]));
  }
  return aligned(rows);
}

std::string cross_table(const Standings& standings) {
  const std::vector<std::size_t> order = standings.ranking();
  const CrossTable& points = standings.cross_table();
  std::vector<Cells> rows{{"Rank", "Points against"}};
  for (std::size_t rank = 1; rank <= order.size(); ++rank) rows.front().push_back(fmt::format("{}", rank));
  for (const std::size_t place : order) {
    Cells row{fmt::format("{}", rows.size()), standings.players()[place].name};
    for (const std::size_t other : order) {
      const auto player = static_cast<PlayerIndex>(place);
      const auto opponent = static_cast<PlayerIndex>(other);
      row.push_back(points.have_met(player, opponent) ? half_points_text(points.half_points(player, opponent)) : "-");
    }
    rows.push_back(std::move(row));
  }
  return aligned(rows);
}

}  // namespace hone
