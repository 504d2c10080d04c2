// SPDX-License-Identifier: MIT
#include "tuner/exchange/import/import_mapping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "data/error.hpp"
#include "tuner/text/options.hpp"

namespace hone::exchange {

namespace {

// A comma inside the brackets of TERM[ROW,COLUMN] separates nothing.
std::vector<std::string> targets_of(std::string_view text) {
  std::vector<std::string> targets(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && depth == 0) {
      targets.emplace_back();
    } else {
      targets.back() += c;
    }
  }
  return targets;
}

}  // namespace

std::vector<std::string> comma_list(std::string_view text) {
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  for (const std::string_view part : text::split_at_commas(text)) parts.emplace_back(text::trimmed(part));
  return parts;
}

ImportMappings::ImportMappings(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      throw Error(fmt::format("--map: {}", expected_found("KEY=TARGET", fmt::format("'{}'", text))));
    }
    mappings_.push_back({text.substr(0, equals), targets_of(std::string_view(text).substr(equals + 1))});
  }
}

const ImportMapping* ImportMappings::use(const std::string& name) {
  const auto found = std::ranges::find(mappings_, name, &ImportMapping::key);
  if (found == mappings_.end()) return nullptr;
  found->is_used = true;
  return &*found;
}

bool ImportMappings::has_parts_of(const std::string& name) const {
  return std::ranges::any_of(mappings_,
                             [&](const ImportMapping& mapping) { return mapping.key.starts_with(name + '['); });
}

void ImportMappings::require_used(const std::string& file) const {
  const auto unused = std::ranges::find(mappings_, false, &ImportMapping::is_used);
  if (unused != mappings_.end()) throw Error(file, 0, fmt::format("--map: no numbers are called '{}'", unused->key));
}

FoundNumbers part_of(const FoundNumbers& whole, int index, const std::string& name) {
  const auto parts = static_cast<std::size_t>(whole.sizes.front());
  const std::size_t size = whole.values.size() / parts, begin = size * static_cast<std::size_t>(index);
  const auto cut = [&](const std::vector<double>& numbers) {
    if (numbers.empty()) return std::vector<double>();
    const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(begin);
    return std::vector<double>(first, first + static_cast<std::ptrdiff_t>(size));
  };
  FoundNumbers part{.name = name, .line = whole.line, .sizes = {whole.sizes.begin() + 1, whole.sizes.end()}};
  part.values = cut(whole.values);
  part.errors = cut(whole.errors);
  part.has_pairs = whole.has_pairs;
  part.has_calls = whole.has_calls && !part.sizes.empty();
  part.stage = whole.stage;
  return part;
}

bool has_parts(const FoundNumbers& numbers) { return numbers.sizes.size() > (numbers.has_pairs ? 1U : 0U); }

}  // namespace hone::exchange
