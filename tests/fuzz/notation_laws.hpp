// SPDX-License-Identifier: MIT
//
// The laws of games in the notation of their players, which PGN and PDN have in common.
#pragma once

#include "tests/fuzz/fuzz.hpp"

namespace hone::fuzz {

// Every game in the file that can be read is written to `written` and read back.
void check_notation(const GameDriver& driver, const InputFile& file, const InputFile& written);

}  // namespace hone::fuzz
