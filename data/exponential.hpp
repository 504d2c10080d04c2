// SPDX-License-Identifier: MIT
//
// The exponential function by additions, multiplications and divisions alone, which have one result on every machine.
// std::exp is another function from one mathematics library to the next, and in one library from one processor to the
// next, as it uses fused operations where there are any. What decides how a game is played takes this one.
#pragma once

namespace hone {

// exp(x), at most three units in the last place from the true value. 0 below -700, and exp(700) above 700.
[[nodiscard]] double reproducible_exp(double x);

}  // namespace hone
