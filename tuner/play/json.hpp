// SPDX-License-Identifier: MIT
//
// The result of self-play as JSON. from_json() throws an Error that names the key whose value is missing or wrong.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tuner/play/self_play.hpp"

namespace hone::play {

[[nodiscard]] nlohmann::ordered_json to_json(const SelfPlaySummary& summary);
void from_json(const nlohmann::ordered_json& json, SelfPlaySummary& summary);

}  // namespace hone::play
