// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe/probe_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "data/checksum.hpp"

namespace hone::exchange {

namespace {

// The options that are probed; what else is to be set goes into the plan.
std::vector<ProbedOption> chosen_options(const ProbeEngine& engine, const ProbeOptions& options, Plan& plan) {
  if (options.engine.files != nullptr) {
    plan.file = options.start;
    return choose_weights(*plan.file, options.choice);
  }
  std::vector<ProbedOption> chosen = choose_options(engine.options(), options.choice);
  if (options.start) plan.start = start_at(chosen, *options.start);
  plan.moved = plan.start;
  for (const ProbedOption& option : chosen) {
    plan.start.emplace_back(option.name, option.start);
    if (options.start || !option.is_listed) plan.moved.emplace_back(option.name, option.start);
  }
  return chosen;
}

}  // namespace

Plan plan_of(const ProbeEngine& engine, const ProbeOptions& options) {
  Plan plan;
  plan.engine = engine.name();
  for (ProbedOption& option : chosen_options(engine, options, plan)) {
    std::vector<Step> steps = steps_of(option, options.steps);
    std::vector<std::int64_t> values = values_of(steps, option.start);
    plan.options.push_back({std::move(option), std::move(steps), std::move(values)});
  }
  return plan;
}

std::string name_of_part(const PlannedOption& option) {
  return fmt::format("{} {}: {}", option.option.name, option.option.start, fmt::join(option.values, " "));
}

std::string key_of(const Plan& plan, const ProbeOptions& options, const std::vector<AskedPosition>& positions) {
  std::string text =
      fmt::format("hone probe 1\nengine {}, {}\n", plan.engine, fmt::join(options.engine.uci.command, " "));
  for (const auto& [name, value] : options.engine.uci.options) text += fmt::format("set {} = {}\n", name, value);
  const Question& question = options.question;
  text += fmt::format("question {} | {} | {} | {} | {} | {}\n", question.commands, question.prepare, question.pattern,
                      question.unit, static_cast<int>(question.view), static_cast<int>(question.clearing));
  text += fmt::format("rounding {}, share {}\n", options.rounding ? fmt::format("{}", *options.rounding) : "auto",
                      options.share_off);
  for (const auto& [name, value] : plan.moved) text += fmt::format("start {} = {}\n", name, value);
  if (plan.file) text += fmt::format("file {:016x}\n", checksum(options.engine.files->content(*plan.file)));
  std::string asked;
  for (const AskedPosition& position : positions) asked += position.command + '\n';
  return text + fmt::format("positions {}, {:016x}\n", positions.size(), checksum(asked));
}

}  // namespace hone::exchange
