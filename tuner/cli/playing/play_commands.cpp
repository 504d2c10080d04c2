// SPDX-License-Identifier: MIT
//
// What a person can say besides moves.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "engine/evaluation_table.hpp"
#include "tuner/cli/options/options.hpp"
#include "tuner/cli/playing/near_moves.hpp"
#include "tuner/cli/playing/play_session.hpp"
#include "tuner/cli/print/board_text.hpp"
#include "tuner/cli/print/lines.hpp"
#include "tuner/cli/print/search_text.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/play/settings_text.hpp"

namespace hone::cli {

namespace {

// An engine agrees to a draw when it sees itself behind by as much, or, late in the game, when it sees nothing in it.
constexpr Score behind = 50;
constexpr Score nothing_in_it = 20;
constexpr std::size_t late_plies = 60;

std::size_t width_of_lines() { return std::max<std::size_t>(style_of_standard_output().width, 20); }

}  // namespace

std::span<const PlaySession::Command> PlaySession::commands() {
  static constexpr std::array all{
      Command{"help", "", "list the commands", &PlaySession::help},
      Command{"moves", "[WORD]", "list the legal moves, or those near WORD", &PlaySession::list_moves},
      Command{"back", "[N]", "take back N plies; without N your last move with the reply to it", &PlaySession::back},
      Command{"hint", "", "the move that the engine would play here, its score and the line it expects",
              &PlaySession::hint},
      Command{"eval", "[all]", "the static evaluation by group; all: by group and term", &PlaySession::evaluate},
      Command{
          "level", "[LEVEL]",
          "say or change how long the engine thinks: 1 to 10 for 10 to 300,000 nodes, nodes N, movetime MS or depth N",
          &PlaySession::level},
      Command{"side", "[SIDE]", "say or change which sides you play: first, second, both or none", &PlaySession::side},
      Command{"go", "", "let the engine move now, and take the other side", &PlaySession::go},
      Command{"flip", "", "turn the board", &PlaySession::flip},
      Command{"board", "", "draw the board again", &PlaySession::show},
      Command{"game", "", "list the moves played", &PlaySession::list_game},
      Command{"position", "", "print the position as text, as --position takes it", &PlaySession::position},
      Command{"new", "[POSITION]", "begin another game", &PlaySession::begin_anew, true},
      Command{"save", "FILE",
              "save the games of this session in FILE, now and after each move: .pgn of chess, .pdn of checkers, .sgf "
              "of go, .txt "
              "of any game",
              &PlaySession::save_in},
      Command{"resign", "", "give the game up", &PlaySession::resign, true},
      Command{"draw", "", "offer a draw; the engine takes it when it is behind, or late in an even game",
              &PlaySession::offer_draw, true},
      Command{"info", "", "who plays, how long the engine thinks, how far the game has come", &PlaySession::tell_info},
      Command{"quit", "", "end the session", &PlaySession::quit},
  };
  return all;
}

std::string play_commands_text() {
  std::string text;
  for (const PlaySession::Command& command : PlaySession::commands()) {
    const std::string words =
        fmt::format("{}{}{}", command.name, command.arguments.empty() ? "" : " ", command.arguments);
    text += fmt::format("  {:<15} {}\n", words, wrapped(command.help, page_width, 18));
  }
  return text;
}

std::string play_commands_sentence() {
  std::string text;
  for (const PlaySession::Command& command : PlaySession::commands()) {
    text += fmt::format("{}{}{}{} ({})", text.empty() ? "" : "; ", command.name, command.arguments.empty() ? "" : " ",
                        command.arguments, command.help);
  }
  return text + '.';
}

void PlaySession::help(std::string_view /*arguments*/) {
  say("A line is a move, in the game's notation ({}), or a command; its beginning is enough for most:\n{}"
      "Ctrl-C while the engine thinks makes it move at once; at the prompt it ends the session.\n",
      is_over() ? "see moves" : "here " + moves_for_people(board()).front(), play_commands_text());
}

void PlaySession::list_moves(std::string_view arguments) {
  if (is_over()) return say("There is no legal move: the game is over.\n");
  const std::vector<std::string> moves = arguments.empty() ? moves_for_people(board()) : near_moves(board(), arguments);
  if (moves.empty()) return say("No legal move is near {}.\n", quotation(arguments));
  say("{}\n", wrapped(fmt::format("{}", fmt::join(moves, " ")), width_of_lines(), 0));
}

void PlaySession::back(std::string_view arguments) {
  std::size_t plies = 0;
  if (!arguments.empty()) plies = static_cast<std::size_t>(parse_integer(arguments, {1, 10'000}));
  if (game_->plies() == 0) return say("No move has been played.\n");
  if (plies > game_->plies()) return say("Only {} plies have been played.\n", game_->plies());
  do {
    game_->take_back();
    if (plies > 0) --plies;
  } while (plies > 0 || (arguments.empty() && is_engines_turn() && game_->plies() > 0));
  if (is_engines_turn()) {
    setup_.person = {{true, true}};
    say("You play both sides now; go lets the engine move.\n");
  }
  save();
  after_change();
}

void PlaySession::hint(std::string_view /*arguments*/) {
  if (is_over()) return say("There is no move: the game is over.\n");
  bool interrupted = false;
  const auto result = think(thinking_limits(), interrupted);
  if (!result || !result->move) return;
  say("{}\nline {}\n", verdict(driver_, board(), *result),
      wrapped(fmt::format("{}", fmt::join(line_for_people(board(), result->pv), " ")), width_of_lines(), 5));
}

void PlaySession::evaluate(std::string_view arguments) {
  const EvaluationTable table = evaluation_table(weights_, board().evaluation_record());
  const Score score = clamp_eval(sign(board().side_to_move()) * table.total.score);
  say("{}static evaluation {}, seen by {}\n", to_text(table, arguments == "all"), score_for_people(driver_, score),
      name_of(board(), board().side_to_move()));
}

void PlaySession::level(std::string_view arguments) {
  if (!arguments.empty()) {
    setup_.limits = parse_level(arguments);
    for (auto& clock : clocks_) clock.emplace(setup_.limits, std::chrono::milliseconds(0));
  }
  say("Each move of the engine: {}.\n", play::describe(setup_.limits));
}

void PlaySession::side(std::string_view arguments) {
  if (!arguments.empty()) {
    const auto sides = parse_sides(board(), arguments);
    if (!sides) throw Error(expected_found("first, second, both or none", quotation(arguments)));
    setup_.person = *sides;
  }
  say("You play {}.\n", setup_.person.text());
}

void PlaySession::go(std::string_view /*arguments*/) {
  if (is_over()) return say("There is no move: the game is over.\n");
  setup_.person = {{board().side_to_move() != Side::first, board().side_to_move() == Side::first}};
}

void PlaySession::flip(std::string_view /*arguments*/) {
  setup_.flipped = !setup_.flipped;
  show_board();
}

void PlaySession::show(std::string_view /*arguments*/) { show_board(); }

void PlaySession::list_game(std::string_view /*arguments*/) {
  say("{}\n", game_->plies() == 0 ? "No move has been played." : wrapped(game_->moves_text(), width_of_lines(), 0));
}

void PlaySession::position(std::string_view /*arguments*/) { say("{}\n", board().text()); }

void PlaySession::begin_anew(std::string_view arguments) {
  const std::string start = arguments.empty() ? setup_.start : arguments == "startpos" ? "" : std::string(arguments);
  std::unique_ptr<Board> first = start.empty() ? driver_.initial() : driver_.parse(start);
  const std::string text = start.empty() ? "" : first->text();
  begin(std::move(first), text);
  show_board();
  tell_outcome();
}

void PlaySession::save_in(std::string_view arguments) {
  if (arguments.empty()) return say("save FILE: the name of the file is missing.\n");
  saved_.choose(std::string(arguments));
  save();
  if (!save_failed_) say("Saved in {}, and after each move from now on.\n", printable(saved_.file().string()));
}

void PlaySession::resign(std::string_view /*arguments*/) {
  if (is_over()) return say("The game is over.\n");
  const bool one_side = setup_.person.plays[0] != setup_.person.plays[1];
  const Side loser = !one_side ? board().side_to_move() : setup_.person.has(Side::first) ? Side::first : Side::second;
  game_->end({-sign(loser), EndReason::resign});
  save();
  tell_outcome();
}

void PlaySession::offer_draw(std::string_view /*arguments*/) {
  if (is_over()) return say("The game is over.\n");
  if (setup_.person.text() != "both") {
    bool interrupted = false;
    const auto result = think(thinking_limits(), interrupted);
    if (!result) return;
    const Score engines = -result->score;
    const bool is_even = std::abs(engines) <= nothing_in_it && game_->plies() >= late_plies;
    if (engines > -behind && !is_even) return say("The engine plays on.\n");
  }
  game_->end({0, EndReason::draw_adjudication});
  save();
  tell_outcome();
}

void PlaySession::tell_info(std::string_view /*arguments*/) {
  say("{}, weights {}; you play {}; each move of the engine: {}.\n", driver_.name(), printable(setup_.weights_name),
      setup_.person.text(), play::describe(setup_.limits));
  say("{} plies played, {} legal moves, this position has occurred {} time{}.\n", game_->plies(),
      is_over() ? 0 : board().legal_moves().size(), board().occurrences(), board().occurrences() == 1 ? "" : "s");
  if (saved_.is_chosen()) say("Saved in {}.\n", printable(saved_.file().string()));
  tell_outcome();
}

void PlaySession::quit(std::string_view /*arguments*/) { close(ExitCode::done); }

}  // namespace hone::cli
