// SPDX-License-Identifier: MIT
#include "tuner/exchange/export/export_format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "data/error.hpp"
#include "tuner/exchange/export/export_template.hpp"
#include "tuner/exchange/export/export_templates.hpp"

namespace hone::exchange {

namespace {

constexpr Decimals whole_numbers{0}, all_digits{std::nullopt};

constexpr ExportFormat by_template(std::string_view name, std::string_view description, const std::string_view& text) {
  return {name, description, whole_numbers, nullptr, &text};
}

constexpr std::array formats{
    ExportFormat{"weights", "hone's own complete file, also of one that an older hone wrote", all_digits,
                 export_weights},
    ExportFormat{"json", "JSON: groups with shapes, meanings, values and errors a stage", all_digits, export_json},
    ExportFormat{"csv", "CSV: group, row, column, stage, value, error", all_digits, export_csv},
    ExportFormat{"npy", "NumPy: the values of csv, in its order, as float64", all_digits, export_npy},
    by_template("c", "C99 and C++: S(mg, eg) in tables, or a table a stage (--stages)", c_template),
    by_template("cpp", "C++17: as c, constexpr in a namespace", cpp_template),
    by_template("pesto", "C: mg_value[6], mg_pawn_table[64], ...", pesto_template),
    by_template("rust", "Rust: tables of constants, as are those that follow", rust_template),
    by_template("go", "Go", go_template),
    by_template("csharp", "C#", csharp_template),
    by_template("java", "Java", java_template),
    by_template("python", "Python", python_template),
    by_template("zig", "Zig", zig_template),
    by_template("javascript", "JavaScript, a module", javascript_template),
    by_template("ini", "key = value, a line a weight", ini_template),
    by_template("setoption", "UCI: setoption name KEY value VALUE", setoption_template),
    by_template("personality", "key value", personality_template),
    by_template("openbench", "a tune of OpenBench: name, int, value, min, max, c_end, r_end", openbench_template),
    by_template("weather-factory", "config.json of weather-factory", weather_factory_template),
    ExportFormat{"fairy-stockfish", "piece values for variants.ini of Fairy-Stockfish", whole_numbers,
                 export_fairy_stockfish},
    ExportFormat{"fairy-max", "pieces for fmax.ini of Fairy-Max", whole_numbers, export_fairy_max},
};

}  // namespace

std::span<const ExportFormat> export_formats() { return formats; }

const ExportFormat& find_export_format(std::string_view name) {
  const auto found =
      std::find_if(formats.begin(), formats.end(), [&](const auto& format) { return format.name == name; });
  if (found != formats.end()) return *found;
  std::vector<std::string_view> names;
  for (const ExportFormat& format : formats) names.push_back(format.name);
  throw Error(expected_found(fmt::format("one of the formats {}", fmt::join(names, ", ")), name));
}

std::string write_format(const ExportFormat& format, const PreparedWeights& prepared) {
  if (format.write != nullptr) return format.write(prepared);
  return fill_template(*format.template_text, fmt::format("template {}", format.name), prepared);
}

std::string export_weights(const PreparedWeights& prepared) {
  if (prepared.phases.size() != static_cast<std::size_t>(prepared.weights.schema.phase_count())) {
    throw Error("weights: a weights file holds all stages, so leave out --stages");
  }
  if (prepared.options.order != RowOrder::last_first) {
    throw Error("weights: in a weights file boards begin with their last row, so leave out --order");
  }
  Weights weights = prepared.weights;
  if (prepared.changes.empty()) return format_weights(weights);
  std::erase_if(weights.provenance, [](const auto& entry) { return entry.first == "export"; });
  weights.provenance.emplace_back("export", fmt::format("{}", fmt::join(prepared.changes, ", ")));
  return format_weights(weights);
}

}  // namespace hone::exchange
