// SPDX-License-Identifier: MIT
//
// What a failed call to the operating system says of a later try.
#pragma once

#include "data/error.hpp"

namespace hone {

// By the errno of the call: Kind::input where the name itself is wrong (no such file, a folder, ...), Kind::system
// otherwise.
[[nodiscard]] Error::Kind kind_of_failure(int code);

}  // namespace hone
