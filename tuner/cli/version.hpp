// SPDX-License-Identifier: MIT
//
// Which hone this is.
#pragma once

#include <string>

namespace hone {

[[nodiscard]] std::string version();       // "0.1.0"
[[nodiscard]] std::string version_line();  // with name, build type, compiler and instruction set

}  // namespace hone
