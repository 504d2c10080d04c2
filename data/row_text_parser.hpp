// SPDX-License-Identifier: MIT
//
// A training row as a line of text: the result, what else is known of the position, and its counts.
// Grammar and example: data/ROWS.md.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/rows.hpp"
#include "data/schema.hpp"

namespace hone {

class RowTextParser {
 public:
  explicit RowTextParser(const Schema& schema);

  // The row of a line, valid until the next call; nothing when there is only a comment. Throws Error without a place.
  [[nodiscard]] std::optional<RowView> parse(std::string_view line);
  // Whether the last line says which game it is from; otherwise the label's game is 0.
  [[nodiscard]] bool has_game() const { return has_game_; }

 private:
  struct Fields;

  void set(std::string_view word, Fields& fields) const;
  void set_scales(std::string_view value, Fields& fields) const;
  void add_count(std::string_view word);
  [[nodiscard]] std::uint16_t term_of(std::string_view word) const;
  void finish_counts();
  void place(const Fields& fields);

  int stages_;
  int steps_;
  int terms_;
  std::map<std::string, std::uint16_t, std::less<>> names_;

  bool has_game_ = false;
  std::vector<FeatureCount> counts_;  // as they come
  std::vector<std::uint16_t> row_terms_;
  std::vector<float> row_counts_;
  StagePoint stage_;
  RowLabel label_;
};

}  // namespace hone
