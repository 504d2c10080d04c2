// SPDX-License-Identifier: MIT
#include "games/board_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace hone {
namespace {

// Numbers of the 256 colours of terminals.
struct Palette {
  int light, dark;                // backgrounds of squares
  int marked_light, marked_dark;  // of those of the last move
  int ink;                        // of names and lines
};
constexpr Palette chequered{109, 66, 143, 100, 237};
constexpr Palette wooden{179, 179, 215, 215, 94};
constexpr Palette blue{24, 24, 31, 31, 67};
constexpr Palette green{29, 29, 71, 71, 22};

Palette palette_of(const BoardPicture& picture) {
  if (picture.crossings) return wooden;
  if (std::ranges::find(picture.cells, true, &PictureCell::dark) != picture.cells.end()) return chequered;
  return picture.players[0].colour == PieceColour::red ? blue : green;
}

int ink_of(PieceColour colour) {
  constexpr std::array inks{231, 16, 209, 227};  // in the order of PieceColour
  return inks[static_cast<std::size_t>(colour)];
}

std::size_t longest(const std::vector<std::string>& names) {
  std::size_t length = 0;
  for (const std::string& name : names) length = std::max(length, name.size());
  return length;
}

// The crossing of lines at a place, and the line on either side of it.
struct Crossing {
  std::string_view left, middle, right;
};
Crossing crossing_at(const BoardPicture& picture, int row, int col) {
  constexpr std::array<std::array<std::string_view, 3>, 3> middles{{{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}}};
  const auto part = [](int at, int size) -> std::size_t { return at == 0 ? 0 : at == size - 1 ? 2 : 1; };
  return {col == 0 ? " " : "─", middles[part(row, picture.rows)][part(col, picture.columns)],
          col == picture.columns - 1 ? " " : "─"};
}

class BoardDrawer {
 public:
  BoardDrawer(const BoardPicture& picture, const std::vector<bool>& marked, const DrawingStyle& style)
      : picture_(picture),
        marked_(marked),
        style_(style),
        palette_(palette_of(picture)),
        margin_(longest(picture.row_names)) {
    margin_ += margin_ > 0 ? 1 : 0;
    choose_width();
  }

  [[nodiscard]] std::string text() const {
    std::string text;
    for (int row = 0; row < picture_.rows; ++row) text += row_text(row);
    if (picture_.has_column_names()) text += names_of_columns();
    for (const std::string& note : picture_.notes) text += note + '\n';
    return text;
  }

 private:
  // A plain row has a blank, or a bracket, between cells and at both ends.
  void choose_width() {
    const bool names = !picture_.has_column_names() &&
                       std::ranges::any_of(picture_.cells, [](const PictureCell& cell) { return !cell.name.empty(); });
    shows_names_ = names && fits(names_width);
    if (shows_names_) {
      cell_width_ = names_width;
    } else if (style_.colour && fits(3)) {
      cell_width_ = 3;
    } else {
      cell_width_ = fits(2) ? 2 : 1;
    }
  }
  [[nodiscard]] bool fits(std::size_t cell) const {
    const std::size_t end = style_.colour || cell == 1 ? 0 : 1;
    return margin_ + static_cast<std::size_t>(picture_.columns) * cell + end <= style_.width;
  }

  // The cell that is drawn at a place.
  [[nodiscard]] std::size_t index_at(int row, int col) const {
    const int from_row = style_.flipped ? picture_.rows - 1 - row : row;
    const int from_col = style_.flipped ? picture_.columns - 1 - col : col;
    return static_cast<std::size_t>(from_row * picture_.columns + from_col);
  }
  [[nodiscard]] const PictureCell& cell_at(int row, int col) const { return picture_.cells[index_at(row, col)]; }
  [[nodiscard]] bool is_marked(int row, int col) const {
    if (col < 0 || col >= picture_.columns) return false;
    const std::size_t index = index_at(row, col);
    return index < marked_.size() && marked_[index];
  }

  [[nodiscard]] std::string row_text(int row) const {
    const int from = style_.flipped ? picture_.rows - 1 - row : row;
    const std::string& name = picture_.row_names[static_cast<std::size_t>(from)];
    std::string text = margin_ > 0 ? fmt::format("{:>{}} ", name, margin_ - 1) : "";
    text += style_.colour ? coloured_row(row) : plain_row(row);
    return text + '\n';
  }

