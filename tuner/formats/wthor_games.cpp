// SPDX-License-Identifier: MIT
//
// Games of othello in the format of WTHOR, the base of tournament games of the French federation, as a format of the
// table; only read (Fédération Française d'Othello: "Format des fichiers de la base WTHOR", ffothello.org). Numbers are
// little-endian. A file is a header of 16 bytes and records of 68:
//
//   header   0 century, 1 year, 2 month, 3 day of the file
//            4 number of games, 32 bits          8 number of players or tournaments, 16 bits (.JOU, .TRN)
//           10 year of the games, 16 bits       12 squares of a side: 8 or 0, or 10
//           13 1: problems, no games            14 empty squares that the theoretical score counts from
//   record   0 tournament, 2 black player, 4 white player: numbers of records in WTHOR.TRN and .JOU, 16 bits each
//            6 black discs at the end            7 the same under best play from there on: the theoretical score
//            8 sixty moves, 10 * row + column with a1 = 11 and h1 = 18; 0 after the last. Passes are not written
//
// The empty squares of a game that is over belong to the winner. The theoretical score is kept as the score of the move
// that was played there. A .JOU file in the same folder has the players' names, 20 bytes each, in ISO 8859-1.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <system_error>
#include <utility>

#include "data/error.hpp"
#include "data/words.hpp"
#include "engine/score.hpp"
#include "games/othello/position.hpp"
#include "tuner/formats/chain_games.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::formats {

namespace {

constexpr std::size_t wthor_header_bytes = 16, wthor_game_bytes = 68, wthor_name_bytes = 20;
constexpr std::size_t first_move_byte = 8;
constexpr int board_squares = 64;
constexpr MoveCode pass_code = othello::pass.square;

unsigned byte_of(std::string_view bytes, std::size_t at) { return static_cast<unsigned char>(bytes[at]); }

unsigned short_of(std::string_view bytes, std::size_t at) { return byte_of(bytes, at) | byte_of(bytes, at + 1) << 8; }

std::uint64_t long_of(std::string_view bytes, std::size_t at) {
  return short_of(bytes, at) | std::uint64_t{short_of(bytes, at + 2)} << 16;
}

struct WthorHeader {
  std::uint64_t games = 0;
  unsigned names = 0, side = 0, kind = 0, depth = 0, month = 0, day = 0;
};

WthorHeader header_of(std::string_view bytes) {
  return {long_of(bytes, 4),  short_of(bytes, 8), byte_of(bytes, 12), byte_of(bytes, 13),
          byte_of(bytes, 14), byte_of(bytes, 2),  byte_of(bytes, 3)};
}

std::uint64_t size_of_games(const WthorHeader& header) { return wthor_header_bytes + wthor_game_bytes * header.games; }

// ISO 8859-1 as UTF-8, up to the first zero.
std::string name_of_bytes(std::string_view bytes) {
  std::string name;
  for (const char byte : bytes.substr(0, bytes.find('\0'))) {
    const auto code = static_cast<unsigned char>(byte);
    if (code < 0x80) {
      name += byte;
    } else {
      name += static_cast<char>(0xC0 | code >> 6);
      name += static_cast<char>(0x80 | (code & 0x3F));
    }
  }
  return name;
}

bool is_file_of_players(const std::filesystem::path& file) {
  return small_letters(file.extension().string()) == ".jou";
}

// The first by name of those in the folder; empty: none.
std::filesystem::path players_beside(const std::filesystem::path& file) {
  std::error_code unknown;
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  std::filesystem::path found;
  for (std::filesystem::directory_iterator entry(folder, unknown), end; !unknown && entry != end;
       entry.increment(unknown)) {
    const std::filesystem::path& path = entry->path();
    if (is_file_of_players(path) && (found.empty() || path < found)) found = path;
  }
  return found;
}

std::vector<std::string> names_in(const std::filesystem::path& file) {
  BinaryInput in(file);
  const std::string head = in.take(wthor_header_bytes);
  const std::size_t count = head.size() == wthor_header_bytes ? header_of(head).names : 0;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string bytes = in.take(wthor_name_bytes);
    if (bytes.size() != wthor_name_bytes) break;
    names.push_back(name_of_bytes(bytes));
  }
  if (names.size() == count && head.size() == wthor_header_bytes && in.at_end()) return names;
  throw Error(in.name(), 0,
              expected_found(
                  fmt::format("{} names of {} bytes after a header of {}", count, wthor_name_bytes, wthor_header_bytes),
                  fmt::format("{} bytes", std::filesystem::file_size(file))));
}

