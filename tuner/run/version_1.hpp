// SPDX-License-Identifier: MIT
//
// Runs of the first format. Their journal lists the options by hand instead of by name, so that most are known from the
// folder's `config` alone; and what that file does not name had another default then than it has today.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tuner/run/options.hpp"

namespace hone::run {

// `record` is what the journal of a run keeps of its options (tuner/run/record.hpp).
[[nodiscard]] bool is_version_1(const nlohmann::ordered_json& record);

// The defaults of that time, with what a record of version 1 tells for certain put in their place: the window, the
// numbers of games, the gate with its likelihood of superiority, and the target. Throws Error naming the member that is
// of another type.
[[nodiscard]] RunOptions options_of_version_1(const nlohmann::ordered_json& record);

}  // namespace hone::run
