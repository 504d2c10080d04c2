// SPDX-License-Identifier: MIT
//
// A refinement on one page: the path of each number, where it stands and how sure that is, what all of them are
// predicted to gain, and the match of the result against the start.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tuner/refine/refine.hpp"

namespace hone::report {

// `path` is what RefineObserver::batch has.
[[nodiscard]] std::string refine_page(const std::filesystem::path& folder, const std::string& game,
                                      const refine::RefineStatus& status, const std::vector<refine::PathPoint>& path);

}  // namespace hone::report
