// SPDX-License-Identifier: MIT
//
// The likelihood of superiority (LOS), exact for any number of games. Between equal players each unit might as well
// have ended the other way round, so the test turns the units round in all ways: LOS is the share of these outcomes
// that are worse than the one found, with half of those that are as good (R. A. Fisher, "The Design of Experiments",
// 1935, section 21; the half is H. O. Lancaster's mid-P, JASA 56, 1961, 223-234). Of single games it is the sign test.
#pragma once

#include "tuner/stats/statistics.hpp"

namespace hone::stats {

// One half where no unit was decided; not a number without games.
[[nodiscard]] double superiority(const Pentanomial& results);
[[nodiscard]] double superiority(const Trinomial& results);

}  // namespace hone::stats
