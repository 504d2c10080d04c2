// SPDX-License-Identifier: MIT
//
// Chains of positions of chess in the binpack of Stockfish's tools for training data, as a format of the table. A file
// is chunks one after the other, each "BINP", the number of bytes that follow, 32 bits, little-endian, and chains. What
// else has more than one byte is big-endian. A chain is
//
//   24 bytes   the position it starts from (tuner/formats/binpack_moves.hpp)
//    2 bytes   the move played there
//    2 bytes   its score, seen by the mover, in zigzag: 0, -1, 1, -2, ... are 0, 1, 2, 3, ...
//    2 bytes   15..14 the mover's result, in zigzag: 1, 0 or -1 | 13..0 plies played before
//    2 bytes   half-move clock
//    2 bytes   how many more moves the chain has, for each of which follow, in bits (tuner/formats/binpack_bits.hpp),
//              the move, as binpack_moves.hpp says, and its score less what its predecessor's was for the other side,
//              in zigzag and groups
//
// The score 32002 stands for none.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "data/bytes.hpp"
#include "data/error.hpp"
#include "games/chess/chess.hpp"
#include "tuner/formats/binpack_bits.hpp"
#include "tuner/formats/binpack_moves.hpp"
#include "tuner/formats/chain_games.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {

namespace {

constexpr std::string_view magic = "BINP";
constexpr std::size_t chunk_head_bytes = 8, chain_head_bytes = 34;
constexpr std::size_t full_chunk_bytes = std::size_t{1} << 20;  // of what is written; a chain is not divided
constexpr int no_score_in_binpack = 32'002;
constexpr unsigned last_ply = 0x3FFF;

unsigned big_word_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned>(static_cast<unsigned char>(bytes[at])) << 8 | static_cast<unsigned char>(bytes[at + 1]);
}

std::string big_word(unsigned value) { return {static_cast<char>(value >> 8 & 255), static_cast<char>(value & 255)}; }

std::int16_t score_of_code(unsigned code) { return static_cast<std::int16_t>(unzigzag(code)); }
unsigned code_of_score(std::int16_t score) { return static_cast<unsigned>(zigzag(score)); }

Score read_score(std::int16_t score) { return score == no_score_in_binpack ? no_score : score_in_chain(score); }
std::int16_t written_score(Score score) {
  return score == no_score ? std::int16_t{no_score_in_binpack} : score_for_chain(score);
}

// In 16 bits, as the tools reckon.
std::int16_t negative(std::int16_t score) { return static_cast<std::int16_t>(-score); }

// -- Reading

// The bytes of one chunk after the other.
class Chunks {
 public:
  explicit Chunks(const std::filesystem::path& file) : in_(file) {}

  [[nodiscard]] std::uint64_t offset() const { return in_.offset(); }
  [[nodiscard]] std::uint32_t left() const { return left_; }  // of this chunk

  // Goes to the next chunk that is not empty, if this one has no more; false at the end of the file.
  bool find_bytes() {
    while (left_ == 0) {
      if (in_.at_end()) return false;
      open_chunk();
    }
    return true;
  }

  [[nodiscard]] unsigned char take_byte() {
    if (left_ == 0) throw Error("its chunk ends within it");
    const std::optional<unsigned char> byte = in_.take_byte();
    if (!byte) throw_torn();
    --left_;
    return *byte;
  }
  [[nodiscard]] std::string take(std::size_t size) {
    if (left_ < size)
      throw Error(fmt::format("expected the {} bytes of a position, found {} in its chunk", size, left_));
    std::string bytes = in_.take(size);
    if (bytes.size() < size) throw_torn();
    left_ -= static_cast<std::uint32_t>(size);
    return bytes;
  }
  void skip_rest() {
    for (; left_ > 0; --left_) {
      if (!in_.take_byte()) throw_torn();
    }
  }

 private:
  void open_chunk() {
    const std::uint64_t offset = in_.offset();
    const std::string head = in_.take(chunk_head_bytes);
    if (!head.starts_with(magic.substr(0, head.size()))) {
      throw Error(in_.name(), 0,
                  fmt::format("expected a chunk at byte {}, which begins with BINP, found none", offset));
    }
    if (head.size() < chunk_head_bytes) throw_torn();
    left_ = ByteReader(std::string_view(head).substr(magic.size())).u32();
  }
  [[noreturn]] void throw_torn() const {
    throw Error(in_.name(), 0, fmt::format("ends at byte {}, within a chunk", in_.offset()));
  }

