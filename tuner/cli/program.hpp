// SPDX-License-Identifier: MIT
//
// A program that has all commands of hone and a game of its own, which lives outside of this tree:
//
//     #include "engine/driver_of.hpp"
//     #include "my_game.hpp"
//     #include "tuner/cli/program.hpp"
//
//     int main(int count, char** words) {
//       return hone::cli::run_program({"my_game", {{hone::driver_of<MyGame>()}}}, count, words);
//     }
//
// That compiles the engine for the game and nothing of the tuner. In CMake hone_add_program() writes these lines
// (games/README.md).
#pragma once

#include <string_view>
#include <vector>

#include "engine/game_registry.hpp"

namespace hone::cli {

struct Program {
  std::string_view name;  // what help calls it: letters, digits, _ and -
  std::vector<OwnGame> games;
};

// Adds the games, runs the command that the words name (the first is the program itself) and returns the exit code. To
// be called once, first of all. Never throws.
[[nodiscard]] int run_program(const Program& program, int count, char** words);

}  // namespace hone::cli
