// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/toml_text.hpp"
#include "data/weights.hpp"

namespace hone {
namespace {

// Writes the shortest text that reads back as the same double. A TOML integer has no negative zero.
std::string number(double value) { return value == 0.0 && std::signbit(value) ? "-0.0" : fmt::format("{}", value); }

void check_values(const Weights& weights) {
  assert(weights.values.size() == static_cast<std::size_t>(weights.schema.weights()));
  if (!std::isfinite(weights.k) || weights.k <= 0) throw Error(expected_found("a positive k", number(weights.k)));
  for (int term = 0; term < weights.schema.terms(); ++term) {
    for (int phase = 0; phase < weights.schema.phase_count(); ++phase) {
      const double value = weights.at(term, phase);
      if (std::abs(value) <= max_weight) continue;
      throw Error(fmt::format("weight {}: {}", weights.schema.term_name(term),
                              expected_found("a number within +-1e6", number(value))));
    }
  }
}

void check_provenance(const std::vector<std::pair<std::string, std::string>>& provenance) {
  std::set<std::string_view> keys;
  for (const auto& [key, value] : provenance) {
    if (!keys.insert(key).second) throw Error(fmt::format("provenance says '{}' twice", key));
  }
}

std::vector<std::string> numbers(const Weights& weights, const Group& group, int phase) {
  std::vector<std::string> texts;
  for (int i = 0; i < group.shape.size(); ++i) texts.push_back(number(weights.at(group.first + i, phase)));
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

std::string group_text(const Weights& weights, const Group& group) {
  std::vector<std::vector<std::string>> phases;
  for (int phase = 0; phase < weights.schema.phase_count(); ++phase) phases.push_back(numbers(weights, group, phase));
  const std::vector<std::size_t> widths = column_widths(phases);
  const std::size_t name_width = widest(weights.schema.phases());

  std::string text = group.meaning.empty() ? "\n" : fmt::format("\n# {}\n", group.meaning);
  text += fmt::format("[{}]\n", group.name);
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

}  // namespace

std::string format_weights(const Weights& weights) {
  check_values(weights);
  check_provenance(weights.provenance);
  std::string text = fmt::format("format = \"{}\"\ngame = \"{}\"\nschema = \"{}\"\nk = {}\n", weights_format,
                                 weights.schema.game(), weights.schema.fingerprint(), number(weights.k));
  text += provenance_text(weights.provenance);
  for (const Group& group : weights.schema.groups()) text += group_text(weights, group);
  return text;
}

void write_weights(const std::filesystem::path& file, const Weights& weights) {
  write_file_atomically(file, format_weights(weights));
}

}  // namespace hone
