// SPDX-License-Identifier: MIT
//
// What OpenBench asks of an engine beside UCI: openings of chess for its generation of data,
//
//     hone "genfens N seed S book FILE|None" quit
//
// answered with N lines "info string genfens FEN". The other half of its contract is `hone bench`, whose last line says
// nodes and nodes a second.
#pragma once

#include <string>
#include <vector>

#include "tuner/cli/application.hpp"

namespace hone::cli {

// Whether the first word of a command line asks for openings.
[[nodiscard]] bool is_genfens(const std::vector<std::string>& words);

// Prints the openings: of a book in random order, without one after random moves, all scored within 50 centi-units of
// even and different from each other. The same seed gives the same. Throws UsageError for a question that is spelt
// otherwise, and Error for a book that cannot be read or has too few.
ExitCode run_genfens(const std::vector<std::string>& words);

}  // namespace hone::cli
