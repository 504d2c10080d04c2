// SPDX-License-Identifier: MIT
//
// The hash key by which a Polyglot book finds a position of chess (Fabien Letouzey, Michel Van den Bergh: The Polyglot
// book format, 2008). The 781 random numbers are those that the format publishes.
#pragma once

#include <cstdint>
#include <string_view>

namespace hone::play {

// `position` is a FEN. Its en-passant square counts where a pawn of the side to move stands beside the pawn that has
// moved two squares. hone's own FEN has no such square where the capture is not legal, so that a pinned pawn makes a
// position that the book does not find.
[[nodiscard]] std::uint64_t polyglot_key(std::string_view position);

}  // namespace hone::play
