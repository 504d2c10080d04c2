// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string>

#include "data/error.hpp"
#include "tuner/exchange/import/import_weights.hpp"
#include "tuner/text/options.hpp"

namespace hone::exchange {

namespace {

void declare_reading(text::Options& options, ImportOptions& import) {
  options.list("include", "PATTERN", import.rules.include,
               "read these names only; * stands for any text, and commas separate as well");
  options.list("exclude", "PATTERN", import.rules.exclude, "leave these names out");
  options.flag("skip", import.rules.skip_expressions,
               "table: leave out what is no plain number, or too large for a weight, instead of an error");
  options.text("prefix", "TEXT", import.prefix, "stands in front of every name and means nothing");
  options.custom(
      "order", "a8|a1",
      [&import](std::string_view text) {
        import.order = text::parse_choice(text, {"a8", "a1"}) == "a8" ? RowOrder::last_first : RowOrder::first_first;
      },
      [&import] { return import.order ? std::string(to_string(*import.order)) : std::string(); },
      "how boards lie in the file: the last row first, or the first; else as the file says, else a8");
  options.choice("pairs",
                 text::Choices<PairOrder>{{"ask", PairOrder::unknown},
                                          {"inner", PairOrder::inner},
                                          {"outer", PairOrder::outer},
                                          {"none", PairOrder::none}},
                 import.pairs,
                 "what the stages are in arrays where it could be either: the last dimension, as in {mg, eg}, the "
                 "first, as in [2][64], or none; ask: that is an error");
  options.flag("every-stage", import.every_stage,
               "a number that names no stage counts for all of them; in a new schema its stages are tied");
  options.real("scale", "X", import.scale, {-1e9, 1e9},
               "multiply every number by X, 1e-9 at least in size (what is squared by its root), and divide K of the "
               "file");
  options.real("k", "X", import.k, {1e-9, 1e9}, "scale of the scores: p = 1 / (1 + 10^(-k score / 400))");
}

void declare_places(text::Options& options, ImportOptions& import) {
  options.list(
      "map", "KEY=TARGET", import.maps,
      "where the numbers called KEY go: GROUP, GROUP.STAGE or GROUP[INDEX], or - for nowhere. KEY[2] is a part "
      "of an array; several targets with commas take its parts in turn");
  options.custom(
      "elements", "A,B,...",
      [&import](std::string_view text) {
        import.elements.clear();
        for (const std::string_view name : text::split_at_commas(text))
          import.elements.emplace_back(text::trimmed(name));
      },
      [&import] { return text::join(import.elements, ","); },
      "what the first index of arrays of that length runs over, such as pawn,knight,bishop,rook,queen,king");
}

void declare_new_schema(text::Options& options, ImportOptions& import) {
  options.text("name", "NAME", import.name, "what the engine or its game is called in the new weights file");
  options.text("stages", "A,B", import.stages, "names of the stages; else mg,eg where names or pairs tell of two");
  options.integer("steps", "N", import.steps, {1, 255}, "from stage to stage");
  options.list(
      "board", "NAME=RxC", import.boards,
      "arrays of this name (* for any text) are boards of R rows and C columns, or =list; else 64 numbers are a "
      "board of 8x8 and all others lists");
}

}  // namespace

void ImportOptions::declare(text::Options& options) {
  options.group("How the file is read");
  declare_reading(options, *this);
  options.group("Where numbers go");
  declare_places(options, *this);
  options.group("A new schema, where none is given");
  declare_new_schema(options, *this);
}

}  // namespace hone::exchange
