// SPDX-License-Identifier: MIT
#include "tuner/cli/program.hpp"

#include "data/build.hpp"
#include "data/error.hpp"
#include "tuner/cli/application.hpp"
#include "tuner/cli/standard_streams.hpp"

namespace hone::cli {

int run_program(const Program& program, int count, char** words) try {
  name_program(program.name);
  for (const OwnGame& game : program.games) add_own_game(game);
  return static_cast<int>(run_application({words + (count > 0), words + count}));
} catch (const std::exception& error) {
  complain(error.what());
  return static_cast<int>(ExitCode::usage);
}

}  // namespace hone::cli
