// SPDX-License-Identifier: MIT
//
// The evaluation of chess, stated once: which terms (games/chess/terms.hpp) a position has. Most of it is linear in the
// weights. What is not is at the end: the danger of a king, which is squared, how drawish an ending is, and what pieces
// move the phase.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "games/chess/attacks.hpp"
#include "games/chess/pawn_spans.hpp"
#include "games/chess/position.hpp"
#include "games/chess/terms.hpp"
#include "games/game.hpp"

namespace hone::chess {

inline constexpr int opening_phase = 24;  // both sides' knights and bishops 1 each, rooks 2, queens 4

[[nodiscard]] const Schema& schema();
[[nodiscard]] std::vector<double> material_weights();  // 1, 3, 3, 5, 9 pawns of 100

// "mg" with all pieces on the board, "eg" with none; more pieces than that (after promotions) count as all.
[[nodiscard]] inline PhasePoint phase(const Position& pos) {
  const int phase = popcount(pos.pieces(PieceType::knight) | pos.pieces(PieceType::bishop)) +
                    2 * popcount(pos.pieces(PieceType::rook)) + 4 * popcount(pos.pieces(PieceType::queen));
  return {0, static_cast<std::uint8_t>(opening_phase - std::min(phase, opening_phase))};
}

// Walks over a position once and adds its terms to the sink. A function templated on `us` adds the terms of one side.
template <FeatureSink Sink>
class Extractor {
 public:
  Extractor(const Position& pos, Sink& sink) : pos_(pos), sink_(sink) {}

  void run() {
    add_men_of<Side::first>();
    add_men_of<Side::second>();
    constexpr int first_other = terms.index("mobility.knight"), end = static_cast<int>(terms.groups().size());
    if (!needs_groups(sink_, first_other, end)) return;
    prepare<Side::first>();
    prepare<Side::second>();
    add_pieces_of<Side::first>();
    add_pieces_of<Side::second>();
    add_rest_of<Side::first>();
    add_rest_of<Side::second>();
    sink_.add(terms.offset("tempo"), sign(pos_.side_to_move()));
    if constexpr (tells_second_order) add_second_order();
  }

 private:
  // A sink that knows linear terms alone costs nothing for the others.
  static constexpr bool tells_second_order = !requires { requires Sink::is_linear; };

  // The squares that one side attacks, and the attacks around its king.
  struct SideState {
    std::array<Bitboard, piece_types> attacks{};
    Bitboard all_attacks = 0;
    Bitboard king_ring = 0;
    int ring_attackers = 0;  // number of enemy pieces that attack the ring
    int ring_attacks = 0;    // sum over these pieces of the squares they attack in the ring
    std::array<int, 4> ring_attackers_by{};  // the same pieces by type, N B R Q; only for terms of second order
  };

  template <Side us>
  void add(int term, int count = 1) {
    sink_.add(term, sign(us) * count);
  }
  template <Side us>
  [[nodiscard]] SideState& state() {
    return states_[static_cast<std::size_t>(index(us))];
  }
  template <Side us>
  [[nodiscard]] Bitboard attacks(PieceType type) {
    return state<us>().attacks[static_cast<std::size_t>(index(type))];
  }
  template <Side us>
  void set_attacks(PieceType type, Bitboard set) {
    state<us>().attacks[static_cast<std::size_t>(index(type))] |= set;
    state<us>().all_attacks |= set;
  }

  template <Side us>
  void prepare() {
    const Square king = pos_.king(us);
    set_attacks<us>(PieceType::pawn, pawn_attacks(us, pos_.pieces(us, PieceType::pawn)));
    set_attacks<us>(PieceType::king, king_attacks(king));
    const Bitboard near = king_attacks(king) | bit(king);
    state<us>().king_ring = near | forward(us, near);
  }

  // Material and boards: all that many weight sets have, such as those a run begins with.
  template <Side us>
  void add_men_of() {
    constexpr int boards = terms.offset("psqt.pawn"), squares_a_board = 64;
    static_assert(terms.offset("psqt.king") == boards + index(PieceType::king) * squares_a_board);
    static_assert(terms.offset("material.queen") == terms.offset("material.pawn") + index(PieceType::queen));
    for (int type = 0; type < index(PieceType::king); ++type) {
      add<us>(terms.offset("material.pawn") + type, popcount(pos_.pieces(us, static_cast<PieceType>(type))));
    }
    for (const Square square : squares(pos_.pieces(us))) {
      const int board = boards + index(type_of(pos_.piece_on(square))) * squares_a_board;
      add<us>(board + relative_square(us, square));
    }
  }

