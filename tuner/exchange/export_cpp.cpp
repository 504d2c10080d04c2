// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/exchange/export_format.hpp"

namespace hone::exchange {

namespace {

// C++ keywords that could be the name of a group (C++20, table 5).
constexpr std::string_view keywords[] = {
    "and",      "auto",      "bool",     "break",     "case",     "catch",  "char",     "class",    "compl",
    "concept",  "const",     "default",  "delete",    "do",       "double", "else",     "enum",     "explicit",
    "export",   "extern",    "false",    "float",     "for",      "friend", "goto",     "if",       "inline",
    "int",      "long",      "mutable",  "namespace", "new",      "not",    "nullptr",  "operator", "or",
    "private",  "protected", "public",   "register",  "requires", "return", "short",    "signed",   "sizeof",
    "static",   "struct",    "switch",   "template",  "this",     "throw",  "true",     "try",      "typedef",
    "typename", "union",     "unsigned", "using",     "virtual",  "void",   "volatile", "while",    "xor",
};

// Turns "psqt.knight" into psqt_knight and "protected" into protected_.
std::string identifier(std::string name) {
  std::replace(name.begin(), name.end(), '.', '_');
  if (std::ranges::find(keywords, name) != std::end(keywords)) name += '_';
  return name;
}

std::string intro(const Weights& weights) {
  const Schema& schema = weights.schema;
  std::string text = fmt::format(
      "// Evaluation weights of {}, in hundredths of a unit, seen from the first player. Exported by hone; schema {}.\n"
      "//\n"
      "// Each term of the evaluation is counted in the position, the first player's number minus the second's, and\n"
      "// multiplied with its weight; the products are summed for each stage ({}).\n",
      schema.game(), schema.fingerprint(), fmt::join(schema.phases(), ", "));
  if (schema.phase_count() > 1) {
    text += fmt::format(
        "// A position stands `step` of stage_steps = {} steps from one stage to the next one, and its score is\n"
        "//   (sum_of_stage * (stage_steps - step) + sum_of_next_stage * step) / stage_steps\n"
        "// with 0 steps where the first stage is pure and all of them where the next one is.\n",
        schema.phase_steps());
  }
  return text +
         "// The expected result of a game is p = 1 / (1 + 10^(-scale_k * score / 400)).\n"
         "//\n"
         "// A list runs over what its comment says. A board runs over its rows from the first player's side, each "
         "row\n"
         "// from left to right: a1, b1, ..., with index row * columns + column.\n";
}

std::string weight_type(const Schema& schema) {
  std::string text = "struct Weight {\n";
  for (const std::string& phase : schema.phases()) text += fmt::format("  int {};\n", identifier(phase));
  return text + "};\n";
}

std::string weight_text(const std::vector<int>& values, int term, int phases) {
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(term) * phases;
  return fmt::format("{{{}}}", fmt::join(first, first + phases, ", "));
}

std::string row_text(const std::vector<int>& values, int first_term, int count, int phases) {
  std::vector<std::string> weights;
  for (int term = first_term; term < first_term + count; ++term) weights.push_back(weight_text(values, term, phases));
  return fmt::format("    {},\n", fmt::join(weights, ", "));
}

std::string group_text(const Group& group, const std::vector<int>& values, int phases) {
  std::string text = fmt::format("// {}\ninline constexpr Weight {}", group.meaning, identifier(group.name));
  if (group.shape.kind == GroupKind::scalar) return text + " = " + weight_text(values, group.first, phases) + ";\n";
  text += fmt::format("[{}] = {{\n", group.shape.size());
  for (int row = 0; row < group.shape.rows; ++row) {
    text += row_text(values, group.first + row * group.shape.cols, group.shape.cols, phases);
  }
  return text + "};\n";
}

}  // namespace

std::string export_cpp(const Weights& weights) {
  const Schema& schema = weights.schema;
  const std::vector<int> values = weights.rounded();
  std::string text = intro(weights) + "#pragma once\n\n";
  text += fmt::format("namespace {}_weights {{\n\n{}\n", schema.game(), weight_type(schema));
  text += fmt::format("inline constexpr double scale_k = {};\n", weights.k);
  text += fmt::format("inline constexpr int stage_steps = {};\n", schema.phase_steps());
  for (const Group& group : schema.groups()) text += '\n' + group_text(group, values, schema.phase_count());
  return text + fmt::format("\n}}  // namespace {}_weights\n", schema.game());
}

}  // namespace hone::exchange