  BinaryInput in_;
  std::uint32_t left_ = 0;
};

struct ByteOfChunk {
  unsigned char operator()() const { return chunks->take_byte(); }
  Chunks* chunks;
};

// A chain that is being read. What its bits mean depends on the position, so that every move has to be legal.
class ChainReader {
 public:
  ChainReader(Chunks& chunks, const chess::Position& start) : pos_(start), bits_(ByteOfChunk{&chunks}) {
    chain_.start = chess::to_fen(start);
  }

  void add(chess::Move move, std::int16_t score) {
    legal_.clear();
    chess::legal_moves(pos_, legal_);
    if (std::ranges::find(legal_, move) == legal_.end()) {
      throw_illegal(chain_.moves.size() + 1, chess::to_fen(pos_), Chess::encode(move));
    }
    chain_.moves.push_back({Chess::encode(move), read_score(score)});
    pos_.play(move);
    score_ = score;
  }

  void read_move() {
    const chess::Bitboard ours = pos_.pieces(pos_.side_to_move());
    const int piece = static_cast<int>(bits_.take(bits_to_choose(chess::popcount(ours))));
    if (piece >= chess::popcount(ours)) {
      throw Error(fmt::format(
          "move {}: {}", chain_.moves.size() + 1,
          expected_found(fmt::format("one of {} pieces", chess::popcount(ours)), fmt::format("number {}", piece + 1))));
    }
    const MoveChoices choices(pos_, square_number(ours, piece));
    const chess::Move move = choices.move(static_cast<int>(bits_.take(bits_to_choose(choices.count()))));
    add(move, static_cast<std::int16_t>(negative(score_) + score_of_code(bits_.take_groups())));
  }

  [[nodiscard]] Chain finish(int winner) {
    chain_.winner = winner;
    return std::move(chain_);
  }

 private:
  chess::Position pos_;
  chess::Moves legal_;
  BitsToRead<ByteOfChunk> bits_;
  Chain chain_;
  std::int16_t score_ = 0;  // of the last move
};

unsigned further_moves(std::string_view head) { return big_word_at(head, 32); }

// Throws Error without a file when the chain, whose head has been read, cannot be understood.
Chain read_chain(std::string_view head, Chunks& chunks) {
  const unsigned result_and_ply = big_word_at(head, 28), ply = result_and_ply & last_ply;
  const int result = score_of_code(result_and_ply >> 14);
  if (result < -1) throw Error(expected_found("a result of 1, 0 or -1", fmt::to_string(result)));
  const chess::Position start =
      unpacked_position(head, static_cast<int>(big_word_at(head, 30)), static_cast<int>(ply / 2 + 1));
  const chess::Move move = move_of_bits(static_cast<std::uint16_t>(big_word_at(head, 24)));
  if (move == chess::Move{}) {
    throw Error(expected_found(fmt::format("the move played in '{}'", chess::to_fen(start)), "none"));
  }
  ChainReader reader(chunks, start);
  reader.add(move, score_of_code(big_word_at(head, 26)));
  for (unsigned left = further_moves(head); left > 0; --left) reader.read_move();
  return reader.finish(start.side_to_move() == Side::first ? result : -result);
}

class BinpackGames final : public GameSource {
 public:
  explicit BinpackGames(const std::filesystem::path& file) : chunks_(file), driver_(find_driver("chess")) {
    header_.game = driver_.name();
  }

  [[nodiscard]] const GameDriver& driver() const override { return driver_; }
  [[nodiscard]] const GameFileHeader& header() const override { return header_; }

  [[nodiscard]] std::optional<UnreadGame> next() override {
    try {
      return chunks_.find_bytes() ? std::optional(next_chain()) : std::nullopt;
    } catch (const Error& error) {
      if (error.kind() == Error::Kind::system) throw;
      throw Error(error.file(), 0, error.message() + hint_at_games_before(number_));
    }
  }

 private:
  [[nodiscard]] UnreadGame next_chain() {
    const std::uint64_t offset = chunks_.offset();
    bool is_single = false;  // a chain of one move, which ends with its head
    UnreadGame game;
    try {
      const std::string head = chunks_.take(chain_head_bytes);
      is_single = further_moves(head) == 0;
      game = game_to_play(read_chain(head, chunks_), number_, offset);
    } catch (const Error& error) {
      if (!error.file().empty()) throw;
      game = bad_game(error.message(), is_single, number_, offset);
    }
    ++number_;
    return game;
  }