  template <Side us>
  void add_pieces_of() {
    add_officers<us, PieceType::knight>();
    add_officers<us, PieceType::bishop>();
    add_officers<us, PieceType::rook>();
    add_officers<us, PieceType::queen>();
    if (popcount(pos_.pieces(us, PieceType::bishop)) >= 2) add<us>(terms.offset("bishop.pair"));
  }

  template <Side us>
  void add_rest_of() {
    add_pawns<us>();
    add_threats<us>();
    add_king<us>();
    add_space<us>();
  }

  // -- Knights, bishops, rooks, queens

  template <PieceType type>
  static constexpr int mobility_term = type == PieceType::knight   ? terms.offset("mobility.knight")
                                       : type == PieceType::bishop ? terms.offset("mobility.bishop")
                                       : type == PieceType::rook   ? terms.offset("mobility.rook")
                                                                   : terms.offset("mobility.queen");

  template <PieceType type>
  [[nodiscard]] Bitboard officer_attacks(Square from) const {
    if constexpr (type == PieceType::knight) return knight_attacks(from);
    if constexpr (type == PieceType::bishop) return bishop_attacks(from, pos_.occupied());
    if constexpr (type == PieceType::rook) return rook_attacks(from, pos_.occupied());
    return queen_attacks(from, pos_.occupied());
  }

  template <Side us, PieceType type>
  void add_officers() {
    constexpr Side them = other(us);
    const Bitboard pieces = pos_.pieces(us, type);
    const Bitboard reachable = ~pos_.pieces(us) & ~attacks<them>(PieceType::pawn);
    for (const Square square : squares(pieces)) {
      const Bitboard reach = officer_attacks<type>(square);
      set_attacks<us>(type, reach);
      add<us>(mobility_term<type> + popcount(reach & reachable));
      const Bitboard ring = reach & state<them>().king_ring;
      state<them>().ring_attackers += ring != 0 ? 1 : 0;
      state<them>().ring_attacks += popcount(ring);
      if constexpr (tells_second_order) {
        constexpr auto by = static_cast<std::size_t>(index(type) - index(PieceType::knight));
        state<them>().ring_attackers_by[by] += ring != 0 ? 1 : 0;
      }
      if constexpr (type == PieceType::knight || type == PieceType::bishop) add_minor<us, type>(square);
      if constexpr (type == PieceType::rook) add_rook<us>(square);
    }
  }

  template <Side us, PieceType type>
  void add_minor(Square square) {
    constexpr Side them = other(us);
    constexpr Bitboard advanced =
        us == Side::first ? rank_mask(3) | rank_mask(4) | rank_mask(5) : rank_mask(2) | rank_mask(3) | rank_mask(4);
    const bool guarded = contains(attacks<us>(PieceType::pawn) & advanced, square);
    if (guarded && (flanks_ahead(us, square) & pos_.pieces(them, PieceType::pawn)) == 0) {
      add<us>(type == PieceType::knight ? terms.offset("knight.outpost") : terms.offset("bishop.outpost"));
    }
    if constexpr (type == PieceType::bishop) {
      const Bitboard colour = contains(dark_squares, square) ? dark_squares : ~dark_squares;
      const int pawns = popcount(pos_.pieces(us, PieceType::pawn) & colour);
      add<us>(terms.offset("bishop.own_pawns") + std::min(pawns, max_bad_bishop_pawns));
    }
  }

  template <Side us>
  void add_rook(Square square) {
    constexpr Side them = other(us);
    const Bitboard file = file_mask(file_of(square));
    const Bitboard their_pawns = pos_.pieces(them, PieceType::pawn);
    if ((file & pos_.pieces(us, PieceType::pawn)) == 0) {
      add<us>((file & their_pawns) == 0 ? terms.offset("rook.open_file") : terms.offset("rook.half_open_file"));
    }
    const bool prey =
        relative_rank(us, pos_.king(them)) == 7 || (their_pawns & rank_mask(us == Side::first ? 6 : 1)) != 0;
    if (relative_rank(us, square) == 6 && prey) add<us>(terms.offset("rook.seventh"));
  }

