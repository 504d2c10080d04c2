// SPDX-License-Identifier: MIT
#include "tuner/exchange/export/prepared_weights.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "data/constraints.hpp"
#include "data/error.hpp"
#include "data/printable.hpp"
#include "tuner/exchange/export/draft_rounding.hpp"
#include "tuner/exchange/export/weight_draft.hpp"
#include "tuner/exchange/weight_scale.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::exchange {

namespace {

constexpr double centi_units = 100;    // of a unit
constexpr double largest_value = 1e9;  // fits into 32 bits

// -- One stage made of several

DraftValue between(const DraftValue& a, const DraftValue& b, double t) {
  DraftValue mixed;
  const auto mix = [t](double x, double y) { return t == 0 ? x : t == 1 ? y : x * (1 - t) + y * t; };
  mixed.value = mix(a.value, b.value);
  mixed.error = t == 0 || t == 1 ? mix(a.error, b.error) : unknown_error;
  mixed.lower = mix(a.lower, b.lower);
  mixed.upper = mix(a.upper, b.upper);
  mixed.sources = a.sources;
  mixed.sources.insert(mixed.sources.end(), b.sources.begin(), b.sources.end());
  return mixed;
}

void merge_stages(Draft& draft, int point) {
  const auto phases = draft.phases.size();
  if (phases == 1) throw Error("--single-stage: the weights have a single stage");
  const int last = draft.steps * (static_cast<int>(phases) - 1);
  if (point > last) {
    throw Error(expected_found(
        fmt::format("--single-stage from 0 ({}) to {} ({})", draft.phases.front(), last, draft.phases.back()),
        fmt::format("{}", point)));
  }
  const auto lower = static_cast<std::size_t>(std::min(point / draft.steps, static_cast<int>(phases) - 2));
  const double t = point / static_cast<double>(draft.steps) - static_cast<double>(lower);
  for (DraftGroup& group : draft.groups) {
    std::vector<DraftValue> merged;
    for (std::size_t i = lower; i < group.values.size(); i += phases) {
      merged.push_back(between(group.values[i], group.values[i + 1], t));
    }
    group.values = std::move(merged);
  }
  draft.phases = {"all"};
  draft.steps = 1;
  draft.constraints.clear();
}

// -- Scale

// A weight that is squared, a percent or of the phase does not grow as the score does.
void require_growing(const Schema& schema, const std::vector<std::size_t>& weights, const Scale& scale) {
  constexpr double any_factor = 2;
  const auto grows = [&](std::size_t weight) { return factor_of_weight(schema, weight, any_factor) == any_factor; };
  if (weights.empty()) throw Error(expected_found("--scale NAME=VALUE with a weight", quotation(scale.name)));
  if (std::ranges::all_of(weights, grows)) return;
  throw Error(fmt::format("--scale: {} does not grow as the score does; name a weight that is linear", scale.name));
}

double scale_factor(Draft& draft, const Scale& scale) {
  if (scale.name.empty()) return scale.factor;
  const Schema schema = schema_of(draft);
  const std::vector<std::size_t> named = weights_named(schema, scale.name);
  require_growing(schema, named, scale);
  const std::vector<DraftValue*> values = all_values(draft);
  double sum = 0;
  for (const std::size_t weight : named) sum += values[weight]->value;
  const double factor = scale.value / sum;
  if (std::isfinite(factor) && factor > 0) return factor;
  throw Error(
      fmt::format("--scale: {} comes to {} here, which no positive factor makes {}", scale.name, sum, scale.value));
}

void multiply(Draft& draft, double factor) {
  for (DraftGroup& group : draft.groups) {
    const double own = factor_of_role(group.group.role, factor);
    for (DraftValue& value : group.values) {
      value.value *= own;
      value.error *= own;
      value.lower *= own;
      value.upper *= own;
    }
  }
  if (!draft.constraints.empty()) {
    draft.constraints = scaled_constraints(schema_of(draft), draft.constraints, factor);
  }
}

void require_in_range(Draft& draft) {
  for (const DraftValue* const value : all_values(draft)) {
    if (std::abs(value->value) <= largest_value) continue;
    throw Error(expected_found(fmt::format("values within +-{:.0e} of the target's unit", largest_value),
                               fmt::format("{}", value->value)));
  }
}

// -- Material folded into boards

std::string last_part(const std::string& name) { return name.substr(name.rfind('.') + 1); }

void add_material(DraftGroup& board, const DraftGroup& material, std::size_t phases) {
  for (std::size_t i = 0; i < board.values.size(); ++i) {
    DraftValue& value = board.values[i];
    const double worth = material.values[i % phases].value;
    value.value += worth;
    value.lower += worth;
    value.upper += worth;
    value.error = unknown_error;
  }
  board.is_fitted = board.is_fitted || material.is_fitted;
}

// Returns the names of the groups that went into boards.
std::set<std::string> fold_material(Draft& draft) {
  std::map<std::string, const DraftGroup*> material;
  for (const DraftGroup& group : draft.groups) {
    if (group.group.name == "material." + last_part(group.group.name) && group.group.shape.kind == GroupKind::scalar) {
      material[last_part(group.group.name)] = &group;
    }
  }
  std::set<std::string> folded;
  for (DraftGroup& group : draft.groups) {
    const std::string piece = last_part(group.group.name);
    if (group.group.name != "psqt." + piece || group.group.shape.kind != GroupKind::board) continue;
    const auto worth = material.find(piece);
    if (worth == material.end()) continue;
    add_material(group, *worth->second, draft.phases.size());
    folded.insert(worth->second->group.name);
  }
  if (folded.empty()) throw Error("--fold-material: no board psqt.X has a number material.X");
  std::erase_if(draft.groups, [&](const DraftGroup& group) { return folded.contains(group.group.name); });
  draft.constraints.clear();
  return folded;
}

// -- Groups left out

// The patterns without those that chose nothing but groups which are in boards now.
std::vector<std::string> patterns_of_rest(const Draft& draft, std::vector<std::string> patterns,
                                          const std::set<std::string>& folded) {
  std::erase_if(patterns, [&](const std::string& pattern) {
    const auto fits = [&](const std::string& name) { return learn::matches(pattern, name); };
    const auto is_left = [&](const DraftGroup& group) { return fits(group.group.name); };
    return std::ranges::any_of(folded, fits) && std::ranges::none_of(draft.groups, is_left);
  });
  return patterns;
}

void select_groups(Draft& draft, const ExportOptions& options, const std::set<std::string>& folded) {
  const std::vector<std::string> patterns = patterns_of_rest(draft, options.groups, folded);
  if (patterns.empty() && !options.groups.empty()) {
    throw Error("--groups: with --fold-material the numbers of these groups are in the boards: psqt.*");
  }
  const Schema schema = schema_of(draft);
  const std::vector<bool> chosen = learn::terms_of_groups(schema, patterns);
  std::vector<DraftGroup> kept;
  for (std::size_t i = 0; i < draft.groups.size(); ++i) {
    if (!chosen[static_cast<std::size_t>(schema.groups()[i].first)]) continue;
    if (options.drop_unfitted && !draft.groups[i].is_fitted) continue;
    kept.push_back(std::move(draft.groups[i]));
  }
  draft.groups = std::move(kept);
  if (draft.groups.empty()) throw Error("--groups and --drop-unfitted leave no group to write");
}

// -- The whole

std::size_t clip_values(Draft& draft, const Clip& clip) {
  std::size_t clipped = 0;
  for (DraftValue* const value : all_values(draft)) {
    const double moved = std::clamp(value->value, clip.low, clip.high);
    clipped += moved != value->value ? 1 : 0;
    value->value = moved;
    value->lower = std::clamp(value->lower, clip.low, clip.high);
    value->upper = std::clamp(value->upper, clip.low, clip.high);
  }
  return clipped;
}

std::vector<int> chosen_phases(const Draft& draft, const StageLayout& stages) {
  std::vector<int> phases(draft.phases.size());
  std::iota(phases.begin(), phases.end(), 0);
  if (stages.only.empty()) return phases;
  const auto found = std::find(draft.phases.begin(), draft.phases.end(), stages.only);
  if (found != draft.phases.end()) return {static_cast<int>(found - draft.phases.begin())};
  throw Error(expected_found(fmt::format("--stages pair, split or one of {}", fmt::join(draft.phases, ", ")),
                             fmt::format("'{}'", stages.only)));
}

// A line that names none of the groups that are left says nothing any more.
void keep_constraints(Schema& schema, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    try {
      schema.constrain({line});
    } catch (const Error&) {
      continue;
    }
  }
}

