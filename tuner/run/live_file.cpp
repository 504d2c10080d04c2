// SPDX-License-Identifier: MIT
#include "tuner/run/live_file.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/file.hpp"
#include "tuner/stats/json.hpp"
#include "tuner/text/json_member.hpp"
#include "tuner/text/seal.hpp"

namespace hone::run {

using Json = nlohmann::ordered_json;

namespace {

void add(Json& json, const LiveStep& step) {
  json["generation"] = step.generation;
  json["stage"] = to_string(step.step);
  if (step.planned > 0) json["planned"] = step.planned;
  if (step.games) {
    json["games"] = *step.games;
    json["games_per_second"] = step.games_per_second;
  }
  if (step.plies) json["plies"] = *step.plies;
  if (step.rows) json["rows"] = *step.rows;
  if (step.iteration) json["iteration"] = *step.iteration;
  if (step.loss) json["loss"] = *step.loss;
  if (step.elo) stats::put_interval(json, "elo", *step.elo);
  if (step.sprt) json.update({{"llr", step.sprt->llr}, {"lower", step.sprt->lower}, {"upper", step.sprt->upper}});
}

LiveStep live_step(const Json& json) {
  LiveStep step;
  step.generation = text::member<int>(json, "generation");
  step.step = run_step(text::member<std::string>(json, "stage"));
  step.planned = text::member<std::uint64_t>(json, "planned", 0);
  step.games = text::optional_member<std::uint64_t>(json, "games");
  step.games_per_second = text::member<double>(json, "games_per_second", 0);
  step.plies = text::optional_member<std::uint64_t>(json, "plies");
  step.rows = text::optional_member<std::uint64_t>(json, "rows");
  step.iteration = text::optional_member<int>(json, "iteration");
  step.loss = text::optional_member<double>(json, "loss");
  if (json.contains("elo")) step.elo = stats::interval_member(json, "elo");
  if (text::find_member(json, "llr") != nullptr) {
    step.sprt = stats::SprtState{.llr = text::member<double>(json, "llr"),
                                 .lower = text::member<double>(json, "lower"),
                                 .upper = text::member<double>(json, "upper")};
  }
  return step;
}

}  // namespace

Json to_json(const Live& live) {
  Json json = {{"run", live.run}, {"time", live.time}, {"hours", live.hours}};
  if (live.step) add(json, *live.step);
  return json;
}

void from_json(const Json& json, Live& live) {
  live.run = text::member<std::string>(json, "run", "");
  live.time = text::member<std::string>(json, "time", "");
  live.hours = text::member<double>(json, "hours", 0);
  live.step = text::find_member(json, "stage") == nullptr ? std::nullopt : std::optional(live_step(json));
}

namespace {

// Nothing when the object is not what a run writes.
std::optional<Live> live_of(const std::string& object) try {
  return text::json_value<Live>(text::parse_json(object), "live");
} catch (const Error&) {
  return std::nullopt;
}

}  // namespace

LiveFile read_live(const std::filesystem::path& file, const std::string& id) {
  if (!std::filesystem::exists(file)) return {};
  const std::string text = read_file(file);
  const std::string_view line = std::string_view(text).substr(0, text.find('\n'));
  const std::optional<text::UnsealedLine> found = text::unsealed(line);
  if (!found || line.size() + 1 != text.size()) return {std::nullopt, true};
  std::optional<Live> live = live_of(found->object);
  if (!live || live->run != id) return {std::nullopt, true};
  return {std::move(live), false};
}

void write_live(const std::filesystem::path& file, const Live& live) {
  std::filesystem::path neighbour = file;
  neighbour += ".0.tmp";
  File(neighbour, File::Mode::replace).write(text::sealed(to_json(live)) + '\n');
  rename_file(neighbour, file);
}

}  // namespace hone::run