  // -- Pawns

  // Whole sets at a time, as a walk over the pawns would branch on every one of these questions.
  template <Side us>
  void add_pawns() {
    const Bitboard ours = pos_.pieces(us, PieceType::pawn), theirs = pos_.pieces(other(us), PieceType::pawn);
    const Bitboard guarded = ours & attacks<us>(PieceType::pawn);
    add_by_rank<us>(terms.offset("pawn.connected"), guarded);
    add_by_rank<us>(terms.offset("pawn.phalanx"), ours & beside(ours));

    const Bitboard lone = ours & ~beside(file_fill(ours));
    const Bitboard helped = beside(ours | all_ahead(us, ours));  // a pawn stands level with them or behind, next file
    const Bitboard held = forward(other(us), attacks<other(us)>(PieceType::pawn));
    const Bitboard followers = ours & all_ahead(other(us), ours);
    add<us>(terms.offset("pawn.doubled"), popcount(followers));
    add<us>(terms.offset("pawn.isolated"), popcount(lone));
    add<us>(terms.offset("pawn.backward"), popcount(ours & ~lone & ~helped & held));

    const Bitboard before_theirs = all_ahead(other(us), theirs);
    const Bitboard runners = ours & ~followers & ~before_theirs;
    const Bitboard passed = runners & ~beside(before_theirs);
    for (const Square square : squares(passed)) add_passed<us>(square, contains(guarded, square));
    for (const Square square : squares(runners & ~passed)) {
      const Bitboard stoppers = theirs & flanks_ahead(us, square);
      if (popcount(ours & flanks_behind(us, square)) < popcount(stoppers)) continue;
      add<us>(terms.offset("pawn.candidate") + relative_rank(us, square));
    }
  }

  // Adds one term of a list for each of the squares, by its rank.
  template <Side us>
  void add_by_rank(int first, Bitboard set) {
    for (const Square square : squares(set)) add<us>(first + relative_rank(us, square));
  }

  template <Side us>
  void add_passed(Square square, bool guarded) {
    constexpr Side them = other(us);
    const int rank = relative_rank(us, square);
    const Square front = first_square(forward(us, bit(square)));
    add<us>(terms.offset("passed.rank") + rank);
    if (contains(pos_.pieces(them), front)) add<us>(terms.offset("passed.blocked") + rank);
    if (guarded) add<us>(terms.offset("passed.supported") + rank);
    if ((path_ahead(us, square) & (state<them>().all_attacks | pos_.pieces(them))) == 0) {
      add<us>(terms.offset("passed.safe_path") + rank);
    }
    add<us>(terms.offset("passed.own_king") + distance(pos_.king(us), front));
    add<us>(terms.offset("passed.enemy_king") + distance(pos_.king(them), front));
  }

  // -- Threats

  template <Side us>
  void add_threats() {
    add_threats_by<us>(PieceType::pawn, terms.offset("threat.by_pawn"));
    add_threats_by<us>(PieceType::knight, terms.offset("threat.by_knight"));
    add_threats_by<us>(PieceType::bishop, terms.offset("threat.by_bishop"));
    add_threats_by<us>(PieceType::rook, terms.offset("threat.by_rook"));
    add_threats_by<us>(PieceType::queen, terms.offset("threat.by_queen"));
    add_threats_by<us>(PieceType::king, terms.offset("threat.by_king"));
    const Bitboard hanging = state<us>().all_attacks & ~state<other(us)>().all_attacks;
    add_targets<us>(hanging, terms.offset("threat.hanging"));
    add_pushes<us>();
  }

  template <Side us>
  void add_threats_by(PieceType type, int first) {
    add_targets<us>(attacks<us>(type), first);
  }

  // Adds one term for each enemy piece on the squares, by its type. Kings do not count, because a check must be met at
  // once.
  template <Side us>
  void add_targets(Bitboard set, int first) {
    const Bitboard targets = set & pos_.pieces(other(us)) & ~pos_.pieces(PieceType::king);
    for (const Square square : squares(targets)) add<us>(first + index(type_of(pos_.piece_on(square))));
  }

