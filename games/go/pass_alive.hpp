// SPDX-License-Identifier: MIT
//
// What a side keeps whatever the other side plays, even if it passes all the time (D. B. Benson, "Life in the Game of
// Go", Information Sciences 10, 1976). A region is a joined set of points that are not the side's own. It is vital to a
// chain next to it if all its empty points are liberties of the chain, so that the other side can never take one of
// them away without filling the region. Chains with two vital regions live, as long as the chains around those regions
// do.
#pragma once

#include "games/go/position.hpp"

namespace hone::go {

// The chains that live unconditionally, and the regions vital to them with all that stands there, as far as the other
// side can never live in them: it would need two eyes, and at most one point of such a region is not next to a chain
// that is never taken.
[[nodiscard]] Points pass_alive(Points own, Points board, Points empty);

// Bounds on Black's score, in half points with the komi, by what is pass-alive.
struct ScoreBounds {
  int least = 0;
  int most = 0;
};
[[nodiscard]] ScoreBounds score_bounds(const Position& pos);

}  // namespace hone::go
