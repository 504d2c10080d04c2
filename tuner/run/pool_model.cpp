// SPDX-License-Identifier: MIT
#include "tuner/run/pool_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "data/error.hpp"
#include "tuner/stats/json.hpp"
#include "tuner/text/json_member.hpp"

namespace hone::run {

using Json = nlohmann::ordered_json;

std::string weights_name(int generation) { return generation == 0 ? "start" : fmt::format("gen-{:03}", generation); }

bool is_name_of_own_weights(const std::string& name) {
  const bool is_number = name.size() > 4 && name.find_first_not_of("0123456789", 4) == std::string::npos;
  return name == "start" || (name.starts_with("gen-") && is_number);
}

const PoolRating* PoolTable::find(const std::string& name) const {
  const auto found = std::ranges::find(ratings, name, &PoolRating::name);
  return found == ratings.end() ? nullptr : &*found;
}

Json to_json(const PoolMatch& match) {
  Json json = {{"player", weights_name(match.generation)},
               {"of_generation", match.generation},
               {"opponent", match.opponent},
               {"rated_as", match.rated_as},
               {"results", match.results},
               {"faults", match.faults}};
  if (!match.fault.empty()) json["fault"] = match.fault;
  return json;
}

void from_json(const Json& json, PoolMatch& match) {
  match.generation = text::member<int>(json, "of_generation");
  match.opponent = text::member<std::string>(json, "opponent");
  match.rated_as = text::member<std::string>(json, "rated_as");
  match.results = text::member<std::string>(json, "results");
  match.faults = text::member<std::uint64_t>(json, "faults", 0);
  match.fault = text::member<std::string>(json, "fault", "");
  if (match.results.find_first_not_of("wdl") != std::string::npos || match.results.size() % 2 != 0) {
    throw Error(fmt::format("results: {}", expected_found("pairs of the letters w, d and l", match.results)));
  }
}

namespace {

Json pool_rating_json(const PoolRating& rating) {
  return {
      {"name", rating.name}, {"elo", stats::to_json(rating.elo)}, {"points", rating.points}, {"games", rating.games}};
}

PoolRating pool_rating_of(const Json& json) {
  return {text::member<std::string>(json, "name"), text::member<stats::Interval>(json, "elo"),
          text::member<double>(json, "points"), text::member<std::uint64_t>(json, "games")};
}

}  // namespace

Json to_json(const PoolTable& table) {
  Json ratings = Json::array();
  for (const PoolRating& rating : table.ratings) ratings.push_back(pool_rating_json(rating));
  return {{"reference", table.reference}, {"ratings", ratings}, {"unrated", table.unrated}};
}

void from_json(const Json& json, PoolTable& table) {
  table.reference = text::member<std::string>(json, "reference");
  for (const Json& rating : text::member<Json>(json, "ratings")) table.ratings.push_back(pool_rating_of(rating));
  table.unrated = text::member<std::vector<std::string>>(json, "unrated");
}

Json to_json(const PoolComparison& comparison) {
  return {{"before", weights_name(comparison.before)},
          {"of_generation", comparison.before},
          {"pairs", comparison.pairs},
          {"score", comparison.score},
          {"score_before", comparison.score_before},
          {"gained", stats::to_json(comparison.gained)},
          {"elo", comparison.elo ? stats::to_json(*comparison.elo) : Json(nullptr)},
          {"has_fallen", comparison.has_fallen}};
}

void from_json(const Json& json, PoolComparison& comparison) {
  comparison.before = text::member<int>(json, "of_generation");
  comparison.pairs = text::member<std::uint64_t>(json, "pairs");
  comparison.score = text::member<double>(json, "score");
  comparison.score_before = text::member<double>(json, "score_before");
  comparison.gained = text::member<stats::Interval>(json, "gained");
  if (text::find_member(json, "elo") != nullptr) comparison.elo = text::member<stats::Interval>(json, "elo");
  comparison.has_fallen = text::member<bool>(json, "has_fallen");
}

}  // namespace hone::run
