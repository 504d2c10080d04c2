// SPDX-License-Identifier: MIT
//
// Everything that decides the results of a run, in words. The run's journal keeps it, so that the run is not resumed
// with other options, or by a later version with other defaults. It is made of what the options declare: nothing is
// listed here.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/run/history.hpp"
#include "tuner/run/options.hpp"

namespace hone::run {

// Members that stand beside it and are compared elsewhere: which build the run was begun by, and how that plays.
inline constexpr const char* record_signature = "play_signature";
inline constexpr const char* record_build = "build";

// As the journal keeps it, which is UTF-8 (text::as_kept).
[[nodiscard]] nlohmann::ordered_json record_of(const GameDriver& driver, const RunOptions& options);
// When the session that begins now is to end: names and values of options.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> ends_of(const RunOptions& options);

// The options that the record tells, the others at their defaults. Also of records of version 1, of which it tells what
// options_of_version_1 does (tuner/run/version_1.hpp).
[[nodiscard]] RunOptions options_of(const nlohmann::ordered_json& record);

// The same of the run with this journal, with the budgets of its last session. An Error names the journal's first line.
[[nodiscard]] RunOptions options_of(const std::filesystem::path& journal, const RunHistory& history);

// Throws Error naming the first thing that is not as it was. An option that is younger than the record had its default
// value then.
void require_same(const nlohmann::ordered_json& then, const GameDriver& driver, const RunOptions& now);
// The same of a record of version 1, which is compared through the options that the run keeps in its folder, with the
// defaults of its time for those that are not there.
void require_same_as_config(const nlohmann::ordered_json& then, const std::filesystem::path& config,
                            const GameDriver& driver, const RunOptions& now);

}  // namespace hone::run
