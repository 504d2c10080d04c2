// SPDX-License-Identifier: MIT
#include "tuner/cli/command.hpp"

namespace hone::cli {

void CommonOptions::declare(Options& options) {
  options.group("Options of every command");
  options
      .text("json", "F", json,
            "write the result to F as JSON, for programs; - for standard output, which then gets nothing else: the "
            "text goes to standard error. Not for uci and gtp, which have no result")
      .free_on_resume();
  options
      .text("config", "F", config,
            "read options from F: lines `option = value`, '#' begins a comment line; or TOML, if F ends in .toml, with "
            "sections for commands ([match]) if wanted")
      .free_on_resume();
  options.choice("log", {"trace", "debug", "info", "warning", "error", "off"}, log, "what to report on standard error")
      .free_on_resume();
  options.flag("quiet", quiet, "no progress, and warnings only").free_on_resume();
}

Session start_session(const Options& options, const CommonOptions& common) {
  const bool only_warnings = common.quiet && !options.given("log");
  auto console = std::make_shared<Console>(!common.quiet);
  start_logging(console, only_warnings ? "warning" : common.log);
  return {options, JsonOutput(common.json), std::move(console)};
}

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  for (const auto factory :
       {run_command,    refine_command, work_command,     selfplay_command, tune_command,  distil_command,
        match_command,  rate_command,   export_command,   import_command,   probe_command, weights_command,
        report_command, data_command,   openings_command, search_command,   play_command,  uci_command,
        gtp_command,    perft_command,  bench_command}) {
    commands.push_back(factory());
  }
  return commands;
}

}  // namespace hone::cli
