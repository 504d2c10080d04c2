// SPDX-License-Identifier: MIT
//
// Reads a training row from a line of text: the result, optional fields about the position, and the counts. Grammar and
// example: data/ROWS.md.
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
#include "data/words.hpp"

namespace hone {

class RowTextParser {
 public:
  explicit RowTextParser(const Schema& schema);

  // Returns the row of a line, valid until the next call, or nothing when the line holds only a comment. Throws Error
  // without a place, and Contradiction (data/faults.hpp) when nothing but the result is wrong.
  [[nodiscard]] std::optional<RowView> parse(std::string_view line);
  // Returns whether the last line named its game; otherwise the label's game is 0.
  [[nodiscard]] bool has_game() const { return has_game_; }

 private:
  struct Fields;

  RowView read_rest(float target, Words& words);
  [[noreturn]] void refuse_result(std::string_view word, Words& words);
  void set(std::string_view word, Fields& fields) const;
  void set_scales(std::string_view value, Fields& fields) const;
  void add_count(std::string_view word);
  [[nodiscard]] std::uint16_t term_of(std::string_view word) const;
  void finish_counts();
  void place(const Fields& fields);

  int phases_;
  int steps_;
  int columns_;
  bool moves_phase_;  // whether terms of the schema do
  std::map<std::string, std::uint16_t, std::less<>> names_;

  bool has_game_ = false;
  std::vector<FeatureCount> counts_;  // in the order of the line
  std::vector<std::uint16_t> row_terms_;
  std::vector<float> row_counts_;
  PhasePoint phase_;
  RowLabel label_;
};

}  // namespace hone
