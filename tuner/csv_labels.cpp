// SPDX-License-Identifier: MIT
#include "tuner/csv_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "tuner/labels.hpp"

namespace hone {
namespace {

using Cells = std::vector<std::string>;

// A quoted cell from its opening quote on; `at` is moved behind the closing one.
std::string quoted_cell(std::string_view line, std::size_t& at) {
  std::string cell;
  for (++at; at < line.size(); ++at) {
    if (line[at] == '"' && !line.substr(at + 1).starts_with('"')) return ++at, cell;
    if (line[at] == '"') ++at;
    cell += line[at];
  }
  throw Error("a quoted cell is not closed");
}

Cells split(std::string_view line) {
  Cells cells;
  for (std::size_t at = 0;; ++at) {
    if (line.substr(at).starts_with('"')) {
      cells.push_back(quoted_cell(line, at));
      if (at < line.size() && line[at] != ',') throw Error("text after the closing quote of a cell");
    } else {
      const std::size_t end = std::min(line.find(',', at), line.size());
      cells.emplace_back(line.substr(at, end - at));
      at = end;
    }
    if (at >= line.size()) return cells;
  }
}

std::optional<std::size_t> find_column(const Cells& header, std::initializer_list<std::string_view> names) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (std::find(names.begin(), names.end(), header[i]) == names.end()) continue;
    if (found) throw Error(fmt::format("columns '{}' and '{}' say the same", header[*found], header[i]));
    found = i;
  }
  return found;
}

std::size_t need_column(const Cells& header, std::initializer_list<std::string_view> names) {
  const auto column = find_column(header, names);
  if (!column) {
    throw Error(expected_found(fmt::format("a header with a column '{}'", *names.begin()),
                               fmt::format("{}", fmt::join(header, ","))));
  }
  return *column;
}

double parse_target(const std::string& cell) {
  if (const auto result = parse_result(cell)) return *result;
  if (const auto share = parse_share(cell)) return *share;
  throw Error(expected_found("a result from 0 to 1, or 1-0, 0-1, 1/2-1/2", "'" + cell + "'"));
}

std::optional<double> parse_score(const std::string& cell) {
  if (cell.empty()) return std::nullopt;
  if (const auto score = parse_number(cell)) return score;
  throw Error(expected_found("a score in centi-units", "'" + cell + "'"));
}

std::uint32_t parse_game(const std::string& cell) {
  std::uint32_t game = 0;
  const char* const end = cell.data() + cell.size();
  const auto [stop, fault] = std::from_chars(cell.data(), end, game);
  if (fault == std::errc{} && stop == end) return game;
  throw Error(expected_found("the number of a game, 0 to 4294967295", "'" + cell + "'"));
}

}  // namespace

CsvLabels::CsvLabels(std::string_view header) {
  const Cells names = split(header);
  columns_ = names.size();
  position_ = need_column(names, {"fen", "position"});
  result_ = need_column(names, {"result_white", "result"});
  score_ = find_column(names, {"score_white_cp", "score"});
  game_ = find_column(names, {"game"});
}

LabelledPosition CsvLabels::parse(std::string_view line) const {
  const Cells cells = split(line);
  if (cells.size() != columns_) {
    throw Error(expected_found(fmt::format("{} columns as in the header", columns_), std::to_string(cells.size())));
  }
  LabelledPosition result{.position = cells[position_], .target = parse_target(cells[result_])};
  if (result.position.empty()) throw Error("expected a position, found an empty cell");
  if (score_) result.score = parse_score(cells[*score_]);
  if (game_) result.game = parse_game(cells[*game_]);
  return result;
}

}  // namespace hone
