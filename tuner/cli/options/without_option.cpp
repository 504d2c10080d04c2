// SPDX-License-Identifier: MIT
#include "tuner/cli/options/without_option.hpp"

#include <algorithm>
#include <string_view>

#include "engine/search_techniques.hpp"
#include "tuner/text/option_values.hpp"

namespace hone::cli {
namespace {

// The switch of the whole, beside those of its parts.
constexpr const char* all_selectivity = "selectivity";

std::vector<std::string> names_to_do_without() {
  std::vector<std::string> names{all_selectivity};
  for (const NamedTechnique& each : search_techniques) names.emplace_back(each.name);
  return names;
}

std::vector<std::string> parse_without(std::string_view text) {
  std::vector<std::string> names;
  for (const std::string_view part : text::split_at_commas(text)) {
    std::string name(part);
    std::ranges::replace(name, '-', '_');
    names.push_back(text::parse_choice(name, names_to_do_without()));
  }
  return names;
}

}  // namespace

void WithoutOption::declare(Options& options) {
  Option& option = options.custom(
      "without", "NAME,...", [this](std::string_view text) { names_ = parse_without(text); },
      [this] { return join(names_, ","); }, "techniques that the searcher does not use, to see what they are worth");
  option.range = join(names_to_do_without(), ", ");
}

void WithoutOption::apply_to(EngineOptions& options) const {
  for (const std::string& name : names_) {
    if (name == all_selectivity) options.selective = false;
    const auto technique = std::ranges::find(search_techniques, name, &NamedTechnique::name);
    if (technique != search_techniques.end()) options.techniques.*technique->is_on = false;
  }
}

}  // namespace hone::cli
