// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/printable.hpp"
#include "data/row_names.hpp"
#include "data/toml_text.hpp"
#include "data/weights.hpp"

namespace hone {
namespace {

// Writes the shortest text that reads back as the same double. A TOML integer has no negative zero.
std::string number(double value) { return value == 0.0 && std::signbit(value) ? "-0.0" : fmt::format("{}", value); }

void check_values(const Weights& weights) {
  assert(weights.values.size() == static_cast<std::size_t>(weights.schema.weights()));
  if (!std::isfinite(weights.k) || weights.k <= 0) throw Error(expected_found("a positive k", number(weights.k)));
  assert(weights.errors.empty() || weights.errors.size() == weights.values.size());
  for (int term = 0; term < weights.schema.terms(); ++term) {
    for (int phase = 0; phase < weights.schema.phase_count(); ++phase) {
      const double value = weights.at(term, phase);
      if (std::abs(value) <= max_weight) continue;
      throw Error(fmt::format("weight {}: {}", weights.schema.term_name(term),
                              expected_found("a number within +-1e6", number(value))));
    }
  }
  for (const double error : weights.errors) {
    if (error < 0) throw Error(expected_found("standard errors from 0", number(error)));
  }
}

void check_provenance(const std::vector<std::pair<std::string, std::string>>& provenance) {
  std::set<std::string_view> keys;
  for (const auto& [key, value] : provenance) {
    if (!keys.insert(key).second) throw Error(fmt::format("provenance says '{}' twice", key));
  }
}

// What is written of a weight: its value, or its standard error.
using ShowWeight = std::string (*)(const Weights& weights, std::size_t weight);

std::string value_text(const Weights& weights, std::size_t weight) { return number(weights.values[weight]); }

std::string error_text(const Weights& weights, std::size_t weight) {
  return std::isfinite(weights.errors[weight]) ? fmt::format("{:.3g}", weights.errors[weight]) : "nan";
}

std::vector<std::string> numbers(const Weights& weights, const Group& group, int phase, ShowWeight show) {
  std::vector<std::string> texts;
  for (int i = 0; i < group.shape.size(); ++i) {
    texts.push_back(show(weights, static_cast<std::size_t>((group.first + i) * weights.schema.phase_count() + phase)));
  }
  return texts;
}

std::size_t widest(const std::vector<std::string>& texts) {
  std::size_t width = 0;
  for (const std::string& text : texts) width = std::max(width, text.size());
  return width;
}

std::string bracketed(const std::string* first, int count, const std::vector<std::size_t>& widths) {
  std::string text = "[";
  for (int i = 0; i < count; ++i) {
    text += fmt::format("{}{:>{}}", i == 0 ? "" : ", ", first[i], widths[static_cast<std::size_t>(i)]);
  }
  return text + "]";
}

std::string board_text(const std::vector<std::string>& texts, GroupShape shape) {
  const std::vector<std::size_t> widths(static_cast<std::size_t>(shape.cols), widest(texts));
  std::string text = "[\n";
  for (int row = shape.rows - 1; row >= 0; --row) {
    const std::string line = bracketed(&texts[static_cast<std::size_t>(row * shape.cols)], shape.cols, widths);
    text += fmt::format("  {},  # {}\n", line, row + 1);
  }
  return text + "]";
}

// Computes the width of each column, so that the phases of a group are aligned.
std::vector<std::size_t> column_widths(const std::vector<std::vector<std::string>>& phases) {
  std::vector<std::size_t> widths(phases.front().size());
  for (const auto& texts : phases) {
    for (std::size_t i = 0; i < texts.size(); ++i) widths[i] = std::max(widths[i], texts[i].size());
  }
  return widths;
}

std::string group_text(const Weights& weights, const Group& group, ShowWeight show) {
  std::vector<std::vector<std::string>> phases;
  for (int phase = 0; phase < weights.schema.phase_count(); ++phase) {
    phases.push_back(numbers(weights, group, phase, show));
  }
  const std::vector<std::size_t> widths = column_widths(phases);
  const std::size_t name_width = widest(weights.schema.phases());

  std::string text;
  for (std::size_t phase = 0; phase < phases.size(); ++phase) {
    const std::vector<std::string>& values = phases[phase];
    text += fmt::format("{:<{}} = ", weights.schema.phases()[phase], name_width);
    switch (group.shape.kind) {
      case GroupKind::scalar:
        text += fmt::format("{:>{}}", values.front(), widths.front());
        break;
      case GroupKind::list:
        text += bracketed(values.data(), group.shape.size(), widths);
        break;
      case GroupKind::board:
        text += board_text(values, group.shape);
        break;
    }
    text += "\n";
  }
  return text;
}

std::string provenance_text(const std::vector<std::pair<std::string, std::string>>& provenance) {
  if (provenance.empty()) return "";
  std::string text = "\n[provenance]\n";
  for (const auto& [key, value] : provenance) text += fmt::format("{} = {}\n", toml_key(key), toml_string(value));
  return text;
}

// The schema in the form of a names file (data/row_names.hpp), as a text of several lines that needs no escapes where
// TOML allows it.
std::string names_text(const Schema& schema) {
  const std::string names = format_row_names(schema);
  if (!is_utf8(names) || names.find("'''") != std::string::npos) {
    return fmt::format("names = {}\n", toml_string(names));
  }
  return fmt::format("names = '''\n{}'''\n", names);
}

std::string values_text(const Weights& weights, const Group& group) {
  const std::string meaning = group.meaning.empty() ? "" : fmt::format("# {}\n", printable(group.meaning));
  return fmt::format("\n{}[{}]\n{}", meaning, group.name, group_text(weights, group, value_text));
}

bool knows_errors(const Weights& weights, const Group& group) {
  const auto phases = static_cast<std::size_t>(weights.schema.phase_count());
  const auto first = weights.errors.begin() + static_cast<std::ptrdiff_t>(group.first * phases);
  return std::any_of(first, first + static_cast<std::ptrdiff_t>(group.shape.size() * phases),
                     [](double error) { return std::isfinite(error); });
}

std::string errors_text(const Weights& weights) {
  if (weights.errors.empty()) return "";
  std::string text;
  for (const Group& group : weights.schema.groups()) {
    if (!knows_errors(weights, group)) continue;
    text += fmt::format("\n[errors.{}]\n{}", group.name, group_text(weights, group, error_text));
  }
  return text.empty() ? "" : "\n# Standard errors of the values\n" + text.substr(1);
}

}  // namespace

std::string format_weights(const Weights& weights) {
  check_values(weights);
  check_provenance(weights.provenance);
  std::string text =
      fmt::format("# {}\nformat = \"{}\"\ngame = \"{}\"\nschema = \"{}\"\nk = {}\n", row_order_text, weights_format,
                  weights.schema.game(), weights.schema.fingerprint(), number(weights.k));
  text += names_text(weights.schema);
  text += provenance_text(weights.provenance);
  for (const Group& group : weights.schema.groups()) text += values_text(weights, group);
  return text + errors_text(weights);
}

void write_weights(const std::filesystem::path& file, const Weights& weights) {
  write_file_atomically(file, format_weights(weights));
}

}  // namespace hone