  template <Side us>
  void add_pushes() {
    constexpr Side them = other(us);
    constexpr Bitboard third = rank_mask(us == Side::first ? 2 : 5);
    const Bitboard empty = ~pos_.occupied();
    const Bitboard once = forward(us, pos_.pieces(us, PieceType::pawn)) & empty;
    const Bitboard twice = forward(us, once & third) & empty;
    const Bitboard safe = ~attacks<them>(PieceType::pawn) & (state<us>().all_attacks | ~state<them>().all_attacks);
    const Bitboard targets = pos_.pieces(them) & ~pos_.pieces(PieceType::pawn) & ~pos_.pieces(PieceType::king);
    const int count = popcount(pawn_attacks(us, (once | twice) & safe) & targets);
    if (count > 0) add<us>(terms.offset("threat.by_pawn_push"), count);
  }

  // -- Kings

  template <Side us>
  void add_king() {
    const Square king = pos_.king(us);
    const int file = file_of(king);
    for (int near = std::max(file - 1, 0); near <= std::min(file + 1, 7); ++near) add_cover<us>(king, near);
    const Bitboard pawns = pos_.pieces(PieceType::pawn) & file_mask(file);
    if (pawns == 0) {
      add<us>(terms.offset("king.open_file"));
    } else if ((pawns & pos_.pieces(us)) == 0) {
      add<us>(terms.offset("king.half_open_file"));
    }
    const SideState& here = state<us>();
    add<us>(terms.offset("king.attackers") + std::min(here.ring_attackers, max_attackers));
    add<us>(terms.offset("king.pressure") + std::min(here.ring_attacks, max_pressure));
    add_safe_checks<us>(king);
  }

  template <Side us>
  void add_cover(Square king, int file) {
    const int cell = std::min(file, 7 - file) * 8;
    const Bitboard ahead = file_mask(file) & (ranks_ahead(us, rank_of(king)) | rank_mask(rank_of(king)));
    add<us>(terms.offset("king.shelter") + cell + nearest<us>(king, ahead & pos_.pieces(us, PieceType::pawn)));
    add<us>(terms.offset("king.storm") + cell + nearest<us>(king, ahead & pos_.pieces(other(us), PieceType::pawn)));
  }

  // Returns the number of ranks from the king to the nearest of the pawns ahead, 0 when there is none. A pawn beside
  // the king counts as one rank away.
  template <Side us>
  [[nodiscard]] static int nearest(Square king, Bitboard pawns) {
    const Square pawn = us == Side::first ? std::countr_zero(pawns) : 63 - std::countl_zero(pawns);
    const int ranks = std::max(relative_rank(us, pawn) - relative_rank(us, king), 1);
    return pawns == 0 ? 0 : ranks;
  }

  template <Side us>
  void add_safe_checks(Square king) {
    constexpr Side them = other(us);
    const Bitboard safe = ~state<us>().all_attacks & ~pos_.pieces(them);
    const Bitboard diagonals = bishop_attacks(king, pos_.occupied()) & safe;
    const Bitboard straights = rook_attacks(king, pos_.occupied()) & safe;
    constexpr int first = terms.offset("king.safe_checks");
    if (knight_attacks(king) & safe & attacks<them>(PieceType::knight)) add<us>(first + index(PieceType::knight));
    if (diagonals & attacks<them>(PieceType::bishop)) add<us>(first + index(PieceType::bishop));
    if (straights & attacks<them>(PieceType::rook)) add<us>(first + index(PieceType::rook));
    if ((diagonals | straights) & attacks<them>(PieceType::queen)) add<us>(first + index(PieceType::queen));
  }

  // -- Space

  template <Side us>
  void add_space() {
    constexpr Bitboard centre = file_mask(2) | file_mask(3) | file_mask(4) | file_mask(5);
    constexpr Bitboard camp =
        us == Side::first ? rank_mask(1) | rank_mask(2) | rank_mask(3) : rank_mask(6) | rank_mask(5) | rank_mask(4);
    const Bitboard pawns = pos_.pieces(us, PieceType::pawn);
    const Bitboard safe = centre & camp & ~pawns & ~attacks<other(us)>(PieceType::pawn);
    add<us>(terms.offset("space"), popcount(safe));
  }

  // -- Not linear: danger of kings, drawish endings, phase