  [[nodiscard]] UnreadGame game_to_play(Chain chain, std::uint64_t number, std::uint64_t offset) const {
    const std::size_t bytes = chain.moves.size() * sizeof(PlayedMove) + chain.start.size();
    return {
        [this, chain = std::move(chain), number, offset] {
          return std::optional(understood_in_place(number, offset, [&] { return game_of(driver_, chain, number); }));
        },
        bytes};
  }

  // Only the moves of a chain tell where the next one begins.
  [[nodiscard]] UnreadGame bad_game(std::string fault, bool is_single, std::uint64_t number, std::uint64_t offset) {
    if (!is_single) {
      fault += fmt::format("; the {} bytes after it in its chunk are not read", chunks_.left());
      chunks_.skip_rest();
    }
    return {
        [=] { return std::optional(understood_in_place(number, offset, [&]() -> NamedGame { throw Error(fault); })); }};
  }

  Chunks chunks_;
  const GameDriver& driver_;
  GameFileHeader header_;
  std::uint64_t number_ = 0;
};

// -- Writing

std::string chain_head(const chess::Position& pos, const PlayedMove& first, int winner, std::size_t more) {
  const bool is_white = pos.side_to_move() == Side::first;
  const int ply = 2 * (pos.fullmove_number() - 1) + (is_white ? 0 : 1);
  const auto result = static_cast<unsigned>(zigzag(is_white ? winner : -winner));
  return packed_position(pos) + big_word(bits_of_move(Chess::decode(first.move))) +
         big_word(code_of_score(written_score(first.score))) +
         big_word(result << 14 | std::min(static_cast<unsigned>(ply), last_ply)) +
         big_word(static_cast<unsigned>(pos.halfmove_clock())) + big_word(static_cast<unsigned>(more));
}

// The moves of the opening are left out; a game without others is nothing.
std::string chain_text(const GameDriver& driver, const GameRecord& game) {
  const Chain chain = chain_of(driver, game, std::min<std::size_t>(game.opening_plies, game.moves.size()));
  if (chain.moves.empty()) return {};
  chess::Position pos = chess::parse_fen(chain.start);
  std::string text = chain_head(pos, chain.moves.front(), chain.winner, chain.moves.size() - 1);
  BitsToWrite bits(text);
  std::int16_t expected = 0;
  for (const PlayedMove& played : chain.moves) {
    const chess::Move move = Chess::decode(played.move);
    const std::int16_t score = written_score(played.score);
    if (&played != &chain.moves.front()) {
      const chess::Bitboard ours = pos.pieces(pos.side_to_move());
      const MoveChoices choices(pos, move.from());
      bits.put(static_cast<unsigned>(number_of_square(ours, move.from())), bits_to_choose(chess::popcount(ours)));
      bits.put(static_cast<unsigned>(choices.choice(move)), bits_to_choose(choices.count()));
      bits.put_groups(code_of_score(static_cast<std::int16_t>(score - expected)));
    }
    expected = negative(score);
    pos.play(move);
  }
  return text;
}

class BinpackOutput final : public Output {
 public:
  explicit BinpackOutput(const std::filesystem::path& file) : file_(text_output(file, {})) {}

  void write(std::string_view encoded) override {
    chains_ += encoded;
    if (chains_.size() >= full_chunk_bytes) write_chunk();
  }
  void finish() override {
    if (!chains_.empty()) write_chunk();
    file_->finish();
  }

 private:
  void write_chunk() {
    ByteWriter head;
    head.raw(magic);
    head.u32(static_cast<std::uint32_t>(chains_.size()));
    file_->write(head.bytes());
    file_->write(chains_);
    chains_.clear();
  }

  std::unique_ptr<Output> file_;
  std::string chains_;
};

}  // namespace

std::unique_ptr<GameSource> open_binpack_games(const std::filesystem::path& file) {
  return std::make_unique<BinpackGames>(file);
}

Encoder<NamedGame> binpack_game_encoder(const GameFileHeader& header) {
  const GameDriver& driver = find_driver(header.game);
  return {.head = {},
          .encode = [&driver](const NamedGame& game) { return chain_text(driver, game.record); },
          .open = [](const std::filesystem::path& file) { return std::make_unique<BinpackOutput>(file); }};
}

}  // namespace hone::formats
