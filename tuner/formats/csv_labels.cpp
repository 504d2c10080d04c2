// SPDX-License-Identifier: MIT
#include "tuner/formats/csv_labels.hpp"

#include <charconv>
#include <string>

#include "data/error.hpp"
#include "tuner/formats/labels.hpp"
#include "tuner/text/csv.hpp"

namespace hone::formats {

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

std::optional<std::uint32_t> parse_game(const std::string& cell) {
  if (cell.empty()) return std::nullopt;
  std::uint32_t game = 0;
  const char* const end = cell.data() + cell.size();
  const auto [stop, fault] = std::from_chars(cell.data(), end, game);
  if (fault == std::errc{} && stop == end) return game;
  throw Error(expected_found("the number of a game, 0 to 4294967295", "'" + cell + "'"));
}

double parse_weight(const std::string& cell) {
  const auto weight = parse_number(cell);
  if (weight && *weight >= 0) return *weight;
  throw Error(expected_found("a weight of 0 or more", "'" + cell + "'"));
}

}  // namespace

CsvLabels::CsvLabels(std::string_view header) {
  const text::CsvCells names = text::split_csv(header);
  columns_ = names.size();
  position_ = text::need_column(names, {"fen", "position"});
  result_ = text::need_column(names, {"result_white", "result"});
  score_ = text::find_column(names, {"score_white_cp", "score"});
  game_ = text::find_column(names, {"game"});
  weight_ = text::find_column(names, {"weight"});
}

void CsvLabels::parse(std::string_view line, LabelledPosition& into) {
  text::split_csv(line, columns_, cells_);
  into.position = cells_[position_];
  if (into.position.empty()) throw Error("expected a position, found an empty cell");
  into.target = parse_target(cells_[result_]);
  into.score = score_ ? parse_score(cells_[*score_]) : std::nullopt;
  into.game = game_ ? parse_game(cells_[*game_]) : std::nullopt;
  into.weight = weight_ ? parse_weight(cells_[*weight_]) : 1;
}

}  // namespace hone::formats
