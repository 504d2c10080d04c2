// SPDX-License-Identifier: MIT
//
// A list of numbers to be tuned as SPSA tunes of OpenBench have it, one a line:
//
//   RazorMargin, int, 235, 100, 400, 20, 0.002
//
// which are NAME, int, VALUE, MIN, MAX, C_END, R_END. Steps (C_END) and learning rates (R_END) have to be numbers, and
// nothing is made of them: a refinement finds steps of its own and has no rates. Blank lines are passed over, and so is
// what follows a '#' at the beginning of a word.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hone::refine {

struct SpsaParameter {
  std::string name;
  int start = 0, least = 0, most = 0;
  int line = 0;  // of the file, from 1
};

struct SpsaList {
  std::string file = {};  // for errors
  std::vector<SpsaParameter> parameters = {};
};

// Throws Error with file and line, also for a type other than int, a value outside its bounds, bounds that leave one
// value, and a name that comes twice, in which case does not matter; and for a list without parameters.
[[nodiscard]] SpsaList read_spsa_list(const std::filesystem::path& file);

}  // namespace hone::refine
