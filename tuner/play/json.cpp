// SPDX-License-Identifier: MIT
#include "tuner/play/json.hpp"

#include <nlohmann/json.hpp>

#include "tuner/stats/json.hpp"

namespace hone::play {

using Json = nlohmann::ordered_json;

Json to_json(const SelfPlaySummary& summary) {
  Json json = stats::to_json(summary.tally);
  json["recorded"] = summary.recorded;
  json["complete"] = summary.complete;
  return json;
}

}  // namespace hone::play
