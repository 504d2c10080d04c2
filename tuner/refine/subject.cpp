// SPDX-License-Identifier: MIT
#include "tuner/refine/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/printable.hpp"
#include "data/words.hpp"
#include "engine/search_parameters.hpp"
#include "tuner/exchange/probe/probe_options.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/learn/fit/posterior.hpp"
#include "tuner/learn/weight_spelling.hpp"
#include "tuner/play/uci/uci_engine.hpp"
#include "tuner/play/uci/uci_player.hpp"

namespace hone::refine {
namespace {

constexpr std::string_view search_prefix = "search.";

std::string setoption_lines(const std::vector<std::pair<std::string, int>>& values) {
  std::string text;
  for (const auto& [name, value] : values) text += fmt::format("setoption name {} value {}\n", name, value);
  return text;
}

// A pattern of a weight is that of its group, or of the weight itself.
bool names_weight(const std::string& pattern, const std::string& group, const std::string& key) {
  return learn::matches(pattern, group) || learn::matches(pattern, key);
}

// Weights of other roles than the linear one have a single value, that of their stage or of the first one.
bool is_played(const Schema& schema, std::size_t index) {
  const auto phases = static_cast<std::size_t>(schema.phase_count());
  const Group& group = schema.group_of(static_cast<int>(index / phases));
  return group.role == Role::linear || index % phases == static_cast<std::size_t>(std::max(group.stage, 0));
}

// What the option begins with when it is set to the text.
int start_of(const exchange::ProbedOption& option, const std::string& text) {
  const auto value = whole_number<std::int64_t>(text);
  if (value && option.low <= *value && *value <= option.high) return static_cast<int>(*value);
  throw Error(fmt::format("option {}: {}", printable(option.name),
                          expected_found(fmt::format("a start from {} to {}", option.low, option.high),
                                         fmt::format("'{}'", printable(text)))));
}

// The options of a list, which lie within the bounds of the engine's.
std::vector<exchange::ProbedOption> options_in_list(const SpsaList& list, const std::vector<play::UciOption>& offered) {
  std::vector<exchange::ProbedOption> options;
  for (const SpsaParameter& each : list.parameters) {
    try {
      const play::UciOption* const option = play::find_uci_option(offered, each.name);
      if (option == nullptr || option->type != play::UciOption::Type::spin) {
        throw Error(fmt::format("the engine has no option {} with whole numbers", quotation(each.name)));
      }
      for (const int bound : {each.least, each.most}) play::check_uci_value(*option, std::to_string(bound));
      options.push_back({option->name, each.start, each.least, each.most});
    } catch (const Error& error) {
      throw Error(list.file, each.line, error.message());
    }
  }
  return options;
}

}  // namespace

std::filesystem::path options_file(std::filesystem::path base) { return base += ".options"; }

std::vector<int> start_values(const std::vector<Parameter>& parameters) {
  std::vector<int> values;
  for (const Parameter& parameter : parameters) values.push_back(parameter.start);
  return values;
}

OwnSubject::OwnSubject(const GameDriver& driver, const Weights& start, const EngineOptions& engine,
                       std::span<const std::string> patterns)
    : driver_(driver), start_(start), engine_(engine) {
  std::vector<bool> names_something(patterns.size(), false);
  const auto is_named = [&](const auto& names) {
    bool found = false;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      if (!names(patterns[i])) continue;
      found = true;
      names_something[i] = true;
    }
    return found;
  };
  const SearchParameters at_start = search_at_start();
  for (const NamedParameter& each : search_parameters) {
    const std::string name = std::string(search_prefix) + std::string(each.name);
    if (!is_named([&](const std::string& pattern) { return learn::matches(pattern, name); })) continue;
    search_.emplace_back(parameters_.size(), &each);
    parameters_.push_back({name, at_start.*each.value, each.least, each.most, std::string(each.meaning)});
  }
  const std::vector<int> rounded = start.rounded();
  const auto phases = static_cast<std::size_t>(start.schema.phase_count());
  for (std::size_t i = 0; i < rounded.size(); ++i) {
    const std::string key = learn::weight_key(start.schema, i);
    const Group& group = start.schema.group_of(static_cast<int>(i / phases));
    if (!is_played(start.schema, i)) continue;
    if (!is_named([&](const std::string& pattern) { return names_weight(pattern, group.name, key); })) continue;
    weights_.emplace_back(parameters_.size(), i);
    constexpr int most = static_cast<int>(max_weight);
    parameters_.push_back({key, rounded[i], -most, most, {}, true});
  }
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    if (names_something[i]) continue;
    throw Error(expected_found(
        "search.NAME, or a group of weights of " + start.schema.game() + ", where '*' stands for any text",
        fmt::format("'{}'", patterns[i])));
  }
  if (parameters_.empty()) throw Error("nothing is to be refined: a pattern names search.* or groups of weights");
}

