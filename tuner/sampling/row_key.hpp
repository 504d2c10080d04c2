// SPDX-License-Identifier: MIT
//
// What rows were made from, in one line: rows with equal keys are equal. It is kept in the row file.
#pragma once

#include <string>
#include <vector>

#include "data/weights.hpp"
#include "tuner/sampling/sampling_options.hpp"

namespace hone {

// `weights` judge what is quiet and matter only where that is asked. Names and places of the files do not matter, but
// for the extensions that tell what is in them. Reads all files; throws Error when one cannot be read.
[[nodiscard]] std::string row_key(const std::vector<std::string>& files, const SamplingOptions& options,
                                  const Weights& weights);

}  // namespace hone
