// SPDX-License-Identifier: MIT
#include <array>

#include "games/chess/chess.hpp"

namespace hone {
namespace {

constexpr std::array<std::string_view, 2> positions{
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
};

}  // namespace

std::span<const std::string_view> Chess::bench_positions() { return positions; }

}  // namespace hone
