// SPDX-License-Identifier: MIT
//
// Puts parts of one self-play together, as `hone selfplay --first` writes them on any machines, into the file that one
// process would have written: the same bytes, whatever the cut and the order of the parts.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tuner/play/self_play.hpp"

namespace hone::play {

// The parts may overlap. Throws Error, and leaves no file, for a part that is damaged or was played with other
// settings, by another build, or with other seeds, and for a game that is in no part or is two games in two parts.
SelfPlaySummary merge_games(const std::vector<std::string>& parts, const std::filesystem::path& out);

}  // namespace hone::play
