// SPDX-License-Identifier: MIT
//
// What a reader finds in another program's file, before anything is known of a schema: numbers and arrays of numbers
// under the names that they have there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/schema.hpp"

namespace hone::exchange {

// An array, or a number. The values lie in the order of the file, the last index running fastest.
struct FoundNumbers {
  std::string name;                 // as the file spells it; "PSQT[2]" and "values.pawn" for parts of something larger
  int line = 0;                     // in the file; 0: not known
  std::vector<int> sizes = {};      // of each dimension, the outermost first; none for a number
  std::vector<double> values = {};  // the product of the sizes
  std::vector<double> errors = {};  // of the values, NaN where there is none; empty: the file tells none
  bool has_pairs = false;           // the last dimension is over stages: S(mg, eg), or a tuple of numbers
  bool has_calls = false;           // the first of these: --pairs none does not make it a list
  bool is_board = false;            // both dimensions are of one board
  std::string stage = {};           // where the file names it beside the name
  std::optional<double> low = {}, high = {};  // bounds that the file tells

  [[nodiscard]] std::string shape_text() const;  // "number", "64", "6x64"
};

// A name that has no numbers which could be taken, and why.
struct LeftOut {
  std::string name;
  int line = 0;
  std::string reason;
};

struct Found {
  std::vector<FoundNumbers> numbers = {};
  std::vector<LeftOut> left_out = {};
  std::optional<Schema> schema = {};        // where the file holds it
  std::optional<double> k = {};             // likewise
  std::optional<bool> last_row_first = {};  // how boards lie, where the file says so
  bool numbers_rows = false;                // and where it numbers them, whatever their order
  bool has_stages_inside = false;           // arrays of stages have them as their last dimension: files of hone export
};

// How files are read, whatever their format. An expression that is no number is an error, or left out.
struct ReadRules {
  std::string file;  // for errors
  bool skip_expressions = false;
  std::vector<std::string> include = {}, exclude = {};  // patterns of names, see below; none: all, none

  // Whether what has this name is to be read. Patterns have commas between, and '*' stands for any text.
  [[nodiscard]] bool takes(const std::string& name) const;
};

// Adds what hone export says in the first lines of a file: the order of boards, and K.
void take_what_is_said(std::string_view text, Found& found);

}  // namespace hone::exchange
