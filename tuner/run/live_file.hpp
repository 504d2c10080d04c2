// SPDX-License-Identifier: MIT
//
// The file live.json, which tells what a run is doing at the moment.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "tuner/run/model.hpp"

namespace hone::run {

// The step that was begun last. What a step does not have, or has not counted yet, is left out.
struct LiveStep {
  int generation = 0;  // 0 in the final match
  RunStep step = RunStep::self_play;
  std::uint64_t planned = 0;  // games at most; 0: a step without games
  std::optional<std::uint64_t> games;
  double games_per_second = 0;
  std::optional<std::uint64_t> plies, rows;
  std::optional<int> iteration;
  std::optional<double> loss;
  std::optional<stats::Interval> elo;
  std::optional<stats::SprtState> sprt;  // without its verdict
};

struct Live {
  std::string run;   // the id of the journal
  std::string time;  // UTC
  double hours = 0;
  std::optional<LiveStep> step;  // nothing before the first
};

[[nodiscard]] nlohmann::ordered_json to_json(const Live& live);
void from_json(const nlohmann::ordered_json& json, Live& live);  // throws an Error that names the key

// The content that was written last. There is no `live` without a file, nor when the file is damaged or belongs to
// another run than the one with this id; `damaged` then tells the two cases from the first.
struct LiveFile {
  std::optional<Live> live;
  bool damaged = false;
};
[[nodiscard]] LiveFile read_live(const std::filesystem::path& file, const std::string& id);

// Replaces the file. It is not synced, because it may be lost: a reader sees when it is not whole.
void write_live(const std::filesystem::path& file, const Live& live);

}  // namespace hone::run