std::string move_of_byte(unsigned value) {
  if (value % 10 < 1 || value % 10 > 8 || value / 10 < 1 || value / 10 > 8) return fmt::format("{}", value);
  return {static_cast<char>('a' + value % 10 - 1), static_cast<char>('0' + value / 10)};
}

int empty_squares(const Board& board) {
  const std::string text = board.text();
  return static_cast<int>(std::count(text.begin(), text.end(), '-'));
}

// Plays the moves of a record, with the passes between them.
class WthorReplay {
 public:
  WthorReplay(const GameDriver& driver, std::string_view bytes, unsigned depth)
      : bytes_(bytes), depth_(static_cast<int>(depth)), board_(driver.initial()) {}

  [[nodiscard]] GameRecord record() {
    std::size_t at = first_move_byte;
    for (; at < bytes_.size() && bytes_[at] != 0; ++at) play(at);
    pass();
    if (std::string_view(bytes_).find_first_not_of('\0', at) != std::string_view::npos) {
      throw Error(fmt::format("move {}: expected nothing after the end of the moves", at - first_move_byte + 1));
    }
    record_.outcome = outcome();
    record_.seed = stats::fingerprint(record_);
    return std::move(record_);
  }

 private:
  void play(std::size_t at) {
    pass();
    const unsigned value = byte_of(bytes_, at);
    const bool is_square = value % 10 >= 1 && value % 10 <= 8 && value / 10 >= 1 && value / 10 <= 8;
    const MoveCode move = is_square ? 8 * (value / 10 - 1) + value % 10 - 1 : pass_code;
    if (!is_square || !board_->is_legal(move)) {
      throw Error(
          fmt::format("move {}: {}", at - first_move_byte + 1,
                      expected_found(fmt::format("a legal move in '{}'", board_->text()), move_of_byte(value))));
    }
    add(move);
  }

  void pass() {
    if (board_->is_legal(pass_code)) add(pass_code);
  }

  void add(MoveCode move) {
    record_.moves.push_back({move, theoretical_score(move)});
    board_->play(move);
  }

  // Of the position in front of this move.
  [[nodiscard]] Score theoretical_score(MoveCode move) {
    if (depth_ == 0 || move == pass_code || empty_squares(*board_) != depth_) return no_score;
    const int black = black_discs(first_move_byte - 1, "theoretical score");
    const int utility = 2 * black - board_squares;
    return terminal_score(board_->side_to_move() == Side::first ? utility : -utility, depth_);
  }

  [[nodiscard]] int black_discs(std::size_t at, std::string_view name) const {
    const auto discs = static_cast<int>(byte_of(bytes_, at));
    if (discs > board_squares)
      throw Error(fmt::format("{}: {}", name, expected_found("0 to 64 black discs", fmt::format("{}", discs))));
    return discs;
  }

  // A game that was not played to its end was given up, or decided on time or by an arbiter: the file has the score.
  [[nodiscard]] Outcome outcome() const {
    const int black = black_discs(first_move_byte - 2, "score"), utility = 2 * black - board_squares;
    const std::optional<Outcome> on_board = board_->outcome();
    if (!on_board) return {utility, utility == 0 ? EndReason::draw_adjudication : EndReason::resign};
    if (on_board->utility == utility) return *on_board;
    throw Error(fmt::format("score: {}", expected_found(fmt::format("{} black discs, as on the board at the end",
                                                                    (on_board->utility + board_squares) / 2),
                                                        fmt::format("{}", black))));
  }

  std::string_view bytes_;
  int depth_;
  std::unique_ptr<Board> board_;
  GameRecord record_;
};

