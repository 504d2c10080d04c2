// SPDX-License-Identifier: MIT
//
// What programs that disturb hone are told: how often, from which seed, and whether it is to be over soon.
#pragma once

#include <cstdint>
#include <functional>

namespace hone {

struct FaultSetup {
  int count = 0;  // of kills or rounds
  std::uint64_t seed = 1;
  bool is_short = false;
};

struct FaultProgram {
  const char* name;
  const char* counted;  // the option that says how often
  int usual, briefly;   // how often unless it is given, and with --short
};

// The body of main(): reads PROGRAM [COUNTED N] [--seed S] [--short], says how it was called, and returns the exit code
// of the test; 2 for words that it does not know, and where the test throws.
[[nodiscard]] int run_fault_program(const FaultProgram& program, int argc, char** argv,
                                    const std::function<int(const FaultSetup&)>& test);

}  // namespace hone
