// SPDX-License-Identifier: MIT
//
// What self-play came to, for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tuner/play/self_play.hpp"

namespace hone::play {

[[nodiscard]] nlohmann::ordered_json to_json(const SelfPlaySummary& summary);

}  // namespace hone::play
