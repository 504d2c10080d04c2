// SPDX-License-Identifier: MIT
//
// Formats of engines for variants, which take piece values alone.
#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cmath>
#include <set>
#include <string_view>

#include "data/error.hpp"
#include "tuner/exchange/export/export_format.hpp"
#include "tuner/exchange/export/export_model.hpp"

namespace hone::exchange {

namespace {

// Of the pieces with a value, which all have letters of their own.
std::vector<PieceValue> worth_pieces(const PreparedWeights& prepared, std::string_view format) {
  std::vector<PieceValue> pieces = piece_values(prepared);
  std::erase_if(pieces, [&](const PieceValue& piece) {
    return prepared.weights.schema.find("material." + piece.name) == nullptr;
  });
  if (pieces.empty()) throw Error(fmt::format("{}: there are no numbers material.PIECE", format));
  if (!prepared.decimals.whole()) throw Error(fmt::format("{}: piece values are whole, so say --decimals 0", format));
  std::set<std::string> letters;
  for (const PieceValue& piece : pieces) {
    if (letters.insert(piece.letter).second) continue;
    throw Error(fmt::format("{}: two pieces have the letter '{}'; --pieces NAME=LETTER gives them others", format,
                            piece.letter));
  }
  return pieces;
}

std::string fairy_stockfish_line(const std::vector<PieceValue>& pieces, std::string_view option, std::size_t stage) {
  std::string line(option);
  line += " =";
  for (const PieceValue& piece : pieces) line += fmt::format(" {}:{:.0f}", piece.letter, piece.values[stage]);
  return line + "\n";
}

// How an orthodox piece moves, on a board of 16 squares a row: from where to where it steps, a comma, and in
// hexadecimal what it may do there: 1 capture, 2 move without, 4 one step only; pawns and castling have digits of their
// own before that.
struct OrthodoxPiece {
  std::string_view name, moves;
  bool is_centred;  // drawn to the centre, which a small letter says
};

constexpr std::array orthodox_pieces{
    OrthodoxPiece{"knight", "14,7 31,7 33,7 18,7 -14,7 -31,7 -33,7 -18,7", true},
    OrthodoxPiece{"bishop", "15,3 17,3 -15,3 -17,3", true},
    OrthodoxPiece{"rook", "1,3 16,3 -1,3 -16,3", false},
    OrthodoxPiece{"queen", "1,3 16,3 15,3 17,3 -1,3 -16,3 -15,3 -17,3", false},
};

std::string fairy_max_lines(const PieceValue& piece) {
  const long value = std::lround(piece.values.front());
  if (piece.name == "pawn") {
    return fmt::format("{0}:{1} -16,24 -16,6 -15,5 -17,5\n{0}:{1} 16,24 16,6 15,5 17,5\n", piece.letter, value);
  }
  for (const auto& [name, moves, is_centred] : orthodox_pieces) {
    if (name != piece.name) continue;
    const int letter = static_cast<unsigned char>(piece.letter.front());
    return fmt::format("{:c}:{} {}\n", is_centred ? std::tolower(letter) : std::toupper(letter), value, moves);
  }
  return fmt::format("{}:{}\n", piece.letter, value);
}

}  // namespace

// Options as in src/variants.ini of Fairy-Stockfish 14. The first and the last stage are its Mg and Eg.
std::string export_fairy_stockfish(const PreparedWeights& prepared) {
  const std::vector<PieceValue> pieces = worth_pieces(prepared, "fairy-stockfish");
  std::string text;
  for (const std::string& line : intro_lines(prepared)) text += fmt::format("# {}\n", comment_text(line));
  const std::string& game = prepared.weights.schema.game();
  text += fmt::format("# Its rook is r:1276 and r:1380: --scale material.rook.mg=1276\n[hone-{}:{}]\n", game, game);
  return text + fairy_stockfish_line(pieces, "pieceValueMg", 0) +
         fairy_stockfish_line(pieces, "pieceValueEg", prepared.phases.size() - 1);
}

// Piece lines as in fmax.ini of Fairy-Max 5.0b, which takes lines outside of a variant for comments. A value that ends
// in 3 would forbid a promotion to the piece.
std::string export_fairy_max(const PreparedWeights& prepared) {
  const std::vector<PieceValue> pieces = worth_pieces(prepared, "fairy-max");
  if (prepared.phases.size() != 1) {
    throw Error("fairy-max: a piece has one value, so say --single-stage PHASE or --stages STAGE");
  }
  std::string text;
  for (const std::string& line : intro_lines(prepared)) text += fmt::format("// {}\n", comment_text(line));
  text +=
      "// These lines take the place of those of the same pieces in fmax.ini. It promotes to no piece whose value ends "
      "in "
      "3.\n";
  for (const PieceValue& piece : pieces) text += fairy_max_lines(piece);
  return text;
}

}  // namespace hone::exchange
