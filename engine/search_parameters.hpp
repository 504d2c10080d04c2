// SPDX-License-Identifier: MIT
//
// The numbers of the strong search, each with a name, a default and a range, so that they can be set, listed and tuned
// by playing. What is measured in the evaluation's unit is in hundredths of the game's unit (chess: centipawns);
// engine/search_margins.hpp says what is made of them. A game may have defaults of its own (HasSearchParameters in
// games/game.hpp); those here are of games that say nothing.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace hone {

struct SearchParameters {
  int reverse_futility_depth = 8;
  int reverse_futility_margin = 75;
  int reverse_futility_improving = 0;
  int reverse_futility_steepness = 30;
  int reverse_futility_share = 20;

  int razoring_depth = 3;
  int razoring_base = 200;
  int razoring_slope = 200;

  int null_move_depth = 3;
  int null_move_base = 3072;
  int null_move_slope = 256;
  int null_move_margin = 200;
  int null_move_most = 3;
  int confirmation_depth = 10;

  int singular_depth = 6;
  int singular_shortfall = 3;
  int singular_margin = 12;
  int singular_search = 512;
  int doubly_singular_margin = 12;

  int regretted_reduction = 3;
  int too_good_margin = 90;
  int internal_reduction_depth = 4;

  int late_move_depth = 8;
  int late_move_base = 700;
  int late_move_slope = 150;
  int late_move_worsening = 50;

  int futility_depth = 7;
  int futility_base = 90;
  int futility_slope = 80;

  int exchange_depth = 8;
  int exchange_noisy_slope = 90;
  int exchange_quiet_slope = 25;
  int exchange_quiet_base = 20;

  int much_better_base = 60;
  int much_better_slope = 2;
  int hardly_better = 12;

  int delta_margin = 150;
  int aspiration_window = 10;
  int aspiration_growth = 170;

  int reduction_after = 2;
  int reduction_after_pv = 3;
  int reduction_base = 600;
  int reduction_divisor = 2100;
  int reduction_cut_node = 640;
  int reduction_pv = 1024;
  int reduction_noisy_table_move = 1024;
  int reduction_worsening = 1024;
  int reduction_check = 1024;
  int reduction_cutoffs = 1024;
  int reduction_many_cutoffs = 3;
  int reduction_good_capture = 1536;
  int reduction_killer = 1024;
  int reduction_history = 80;

  int history_square = 32;
  int history_slope = 16;
  int history_most = 2000;
  int reply_square = 24;
  int reply_slope = 16;
  int reply_most = 1200;
  int evaluation_history_slope = 1000;
  int evaluation_history_most = 1000;
  int fourth_history_share = 64;
  int capture_history_share = 8;

  int time_moves = 15;

  int correction_share = 128;
  int correction_rate = 80;

  friend bool operator==(const SearchParameters&, const SearchParameters&) = default;
};

struct NamedParameter {
  std::string_view name;
  int SearchParameters::*value;
  int least, most;
  std::string_view meaning;
};

