// SPDX-License-Identifier: MIT
#include "tuner/run/version_1.hpp"

#include <nlohmann/json.hpp>

#include "tuner/text/json_member.hpp"

namespace hone::run {

namespace {

using Json = nlohmann::ordered_json;

Json part(const Json& record, const char* name) { return text::member<Json>(record, name, Json::object()); }

// A gate without a test was written without this member.
std::optional<stats::SprtOptions> sprt_in(const Json& gate) {
  if (text::find_member(gate, "sprt") == nullptr) return std::nullopt;
  const Json sprt = text::member<Json>(gate, "sprt");
  return stats::SprtOptions{
      .elo0 = text::member<double>(sprt, "elo0"),
      .elo1 = text::member<double>(sprt, "elo1"),
      .alpha = text::member<double>(sprt, "alpha", stats::SprtOptions().alpha),
      .beta = text::member<double>(sprt, "beta", stats::SprtOptions().beta),
      .model = text::member<bool>(sprt, "logistic") ? stats::EloModel::logistic : stats::EloModel::normalized};
}

learn::Target target_in(const Json& fit) {
  const double blend = text::member<double>(fit, "blend", 0);
  return blend == 0 ? learn::Target() : learn::Target{.kind = learn::Target::Kind::blend, .share = blend};
}

}  // namespace

bool is_version_1(const Json& record) { return !record.contains("options"); }

RunOptions options_of_version_1(const Json& record) {
  const Json gate = part(record, "gate");
  RunOptions options;
  options.window = text::member<int>(record, "window", 3);
  options.final_games = text::member<std::uint64_t>(record, "final_games", 400);
  options.self_play.games = text::member<std::uint64_t>(part(record, "self_play"), "games", 3'000);
  options.fit.targets.target = target_in(part(record, "fit"));
  options.gate.sprt = sprt_in(gate);
  options.gate.games = text::member<std::uint64_t>(gate, "games", 2'000);
  options.gate_los = text::member<double>(record, "gate_los", 0.95);
  return options;
}

}  // namespace hone::run
