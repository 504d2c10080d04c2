// SPDX-License-Identifier: MIT
#include "tuner/csv_labels.hpp"

#include <charconv>
#include <string>

#include "data/error.hpp"
#include "tuner/csv_cells.hpp"
#include "tuner/labels.hpp"

namespace hone {
namespace {

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
  const CsvCells names = split_csv(header);
  columns_ = names.size();
  position_ = need_column(names, {"fen", "position"});
  result_ = need_column(names, {"result_white", "result"});
  score_ = find_column(names, {"score_white_cp", "score"});
  game_ = find_column(names, {"game"});
}

LabelledPosition CsvLabels::parse(std::string_view line) const {
  const CsvCells cells = split_csv(line, columns_);
  LabelledPosition result{.position = cells[position_], .target = parse_target(cells[result_])};
  if (result.position.empty()) throw Error("expected a position, found an empty cell");
  if (score_) result.score = parse_score(cells[*score_]);
  if (game_) result.game = parse_game(cells[*game_]);
  return result;
}

}  // namespace hone
