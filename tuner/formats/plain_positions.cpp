// SPDX-License-Identifier: MIT
//
// Labelled positions in the plain text of Stockfish's tools for training data, as a format of the table:
//
//   fen 8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61
//   move e5g5
//   score -310
//   ply 121
//   result -1
//   e
//
// Score and result (1, 0, -1) are the side to move's; the score is in the engine's own unit, which is taken for
// centi-units. Other lines are ignored.
#include <fmt/format.h>

#include <optional>
#include <string>

#include "data/error.hpp"
#include "data/faults.hpp"
#include "data/printable.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {

namespace {

double result_of_mover(std::string_view text) {
  if (text == "1") return 1;
  if (text == "0") return 0.5;
  if (text == "-1") return 0;
  throw unknown_spelling("the result 1, 0 or -1", quotation(text));
}

void read_block(const GameDriver& driver, std::string_view block, const ReadAs& as, LabelledPosition& into) {
  into = {};
  std::optional<std::string_view> result, score;
  while (!block.empty()) {
    const std::string_view line = block.substr(0, block.find('\n'));
    block.remove_prefix(std::min(line.size() + 1, block.size()));
    const std::size_t blank = line.find(' ');
    const std::string_view value = blank == std::string_view::npos ? "" : line.substr(blank + 1);
    if (line.starts_with("fen ") && !into.position.empty()) {
      throw Error("expected a line 'e' after the position, found 'fen' once more");
    }
    if (line.starts_with("fen ")) into.position = value;
    if (line.starts_with("result ")) result = value;
    if (line.starts_with("score ")) score = value;
  }
  if (into.position.empty()) throw Error("expected the lines of a position, 'fen FEN' to 'e', found no FEN");
  if (!result) throw Error("expected a line 'result 1', 'result 0' or 'result -1' before 'e'");
  into.target = result_of_mover(*result);
  if (score) into.score = need_score(*score);
  turn_to_first(driver, into, View::mover, View::mover, as);
}

}  // namespace

LabelParser plain_parser(const GameDriver& driver, std::string_view, const ReadAs& as) {
  return {
      .parse = [&driver, as](std::string_view block, LabelledPosition& into) { read_block(driver, block, as, into); }};
}

}  // namespace hone::formats
