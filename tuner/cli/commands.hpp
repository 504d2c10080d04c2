// SPDX-License-Identifier: MIT
//
// The commands there are.
#pragma once

#include <memory>
#include <vector>

#include "tuner/cli/command.hpp"

namespace hone {

[[nodiscard]] std::unique_ptr<Command> run_command();
[[nodiscard]] std::unique_ptr<Command> selfplay_command();
[[nodiscard]] std::unique_ptr<Command> tune_command();
[[nodiscard]] std::unique_ptr<Command> match_command();
[[nodiscard]] std::unique_ptr<Command> rate_command();
[[nodiscard]] std::unique_ptr<Command> export_command();
[[nodiscard]] std::unique_ptr<Command> report_command();
[[nodiscard]] std::unique_ptr<Command> data_command();
[[nodiscard]] std::unique_ptr<Command> openings_command();
[[nodiscard]] std::unique_ptr<Command> search_command();
[[nodiscard]] std::unique_ptr<Command> uci_command();
[[nodiscard]] std::unique_ptr<Command> perft_command();
[[nodiscard]] std::unique_ptr<Command> bench_command();

// All of them, in the order of help.
[[nodiscard]] std::vector<std::unique_ptr<Command>> all_commands();

}  // namespace hone