inline constexpr std::array<NamedParameter, 66> search_parameters{{
    {"reverse_futility_depth", &SearchParameters::reverse_futility_depth, 0, 16,
     "greatest depth at which a node is given up for its evaluation above beta, plies"},
    {"reverse_futility_margin", &SearchParameters::reverse_futility_margin, 10, 300,
     "by how much it must be above, hundredths a ply of depth"},
    {"reverse_futility_improving", &SearchParameters::reverse_futility_improving, -100, 200,
     "by how much less where the evaluation improves, hundredths"},
    {"reverse_futility_steepness", &SearchParameters::reverse_futility_steepness, 0, 100,
     "and how much less for each ply of depth, hundredths"},
    {"reverse_futility_share", &SearchParameters::reverse_futility_share, 0, 60,
     "share of the evaluation, beside beta, in the value of such a node, sixtieths"},
    {"razoring_depth", &SearchParameters::razoring_depth, 0, 10,
     "greatest depth at which a node is left to quiescence, plies"},
    {"razoring_base", &SearchParameters::razoring_base, 0, 1000,
     "by how much its evaluation must be below alpha, hundredths"},
    {"razoring_slope", &SearchParameters::razoring_slope, 10, 800,
     "and how much more for each ply of depth, hundredths"},
    {"null_move_depth", &SearchParameters::null_move_depth, 1, 10, "least depth for a null move, plies"},
    {"null_move_base", &SearchParameters::null_move_base, 1024, 8192,
     "by how much less deep a null move is searched, 1024ths of a ply"},
    {"null_move_slope", &SearchParameters::null_move_slope, 0, 768,
     "further reduction for each ply of depth, 1024ths of a ply"},
    {"null_move_margin", &SearchParameters::null_move_margin, 20, 1000,
     "evaluation above beta for which it is reduced by another ply, hundredths"},
    {"null_move_most", &SearchParameters::null_move_most, 0, 8,
     "largest further reduction for an evaluation above beta, plies"},
    {"confirmation_depth", &SearchParameters::confirmation_depth, 4, 30,
     "least depth at which what a null move promises is checked without one, plies"},
    {"singular_depth", &SearchParameters::singular_depth, 3, 20,
     "least depth at which the table's move is tested for being singular, plies"},
    {"singular_shortfall", &SearchParameters::singular_shortfall, 0, 8,
     "by how much less deep the table's value may be, plies"},
    {"singular_margin", &SearchParameters::singular_margin, 0, 160,
     "by how much other moves must stay below it, 1600ths a ply of depth"},
    {"singular_search", &SearchParameters::singular_search, 128, 896,
     "depth of the search of the others, 1024ths of the depth"},
    {"doubly_singular_margin", &SearchParameters::doubly_singular_margin, 0, 300,
     "by how much more for an extension of two plies, hundredths"},
    {"regretted_reduction", &SearchParameters::regretted_reduction, 1, 8,
     "reduction of the move before that is given back in part where it was not bad, plies"},
    {"too_good_margin", &SearchParameters::too_good_margin, 0, 600,
     "gain over the reduced move before for which a node is searched less deep, hundredths"},
    {"internal_reduction_depth", &SearchParameters::internal_reduction_depth, 2, 16,
     "least depth at which a node without a table move is searched less deep, plies"},
    {"late_move_depth", &SearchParameters::late_move_depth, 0, 16,
     "greatest depth at which late quiet moves are left out, plies"},
    {"late_move_base", &SearchParameters::late_move_base, 0, 2000,
     "quiet moves that are searched at any depth, hundredths of a move"},
    {"late_move_slope", &SearchParameters::late_move_slope, 10, 500,
     "and so many more times the square of the depth, hundredths of a move"},
    {"late_move_worsening", &SearchParameters::late_move_worsening, 10, 150,
     "share of that where the evaluation does not improve, percent"},
    {"futility_depth", &SearchParameters::futility_depth, 0, 16,
     "greatest depth at which quiet moves are left out for an evaluation below alpha, plies"},
    {"futility_base", &SearchParameters::futility_base, -100, 500, "by how much it must be below, hundredths"},
    {"futility_slope", &SearchParameters::futility_slope, 10, 400,
     "and how much more for each ply of depth, hundredths"},
    {"exchange_depth", &SearchParameters::exchange_depth, 0, 20,
     "greatest depth at which moves that lose material are left out, plies"},
    {"exchange_noisy_slope", &SearchParameters::exchange_noisy_slope, 10, 400,
     "what a capture may lose for each ply of depth, hundredths"},
    {"exchange_quiet_slope", &SearchParameters::exchange_quiet_slope, 1, 150,
     "what a quiet move may lose for the square of the depth, hundredths"},
    {"exchange_quiet_base", &SearchParameters::exchange_quiet_base, -100, 300,
     "and what it may lose besides, hundredths"},
    {"much_better_base", &SearchParameters::much_better_base, 0, 400,
     "by how much a reduced move must exceed the best to be searched deeper, hundredths"},
    {"much_better_slope", &SearchParameters::much_better_slope, 0, 40,
     "and how much more for each ply of depth, hundredths"},
    {"hardly_better", &SearchParameters::hardly_better, 0, 100,
     "a reduced move that exceeds the best by less is searched less deep, hundredths"},
    {"delta_margin", &SearchParameters::delta_margin, 0, 800,
     "a capture is skipped in quiescence if evaluation, gain and this margin do not exceed alpha, hundredths"},
    {"aspiration_window", &SearchParameters::aspiration_window, 4, 300,
     "half width of the first window at the root, hundredths"},
    {"aspiration_growth", &SearchParameters::aspiration_growth, 120, 1000,
     "what it is multiplied by when the value falls outside, percent"},
    {"reduction_after", &SearchParameters::reduction_after, 0, 8,
     "first moves of a node that are not reduced (the very first never is), number"},
    {"reduction_after_pv", &SearchParameters::reduction_after_pv, 0, 8, "the same in the principal variation, number"},
    {"reduction_base", &SearchParameters::reduction_base, -500, 2000,
     "constant term of late-move reductions, 1000ths of a ply"},
    {"reduction_divisor", &SearchParameters::reduction_divisor, 1000, 6000,
     "divisor of ln(depth) x ln(move number), which is added to it, 1000ths"},
    {"reduction_cut_node", &SearchParameters::reduction_cut_node, 0, 4096,
     "more at nodes expected to fail high, 1024ths of a ply"},
    {"reduction_pv", &SearchParameters::reduction_pv, 0, 4096, "less in the principal variation, 1024ths of a ply"},
    {"reduction_noisy_table_move", &SearchParameters::reduction_noisy_table_move, 0, 4096,
     "more beside a table move that is noisy, 1024ths of a ply"},
    {"reduction_worsening", &SearchParameters::reduction_worsening, 0, 4096,
     "more where the evaluation does not improve, 1024ths of a ply"},
    {"reduction_check", &SearchParameters::reduction_check, 0, 4096,
     "less for checks and out of check, 1024ths of a ply"},
    {"reduction_cutoffs", &SearchParameters::reduction_cutoffs, 0, 4096,
     "more after many cut-offs at the next ply, 1024ths of a ply"},
    {"reduction_many_cutoffs", &SearchParameters::reduction_many_cutoffs, 0, 12, "more cut-offs than this are many"},
    {"reduction_good_capture", &SearchParameters::reduction_good_capture, 0, 4096,
     "less for captures that lose no material, 1024ths of a ply"},
    {"reduction_killer", &SearchParameters::reduction_killer, 0, 4096, "less for killers, 1024ths of a ply"},
    {"reduction_history", &SearchParameters::reduction_history, 0, 512,
     "less for 1024 points of history, 1024ths of a ply"},
    {"history_square", &SearchParameters::history_square, 1, 256,
     "history that a refutation gains for the square of the depth, points"},
    {"history_slope", &SearchParameters::history_slope, 0, 512, "and for the depth, points"},
    {"history_most", &SearchParameters::history_most, 200, 8000, "but at most, points"},
    {"reply_square", &SearchParameters::reply_square, 0, 256,
     "the same for a quiet move that no reply refutes, points"},
    {"reply_slope", &SearchParameters::reply_slope, 0, 512, "and for the depth, points"},
    {"reply_most", &SearchParameters::reply_most, 0, 8000, "but at most, points"},
    {"evaluation_history_slope", &SearchParameters::evaluation_history_slope, 0, 6000,
     "history that a quiet move gains for an evaluation better by a unit, points"},
    {"evaluation_history_most", &SearchParameters::evaluation_history_most, 0, 6000, "but at most, points"},
    {"fourth_history_share", &SearchParameters::fourth_history_share, 0, 128,
     "share of the answers to the move four plies ago in history, 128ths"},
    {"capture_history_share", &SearchParameters::capture_history_share, 0, 64,
     "share of history in the order of captures, 64ths"},
    {"time_moves", &SearchParameters::time_moves, 5, 100,
     "moves that the rest of a clock is planned for, where it does not say"},
    {"correction_share", &SearchParameters::correction_share, 0, 512,
     "share of what was learnt of the evaluation's errors, 128ths"},
    {"correction_rate", &SearchParameters::correction_rate, 1, 128, "how fast these are learnt, 128ths"},
}};

