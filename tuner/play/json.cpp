// SPDX-License-Identifier: MIT
#include "tuner/play/json.hpp"

#include <nlohmann/json.hpp>

#include "tuner/stats/json.hpp"
#include "tuner/text/json_member.hpp"

namespace hone::play {

using Json = nlohmann::ordered_json;

Json to_json(const SelfPlaySummary& summary) {
  Json json = stats::to_json(summary.tally);
  json["recorded"] = summary.recorded;
  json["complete"] = summary.complete;
  return json;
}

void from_json(const Json& json, SelfPlaySummary& summary) {
  from_json(json, summary.tally);
  summary.recorded = text::member<std::uint64_t>(json, "recorded", 0);
  summary.complete = text::member<bool>(json, "complete", true);
}

}  // namespace hone::play
