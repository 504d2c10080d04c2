// SPDX-License-Identifier: MIT
#include "tuner/cli/commands.hpp"

namespace hone {

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  for (const auto factory :
       {run_command, selfplay_command, tune_command, match_command, rate_command, export_command, report_command,
        data_command, openings_command, search_command, uci_command, perft_command, bench_command}) {
    commands.push_back(factory());
  }
  return commands;
}

}  // namespace hone
