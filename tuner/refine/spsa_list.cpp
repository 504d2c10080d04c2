// SPDX-License-Identifier: MIT
#include "tuner/refine/spsa_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "data/text_lines.hpp"
#include "data/words.hpp"
#include "tuner/play/uci/uci_words.hpp"
#include "tuner/text/options.hpp"

namespace hone::refine {

namespace {

int whole_number_in_list(std::string_view name, std::string_view text) {
  constexpr int most = 1'000'000;  // as of any option that hone tunes
  const auto number = whole_number<int>(text);
  if (number && -most <= *number && *number <= most) return *number;
  throw Error(expected_found(fmt::format("{}, a whole number within +-1e6", name), quotation(text)));
}

void require_number_in_list(std::string_view name, std::string_view text) {
  if (!whole_number<double>(text)) throw Error(expected_found(fmt::format("{}, a number", name), quotation(text)));
}

SpsaParameter parse_spsa_line(std::string_view line) {
  std::vector<std::string_view> parts = text::split_at_commas(line, 7, "NAME, int, VALUE, MIN, MAX, C_END, R_END");
  std::ranges::transform(parts, parts.begin(), text::trimmed);
  if (parts[0].empty()) throw Error(expected_found("the name of an option", "none"));
  if (parts[1] != "int") throw Error(expected_found("int, as whole numbers are refined", quotation(parts[1])));
  SpsaParameter parameter{.name = std::string(parts[0])};
  parameter.start = whole_number_in_list("VALUE", parts[2]);
  parameter.least = whole_number_in_list("MIN", parts[3]);
  parameter.most = whole_number_in_list("MAX", parts[4]);
  require_number_in_list("C_END", parts[5]);
  require_number_in_list("R_END", parts[6]);
  if (parameter.least >= parameter.most) {
    throw Error(expected_found("MIN below MAX", fmt::format("{} and {}", parameter.least, parameter.most)));
  }
  if (parameter.start < parameter.least || parameter.start > parameter.most) {
    throw Error(expected_found(fmt::format("VALUE from {} to {}", parameter.least, parameter.most),
                               std::to_string(parameter.start)));
  }
  return parameter;
}

void add_to_list(SpsaList& list, SpsaParameter parameter) {
  const auto is_same = [&](const SpsaParameter& other) { return play::equal_but_case(other.name, parameter.name); };
  const auto first = std::ranges::find_if(list.parameters, is_same);
  if (first != list.parameters.end()) {
    throw Error(fmt::format("{} stands on line {} already", quotation(parameter.name), first->line));
  }
  list.parameters.push_back(std::move(parameter));
}

}  // namespace

SpsaList read_spsa_list(const std::filesystem::path& file) {
  TextLines lines(file);
  SpsaList list{.file = file.string()};
  while (const auto line = lines.next()) {
    const std::string_view text = text::trimmed(without_comment(*line));
    if (text.empty()) continue;
    try {
      SpsaParameter parameter = parse_spsa_line(text);
      parameter.line = lines.number();
      add_to_list(list, std::move(parameter));
    } catch (const Error& error) {
      throw Error(list.file, lines.number(), error.message());
    }
  }
  if (list.parameters.empty()) throw Error(list.file, 0, expected_found("parameters", "none"));
  return list;
}

}  // namespace hone::refine
