// SPDX-License-Identifier: MIT
//
// The conditions of games as text, for the headers of game files and for reports.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "data/weights.hpp"
#include "engine/adjudication.hpp"
#include "engine/search_types.hpp"
#include "tuner/play/openings.hpp"
#include "tuner/play/start_options.hpp"
#include "tuner/play/varied_player.hpp"

namespace hone::play {

using Settings = std::vector<std::pair<std::string, std::string>>;

[[nodiscard]] std::string describe(const Clock& clock);  // "10+0.1", "40/60+1"
// "nodes 5000", "depth 6, nodes 100000", "movetime 20 ms", "tc 10+0.1"; "none" for no limit. The one text of limits.
[[nodiscard]] std::string describe(const Limits& limits);
[[nodiscard]] std::string describe(const AdjudicationOptions& options);
[[nodiscard]] std::string describe(const OpeningOptions& options);
[[nodiscard]] std::string describe(const Variety& variety);
// What stands after the text of the random openings: ", openings of book.epd, chess960 0.09"; empty where all games
// begin with those.
[[nodiscard]] std::string describe(const StartOptions& starts);

// 16 hexadecimal digits of a hash over the integer weights, which are what the engine plays with.
[[nodiscard]] std::string play_fingerprint(const Weights& weights);

}  // namespace hone::play
