// SPDX-License-Identifier: MIT
//
// Which build of hone this is, for messages and for the headers of what it writes. Two builds that play alike may
// differ in all but the instruction set, which counts in the play signature (tuner/play/numbered_games.hpp).
#pragma once

#include <string>
#include <string_view>

namespace hone {

// What the program is called where it names its own commands: "hone", or the name of a program that brings games of its
// own (tuner/cli/program.hpp).
[[nodiscard]] const std::string& program_name();
[[nodiscard]] bool is_program_of_its_own();  // not hone itself
// To be called at the start of main, before there are threads. Throws Error for a name that is no plain word.
void name_program(std::string_view name);

[[nodiscard]] std::string build_version();  // "0.1.0"
[[nodiscard]] std::string
build_conditions();  // kind of build, compiler, instruction set: "Release, GNU 12.2.0, x86-64-v3"
[[nodiscard]] std::string build_instruction_set();  // "x86-64-v3"; empty: the compiler's default
// All of it, with the C library of this process: "0.1.0 (Release, GNU 12.2.0, x86-64-v3, glibc 2.36)". A program of its
// own says its name first: "my_game, hone 0.1.0 (...)".
[[nodiscard]] std::string build_identity();

}  // namespace hone
