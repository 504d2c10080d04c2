// SPDX-License-Identifier: MIT
#include "tuner/uci_player/uci_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/uci_text.hpp"

namespace hone {
namespace {

using std::chrono::milliseconds;

// A field of a FEN, counted from 0; empty where there is none.
std::string fen_field(const Board& board, std::size_t index) {
  const std::string text = board.text();
  const auto fields = split_words(text);
  return index < fields.size() ? std::string(fields[index]) : std::string();
}

// Castling rights of files instead of wings: the game's notation for what is not the usual set-up.
bool has_chess960_castling(const Board& board) {
  return fen_field(board, 2).find_first_not_of("KQkq-") != std::string::npos;
}

void add_clock(std::string& command, char side, const std::optional<Clock>& clock) {
  if (!clock) return;
  const auto out = std::back_inserter(command);
  fmt::format_to(out, " {}time {}", side, std::max(clock->time, milliseconds(1)).count());
  if (clock->increment.count() > 0) fmt::format_to(out, " {}inc {}", side, clock->increment.count());
}

}  // namespace

UciPosition::UciPosition(const GameDriver& driver, const std::string& start)
    : board_(start.empty() ? driver.initial() : driver.parse(start)),
      chess960_(driver.name() == "chess" && has_chess960_castling(*board_)),
      has_move_clock_(driver.name() == "chess"),
      command_(start.empty() ? "position startpos" : "position fen " + board_->text()) {
  if (chess960_) board_->use_variant_spelling();
}

void UciPosition::play(MoveCode move) {
  const std::string text = board_->move_text(move);
  board_->play(move);
  if (has_move_clock_ && fen_field(*board_, 4) == "0") {
    command_ = "position fen " + board_->text();
    has_moves_ = false;
    return;
  }
  command_ += has_moves_ ? " " : " moves ";
  command_ += text;
  has_moves_ = true;
}

const std::string& UciPosition::after(std::span<const PlayedMove> moves) {
  for (; played_ < moves.size(); ++played_) play(moves[played_].move);
  return command_;
}

std::optional<MoveCode> UciPosition::parse(std::string_view text) const {
  const std::optional<MoveCode> move = board_->parse_move(text);
  if (!move || board_->move_text(*move) == text) return move;
  const std::unique_ptr<Board> variant = board_->clone();
  variant->use_variant_spelling();
  return variant->move_text(*move) == text ? move : std::nullopt;
}

std::string go_command(const std::array<Limits, 2>& limits, Side side_to_move) {
  const Limits& own = limits[static_cast<std::size_t>(side_to_move)];
  std::string command = "go";
  const auto out = std::back_inserter(command);
  if (own.clock) {
    add_clock(command, 'w', limits[0].clock);
    add_clock(command, 'b', limits[1].clock);
    if (own.clock->moves_to_go > 0) fmt::format_to(out, " movestogo {}", own.clock->moves_to_go);
  }
  if (own.move_time) fmt::format_to(out, " movetime {}", own.move_time->count());
  if (own.depth) fmt::format_to(out, " depth {}", *own.depth);
  if (own.nodes) fmt::format_to(out, " nodes {}", *own.nodes);
  return command;
}

}  // namespace hone
