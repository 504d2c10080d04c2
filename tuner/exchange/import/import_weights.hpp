// SPDX-License-Identifier: MIT
//
// Puts the numbers of another program's file into the groups of a schema, or makes a schema of them. What a name means
// is never guessed in silence: where two readings are possible, Error says which option settles it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/weights.hpp"
#include "tuner/exchange/export/export_options.hpp"
#include "tuner/exchange/import/found_numbers.hpp"

namespace hone::exchange {

// Which dimension of an array is over the stages, where neither its name nor its form tells: 6x2 or 2x64.
enum class PairOrder : std::uint8_t { unknown, inner, outer, none };

struct ImportOptions {
  ReadRules rules = {};
  std::string format = "table";
  std::optional<RowOrder> order = {};      // of boards; none: what the file says, else the last row first
  std::optional<Weights> like = {};        // its schema is filled, and what the file lacks keeps its values
  std::string name = "engine";             // of the game of a new schema
  std::vector<std::string> maps = {};      // KEY=TARGET[,TARGET...]
  std::vector<std::string> boards = {};    // PATTERN=ROWSxCOLS, or PATTERN=list
  std::vector<std::string> elements = {};  // names of what the first index of an array runs over
  std::string stages = {};                 // of a new schema: "mg,eg"; empty: as the names say
  int steps = 24;                          // of a new schema with several stages
  PairOrder pairs = PairOrder::unknown;
  bool every_stage = false;  // a number that names no stage is that of all
  std::string prefix = {};   // in front of every name in the file, without a meaning
  double scale = 1;          // every number is multiplied with it; see require_factor()
  std::optional<double> k = {};

  void declare(text::Options& options);
};

// What became of a name in the file.
struct ImportedName {
  std::string name;
  int line = 0;        // 0: not known
  std::string shape;   // "number", "64", "6x2"; empty for what was left out while reading
  std::string target;  // group or weight; empty: left out
  std::string stage;   // "mg"; "all" where it is all of them; empty: left out
  std::string reason;  // why it was left out
};

struct Imported {
  Weights weights;
  std::vector<ImportedName> names;  // in the order of the file, then what could not be read
  // Groups of the schema that got no number, and stages of others: "material.pawn at eg".
  std::vector<std::string> missing;
  std::vector<std::string> repeated = {};  // names of which the file has several; the later ones end in _2, _3
  bool is_k_known = true;                  // the file or an option says it; else it is that of `like`, or 1
};

// Throws Error with the file and the line of the name that is at fault, when no name could be placed, and for a scale
// of a size that require_factor() refuses.
[[nodiscard]] Imported import_weights(const Found& found, const ImportOptions& options);

}  // namespace hone::exchange
