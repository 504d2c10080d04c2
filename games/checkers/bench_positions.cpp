// SPDX-License-Identifier: MIT
#include "games/checkers/checkers.hpp"

namespace hone {

std::span<const std::string_view> Checkers::bench_positions() {
  static constexpr std::string_view positions[] = {
      "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
      // Problems and endings from the Checker Maven, bobnewell.net/nucleus/checkers.php.
      "W:W23,31:B2,K22",
      "W:W13,21,28,30,31,32,K4:B1,2,3,5,12,20,K29",
      "B:W11,13,17,26:B2,6,10,27",
      "W:W16,22,K2,K30:B13,14,21,K10",
      // Kings alone.
      "B:WK1,K2:BK32",
      "W:WK14,K18,K23:BK28,K32",
  };
  return positions;
}

}  // namespace hone
