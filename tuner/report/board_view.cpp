// SPDX-License-Identifier: MIT
#include "tuner/report/board_view.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "games/game.hpp"

namespace hone::report {

namespace {

using Json = nlohmann::ordered_json;

// In units of the SVG; page.css and replay.js know the side of a cell, too.
constexpr int cell = 40, margin = 20, edge = 4;

std::string shape_id(char letter) { return "piece-" + std::to_string(static_cast<int>(letter)); }

const char* colour_name(PieceColour colour) {
  switch (colour) {
    case PieceColour::white:
      return "white";
    case PieceColour::black:
      return "black";
    case PieceColour::red:
      return "red";
    case PieceColour::yellow:
      break;
  }
  return "yellow";
}

std::string kind_of(const std::string& symbol) {
  if (symbol == "●") return "disc";
  if (symbol == "○") return "ring";
  return symbol == "✕" ? "cross" : "glyph";
}

// What squares look like: of two colours, of wood, in the blue of a frame that marks fall into, or in the green of a
// cloth.
std::string material_of(const BoardPicture& picture) {
  if (picture.crossings) return "wood";
  if (std::ranges::any_of(picture.cells, &PictureCell::dark)) return "chequered";
  const bool is_frame = picture.players[0].colour == PieceColour::red && !picture.has_row_names();
  return is_frame ? "frame" : "cloth";
}

// Where things lie, with room for the names of rows and columns where there are some.
struct Frame {
  int left, top = edge, right, bottom;

  explicit Frame(const BoardPicture& picture)
      : left(picture.has_row_names() ? margin : edge),
        right(left + cell * picture.columns),
        bottom(top + cell * picture.rows) {}

  [[nodiscard]] int x(int col) const { return left + cell * col; }
  [[nodiscard]] int y(int row) const { return top + cell * row; }
};

Json squares_of(const BoardPicture& picture, const Frame& frame) {
  Json squares = Json::array();
  for (int row = 0; row < picture.rows; ++row) {
    for (int col = 0; col < picture.columns; ++col) {
      const bool dark = picture.at(row, col).dark;
      squares.push_back({{"x", frame.x(col)}, {"y", frame.y(row)}, {"class", dark ? "dark" : "light"}});
    }
  }
  return squares;
}

// From the first crossing to the last one, whose cells they are the middles of.
Json lines_of(const BoardPicture& picture, const Frame& frame) {
  Json lines = Json::array();
  const int left = frame.x(0) + cell / 2, right = frame.right - cell / 2;
  const int top = frame.y(0) + cell / 2, bottom = frame.bottom - cell / 2;
  for (int row = 0; row < picture.rows; ++row) {
    const int y = frame.y(row) + cell / 2;
    lines.push_back({{"x1", left}, {"y1", y}, {"x2", right}, {"y2", y}});
  }
  for (int col = 0; col < picture.columns; ++col) {
    const int x = frame.x(col) + cell / 2;
    lines.push_back({{"x1", x}, {"y1", top}, {"x2", x}, {"y2", bottom}});
  }
  return lines;
}

Json names_of(const BoardPicture& picture, const Frame& frame) {
  Json names = Json::array();
  for (int row = 0; row < picture.rows; ++row) {
    const std::string& name = picture.row_names[static_cast<std::size_t>(row)];
    if (!name.empty()) names.push_back({{"x", frame.left / 2}, {"y", frame.y(row) + cell / 2}, {"text", name}});
  }
  for (int col = 0; col < picture.columns; ++col) {
    const std::string& name = picture.column_names[static_cast<std::size_t>(col)];
    if (!name.empty()) {
      names.push_back({{"x", frame.x(col) + cell / 2}, {"y", frame.bottom + margin / 2}, {"text", name}});
    }
  }
  return names;
}

// Where neither rows nor columns have names, in the corners of the squares.
Json numbers_of(const BoardPicture& picture, const Frame& frame) {
  Json numbers = Json::array();
  if (picture.has_row_names() || picture.has_column_names()) return numbers;
  for (int row = 0; row < picture.rows; ++row) {
    for (int col = 0; col < picture.columns; ++col) {
      const std::string& name = picture.at(row, col).name;
      if (!name.empty()) numbers.push_back({{"x", frame.x(col) + 2}, {"y", frame.y(row) + 10}, {"text", name}});
    }
  }
  return numbers;
}

}  // namespace

void PieceShapes::add(const BoardPicture& picture) {
  for (const PictureCell& one : picture.cells) {
    if (!one.owner) continue;
    const PieceColour colour = picture.players[static_cast<std::size_t>(*one.owner)].colour;
    shapes_.try_emplace(one.letter, Shape{one.symbol, colour_name(colour)});
  }
}

Json PieceShapes::json() const {
  const bool has_discs =
      std::ranges::any_of(shapes_, [](const auto& shape) { return kind_of(shape.second.symbol) == "disc"; });
  Json shapes = Json::array();
  for (const auto& [letter, shape] : shapes_) {
    const std::string kind = kind_of(shape.symbol);
    const bool is_glyph = kind == "glyph";
    shapes.push_back({{"id", shape_id(letter)},
                      {"colour", shape.colour},
                      {"disc", kind == "disc" || (is_glyph && has_discs)},
                      {"ring", kind == "ring"},
                      {"cross", kind == "cross"},
                      {"on_disc", is_glyph && has_discs},
                      {"glyph", is_glyph ? shape.symbol + "\uFE0E" : ""}});  // as text, not as a coloured picture
  }
  return shapes;
}

Json board_view(const BoardPicture& picture, const std::vector<bool>& marked) {
  const Frame frame(picture);
  Json marks = Json::array(), pieces = Json::array();
  for (int row = 0; row < picture.rows; ++row) {
    for (int col = 0; col < picture.columns; ++col) {
      const auto index = static_cast<std::size_t>(row * picture.columns + col);
      const Json place = {{"x", frame.x(col)}, {"y", frame.y(row)}};
      if (index < marked.size() && marked[index]) marks.push_back(place);
      if (!picture.cells[index].owner) continue;
      pieces.push_back(place);
      pieces.back()["id"] = shape_id(picture.cells[index].letter);
    }
  }
  const bool has_column_names = picture.has_column_names();
  return {{"left", frame.left},
          {"top", frame.top},
          {"width", frame.right + edge},
          {"height", frame.bottom + (has_column_names ? margin : edge)},
          {"cell", cell},
          {"material", material_of(picture)},
          {"squares", squares_of(picture, frame)},
          {"lines", picture.crossings ? lines_of(picture, frame) : Json::array()},
          {"names", names_of(picture, frame)},
          {"numbers", numbers_of(picture, frame)},
          {"holes", material_of(picture) == "frame"},
          {"marks", marks},
          {"pieces", pieces}};
}

}  // namespace hone::report
