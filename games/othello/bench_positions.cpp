// SPDX-License-Identifier: MIT
#include "games/othello/othello.hpp"

namespace hone {

std::span<const std::string_view> Othello::bench_positions() {
  static constexpr std::string_view positions[] = {
      "---------------------------OX------XO--------------------------- X",
      // Openings and what follows them, 55 to 28 squares empty.
      "------------------XO------XXX------OXX-----O-------------------- O",
      "------------------XO-O----XXOO-----OXX-----O-X------------------ X",
      "------------------OXX-----XOXO---XXXXO-----OXO------------------ O",
      "----------O-------OOXO----OOOO----XOXO-----XXO----X-X----------- X",
      "---X--------XX---OOOOX----OXOX----XOOO-----X-OO---XXX------O---- O",
      "-----------XO----XOOOO----XOOO---XOXO----XXOX-----OXX----OOOOO-- O",
      "------------O---OXXOOX--OXXXOO--OOXXOO--OOXOO-O-O-OOO----OOO---- X",
      "--O-------O-----OOOXX-X-OOOOXX---XOXXOO-XXOXXOXX--OOOO----OOOO-- X",
      // Endgames, 20 squares empty and fewer.
      "--XXXX----XOXX---XXOOXOO-XXOOXOO-XOXXOOO-OOOOOOO--XXXX----XXXX-- X",
      "-XXXX-O-O-OXXOOOOOXOXOOXOXXXXOO-OOXOXXOOOOXOXOX---XXX--X--XXX--- O",
      "OXXXXXXXOOXOOO--OOOXXO--OOXOXXO-OOOOOX-OOOOOOOOOO-XXXX-X--XXXX-- X",
  };
  return positions;
}

}  // namespace hone
