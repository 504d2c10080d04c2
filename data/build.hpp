// SPDX-License-Identifier: MIT
//
// Which build of hone this is, for messages and for the headers of what it writes. Two builds that play alike may
// differ in all but the instruction set, which counts in the play signature (tuner/play/numbered_games.hpp).
#pragma once

#include <string>

namespace hone {

[[nodiscard]] std::string build_version();  // "0.1.0"
[[nodiscard]] std::string
build_conditions();  // kind of build, compiler, instruction set: "Release, GNU 12.2.0, x86-64-v3"
[[nodiscard]] std::string build_instruction_set();  // "x86-64-v3"; empty: the compiler's default
// All of it, with the C library of this process: "0.1.0 (Release, GNU 12.2.0, x86-64-v3, glibc 2.36)".
[[nodiscard]] std::string build_identity();

}  // namespace hone
