// SPDX-License-Identifier: MIT
#include "tuner/formats/pgn_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string_view>

#include "data/error.hpp"
#include "data/faults.hpp"
#include "data/printable.hpp"
#include "data/words.hpp"
#include "engine/score.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/formats/labels.hpp"
#include "tuner/formats/pdn_moves.hpp"
#include "tuner/formats/pgn_text.hpp"
#include "tuner/formats/search_comment.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::formats {

namespace {

bool is_checkers(const GameDriver& driver) { return driver.name() == "checkers"; }

bool is_book(const PgnMove& move) { return std::ranges::count(move.comments, "book") > 0; }

std::string_view last_comment(const PgnGame& game) {
  const bool has_comment = !game.moves.empty() && !game.moves.back().comments.empty();
  return has_comment ? std::string_view(game.moves.back().comments.back()) : std::string_view();
}

// In the words of the PGN standard (9.8.1), of cutechess and of fastchess. Lichess begins them with a capital.
EndReason termination_of(const PgnGame& game) {
  const std::string* const tag = game.tag("Termination");
  if (tag == nullptr) return EndReason::resign;
  const std::string termination = small_letters(*tag);
  if (termination == "time forfeit") return EndReason::time_forfeit;
  if (termination == "rules infraction" || termination == "illegal move") return EndReason::illegal_move;
  if (termination == "abandoned") return EndReason::crash;
  if (termination == "stalled connection") return EndReason::stalled;
  return EndReason::resign;
}

EndReason reason_of(const PgnGame& game) {
  const EndReason said = ending_in(last_comment(game));
  return said != EndReason::none ? said : termination_of(game);
}

// Whether a word with so many moves before it is the last, and the illegal move that has lost the game, as fastchess
// writes it.
bool is_losing_illegal_move(const PgnGame& game, const PgnMove& word, std::size_t ply, const Board& board) {
  const bool loses = game.result == (board.side_to_move() == Side::first ? "0-1" : "1-0");
  return loses && ply + 1 == game.moves.size() && termination_of(game) == EndReason::illegal_move &&
         !board.parse_move(word.text);
}

Outcome outcome_of(const PgnGame& game, double points, const Board& last) {
  const int winner = points > 0.5 ? 1 : points < 0.5 ? -1 : 0;
  return outcome_after(last, winner, last.outcome() ? EndReason::none : reason_of(game), quotation(game.result));
}

// How much the game counts, as pgn.cpp writes it; 1 where other programs mean something else by the word.
float weight_of(const PgnGame& game) {
  const std::string* const tag = game.tag("Weight");
  const auto weight = static_cast<float>(tag == nullptr ? 1 : parse_number(*tag).value_or(1));
  return weight > 0 && weight <= largest_row_weight ? weight : 1;
}

void require_english(const PgnGame& game, const GameDriver& driver) {
  const std::string* const type = game.tag("GameType");
  if (type == nullptr || !is_checkers(driver)) return;
  if (type->substr(0, type->find(',')) != english_draughts) {
    throw Error({}, game.line, expected_found("GameType 21, English draughts", quotation(*type)));
  }
}

// Games of other rules may be of legal moves, and their results would then teach nonsense.
void require_usual_rules(const PgnGame& game, const GameDriver& driver) {
  constexpr std::array<std::string_view, 17> usual{
      "standard",      "normal",   "chess",        "fromposition",  "classical", "orthodox",           "illegal",
      "standardchess", "chess960", "fischerandom", "fischerrandom", "freestyle", "fischerrandomchess", "960",
      "frc",           "dfrc",     "wild/fr"};
  const std::string* const variant = game.tag("Variant");
  if (variant == nullptr || variant->empty() || *variant == "?" || is_checkers(driver)) return;
  std::string name = small_letters(*variant);
  std::erase_if(name, [](char c) { return c == ' ' || c == '_' || c == '-'; });
  if (!name.empty() && std::ranges::find(usual, name) == usual.end()) {
    throw Error({}, game.line, expected_found("the Variant Standard or Chess960", quotation(*variant)));
  }
}

// A word after the moves that says another result than the tag leaves open who won.
void require_one_result(const PgnGame& game) {
  const std::string* const tag = game.tag("Result");
  if (tag == nullptr) return;
  const std::optional<double> said = points_of(*tag), found = points_of(game.result);
  if (said && found && *said != *found) {
    throw Error({}, game.line, fmt::format("the tag Result says {}, and after the moves stands {}", *tag, game.result));
  }
}

std::unique_ptr<Board> start_board(const PgnGame& game, const GameDriver& driver, GameRecord& record) {
  const std::string* const position = game.tag("FEN");
  if (position == nullptr) return driver.initial();
  record.start = *position;
  return driver.parse(*position);
}

// What the commands in the comments say of the position after the move, to the first player.
Score worth_after(const PgnMove& move) {
  for (const std::string& comment : move.comments) {
    if (const auto worth = parse_eval_command(comment)) return *worth;
  }
  return no_score;
}

// worth: of this position to the first player, from the move before; left at that of the next one.
void add_move(const PgnMove& move, Board& board, GameRecord& record, Score& worth) {
  const std::optional<MoveCode> code = board.parse_move(move.text);
  if (!code) throw Error(expected_found("a legal move in " + board.text(), quotation(move.text)));
  SearchComment said = move.comments.empty() ? SearchComment{} : parse_search_comment(move.comments.front());
  if (said.score == no_score && worth != no_score) said.score = board.side_to_move() == Side::first ? worth : -worth;
  worth = worth_after(move);
  record.moves.push_back({*code, said.score});
  record.details.push_back(said.detail.value_or(MoveDetail{}));
  board.play(*code);
}

// Keeps the details of the moves after the opening, and none at all when nobody gave any.
void trim_details(GameRecord& record) {
  record.details.erase(record.details.begin(), record.details.begin() + record.opening_plies);
  const bool none = std::ranges::all_of(record.details, [](const MoveDetail& it) { return it == MoveDetail{}; });
  if (none) record.details.clear();
}

}  // namespace