void finish(Draft& draft, PreparedWeights& prepared, const Weights& weights) {
  Weights& out = prepared.weights;
  out.schema = schema_of(draft);
  keep_constraints(out.schema, draft.constraints);
  out.k = scaled_k(weights.k, prepared.factor);
  out.provenance = weights.provenance;
  for (const DraftValue* const value : all_values(draft)) {
    out.values.push_back(value->value);
    if (!weights.errors.empty()) out.errors.push_back(value->error);
    prepared.lower.push_back(value->lower);
    prepared.upper.push_back(value->upper);
  }
}

void apply_single_stage(Draft& draft, PreparedWeights& prepared) {
  const std::optional<int> point = prepared.options.single_stage;
  if (!point) return;
  const int last = draft.steps * (static_cast<int>(draft.phases.size()) - 1);
  merge_stages(draft, *point);
  prepared.changes.push_back(fmt::format("one stage at phase {} of {}", *point, last));
}

void apply_scale(Draft& draft, PreparedWeights& prepared) {
  const std::optional<Scale>& scale = prepared.options.scale;
  const std::optional<double> unit = prepared.options.unit;
  if (unit) prepared.factor = *unit / centi_units;
  if (scale) prepared.factor = scale_factor(draft, *scale);
  require_factor(prepared.factor);
  if (prepared.factor == 1) return;
  multiply(draft, prepared.factor);
  prepared.changes.push_back(fmt::format("multiplied by {}", prepared.factor));
}

