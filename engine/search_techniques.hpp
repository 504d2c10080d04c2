// SPDX-License-Identifier: MIT
//
// The selective techniques of the strong search, each with a switch, to see what it is worth. With all of them off the
// search still orders its moves and, where the game gives bounds on values, uses them.
#pragma once

#include <array>
#include <string_view>

namespace hone {

struct SearchTechniques {
  bool null_move = true;             // if passing is still good enough, some move is
  bool late_move_reductions = true;  // later moves are searched less deep at first
  bool late_move_pruning = true;     // quiet moves after so many are left out near the end of the depth
  bool futility = true;              // quiet moves are left out where the evaluation is far below alpha
  bool reverse_futility = true;      // nodes are given up where the evaluation is far above beta
  bool razoring = true;              // nodes are left to quiescence where the evaluation is far below alpha
  bool exchange_pruning = true;      // moves that lose material are left out near the end of the depth
  bool check_extensions = true;      // a side in check is searched one ply deeper
  bool internal_reductions = true;   // a node of which the table knows no move is searched one ply less deep
  bool aspiration = true;            // the root is searched in a narrow window around its last score
  bool quiescence = true;            // lines end in quiet positions only

  bool null_move_verification = true;  // deep down, what passing promises is checked without passing
  bool singular_extensions = true;  // a move without an equal is searched deeper; where all are good, the node is cut
  bool hindsight = true;            // a node that was reduced and looks bad for it, or too good, has its depth changed
  bool capture_history = true;      // captures are ordered by what became of their kind as well
  bool threat_history = true;       // quiet moves are judged by whether they leave or enter the other side's reach too
  bool evaluation_history = true;   // quiet moves are judged by what they did to the evaluation too, at once
  bool reply_history = true;        // a quiet move that no reply refutes gains history
  bool correction_history = true;   // evaluations are corrected by how they erred in positions like this
  bool table_evaluation = true;     // quiescence takes the table's bound for a better evaluation

  bool noisy_table_move = true;  // beside a table move that is noisy, others are reduced more
  bool fresh_killers = true;     // killers are those of brothers
  bool second_look = true;       // a reduced move that is searched again teaches at once
  bool shallower_root = true;    // after a value above the window the root is searched a ply less deep
  bool returns = true;           // a side that can repeat a position has a draw at least
};

struct NamedTechnique {
  std::string_view name;
  bool SearchTechniques::*is_on;
};

inline constexpr std::array<NamedTechnique, 25> search_techniques{{
    {"null_move", &SearchTechniques::null_move},
    {"late_move_reductions", &SearchTechniques::late_move_reductions},
    {"late_move_pruning", &SearchTechniques::late_move_pruning},
    {"futility", &SearchTechniques::futility},
    {"reverse_futility", &SearchTechniques::reverse_futility},
    {"razoring", &SearchTechniques::razoring},
    {"exchange_pruning", &SearchTechniques::exchange_pruning},
    {"check_extensions", &SearchTechniques::check_extensions},
    {"internal_reductions", &SearchTechniques::internal_reductions},
    {"aspiration", &SearchTechniques::aspiration},
    {"quiescence", &SearchTechniques::quiescence},
    {"null_move_verification", &SearchTechniques::null_move_verification},
    {"singular_extensions", &SearchTechniques::singular_extensions},
    {"hindsight", &SearchTechniques::hindsight},
    {"capture_history", &SearchTechniques::capture_history},
    {"threat_history", &SearchTechniques::threat_history},
    {"evaluation_history", &SearchTechniques::evaluation_history},
    {"reply_history", &SearchTechniques::reply_history},
    {"correction_history", &SearchTechniques::correction_history},
    {"table_evaluation", &SearchTechniques::table_evaluation},
    {"noisy_table_move", &SearchTechniques::noisy_table_move},
    {"fresh_killers", &SearchTechniques::fresh_killers},
    {"second_look", &SearchTechniques::second_look},
    {"shallower_root", &SearchTechniques::shallower_root},
    {"returns", &SearchTechniques::returns},
}};

}  // namespace hone
