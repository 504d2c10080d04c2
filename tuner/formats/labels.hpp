// SPDX-License-Identifier: MIT
//
// The label of a position says how its game ended, and may say what a search thought of it; training data spell results
// and numbers in the ways that are read here.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "data/game_record.hpp"
#include "data/rows.hpp"
#include "engine/game_driver.hpp"
#include "engine/score.hpp"

namespace hone::formats {

struct LabelledPosition {
  std::string position;                              // the game's position text
  double target = 0.5;                               // result for the first player, [0, 1]
  std::optional<double> score = std::nullopt;        // centi-units, first player's view
  std::optional<std::uint32_t> game = std::nullopt;  // a number that the positions of one game share
  double weight = 1;                                 // share in a fit
  // The file does not say whose they are, which matters where the second player is to move: they were taken for the
  // first player's.
  bool is_result_guessed = false, is_score_guessed = false;

  friend bool operator==(const LabelledPosition&, const LabelledPosition&) = default;
};

// Whose view a result or a score is. White is the second player in checkers, othello and go.
enum class View : std::uint8_t { unknown, first, mover, white };

[[nodiscard]] bool is_white_second(const GameDriver& driver);

// How a user says whose the labels of a file of this game are.
[[nodiscard]] std::string views_to_say(const GameDriver& driver);

// What a user says of the labels of a file; a view that is unknown here is what the spelling says.
struct ReadAs {
  View result = View::unknown, score = View::unknown;
  double win = 1;   // the number that stands for a win: 1, or 2 where a draw is 1
  double loss = 0;  // and for a loss: 0, or -1 where a draw is 0

  friend bool operator==(const ReadAs&, const ReadAs&) = default;
};

// The columns of CSV and the keys of JSON that hold the position, its result and its score; each by one of its names.
inline constexpr std::initializer_list<const char*> position_names{"fen", "position", "epd", "eval_fen"};
inline constexpr std::initializer_list<const char*> result_names{"result_white", "result", "wdl", "outcome", "label"};
inline constexpr std::initializer_list<const char*> score_names{"score_white_cp", "score", "cp", "eval"};

// 1, 0, 0.5 for "1-0", "0-1", "1/2-1/2"; nothing for any other text.
[[nodiscard]] std::optional<double> parse_result(std::string_view text);

// A plain decimal number that is the whole text; nothing for any other text, infinities included.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

// Such a number within [0, 1].
[[nodiscard]] std::optional<double> parse_share(std::string_view text);

// The number of a game, 0 to 4294967295, without a sign; nothing for any other text.
[[nodiscard]] std::optional<std::uint32_t> parse_game_number(std::string_view text);

// The labels of files are read strictly. One that is there but not spelt in a way that is read puts all labels of its
// file in doubt: where draws are written as 1 and wins as 2, leaving out the 2 would make every draw a win. That is a
// Contradiction (data/faults.hpp). A label that is missing, a game without a result, or a mate for a score is an
// Error of that entry alone.

inline constexpr double largest_score = infinite_score;  // of either sign; what is larger is not in centi-units
inline constexpr double largest_weight = largest_row_weight;
inline constexpr double smallest_weight = 1e-9;  // apart from 0; single precision, in which rows keep it, goes further

// The result that a text says: 1-0, 0-1, 1/2-1/2 or a number between those that stand for a loss and a win, of which
// the share is returned. Throws Error.
[[nodiscard]] double need_result(std::string_view text, const ReadAs& as = {});
// A number alone, as it stands in brackets; throws Error.
[[nodiscard]] double need_share(std::string_view text, const ReadAs& as = {});
// A score in centi-units, with or without a plus; throws Error.
[[nodiscard]] double need_score(std::string_view text);
// The number of a game; throws Error.
[[nodiscard]] std::uint32_t need_game_number(std::string_view text);
[[nodiscard]] bool is_weight(double number);  // 0, or from smallest_weight to largest_weight
// A weight in a fit. Throws Error.
[[nodiscard]] double need_weight(std::string_view text);

// Turns the label of a position from the views of its spelling, or of the user where one is said, to that of the first
// player, and says what was guessed. Only the letter that says who is to move is looked at in a FEN, which may be none.
void turn_to_first(const GameDriver& driver, LabelledPosition& label, View result, View score, const ReadAs& as);

// The moves played before a position; nothing where its text does not say. Chess counts moves, if all fields are there.
[[nodiscard]] std::optional<int> ply_in(const GameDriver& driver, std::string_view position, Side mover);

// The outcome of a game as a target: 1, 1/2 or 0 for the first player.
[[nodiscard]] float target_of(const Outcome& outcome);

}  // namespace hone::formats
