// SPDX-License-Identifier: MIT
#include "tuner/epd_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <span>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "tuner/labels.hpp"

namespace hone {
namespace {

constexpr std::string_view blanks = " \t";
constexpr std::size_t position_fields = 4;  // of an EPD; a FEN's two counters after them are numbers

struct Field {
  std::string_view text;
  std::size_t at;  // in the line
};

// Cut at blanks, but not within quotes or brackets; a semicolon belongs to the field it ends.
std::vector<Field> fields_of(std::string_view line) {
  std::vector<Field> fields;
  for (std::size_t at = line.find_first_not_of(blanks); at < line.size();) {
    const char close = line[at] == '"' ? '"' : line[at] == '[' ? ']' : '\0';
    const std::size_t from = close == '\0' ? at : line.find(close, at + 1);
    if (from == std::string_view::npos) throw Error(fmt::format("{} is not closed", line.substr(at)));
    const std::size_t end = std::min(line.find_first_of(" \t[", std::max(from, at + 1)), line.size());
    fields.push_back({line.substr(at, end - at), at});
    at = std::min(line.find_first_not_of(blanks, end), line.size());
  }
  return fields;
}

std::string_view without_semicolon(std::string_view text) {
  if (text.ends_with(';')) text.remove_suffix(1);
  return text;
}

bool starts_operation(const Field& field) { return std::isalpha(static_cast<unsigned char>(field.text.front())) != 0; }

std::size_t first_operation(const std::vector<Field>& fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].text.front() == '[' || fields[i].text == "c9") return i;
    if (i >= position_fields && starts_operation(fields[i])) return i;
  }
  return fields.size();
}

double result_of_comment(std::string_view operand) {
  const std::string_view text = without_semicolon(operand);
  const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  const auto result = parse_result(quoted ? text.substr(1, text.size() - 2) : text);
  if (!result) throw Error(expected_found("c9 \"1-0\", c9 \"0-1\" or c9 \"1/2-1/2\"", "c9 " + std::string(text)));
  return *result;
}

double result_of_bracket(std::string_view field) {
  const std::string_view text = without_semicolon(field);
  const auto result = text.back() == ']' ? parse_share(text.substr(1, text.size() - 2)) : std::nullopt;
  if (!result) throw Error(expected_found("a share from [0] to [1] in brackets", text));
  return *result;
}

std::vector<double> results_in(std::span<const Field> operations) {
  std::vector<double> results;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const std::string_view text = operations[i].text;
    if (text.front() == '[') results.push_back(result_of_bracket(text));
    if (text == "c9") results.push_back(result_of_comment(i + 1 < operations.size() ? operations[i + 1].text : ""));
  }
  return results;
}

}  // namespace

LabelledPosition parse_epd_label(std::string_view line) {
  const std::vector<Field> fields = fields_of(line);
  const std::size_t first = first_operation(fields);
  const std::vector<double> results = results_in(std::span(fields).subspan(first));
  if (results.size() != 1) {
    const std::string found = results.empty() ? "none" : fmt::format("{} results", results.size());
    throw Error(expected_found("a result such as c9 \"1-0\"; or [0.5]", found));
  }
  std::string_view position = line.substr(0, fields[first].at);
  position.remove_prefix(fields.front().at);
  position = position.substr(0, position.find_last_not_of(" \t;") + 1);
  if (position.empty()) throw Error("expected a position before the result");
  return {.position = std::string(position), .target = results.front()};
}

}  // namespace hone
