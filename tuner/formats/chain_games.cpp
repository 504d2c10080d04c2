// SPDX-License-Identifier: MIT
#include "tuner/formats/chain_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "data/error.hpp"
#include "data/text_lines.hpp"
#include "engine/opening.hpp"
#include "games/chess/move.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::formats {

namespace {

constexpr std::size_t input_bytes = std::size_t{1} << 16;
constexpr int score_of_mate = 32'000;

}  // namespace

void throw_illegal(std::size_t number, const std::string& position, MoveCode code) {
  const auto move = chess::Move::from_bits(static_cast<std::uint16_t>(code));
  throw Error(fmt::format("move {}: {}", number,
                          expected_found(fmt::format("a legal move in '{}'", position),
                                         chess::to_text(move.from()) + chess::to_text(move.to()))));
}

NamedGame game_of(const GameDriver& driver, Chain chain, std::uint64_t number) {
  const std::unique_ptr<Board> board = driver.parse(chain.start);
  GameRecord record;
  record.number = number;
  record.start = board->text();
  if (record.start == driver.initial()->text()) record.start.clear();
  for (std::size_t ply = 0; ply < chain.moves.size(); ++ply) {
    const MoveCode move = chain.moves[ply].move;
    if (!board->follow(move)) throw_illegal(ply + 1, board->text(), move);
  }
  record.moves = std::move(chain.moves);
  record.outcome = outcome_after(*board, chain.winner, EndReason::resign);
  record.seed = stats::fingerprint(record);
  return {std::move(record), {}, {}};
}

Chain chain_of(const GameDriver& driver, const GameRecord& game, std::size_t first) {
  const std::unique_ptr<Board> board = start_of(driver, game);
  Chain chain;
  for (std::size_t ply = 0; ply <= game.moves.size(); ++ply) {
    if (ply == first) chain.start = board->text();
    if (ply < game.moves.size()) play_checked(*board, game.moves[ply].move);
  }
  chain.moves.assign(game.moves.begin() + static_cast<std::ptrdiff_t>(first), game.moves.end());
  if (chain.moves.size() > longest_chain) {
    throw Error(fmt::format("has {} moves, more than the {} of a chain", chain.moves.size(), longest_chain));
  }
  chain.winner = std::clamp(game.outcome.utility, -1, 1);
  return chain;
}

Score score_in_chain(int score) {
  const Ply plies = std::max(0, score_of_mate - std::abs(score));
  if (!is_decided(score) || plies >= win_stride) return clamp_eval(score);
  return terminal_score(score > 0 ? 1 : -1, plies);
}

std::int16_t score_for_chain(Score score) {
  if (!is_decided(score)) return static_cast<std::int16_t>(score);
  const Score size = score_of_mate - plies_to_end(score);
  return static_cast<std::int16_t>(is_win(score) ? size : -size);
}

BinaryInput::BinaryInput(const std::filesystem::path& file) : name_(file.string()), in_(file, std::ios::binary) {
  if (!in_) throw Error(name_, 0, "cannot be opened", Error::Kind::system);
  require_unpacked(file, "binary files of games");
}

bool BinaryInput::at_end() {
  if (next_ < buffer_.size()) return false;
  buffer_.resize(input_bytes);
  in_.read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  if (in_.bad()) throw Error(name_, 0, "cannot be read", Error::Kind::system);
  buffer_.resize(static_cast<std::size_t>(in_.gcount()));
  next_ = 0;
  return buffer_.empty();
}

std::string BinaryInput::take(std::size_t size) {
  std::string bytes;
  while (bytes.size() < size && !at_end()) {
    const std::size_t part = std::min(size - bytes.size(), buffer_.size() - next_);
    bytes.append(buffer_, next_, part);
    next_ += part;
    offset_ += part;
  }
  return bytes;
}

std::optional<unsigned char> BinaryInput::take_byte() {
  if (at_end()) return std::nullopt;
  ++offset_;
  return static_cast<unsigned char>(buffer_[next_++]);
}

std::string hint_at_games_before(std::uint64_t games) {
  return games == 0 ? "" : fmt::format("; FILE,limit={} reads those before", games);
}

NamedGame understood_in_place(std::uint64_t number, std::uint64_t offset,
                              const std::function<NamedGame()>& understand) {
  try {
    return understand();
  } catch (const Error& error) {
    throw Error(fmt::format("game {}, at byte {}: {}", number, offset, error.message()), error.kind());
  }
}

}  // namespace hone::formats
