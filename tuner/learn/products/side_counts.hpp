// SPDX-License-Identifier: MIT
//
// What each player has in a position, as numbers that can be multiplied: the factors of products
// (tuner/learn/products/product_search.hpp). A row of the fit holds the difference of the players alone, from which
// their products cannot be told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "data/schema.hpp"
#include "engine/evaluation_record.hpp"

namespace hone::learn {

// Of a player: how often the terms of a group count, or that times their places in the list (from 0 on).
struct Factor {
  std::size_t group = 0;  // of Schema::groups()
  bool by_place = false;  // of ordered lists alone
};

// The factors of all linear groups.
[[nodiscard]] std::vector<Factor> factors_of(const Schema& schema);
// "king.attackers", or "place in king.attackers".
[[nodiscard]] std::string factor_name(const Schema& schema, const Factor& factor);

class FactorCounter {
 public:
  explicit FactorCounter(const Schema& schema);

  [[nodiscard]] const std::vector<Factor>& factors() const { return factors_; }
  // The factors of the first player, then those of the second. Counts beyond 16 bits stop there. The record must tell
  // the players apart.
  [[nodiscard]] std::vector<std::int16_t> count(const EvaluationRecord& record) const;

 private:
  struct Use {
    std::size_t factor = 0;
    int times = 1;
  };

  std::vector<Factor> factors_;
  std::vector<std::vector<Use>> uses_;  // by term
};

// The counts of many rows, in their order.
class SideCounts {
 public:
  SideCounts() = default;
  explicit SideCounts(std::vector<Factor> factors) : factors_(std::move(factors)) {}

  // counts: as FactorCounter::count; empty where a row has none.
  void add(std::span<const std::int16_t> counts);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const std::vector<Factor>& factors() const { return factors_; }
  [[nodiscard]] const std::int16_t* first(std::size_t row) const {
    return chunks_[row / chunk_rows].data() + row % chunk_rows * 2 * factors_.size();
  }
  [[nodiscard]] const std::int16_t* second(std::size_t row) const { return first(row) + factors_.size(); }

 private:
  static constexpr std::size_t chunk_rows = 4'096;

  std::vector<Factor> factors_;
  std::size_t size_ = 0;
  std::vector<std::vector<std::int16_t>> chunks_;
};

}  // namespace hone::learn
