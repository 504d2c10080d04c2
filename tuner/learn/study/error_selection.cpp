// SPDX-License-Identifier: MIT
#include "tuner/learn/study/error_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "data/error.hpp"
#include "tuner/learn/fit/group_patterns.hpp"

namespace hone::learn {

ErrorSelection parse_error_selection(const std::string& text) {
  ErrorSelection selection;
  if (text.empty()) return selection;
  if (text.find_first_not_of("0123456789") == std::string::npos) {
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), selection.count);
    if (fault != std::errc()) throw Error(fmt::format("errors: expected fewer weights, found '{}'", text));
    return selection;
  }
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    if (part.empty())
      throw Error(fmt::format("errors: expected a number of weights or names of groups, found '{}'", text));
    selection.patterns.push_back(part);
  }
  if (text.back() == ',')
    throw Error(fmt::format("errors: expected a name of a group after the last comma of '{}'", text));
  return selection;
}

std::vector<std::size_t> selected_weights(const ErrorSelection& selection, const Weights& start, const Weights& fitted,
                                          const std::vector<std::int32_t>& parameter_of_weight,
                                          const std::vector<double>& mean_squares) {
  if (!selection.any()) return {};
  const std::vector<bool> terms = terms_of_groups(start.schema, selection.patterns);
  const auto phases = static_cast<std::size_t>(start.schema.phase_count());
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < parameter_of_weight.size(); ++i) {
    if (parameter_of_weight[i] >= 0 && terms[i / phases]) chosen.push_back(i);
  }
  if (selection.count == 0 || selection.count >= chosen.size()) return chosen;
  const auto matters = [&](std::size_t i) {
    return std::abs(fitted.values[i] - start.values[i]) * std::sqrt(std::max(0.0, mean_squares[i]));
  };
  std::ranges::stable_sort(chosen, [&](std::size_t a, std::size_t b) { return matters(a) > matters(b); });
  chosen.resize(selection.count);
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace hone::learn
