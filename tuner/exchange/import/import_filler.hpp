// SPDX-License-Identifier: MIT
//
// Puts numbers that were found in a file into the weights of a schema.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/weights.hpp"
#include "tuner/exchange/import/found_numbers.hpp"
#include "tuner/exchange/import/import_weights.hpp"

namespace hone::exchange {

struct ImportTarget {
  std::string name;              // as reports show it
  std::vector<int> terms;        // in the order of the schema
  std::optional<int> phase;      // none: all phases
  const Group* board = nullptr;  // when the terms are a whole board
};

// All terms of the group, at this stage or at all of them.
[[nodiscard]] ImportTarget target_of_group(const Group& group, std::optional<int> phase);

class ImportFiller {
 public:
  ImportFiller(Weights& weights, const ImportOptions& options, bool last_row_first);

  // Throws Error where the numbers do not fit the target, or where others have been put there.
  ImportedName put(const FoundNumbers& numbers, const ImportTarget& target);

  // To be called at the end.
  void add_bounds();

  // The groups that got no number, and the stages of groups that got some at another: "material.pawn at eg".
  [[nodiscard]] std::vector<std::string> missing() const;

  [[noreturn]] void fail(const FoundNumbers& numbers, std::string_view message) const;

 private:
  // The term that the file has at this place.
  [[nodiscard]] std::size_t in_file(const ImportTarget& target, std::size_t place) const;
  // How the stages lie in the numbers; `none`: they have no dimension of their own.
  [[nodiscard]] PairOrder layout(const FoundNumbers& numbers, const ImportTarget& target) const;
  [[noreturn]] void misfit(const FoundNumbers& numbers, const ImportTarget& target, std::size_t wanted) const;
  void set(const FoundNumbers& numbers, std::size_t number, std::size_t weight);
  // Only single numbers have bounds.
  void bound(const FoundNumbers& numbers, const ImportTarget& target);
  [[nodiscard]] std::string stage_text(const ImportTarget& target) const;
  Weights& weights_;
  const ImportOptions& options_;
  bool last_row_first_;
  std::vector<const FoundNumbers*> sources_;  // of each weight; null: none
  std::vector<std::string> bounds_;
};

}  // namespace hone::exchange