Weights OwnSubject::weights(std::span<const int> values) const {
  Weights weights = start_;
  for (const auto& [place, index] : weights_) {
    // what was not moved keeps its fractions
    if (values[place] == parameters_[place].start) continue;
    weights.values[index] = values[place];
    const auto phases = static_cast<std::size_t>(weights.schema.phase_count());
    if (weights.schema.group_of(static_cast<int>(index / phases)).role != Role::phase) continue;
    for (std::size_t i = 1; i < phases; ++i) weights.values[index + i] = values[place];  // the same at all stages
  }
  if (!weights_.empty()) weights.errors.clear();
  return weights;
}

SearchParameters OwnSubject::search(std::span<const int> values) const {
  SearchParameters search = search_at_start();
  for (const auto& [place, parameter] : search_) search.*parameter->value = values[place];
  return search;
}

TunedPlayer OwnSubject::tuned_player(std::size_t hash_bytes) const {
  EngineOptions options = engine_;
  options.hash_bytes = hash_bytes;
  auto player = std::make_unique<EnginePlayer>(driver_.engine(start_, options));
  Engine& engine = player->engine();
  return {std::move(player), [this, &engine](std::span<const int> values) {
            engine.set_parameters(search(values));
            if (has_weights()) engine.set_weights(weights(values));
          }};
}

play::Entrant OwnSubject::entrant(std::string name, std::span<const int> values) const {
  EngineOptions options = engine_;
  options.parameters = ParameterChanges(driver_.search_parameters(), search(values));
  return play::weights_entrant(driver_, std::move(name), weights(values), options);
}

void OwnSubject::write(const std::filesystem::path& base, std::span<const int> values) const {
  std::vector<std::pair<std::string, int>> options;
  for (const auto& [place, parameter] : search_) options.emplace_back(parameter->name, values[place]);
  if (!options.empty()) write_file_atomically(options_file(base), setoption_lines(options));
  write_weights(std::filesystem::path(base) += ".weights", weights(values));
}

UciSubject::UciSubject(const GameDriver& driver, play::PlayerSpec engine, std::span<const std::string> patterns,
                       const SpsaList& list)
    : driver_(driver), engine_(std::move(engine)) {
  play::UciEngine asked(engine_.uci);
  if (const auto failure = asked.introduce())
    throw Error(fmt::format("{}: {}", engine_.uci.command.front(), failure->detail));
  asked.set_options();  // throws where one of them cannot be set, before anything is written
  std::vector<exchange::ProbedOption> chosen = options_in_list(list, asked.options());
  if (chosen.empty()) {
    exchange::OptionChoice choice;
    choice.wanted.assign(patterns.begin(), patterns.end());
    choice.left_out = [&](const std::string& option) {
      engine_.uci.tell(fmt::format("option {} has no default, min and max in whole numbers and is left out", option));
    };
    chosen = exchange::choose_options(asked.options(), choice);
  }
  for (const exchange::ProbedOption& option : chosen) {
    Parameter parameter{option.name, static_cast<int>(option.start), static_cast<int>(option.low),
                        static_cast<int>(option.high)};
    for (const auto& [name, value] : engine_.uci.options) {
      const play::UciOption* const set = play::find_uci_option(asked.options(), name);
      if (set != nullptr && set->name == option.name) parameter.start = start_of(option, value);
    }
    parameters_.push_back(std::move(parameter));
  }
}

std::vector<std::pair<std::string, std::string>> UciSubject::options_of(std::span<const int> values) const {
  std::vector<std::pair<std::string, std::string>> options;
  for (std::size_t i = 0; i < values.size(); ++i)
    options.emplace_back(parameters_[i].name, fmt::format("{}", values[i]));
  return options;
}

TunedPlayer UciSubject::tuned_player(std::size_t /*hash_bytes*/) const {
  auto player = std::make_unique<play::UciPlayer>(driver_, engine_.uci);
  play::UciPlayer& engine = *player;
  return {std::move(player), [this, &engine](std::span<const int> values) { engine.set_options(options_of(values)); }};
}

play::Entrant UciSubject::entrant(std::string name, std::span<const int> values) const {
  play::PlayerSpec spec = engine_;
  spec.name = std::move(name);
  spec.uci.player = spec.name;
  for (auto& option : options_of(values)) {
    std::erase_if(spec.uci.options, [&](const auto& before) { return before.first == option.first; });
    spec.uci.options.push_back(std::move(option));
  }
  return play::entrant_of(driver_, spec, driver_.material_weights(), {});
}

void UciSubject::write(const std::filesystem::path& base, std::span<const int> values) const {
  std::vector<std::pair<std::string, int>> options;
  for (std::size_t i = 0; i < values.size(); ++i) options.emplace_back(parameters_[i].name, values[i]);
  write_file_atomically(options_file(base), setoption_lines(options));
}

}  // namespace hone::refine
