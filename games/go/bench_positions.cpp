// SPDX-License-Identifier: MIT
//
// Openings, fights and endings of games that were played by a one-ply search with random noise.
#include <array>

#include "games/go/go.hpp"

namespace hone::go {

std::span<const std::string_view> bench_positions(int size) {
  static constexpr std::array<std::string_view, 7> of_5{
      "...../...../...../...../..... X 0.5 - 0", "...../...../..X../...../..... O 4.5 - 0",
      "..O../...XO/OXOX./..X../..... X 0.5 - 0", "..O../..XO./..O../..XX./X..O. X 25 - 0",
      "...../O..X./.XOXO/.O.../.X... X 0 - 0",   "OX.OO/OXOX./.XOXO/X.XXO/.X.O. X 9.5 - 0",
      ".OO.X/OX.O./.OOOX/XOXX./XOX.X O 0.5 - 0",
  };
  static constexpr std::array<std::string_view, 7> of_7{
      "......./......./......./......./......./......./....... X 9 - 0",
      "......./......./......./...X.../......./......./....... O 9 - 0",
      "O.....X/.XO.XO./..XO.../XO...../...X..X/...O.O./..OX... X 9 - 0",
      "....O../...X.X./...O.../XO.X..X/...O.../...X.O./....... O 9 - 0",
      ".XX.OO./XX.XXOO/.XX.XX./XOOX.X./.OOX.XX/.O.OXOX/O.O.OO. O 8.5 - 0",
      ".O.XO../OXOXXXO/...O.../XOXX.OX/X..O.X./.OXX.OO/.O...O. X 9 - 0",
      ".X..O.X/X.XXXX./.X.OO.X/OOOXO.O/.XOXXX./X.X.XOX/.X.X.O. O 9 - 1",
  };
  static constexpr std::array<std::string_view, 7> of_9{
      "........./........./........./........./........./........./........./........./......... X 7 - 0",
      "........./........./......X../........./..O....../........./......X../........./......... O 7 - 0",
      ".X......./..O..X.O./..X..O.X./.O...X.../.X...O.O./.....X.../..O..O.../..X..X.O./......... X 7 - 0",
      "...X...../.O..O.O../.XO...X.X/....X.O../.OXO..X../X.....O.X/...XO.X.O/OX....O../..O...X.. X 6.5 - 0",
      ".....X.O./XOXO.O.X./.....X.O./...X.O.XO/OXO..X.../.....O.../.....X.OX/.XOX.O.../O.....X.. X 7 - 0",
      "X.O.OO..X/.X.OOXXO./X.X.XO..X/XXXOXOXOO/OO..X...X/.OXXO.X.O/XOO.O.OXO/XX.OXX.X./.X.O...O. X 7 - 0",
      ".XXXOO.OO/XX.XO.OOO/XXX.OOOO./X.XOXXXOO/XX.OOOXOO/.XOXXXXO./XXOXX.O.O/OO.OXXXOO/.OOOX.XXO X 7 - 0",
  };
  switch (size) {
    case 5:
      return of_5;
    case 7:
      return of_7;
    case 9:
      return of_9;
    default:
      return {};
  }
}

}  // namespace hone::go
