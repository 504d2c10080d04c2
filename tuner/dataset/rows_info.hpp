// SPDX-License-Identifier: MIT
//
// What is in files of rows, counted.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <unordered_set>
#include <vector>

#include "data/rows.hpp"
#include "data/schema.hpp"

namespace hone {

struct RowsInfo {
  explicit RowsInfo(const Schema& schema) : seen(static_cast<std::size_t>(schema.terms())) {}
  void add(const RowView& row);

  std::uint64_t rows = 0, counts = 0, scored = 0;
  std::uint64_t weighted = 0, offset = 0, scaled = 0;  // rows with a weight other than 1, an offset, a factor
  std::uint64_t unnamed = 0;                           // that name no game; set by who read them
  std::array<std::uint64_t, 4> results{};              // first player's: won, drawn, lost, in between
  std::vector<bool> seen;                              // by term: not 0 in some row
  [[nodiscard]] std::size_t games() const { return games_.size(); }
  [[nodiscard]] std::uint64_t unseen() const;  // terms

 private:
  std::unordered_set<std::uint32_t> games_;
};

[[nodiscard]] std::string report(const RowsInfo& info, const Schema& schema);
[[nodiscard]] nlohmann::ordered_json to_json(const RowsInfo& info, const Schema& schema);

}  // namespace hone