// Returns nullptr if there is none of that name.
[[nodiscard]] const NamedParameter* find_parameter(std::string_view name);

// The numbers that are to be other than those of the game. One that is set to what the game has anyway is among them.
class ParameterChanges {
 public:
  ParameterChanges() = default;
  // "NAME=VALUE,...": see set().
  explicit ParameterChanges(std::string_view text) { set(text); }
  // Those in which `other` differs from `usual`.
  ParameterChanges(const SearchParameters& usual, const SearchParameters& other);

  // Throws Error that names what is wrong: there is no such parameter, or it cannot have the value.
  void set(std::string_view name, int value);
  // The same of several, "NAME=VALUE,...", of which a later one counts before an earlier one; an empty text changes
  // nothing. Dashes stand for underscores.
  void set(std::string_view text);
  // The same of all of them.
  void set(const ParameterChanges& later);

  [[nodiscard]] bool empty() const { return values_.empty(); }
  [[nodiscard]] SearchParameters applied_to(SearchParameters parameters) const;
  // In the order of the table: "delta_margin=140,history_most=1800".
  [[nodiscard]] std::string text() const;

  friend bool operator==(const ParameterChanges&, const ParameterChanges&) = default;

 private:
  std::map<const NamedParameter*, int> values_;  // of entries of search_parameters
};

// The numbers of a game that says these changes of itself (HasSearchParameters). Throws Error that says so.
[[nodiscard]] SearchParameters numbers_of_game(std::string_view changes);

}  // namespace hone