  void add_second_order() {
    constexpr int danger = terms.index("danger.constant"), scale = terms.index("scale.pawns"),
                  phase = terms.index("phase.pieces"), end = static_cast<int>(terms.groups().size());
    if (needs_groups(sink_, danger, scale)) {
      add_danger<Side::first>();
      add_danger<Side::second>();
    }
    if (needs_groups(sink_, scale, phase)) add_scale();
    if (needs_groups(sink_, phase, end)) add_phase_shift();
  }

  template <Side us>
  void add_danger_term(int term, int count = 1) {
    if (count != 0) sink_.add_squared(terms.unit("danger"), us, term, count);
  }

  // The danger that one side is to the enemy king.
  template <Side us>
  void add_danger() {
    constexpr Side them = other(us);
    const SideState& target = state<them>();
    const Square king = pos_.king(them);
    add_danger_term<us>(terms.offset("danger.constant"));
    for (int by = 0; by < 4; ++by) {
      add_danger_term<us>(terms.offset("danger.attackers") + by, target.ring_attackers_by[static_cast<std::size_t>(by)]);
    }
    add_danger_term<us>(terms.offset("danger.ring_attacks"), target.ring_attacks);
    const Bitboard held = attacks<them>(PieceType::pawn) | attacks<them>(PieceType::knight) |
                          attacks<them>(PieceType::bishop) | attacks<them>(PieceType::rook);
    const Bitboard weak = target.king_ring & state<us>().all_attacks & ~held & ~pos_.pieces(us);
    add_danger_term<us>(terms.offset("danger.weak_squares"), popcount(weak));
    add_danger_of_checks<us>(king);
    if (pos_.pieces(us, PieceType::queen) == 0) add_danger_term<us>(terms.offset("danger.no_queen"));
    add_danger_of_pawns<us>(king);
    add_danger_of_flank<us>(king);
    add_danger_term<us>(terms.offset("danger.pinned"), popcount(pinners<us>(king)));
  }

  template <Side us>
  void add_danger_of_checks(Square king) {
    const Bitboard free = ~pos_.pieces(us), safe = ~state<other(us)>().all_attacks;
    const Bitboard diagonals = bishop_attacks(king, pos_.occupied()) & free;
    const Bitboard straights = rook_attacks(king, pos_.occupied()) & free;
    const std::array<Bitboard, 4> checks{knight_attacks(king) & free & attacks<us>(PieceType::knight),
                                         diagonals & attacks<us>(PieceType::bishop),
                                         straights & attacks<us>(PieceType::rook),
                                         (diagonals | straights) & attacks<us>(PieceType::queen)};
    Bitboard unsafe = 0;
    for (std::size_t by = 0; by < checks.size(); ++by) {
      if ((checks[by] & safe) != 0) add_danger_term<us>(terms.offset("danger.safe_checks") + static_cast<int>(by));
      unsafe |= checks[by] & ~safe;
    }
    add_danger_term<us>(terms.offset("danger.unsafe_checks"), popcount(unsafe));
  }

  template <Side us>
  void add_danger_of_pawns(Square king) {
    constexpr Side them = other(us);
    const Bitboard file = file_mask(file_of(king)), files = file | beside(file);
    const Bitboard first = forward(them, king_row(king)), second = forward(them, first);
    const Bitboard shelter = pos_.pieces(them, PieceType::pawn), storm = pos_.pieces(us, PieceType::pawn);
    const Bitboard third = forward(them, second), fourth = forward(them, third);
    add_danger_term<us>(terms.offset("danger.shelter"), popcount(shelter & files & (first | second)));
    add_danger_term<us>(terms.offset("danger.storm"), popcount(storm & files & (first | second | third | fourth)));
    int open = 0;
    for (int near = std::max(file_of(king) - 1, 0); near <= std::min(file_of(king) + 1, 7); ++near) {
      open += (shelter & file_mask(near)) == 0 ? 1 : 0;
    }
    add_danger_term<us>(terms.offset("danger.open_files"), open);
  }
  [[nodiscard]] static Bitboard king_row(Square king) { return rank_mask(rank_of(king)); }