void apply_clip(Draft& draft, PreparedWeights& prepared) {
  const std::optional<Clip>& clip = prepared.options.clip;
  if (!clip) return;
  prepared.clipped = clip_values(draft, *clip);
  prepared.changes.push_back(fmt::format("kept from {} to {}", clip->low, clip->high));
}

void apply_rounding(Draft& draft, PreparedWeights& prepared, const Weights& weights,
                    const learn::Posterior* posterior) {
  if (!prepared.decimals.count) return;
  const int decimals = *prepared.decimals.count;
  const std::optional<Clip>& clip = prepared.options.clip;
  if (posterior != nullptr) {
    prepared.rounding = round_together(draft, clip, decimals, weights, prepared.factor, *posterior);
  }
  round_each_value(draft, clip, decimals);
  prepared.changes.push_back(fmt::format("rounded to {}{}",
                                         decimals == 0 ? "whole numbers" : fmt::format("{} decimals", decimals),
                                         posterior != nullptr ? " together, by the posterior of a fit" : ""));
}

}  // namespace

PreparedWeights prepare(const Weights& weights, const ExportOptions& options, Decimals decimals,
                        const learn::Posterior* posterior) {
  options.validate();
  if (posterior != nullptr && !decimals.count)
    throw Error("--posterior: nothing is rounded where all digits are kept; say --decimals 0");
  if (options.drop_unfitted && weights.errors.empty()) {
    throw Error("--drop-unfitted: the weights file holds no standard errors, so that it does not tell what was fitted");
  }
  PreparedWeights prepared;
  prepared.options = options;
  prepared.decimals = decimals;
  Draft draft = draft_of(weights);
  apply_single_stage(draft, prepared);
  apply_scale(draft, prepared);
  std::set<std::string> folded;
  if (options.fold_material) {
    folded = fold_material(draft);
    prepared.changes.emplace_back("material added to the boards");
  }
  require_in_range(draft);
  select_groups(draft, options, folded);
  prepared.phases = chosen_phases(draft, options.stages);
  apply_clip(draft, prepared);
  apply_rounding(draft, prepared, weights, posterior);
  finish(draft, prepared, weights);
  return prepared;
}

std::string number_text(double value, Decimals decimals, bool is_real) {
  if (decimals.count) return text::fixed(value, *decimals.count);
  const std::string number = fmt::format("{}", value + 0.0);
  return is_real && number.find_first_of(".en") == std::string::npos ? number + ".0" : number;
}

}  // namespace hone::exchange
