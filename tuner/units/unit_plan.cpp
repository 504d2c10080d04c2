// SPDX-License-Identifier: MIT
#include "tuner/units/unit_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tuner/text/json_member.hpp"

namespace hone::units {

namespace {

using Json = nlohmann::ordered_json;

constexpr int plan_version = 1;

Json header_json(const GameFileHeader& header) {
  Json settings = Json::array();
  for (const auto& [name, value] : header.settings) settings.push_back({name, value});
  return {{"game", header.game}, {"players", header.players}, {"seed", header.seed}, {"settings", settings}};
}

GameFileHeader header_in(const Json& json) {
  GameFileHeader header{text::member<std::string>(json, "game"), {}, text::member<std::uint64_t>(json, "seed"), {}};
  for (const Json& name : text::member<Json>(json, "players")) {
    header.players.push_back(text::json_value<std::string>(name, "players"));
  }
  for (const Json& setting : text::member<Json>(json, "settings")) {
    if (!setting.is_array() || setting.size() != 2) throw Error("settings: expected pairs of a name and a value");
    header.settings.emplace_back(text::json_value<std::string>(setting[0], "settings"),
                                 text::json_value<std::string>(setting[1], "settings"));
  }
  return header;
}

Json plan_json(const UnitPlan& plan) {
  Json files = Json::object();
  for (const auto& [name, seal] : plan.files) files[name] = text::to_json(seal);
  return {{"hone_units", plan_version},
          {"header", header_json(plan.header)},
          {"first", plan.first},
          {"end", plan.end},
          {"unit_games", plan.unit_games},
          {"numbered_seeds", plan.has_numbered_seeds},
          {"files", files},
          {"job", text::parse_json(plan.job)}};
}

UnitPlan plan_in(const Json& json) {
  const int version = text::member<int>(json, "hone_units");
  if (version != plan_version) {
    throw Error("hone_units: " + expected_found(fmt::format("{}", plan_version), fmt::format("{}", version)));
  }
  UnitPlan plan{.header = header_in(text::member<Json>(json, "header")),
                .first = text::member<std::uint64_t>(json, "first"),
                .end = text::member<std::uint64_t>(json, "end"),
                .unit_games = text::member<std::uint64_t>(json, "unit_games"),
                .has_numbered_seeds = text::member<bool>(json, "numbered_seeds"),
                .job = text::member<Json>(json, "job").dump()};
  const Json files = text::member<Json>(json, "files");
  for (const auto& [name, seal] : files.items()) {
    plan.files.emplace_back(name, text::json_value<text::FileSeal>(seal, name));
  }
  if (plan.unit_games == 0 || plan.end < plan.first) throw Error("there are no such units");
  return plan;
}

}  // namespace

std::uint64_t UnitPlan::units() const { return (end - first + unit_games - 1) / unit_games; }
std::uint64_t UnitPlan::first_of(std::uint64_t unit) const { return first + unit * unit_games; }
std::uint64_t UnitPlan::end_of(std::uint64_t unit) const { return std::min(end, first_of(unit) + unit_games); }

std::string UnitPlan::name_of(std::uint64_t unit) const {
  return fmt::format("{:09}-{:09}", first_of(unit), end_of(unit) - 1);
}

std::optional<std::uint64_t> UnitPlan::unit_called(std::string_view name) const {
  std::uint64_t number = 0;
  for (const char digit : name.substr(0, name.find('-'))) {
    if (digit < '0' || digit > '9' || number > end) return std::nullopt;
    number = 10 * number + static_cast<std::uint64_t>(digit - '0');
  }
  if (number < first || number >= end) return std::nullopt;
  const std::uint64_t unit = (number - first) / unit_games;
  return name_of(unit) == name ? std::optional(unit) : std::nullopt;
}

void write_plan(const std::filesystem::path& file, const UnitPlan& plan) {
  write_file_atomically(file, text::sealed(plan_json(plan)) + '\n');
}

UnitPlan read_plan(const std::filesystem::path& file) {
  std::string text = read_file(file);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const std::optional<text::UnsealedLine> line = text::unsealed(text);
  if (!line)
    throw Error(file.string(), 1, expected_found("a plan of units", "something else, or a plan that was changed"));
  try {
    return plan_in(text::parse_json(line->object));
  } catch (const Error& fault) {
    throw Error(file.string(), 1, fault.message());
  }
}

}  // namespace hone::units
