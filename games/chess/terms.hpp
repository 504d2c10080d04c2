// SPDX-License-Identifier: MIT
//
// The evaluation terms of chess: names, shapes and what they count. games/chess/features.hpp says where each is found.
//
// Everything is White's number minus Black's and seen from its owner's side of the board: rank 1 is the owner's first
// rank, and boards are those of White (Black's pieces are mirrored by rank). Lists by rank run over ranks 1 to 8, lists
// by piece type over P N B R Q K.
#pragma once

#include "data/schema.hpp"
#include "games/table_squares.hpp"

namespace hone::chess {

inline constexpr int max_pressure = 20;
inline constexpr int max_attackers = 4;
inline constexpr int max_bad_bishop_pawns = 8;
inline constexpr int max_flank = 31;
inline constexpr int max_weak_ring = 9;
inline constexpr int max_several = 4;

inline constexpr Layout terms({
    {"material.pawn", scalar(), "pawn"},
    {"material.knight", scalar(), "knight"},
    {"material.bishop", scalar(), "bishop"},
    {"material.rook", scalar(), "rook"},
    {"material.queen", scalar(), "queen"},
    {"psqt.pawn", board(8, 8), "pawn on the square", nullptr, lettered_square<8>},
    {"psqt.knight", board(8, 8), "knight on the square", nullptr, lettered_square<8>},
    {"psqt.bishop", board(8, 8), "bishop on the square", nullptr, lettered_square<8>},
    {"psqt.rook", board(8, 8), "rook on the square", nullptr, lettered_square<8>},
    {"psqt.queen", board(8, 8), "queen on the square", nullptr, lettered_square<8>},
    {"psqt.king", board(8, 8), "king on the square", nullptr, lettered_square<8>},
    {"mobility.knight", ordered(list(9)),
     "knight by number of squares it reaches, safe from enemy pawns and not own-occupied"},
    {"mobility.bishop", ordered(list(14)), "bishop by number of such squares"},
    {"mobility.rook", ordered(list(15)), "rook by number of such squares"},
    {"mobility.queen", ordered(list(28)), "queen by number of such squares"},
    {"bishop.pair", scalar(), "two bishops or more"},
    {"bishop.own_pawns", ordered(list(max_bad_bishop_pawns + 1)), "bishop by number of own pawns on its colour"},
    {"bishop.outpost", scalar(), "bishop on ranks 4-6, guarded by a pawn, out of reach of enemy pawns"},
    {"knight.outpost", scalar(), "knight on such a square"},
    {"rook.open_file", scalar(), "rook on a file without pawns"},
    {"rook.half_open_file", scalar(), "rook on a file without own pawns, but enemy ones"},
    {"rook.seventh", scalar(), "rook on rank 7 with the enemy king on rank 8 or enemy pawns on rank 7"},
    {"pawn.doubled", scalar(), "pawn with an own pawn in front of it on its file"},
    {"pawn.isolated", scalar(), "pawn without own pawns on the files beside it"},
    {"pawn.backward", scalar(), "pawn behind all neighbours, next square held by an enemy pawn"},
    {"pawn.connected", ordered(list(8)), "pawn guarded by a pawn, by rank"},
    {"pawn.phalanx", ordered(list(8)), "pawn with an own pawn beside it, by rank"},
    {"pawn.candidate", ordered(list(8)),
     "pawn on a half-open file, not passed, with at least as many helpers as guards; by rank"},
    {"passed.rank", ordered(list(8)), "passed pawn, by rank"},
    {"passed.blocked", ordered(list(8)), "passed pawn with an enemy piece in front of it, by rank"},
    {"passed.supported", ordered(list(8)), "passed pawn guarded by a pawn, by rank"},
    {"passed.safe_path", ordered(list(8)),
     "passed pawn whose squares to promotion are not attacked by the enemy, by rank"},
    {"passed.own_king", ordered(list(8)), "passed pawn by distance of the own king from the square in front of it"},
    {"passed.enemy_king", ordered(list(8)), "passed pawn by distance of the enemy king from that square"},
    {"threat.by_pawn", list(6), "enemy pieces attacked by pawns, by their type"},
    {"threat.by_knight", list(6), "enemy pieces attacked by knights, by their type"},
    {"threat.by_bishop", list(6), "enemy pieces attacked by bishops, by their type"},
    {"threat.by_rook", list(6), "enemy pieces attacked by rooks, by their type"},
    {"threat.by_queen", list(6), "enemy pieces attacked by queens, by their type"},
    {"threat.by_king", list(6), "enemy pieces attacked by the king, by their type"},
    {"threat.hanging", list(6), "enemy pieces attacked and not defended, by their type"},
    {"threat.by_pawn_push", scalar(), "enemy pieces that a safe pawn push would attack"},
    {"king.shelter", ordered_columns(board(4, 8)),
     "nearest own pawn in front on the king's file and those beside: row = file from the edge, column = ranks away, 0 "
     "for none"},
    {"king.storm", ordered_columns(board(4, 8)), "nearest enemy pawn in front, likewise"},
    {"king.open_file", scalar(), "king on a file without pawns"},
    {"king.half_open_file", scalar(), "king on a file without own pawns, but enemy ones"},
    {"king.attackers", ordered(list(max_attackers + 1)), "king by number of enemy pieces attacking its ring"},
    {"king.pressure", ordered(list(max_pressure + 1)), "king by number of such attacks, square by square"},
    {"king.safe_checks", list(6), "king by enemy piece types that have a check on a square that is not defended"},
    {"space", scalar(), "squares on ranks 2-4 of files c-f, free of own pawns and safe from enemy ones"},
    {"tempo", scalar(), "side to move"},
    {"bishop.enemy_pawns", ordered(list(max_bad_bishop_pawns + 1)), "bishop by number of enemy pawns on its colour"},
    {"bishop.long_diagonal", scalar(), "bishop that sees two of the squares d4, d5, e4, e5 past all but pawns"},
    {"bishop.king_distance", ordered(list(8)), "bishop by distance from the own king"},
    {"knight.near_outpost", scalar(), "knight that attacks an outpost on which no own piece stands"},
    {"knight.king_distance", ordered(list(8)), "knight by distance from the own king"},
    {"rook.trapped", list(2),
     "rook on the side of its king away from the centre that reaches up to three squares: no castling right, some"},
    {"rook.line", list(2), "rook on the file of the enemy king, of an enemy queen"},
    {"reach.rook", ordered(list(15)),
     "rook by number of squares it reaches, not attacked by pawns or minor pieces and not own-occupied"},
    {"pawn.stuck", scalar(), "pawn on d2 or e2 with an own piece in front of it"},
    {"wing.pawn", board(8, 8), "pawn on the square, the board mirrored if the own king is on files a to d"},
    {"siege.pawn", board(8, 8), "pawn on the square, the board mirrored if the enemy king is on files a to d"},
    {"passed.free_step", ordered(list(8)), "passed pawn whose next square is empty and not attacked, by rank"},
    {"passed.blocker", list(6), "passed pawn by the type of the enemy piece in front of it"},
    {"passed.enemy_king_by_rank", board(8, 8),
     "passed pawn: row = rank, column = distance of the enemy king from the square in front of it"},
    {"passed.rook_behind", list(2), "passed pawn with a rook behind it on its file: an own one, an enemy one"},
    {"passed.unstoppable", ordered(list(8)), "passed pawn against a lone king that comes too late, by rank"},
    {"threat.by_safe_pawn", list(6), "enemy pieces attacked by pawns that are guarded or not attacked, by their type"},
    {"threat.by_minor_guarded", list(6),
     "enemy pieces attacked by knights or bishops and guarded by a pawn, by their type"},
    {"threat.by_rook_guarded", list(6), "enemy pieces attacked by rooks and guarded by a pawn, by their type"},
    {"threat.weak", scalar(),
     "enemy pieces attacked, but pawns and king, neither guarded by a pawn nor twice where attacked once"},
    {"threat.restricted", scalar(), "squares that both sides attack, and the enemy no better than that"},
    {"threat.several", ordered_rows(board(2, max_several + 1)),
     "number of enemy pieces lost or exchanged for less if they stay: row = not on move, on move"},
    {"threat.next_on_queen", list(6), "squares from which pieces could attack the only enemy queen, by their type"},
    {"guard.none", list(6), "pieces that nothing defends, by type"},
    {"guard.pawn", list(6), "pieces guarded by a pawn, by type"},
    {"control.rank", ordered(list(8)), "squares attacked, and not better by the enemy, by rank"},
    {"king.attack_set", list(16), "king by which types attack its ring: knight 1 + bishop 2 + rook 4 + queen 8"},
    {"king.weak_ring", ordered(list(max_weak_ring + 1)),
     "king by squares of its ring attacked, and held by no more than king and queen"},
    {"king.unsafe_checks", list(6), "king by enemy piece types that have a check on defended squares alone"},
    {"king.pinned", list(6), "pieces pinned to the king, by type"},
    {"king.discovered", scalar(), "enemy pieces that discover a check when they move"},
    {"king.flank_attacks", ordered(list(max_flank + 1)),
     "king by enemy attacks on its wing, five ranks deep, squares attacked twice counted double"},
    {"king.flank_defence", ordered(list(max_flank + 1)), "king by squares there that its own side attacks"},
    {"king.pawnless_flank", scalar(), "king on a wing without pawns"},
    {"king.castling", ordered(list(3)), "king by number of castling rights"},
    {"king.escapes", ordered(list(9)), "king by squares beside it that are not attacked and not own-occupied"},
    {"imbalance.pawns", list(6), "pieces of a type times own pawns, by type"},
    {"imbalance.their_pawns", list(6), "pieces of a type times enemy pawns, by type"},
    {"imbalance.pair_pawns", scalar(), "own pawns beside two bishops or more"},
    {"imbalance.own", unordered(board(6, 6)),
     "pieces of a type (row) times own pieces of a lesser one (column); on the diagonal the number beyond one"},
    {"room.officers", scalar(), "squares of space times own knights, bishops, rooks and queens"},
});

}  // namespace hone::chess