std::array<std::string, 2> players_of(const PgnGame& game, const GameDriver& driver) {
  const auto name = [&](std::string_view tag) {
    const std::string* const value = game.tag(tag);
    return value == nullptr ? std::string() : *value;
  };
  if (is_checkers(driver)) return {name("Black"), name("White")};
  return {name("White"), name("Black")};
}

namespace {

// Results in another spelling would be left out one by one, all draws for example, and what remains would mislead.
double need_points(const PgnGame& game) {
  constexpr std::string_view wanted = "a game with the result 1-0, 0-1, 1/2-1/2 or *";
  if (game.result.empty()) throw Error({}, game.line, expected_found(wanted, "none"));
  const bool has_no_winner = game.result == "?" || game.result == "0-0";  // unknown, or lost by both
  if (has_no_winner) throw Error({}, game.line, expected_found(wanted, game.result));
  if (const auto points = points_of(game.result)) return *points;
  throw Contradiction({}, game.line, unknown_spelling(wanted, quotation(game.result)).message());
}

}  // namespace

std::optional<GameRecord> to_record(const PgnGame& game, const GameDriver& driver) {
  if (!game.fault.empty()) throw Error({}, game.fault_line, game.fault);
  if (game.result == "*") return std::nullopt;
  const double points = need_points(game);
  require_one_result(game);
  require_english(game, driver);
  require_usual_rules(game, driver);
  GameRecord record;
  int line = game.line;
  try {
    const std::unique_ptr<Board> board = start_board(game, driver, record);
    std::vector<PgnMove> spelt;
    if (is_checkers(driver)) {
      spelt = game.moves;
      spell_out_captures(*board, spelt);
    }
    Score worth = no_score;
    for (const PgnMove& move : is_checkers(driver) ? spelt : game.moves) {
      line = move.line;
      if (is_losing_illegal_move(game, move, record.moves.size(), *board)) break;
      add_move(move, *board, record, worth);
      if (is_book(move)) record.opening_plies = static_cast<std::uint16_t>(record.moves.size());
    }
    record.outcome = outcome_of(game, points, *board);
    if (ending_in(last_comment(game)) == record.outcome.reason) record.note = note_in(last_comment(game));
    record.weight = weight_of(game);
  } catch (const Error& error) {
    throw Error({}, error.line() > 0 ? error.line() : line, error.message());
  }
  trim_details(record);
  record.seed = stats::fingerprint(record);
  return record;
}

namespace {

// Throws Error, with `line` left at the place of the fault.
Opening opening_of(const GameDriver& driver, const PgnGame& game, std::size_t plies, FinishedGames finished,
                   int& line) {
  require_usual_rules(game, driver);
  Opening opening;
  if (const std::string* const position = game.tag("FEN")) opening.start = *position;
  const std::unique_ptr<Board> board = set_up(driver, opening);
  const std::size_t count = std::min(plies, game.moves.size());
  for (std::size_t ply = 0; ply < count; ++ply) {
    const PgnMove& word = game.moves[ply];
    line = word.line;
    if (is_losing_illegal_move(game, word, ply, *board)) break;
    const std::optional<MoveCode> move = board->parse_move(word.text);
    if (!move) throw Error(expected_found("a legal move", quotation(word.text)));
    board->play(*move);
    opening.moves.push_back(*move);
  }
  if (finished == FinishedGames::refuse && board->outcome()) {
    throw Error("the game is over by the end of this opening");
  }
  return opening;
}

}  // namespace

std::vector<Opening> read_pgn_openings(const GameDriver& driver, const std::filesystem::path& file,
                                       std::optional<int> plies, FinishedGames finished) {
  const std::size_t most = plies ? static_cast<std::size_t>(*plies) : std::numeric_limits<std::size_t>::max();
  PgnGames games(file);
  std::vector<Opening> openings;
  while (const std::optional<PgnGame> game = games.next()) {
    if (!game->fault.empty()) throw Error(games.name(), game->fault_line, game->fault);
    int line = game->line;
    try {
      openings.push_back(opening_of(driver, *game, most, finished, line));
    } catch (const Error& error) {
      throw Error(games.name(), line, error.message());
    }
  }
  return openings;
}

}  // namespace hone::formats
