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

inline constexpr int scaled_pawns = 5;  // fewer pawns than this may make an ending drawish
inline constexpr GroupRole danger_role = squared("danger", "mg");

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
    // Not linear (data/second_order.hpp). Danger is counted for the attacker.
    {"danger.constant", scalar(), "always 1", nullptr, nullptr, danger_role},
    {"danger.attackers", list(4), "own pieces that attack the enemy king's ring, by type: N B R Q", nullptr, nullptr,
     danger_role},
    {"danger.ring_attacks", scalar(), "squares of that ring that these attack, counted for each of them", nullptr,
     nullptr, danger_role},
    {"danger.weak_squares", scalar(), "squares of the ring attacked, and held by no more than king and queen", nullptr,
     nullptr, danger_role},
    {"danger.safe_checks", list(4), "checks on squares that are not defended, by type: N B R Q", nullptr, nullptr,
     danger_role},
    {"danger.unsafe_checks", scalar(), "squares of other checks", nullptr, nullptr, danger_role},
    {"danger.no_queen", scalar(), "the attacker has no queen", nullptr, nullptr, danger_role},
    {"danger.shelter", scalar(), "pawns of the king's side on the two ranks before it, on its file and those beside",
     nullptr, nullptr, danger_role},
    {"danger.storm", scalar(), "own pawns on these files, up to four ranks before the enemy king", nullptr, nullptr,
     danger_role},
    {"danger.open_files", scalar(), "of these files, those without a pawn of the king's side", nullptr, nullptr,
     danger_role},
    {"danger.flank_attacks", scalar(), "squares attacked on the king's flank, in its own half and the rank after",
     nullptr, nullptr, danger_role},
    {"danger.flank_defence", scalar(), "squares there that the king's side attacks", nullptr, nullptr, danger_role},
    {"danger.pinned", scalar(), "enemy pieces that are pinned to their king", nullptr, nullptr, danger_role},
    {"scale.pawns", list(scaled_pawns), "by number of pawns, 0 to 4, of the side with more material (1, 3, 3, 5, 9)", nullptr, nullptr,
     scaling("eg")},
    {"scale.ending", list(5),
     "bishops of opposite colours alone, likewise with other pieces, a rook each and nothing else, that side without "
     "pawns and up to 3 ahead, all pawns on one wing",
     nullptr, nullptr, scaling("eg")},
    {"phase.pieces", list(5), "pieces of both sides, by type: P N B R Q", nullptr, nullptr, phase_shift()},
});

}  // namespace hone::chess
