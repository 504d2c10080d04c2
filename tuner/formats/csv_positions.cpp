// SPDX-License-Identifier: MIT
//
// Labelled positions in CSV (RFC 4180) as a format of the table. The columns are found by their names in the header
// line; other columns are ignored:
//
//   fen, position, epd, eval_fen      the position; needed
//   result_white, result, wdl, outcome, label    0 .. 1, or 1-0, 0-1, 1/2-1/2; needed
//   score_white_cp, score, cp, eval   centi-units within +-196912; a cell may be empty
//   game                              a number that the positions of one game share; a cell may be empty
//   weight                            share in a fit, 0 or from 1e-9 to 1e9
//
// result_white and score_white_cp are White's, who is the second player in some games; result and score, which hone
// writes itself, the first player's; whose the others are nothing says.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "data/error.hpp"
#include "tuner/formats/epd.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/text/csv.hpp"
#include "tuner/text/options.hpp"

namespace hone::formats {

namespace {

class CsvReader {
 public:
  // Throws Error when a needed column is missing or one is named twice.
  CsvReader(const GameDriver& driver, std::string_view header, const ReadAs& as) : driver_(&driver), as_(as) {
    const text::CsvCells names = text::split_csv(header);
    columns_ = names.size();
    position_ = text::need_column(names, position_names);
    result_ = text::need_column(names, result_names);
    score_ = text::find_column(names, score_names);
    const auto view_of = [&](std::size_t column) {
      const std::string name = text::column_name(names[column]);
      if (name == "result_white" || name == "score_white_cp") return View::white;
      return name == "result" || name == "score" ? View::first : View::unknown;
    };
    result_view_ = view_of(result_);
    score_view_ = score_ ? view_of(*score_) : View::first;
    game_ = text::find_column(names, {"game"});
    weight_ = text::find_column(names, {"weight"});
  }

  [[nodiscard]] bool has_weights() const { return weight_.has_value(); }

  void parse(std::string_view line, LabelledPosition& into) {
    text::split_csv(line, columns_, cells_);
    into.position = cells_[position_];
    std::ranges::replace(into.position, '\t', ' ');
    if (into.position.empty()) throw Error("expected a position, found an empty cell");
    into.target = need_result(bare(result_), as_);
    into.score.reset();
    if (score_ && !bare(*score_).empty()) into.score = need_score(bare(*score_));
    into.game.reset();
    if (game_ && !bare(*game_).empty()) into.game = need_game_number(bare(*game_));
    into.weight = weight_ ? need_weight(bare(*weight_)) : 1;
    turn_to_first(*driver_, into, result_view_, score_view_, as_);
  }

 private:
  // A cell without the blanks around it.
  [[nodiscard]] std::string_view bare(std::size_t column) const { return text::trimmed(cells_[column]); }

  const GameDriver* driver_;
  ReadAs as_;
  View result_view_ = View::first, score_view_ = View::first;
  text::CsvCells cells_;  // of the last line: kept, so that the next takes no memory of its own
  std::size_t columns_ = 0, position_ = 0, result_ = 0;
  std::optional<std::size_t> score_, game_, weight_;
};

std::string csv_line(const LabelledPosition& it, bool has_weights) {
  std::string line = fmt::format("{},{},", text::csv_cell(it.position), it.target);
  if (it.score) line += fmt::format("{}", *it.score);
  line += ',';
  if (it.game) line += fmt::format("{}", *it.game);
  if (has_weights) line += fmt::format(",{}", it.weight);
  return line + '\n';
}

}  // namespace

LabelParser csv_parser(const GameDriver& driver, std::string_view header, const ReadAs& as) {
  CsvReader reader(driver, header, as);
  const bool has_weights = reader.has_weights();
  const auto parse = [reader = std::move(reader)](std::string_view line, LabelledPosition& into) mutable {
    reader.parse(line, into);
  };
  return {.parse = parse, .has_weights = has_weights};
}

Encoder<LabelledPosition> csv_encoder(const GameDriver& driver, bool has_weights) {
  return {.head = fmt::format("{},result,score,game{}\n", is_fen(driver) ? "fen" : "position",
                              has_weights ? ",weight" : ""),
          .encode = [has_weights](const LabelledPosition& it) { return csv_line(it, has_weights); }};
}

}  // namespace hone::formats
