// SPDX-License-Identifier: MIT
//
// Where the games of a run or a match are played: in this process, or as units by workers on other machines. None of
// this changes a result.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/build.hpp"

namespace hone::text {
class Options;
}

namespace hone::units {

enum class Launch : std::uint8_t {
  local,  // on the threads of this process, without units
  hand,   // units for workers that somebody else starts; this process works on them, too
  slurm,  // a worker on each node of the Slurm allocation that this process runs in
  ssh,    // GNU parallel brings units to other machines over ssh, and games back
};
[[nodiscard]] const char* to_string(Launch launch);

struct LaunchHost {
  std::string name;  // as ssh knows it; empty: this machine
  int slots = 0;     // games at a time; 0: as many as it has processors
};

struct LaunchOptions {
  Launch launch = Launch::local;
  std::vector<LaunchHost> hosts = {};  // of ssh
  std::uint64_t unit_games = 0;        // 0: about a minute of play
  std::uint64_t replays = 1;           // games of each unit that are played again here
  std::string remote_program = program_name();

  void declare(text::Options& options);
  void validate() const;  // throws Error for options that do not go together, and outside of a Slurm job
};

// Games at a time, before any host was asked: where a host does not say, a guess. `threads` are those of this process.
[[nodiscard]] int expected_slots(const LaunchOptions& options, int threads);
// Of the Slurm job that this process runs in: its nodes, and the games that they play at a time.
[[nodiscard]] int slurm_nodes();
[[nodiscard]] int slurm_slots();

// "pc2,pc3/16,local/8". Throws Error.
[[nodiscard]] std::vector<LaunchHost> parse_hosts(std::string_view text);

}  // namespace hone::units