  [[nodiscard]] std::string plain_row(int row) const {
    std::string text;
    for (int col = 0; col < picture_.columns; ++col) {
      if (cell_width_ > 1) text += separator(row, col);
      text += fmt::format("{:>{}}", plain_content(cell_at(row, col)), std::max<std::size_t>(cell_width_, 2) - 1);
    }
    if (cell_width_ > 1) text += separator(row, picture_.columns);
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  }

  // Between a cell and the one before it.
  [[nodiscard]] char separator(int row, int col) const {
    if (is_marked(row, col)) return is_marked(row, col - 1) ? '|' : '[';
    return is_marked(row, col - 1) ? ']' : ' ';
  }

  [[nodiscard]] std::string plain_content(const PictureCell& cell) const {
    if (!cell.playable) return " ";
    if (shows_names_ && !cell.owner) return cell.name;
    return {cell.letter};
  }

  [[nodiscard]] std::string coloured_row(int row) const {
    std::string text;
    for (int col = 0; col < picture_.columns; ++col) {
      const PictureCell& cell = cell_at(row, col);
      const int light = is_marked(row, col) ? palette_.marked_light : palette_.light;
      const int dark = is_marked(row, col) ? palette_.marked_dark : palette_.dark;
      text += fmt::format("\033[48;5;{}m{}", cell.dark ? dark : light, coloured_cell(row, col));
    }
    return text + "\033[0m";
  }

  [[nodiscard]] std::string coloured_cell(int row, int col) const {
    const PictureCell& cell = cell_at(row, col);
    const bool lines = picture_.crossings && style_.unicode;
    const Crossing crossing = lines ? crossing_at(picture_, row, col) : Crossing{" ", ".", " "};
    const std::string ink = fmt::format("\033[22;38;5;{}m", palette_.ink);
    if (shows_names_ && !cell.owner) return ink + fmt::format("{:>{}} ", cell.name, cell_width_ - 1);
    std::string text = ink;
    if (cell_width_ > 2) text += crossing.left;
    text += cell.owner ? piece(cell) + (lines ? ink : "") : std::string(empty(cell, crossing.middle));
    if (cell_width_ > 1) text += crossing.right;
    return cell_width_ > 3 ? std::string(cell_width_ - 3, ' ') + text : text;
  }

  [[nodiscard]] std::string piece(const PictureCell& cell) const {
    const PieceColour colour = picture_.players[static_cast<std::size_t>(*cell.owner)].colour;
    const std::string symbol = style_.unicode ? cell.symbol : std::string(1, cell.letter);
    return fmt::format("\033[1;38;5;{}m{}", ink_of(colour), symbol);
  }

  // Squares of one colour would run into each other.
  [[nodiscard]] std::string_view empty(const PictureCell& cell, std::string_view crossing) const {
    const bool is_plain = palette_.light == palette_.dark;
    if (!cell.playable || !is_plain) return " ";
    return picture_.crossings || !style_.unicode ? crossing : "·";
  }

  [[nodiscard]] std::string names_of_columns() const {
    std::string text(margin_, ' ');
    if (!style_.colour && cell_width_ > 1) text += ' ';
    for (int col = 0; col < picture_.columns; ++col) {
      const int from = style_.flipped ? picture_.columns - 1 - col : col;
      const std::string& name = picture_.column_names[static_cast<std::size_t>(from)];
      text += style_.colour && cell_width_ > 1 ? fmt::format("{:^{}}", name, cell_width_)
                                               : fmt::format("{:<{}}", name, cell_width_);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
  }

  static constexpr std::size_t names_width = 3;

  const BoardPicture& picture_;
  const std::vector<bool>& marked_;
  const DrawingStyle& style_;
  Palette palette_;
  std::size_t margin_;          // columns before the first cell
  std::size_t cell_width_ = 2;  // a plain cell has its separator in it
  bool shows_names_ = false;
};

}  // namespace

std::string draw_board(const BoardPicture& picture, const std::vector<bool>& marked, const DrawingStyle& style) {
  return picture.rows > 0 ? BoardDrawer(picture, marked, style).text() : "";
}

}  // namespace hone