  template <Side us>
  void add_danger_of_flank(Square king) {
    constexpr Side them = other(us);
    constexpr Bitboard half = them == Side::first
                                  ? rank_mask(0) | rank_mask(1) | rank_mask(2) | rank_mask(3) | rank_mask(4)
                                  : rank_mask(7) | rank_mask(6) | rank_mask(5) | rank_mask(4) | rank_mask(3);
    constexpr Bitboard queenside = file_mask(0) | file_mask(1) | file_mask(2) | file_mask(3),
                       kingside = file_mask(4) | file_mask(5) | file_mask(6) | file_mask(7),
                       middle = file_mask(2) | file_mask(3) | file_mask(4) | file_mask(5);
    const int file = file_of(king);
    const Bitboard flank = half & (file < 3 ? queenside : file > 4 ? kingside : middle);
    add_danger_term<us>(terms.offset("danger.flank_attacks"), popcount(flank & state<us>().all_attacks));
    add_danger_term<us>(terms.offset("danger.flank_defence"), popcount(flank & state<them>().all_attacks));
  }

  // The pieces of one side that pin one of the enemy king's side.
  template <Side us>
  [[nodiscard]] Bitboard pinners(Square king) const {
    const Bitboard occupied = pos_.occupied(), queens = pos_.pieces(us, PieceType::queen);
    const Bitboard diagonals = bishop_attacks(king, occupied), straights = rook_attacks(king, occupied);
    const Bitboard shields = (diagonals | straights) & pos_.pieces(other(us));
    const Bitboard beyond = occupied & ~shields;
    return ((bishop_attacks(king, beyond) & ~diagonals) & (pos_.pieces(us, PieceType::bishop) | queens)) |
           ((rook_attacks(king, beyond) & ~straights) & (pos_.pieces(us, PieceType::rook) | queens));
  }

  // How drawish an ending is. The side with more material, if there is one, is the stronger one.
  void add_scale() {
    constexpr int ending = terms.offset("scale.ending");
    const int ahead = officer_points<Side::first>() - officer_points<Side::second>();
    const Bitboard pawns = pos_.pieces(PieceType::pawn);
    const int own = popcount(pos_.pieces(Side::first, PieceType::pawn)), theirs = popcount(pawns) - own;
    if (const int material = ahead + own - theirs; material != 0) {
      const int strong_pawns = material > 0 ? own : theirs;
      if (strong_pawns < scaled_pawns) sink_.add_scale(terms.offset("scale.pawns") + strong_pawns);
      if (strong_pawns == 0 && (material > 0 ? ahead : -ahead) <= 3) sink_.add_scale(ending + 3);
    }
    const Bitboard bishops = pos_.pieces(PieceType::bishop);
    const Bitboard officers = pos_.occupied() & ~pos_.pieces(PieceType::king) & ~pawns;
    const auto has_one_each = [&](Bitboard pieces) {
      return popcount(pieces & pos_.pieces(Side::first)) == 1 && popcount(pieces & pos_.pieces(Side::second)) == 1;
    };
    if (has_one_each(bishops) && popcount(bishops & dark_squares) == 1) {
      sink_.add_scale(ending + (officers == bishops ? 0 : 1));
    }
    if (has_one_each(officers) && officers == pos_.pieces(PieceType::rook)) sink_.add_scale(ending + 2);
    constexpr Bitboard queenside = file_mask(0) | file_mask(1) | file_mask(2) | file_mask(3);
    if (pawns != 0 && ((pawns & queenside) == 0 || (pawns & ~queenside) == 0)) sink_.add_scale(ending + 4);
  }

  // Of 3 for minor pieces, 5 for rooks, 9 for queens.
  template <Side us>
  [[nodiscard]] int officer_points() const {
    return 3 * popcount(pos_.pieces(us, PieceType::knight) | pos_.pieces(us, PieceType::bishop)) +
           5 * popcount(pos_.pieces(us, PieceType::rook)) + 9 * popcount(pos_.pieces(us, PieceType::queen));
  }

  void add_phase_shift() {
    for (int type = 0; type < index(PieceType::king); ++type) {
      const int count = popcount(pos_.pieces(static_cast<PieceType>(type)));
      if (count > 0) sink_.add_phase(terms.offset("phase.pieces") + type, count);
    }
  }

  const Position& pos_;
  Sink& sink_;
  std::array<SideState, 2> states_;
};

template <FeatureSink Sink>
void extract(const Position& pos, Sink& sink) {
  Extractor<Sink>(pos, sink).run();
}

}  // namespace hone::chess
