// SPDX-License-Identifier: MIT
#include "tuner/report/reported_match.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tuner/match/standings.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::report {

namespace {

using Json = nlohmann::ordered_json;

stats::Interval interval_of(const Json& json) {
  return {.value = json.at("value"), .low = json.at("low"), .high = json.at("high")};
}

stats::Interval around(double value, double error) {
  return {.value = value, .low = value - error, .high = value + error};
}

void add_estimate(const Json& player, ReportedMatch& match) {
  match.elo = around(player.at("elo"), player.at("elo_error"));
  if (player.contains("nelo")) match.nelo = around(player.at("nelo"), player.at("nelo_error"));
  match.los = player.at("los");
}

void correct(const Json& corrected, ReportedMatch& match) {
  match.is_corrected = true;
  match.elo = interval_of(corrected.at("elo"));
  match.nelo = interval_of(corrected.at("nelo"));
  match.los = corrected.at("los");
}

void add_sprt(const Json& sprt, ReportedMatch& match) {
  match.has_sprt = true;
  match.llr = sprt.at("llr");
  match.lower = sprt.at("lower");
  match.upper = sprt.at("upper");
  match.verdict = sprt.at("verdict");
}

}  // namespace

ReportedMatch match_of(const Json& json) {
  const Json& player = json.at("players").at(0);
  ReportedMatch match;
  match.player = player.at("name");
  match.opponent = json.at("players").at(1).at("name");
  match.games = json.at("games");
  match.wins = player.at("wins");
  match.draws = player.at("draws");
  match.losses = player.at("losses");
  match.duplicates = json.value("duplicates", std::uint64_t{0});
  match.pentanomial = player.value("pentanomial", std::vector<std::uint64_t>{});
  add_estimate(player, match);
  if (const auto corrected = json.find("corrected"); corrected != json.end()) correct(*corrected, match);
  if (const auto sprt = json.find("sprt"); sprt != json.end()) add_sprt(*sprt, match);
  return match;
}

std::string caution(const ReportedMatch& match) {
  if (!match::are_too_many_repeated(match.duplicates, match.games)) return {};
  return fmt::format(
      "Beware: {} and {} repeated {} of their {} games move by move: the errors of their match are too small.",
      match.player, match.opponent, text::grouped(match.duplicates), text::grouped(match.games));
}

}  // namespace hone::report
