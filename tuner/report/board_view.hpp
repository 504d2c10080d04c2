// SPDX-License-Identifier: MIT
//
// The picture of a board (games/board_picture.hpp) as what the page's SVG is made of: squares or crossing lines, names,
// marks, and pieces. A piece is a shape that the page has once, and is put in its places by its letter.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "games/board_picture.hpp"

namespace hone::report {

// The pieces that some boards have, by their letters.
class PieceShapes {
 public:
  void add(const BoardPicture& picture);

  // A shape for each: its id, colour, kind ("disc", "ring", "cross" or "glyph"), and the glyph. Where a game has discs,
  // its other pieces are glyphs on discs.
  [[nodiscard]] nlohmann::ordered_json json() const;

 private:
  struct Shape {
    std::string symbol, colour;
  };
  std::map<char, Shape> shapes_;
};

// Of a picture with rows. marked: for each cell, or empty.
[[nodiscard]] nlohmann::ordered_json board_view(const BoardPicture& picture, const std::vector<bool>& marked);

}  // namespace hone::report
