// SPDX-License-Identifier: MIT
//
// Positions as text: FEN (PGN standard 16.1), four to six fields, as EPD leaves the counters out.
//
//   placement   8 ranks from the eighth, '/' between, letters PNBRQKpnbrqk, digits for empty squares
//   side        w | b
//   castling    '-', or rights: KQkq mean the outermost rook of that wing (X-FEN), A-H and a-h the rook on that
//               file (Shredder-FEN)
//   en passant  '-' or the square behind a pawn that has just moved two squares
//   halfmoves   since the last capture or pawn move, 0 .. 150
//   fullmoves   1 .. 9999
//
// A position is Chess960 when it has castling rights by file letter, or of a king or rook elsewhere than in
// classical chess. It is then written with file letters; others with KQkq.
#pragma once

#include <string>
#include <string_view>

#include "games/chess/position.hpp"

namespace hone::chess {

// Throws Error saying what was expected and what was found, for anything that is not a position of legal men: one
// king a side, no pawn on the first or last rank, no more promoted men than pawns missing, the side that has moved
// not in check, no more than two checks, rights with king and rook in place, a possible en-passant square. An
// en-passant square without a legal capture is dropped.
[[nodiscard]] Position parse_fen(std::string_view text);

[[nodiscard]] std::string to_fen(const Position& pos);
[[nodiscard]] std::string castling_text(const Position& pos);  // the third field

}  // namespace hone::chess