class WthorGames final : public GameSource {
 public:
  explicit WthorGames(const std::filesystem::path& file) : in_(file), driver_(find_driver("othello")) {
    header_.game = driver_.name();
    const std::string bytes = in_.take(wthor_header_bytes);
    if (bytes.size() < wthor_header_bytes) {
      refuse(fmt::format("a header of {} bytes", wthor_header_bytes), fmt::format("{}", bytes.size()));
    }
    about_ = header_of(bytes);
    if (about_.side != 0 && about_.side != 8) refuse("boards of 8 x 8", fmt::format("{0} x {0}", about_.side));
    if (about_.kind != 0) refuse("games", fmt::format("problems (kind {})", about_.kind));
    if (about_.depth > board_squares) refuse("a depth of the theoretical score to 64", fmt::format("{}", about_.depth));
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(file, unknown);
    if (!unknown && size != size_of_games(about_)) {
      refuse(fmt::format("{} bytes, for {} games", size_of_games(about_), about_.games), fmt::format("{}", size));
    }
    if (const std::filesystem::path players = players_beside(file); !players.empty()) names_ = names_in(players);
  }

  [[nodiscard]] const GameDriver& driver() const override { return driver_; }
  [[nodiscard]] const GameFileHeader& header() const override { return header_; }

  [[nodiscard]] std::optional<UnreadGame> next() override {
    if (number_ == about_.games) return std::nullopt;
    const std::uint64_t offset = in_.offset();
    std::string bytes = in_.take(wthor_game_bytes);
    if (bytes.size() != wthor_game_bytes) {
      throw Error(in_.name(), 0,
                  fmt::format("ends at byte {}, within game {} from byte {}", in_.offset(), number_, offset) +
                      hint_at_games_before(number_));
    }
    UnreadGame game;
    game.bytes = wthor_game_bytes;
    // The bytes are copied, because g++ 12 takes a move of them for one out of bounds (-Warray-bounds).
    game.understand = [this, number = number_++, offset, bytes] {
      return std::optional(understood_in_place(number, offset, [&] { return understood(bytes, number); }));
    };
    return game;
  }

  [[nodiscard]] std::vector<std::string> players(std::size_t most) const override {
    BinaryInput in(in_.name());
    (void)in.take(wthor_header_bytes);
    std::vector<bool> known(1 << 16, false);
    std::vector<std::string> players;
    for (std::string bytes = in.take(wthor_game_bytes); bytes.size() == wthor_game_bytes && players.size() <= most;
         bytes = in.take(wthor_game_bytes)) {
      for (const std::size_t at : {2U, 4U}) {
        const unsigned number = short_of(bytes, at);
        if (!known[number]) players.push_back(player(number));
        known[number] = true;
      }
    }
    return players;
  }

 private:
  [[noreturn]] void refuse(const std::string& expected, const std::string& found) const {
    throw Error(in_.name(), 0, expected_found(expected, found));
  }

  [[nodiscard]] std::string player(unsigned number) const {
    return number < names_.size() ? names_[number] : fmt::format("player {}", number);
  }

  [[nodiscard]] NamedGame understood(std::string_view bytes, std::uint64_t number) const {
    GameRecord record = WthorReplay(driver_, bytes, about_.depth).record();
    record.number = number;
    return {std::move(record), player(short_of(bytes, 2)), player(short_of(bytes, 4))};
  }

  BinaryInput in_;
  const GameDriver& driver_;
  GameFileHeader header_;
  WthorHeader about_;
  std::vector<std::string> names_;
  std::uint64_t number_ = 0;
};

}  // namespace

// The format has no word of its own at its beginning: a file is one where its numbers fit each other.
bool is_wthor(const std::filesystem::path& file) {
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(file, unknown);
  if (unknown || size < wthor_header_bytes) return false;
  try {
    const WthorHeader header = header_of(BinaryInput(file).take(wthor_header_bytes));
    return header.games > 0 && size == size_of_games(header) && header.month >= 1 && header.month <= 12 &&
           header.day >= 1 && header.day <= 31 && header.kind <= 1;
  } catch (const Error&) {
    return false;  // whoever reads it tells what is wrong
  }
}

std::unique_ptr<GameSource> open_wthor_games(const std::filesystem::path& file) {
  return std::make_unique<WthorGames>(file);
}

}  // namespace hone::formats
