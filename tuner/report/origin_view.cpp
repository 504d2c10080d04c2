// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "data/build.hpp"
#include "tuner/report/views.hpp"
#include "tuner/run/command_lines.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/options.hpp"
#include "tuner/text/options.hpp"
#include "tuner/text/shell_word.hpp"

namespace hone::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr int generations_more = 10;
constexpr double hours_more = 8;

Json provenance_of(const Weights& weights) {
  Json rows = Json::array();
  for (const auto& [key, value] : weights.provenance) rows.push_back({{"key", key}, {"value", value}});
  rows.push_back({{"key", "schema"}, {"value", weights.schema.fingerprint()}});
  rows.push_back({{"key", "K"}, {"value", fmt::format("{}", weights.k)}});
  return rows;
}

Json command(const char* purpose, std::string words) { return {{"purpose", purpose}, {"words", std::move(words)}}; }

run::RunOptions no_ends() {
  run::RunOptions options;
  options.generations = options.patience = 0;
  return options;
}

// When to end, as the command line takes it.
std::string ends_after(int generations) {
  run::RunOptions options = no_ends();
  options.generations = generations;
  text::Options declared;
  options.declare_ends(declared);
  return declared.as_words();
}

// The same, but the patience stays what it was.
std::string budget_of(double hours) {
  run::RunOptions options = no_ends();
  options.hours = hours;
  text::Options declared;
  options.declare_budgets(declared);
  return declared.as_words();
}

std::string reproduction(const run::RunPaths& paths, int generations) {
  return run::next_run_command(paths.folder(), paths.start_weights(), ends_after(std::max(generations, 1)), "-again");
}

std::string continuation(const ReportedRun& run) {
  const std::string resume = run::resume_command(run.folder);
  if (run.phase != RunPhase::complete) return resume;
  return resume + ends_after(run.finished() + generations_more);
}

// The next run has the options of this one, its budgets aside.
std::string next_run(const run::RunPaths& paths) {
  return run::next_run_command(paths.folder(), paths.best_weights(), budget_of(hours_more), "-next");
}

Json commands_of(const ReportedRun& run) {
  const run::RunPaths paths(run.folder);
  const std::string best = text::shell_word(paths.best_weights().string());
  return {command(run.phase == RunPhase::complete ? "go on, for ten generations more" : "go on", continuation(run)),
          command("the same run again, to the same bytes where limits are depth or nodes",
                  reproduction(paths, run.finished())),
          command("a new run from the best, of eight hours", next_run(paths)),
          command("the weights as a C++ header",
                  fmt::format("{} export --weights {} --format cpp --out weights.hpp", program_name(), best)),
          command("this page", program_name() + " report " + text::shell_word(run.folder.string()))};
}

}  // namespace

Json origin_view(const ReportedRun& run) {
  return {{"commands", commands_of(run)},
          {"config", run.config},
          {"best", provenance_of(run.best)},
          {"start", provenance_of(run.start)}};
}

}  // namespace hone::report
