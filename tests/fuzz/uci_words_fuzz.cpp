// SPDX-License-Identifier: MIT
//
// The lines that UCI engines print: options, infos and moves. The first line of the input names the game whose position
// after the start an engine answers in.
#include "data/error.hpp"
#include "engine/score.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tuner/play/uci/uci_words.hpp"

using namespace hone;

namespace {

void check_option(std::string_view line) {
  const auto option = play::parse_uci_option(line);
  if (!option) return;
  fuzz::require(!option->name.empty(), "an option has a name");
  fuzz::require(play::find_uci_option({*option}, option->name) != nullptr, "an option is found by its name");
  (void)fuzz::accepts([&] { play::check_uci_value(*option, option->fallback); });
  for (const std::string& choice : option->choices) {
    const bool taken = fuzz::accepts([&] { play::check_uci_value(*option, choice); });
    fuzz::require(taken || option->type != play::UciOption::Type::combo, "a combo takes its choices");
  }
}

void check_info(std::string_view line) {
  const play::UciInfo info = play::parse_info(line);
  fuzz::require(info.depth >= 0 && info.selective_depth >= 0, "depths are not negative");
  if (!info.score) return;
  fuzz::require(*info.score > -infinite_score && *info.score < infinite_score, "scores are within bounds");
  fuzz::require(!is_decided(*info.score) || plies_to_end(*info.score) < win_stride, "a mate is within bounds");
}

void check_move(std::string_view line, const play::UciPosition& position, const Board& board) {
  const std::string_view text = play::move_of_answer(line);
  const auto move = position.parse(text);
  fuzz::require(!move || board.parse_move(board.move_text(*move)) == move, "a move that is taken is legal");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::text_of(data, size);
  const GameDriver& driver = fuzz::game_named_in(fuzz::take_line(text));
  const play::UciPosition position(driver, {});
  const std::unique_ptr<Board> board = driver.initial();
  while (!text.empty()) {
    const std::string_view line = fuzz::take_line(text);
    const std::string_view first = play::first_word(line);
    fuzz::require(first.find_first_of(" \t\r") == std::string_view::npos, "a word has no blanks");
    check_option(line);
    check_info(line);
    check_move(line, position, *board);
  }
  return 0;
}
