// SPDX-License-Identifier: MIT
#include "tuner/play/settings_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdint>
#include <filesystem>

#include "data/hash.hpp"

namespace hone::play {

namespace {

double seconds(std::chrono::milliseconds time) { return static_cast<double>(time.count()) / 1000; }

}  // namespace

std::string describe(const Clock& clock) {
  const std::string moves = clock.moves_to_go > 0 ? fmt::format("{}/", clock.moves_to_go) : "";
  return fmt::format("{}{}+{}", moves, seconds(clock.time), seconds(clock.increment));
}

std::string describe(const Limits& limits) {
  std::vector<std::string> parts;
  if (limits.depth) parts.push_back(fmt::format("depth {}", *limits.depth));
  if (limits.nodes) parts.push_back(fmt::format("nodes {}", *limits.nodes));
  if (limits.move_time) parts.push_back(fmt::format("movetime {} ms", limits.move_time->count()));
  if (limits.clock) parts.push_back("tc " + describe(*limits.clock));
  return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string describe(const AdjudicationOptions& options) {
  std::vector<std::string> parts;
  if (options.resign_count > 0) {
    parts.push_back(fmt::format("resign score={} count={}{}", options.resign_score, options.resign_count,
                                options.resign_two_sided ? "" : " one-sided"));
  }
  if (options.draw_count > 0) {
    parts.push_back(
        fmt::format("draw score={} count={} ply={}", options.draw_score, options.draw_count, options.draw_ply));
  }
  if (options.ending_pieces > 0) parts.push_back(fmt::format("endings {}", options.ending_pieces));
  if (parts.empty()) return "none";
  return fmt::format("{}, verify {}", fmt::join(parts, ", "), options.verify_share);
}

std::string describe(const OpeningOptions& options) {
  return fmt::format("{}..{} random plies within +-{} at {}, {} {}{}{}", options.min_plies, options.max_plies,
                     options.bound, describe(options.limits), to_string(options.use),
                     options.use <= OpeningUse::judging ? "half" : "quarter", options.komi.empty() ? "" : ", komi ",
                     options.komi);
}

std::string describe(const Variety& variety) {
  std::vector<std::string> parts;
  if (variety.noise > 0) parts.push_back(fmt::format("noise {}", variety.noise));
  if (variety.choice.temperature > 0) {
    parts.push_back(fmt::format("temperature {} within {} for {} plies", variety.choice.temperature,
                                variety.choice.margin, variety.choice_plies));
  }
  if (variety.node_jitter > 0) parts.push_back(fmt::format("nodes +-{:.4g} %", 100 * variety.node_jitter));
  return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string describe(const StartOptions& starts) {
  std::string text;
  if (!starts.book.empty()) {
    text += fmt::format(", openings of {}", std::filesystem::path(starts.book).filename().string());
  }
  if (starts.chess960 > 0) text += fmt::format(", chess960 {}", starts.chess960);
  if (starts.replay > 0) text += fmt::format(", replay {}", starts.replay);
  if (starts.choice == StartChoice::leverage) text += fmt::format(", leverage of {}", starts.candidates);
  return text;
}

std::string play_fingerprint(const Weights& weights) {
  std::uint64_t hash = 0;
  for (const int value : weights.rounded()) hash = hash_seed(hash, static_cast<std::uint64_t>(value));
  return fmt::format("{:016x}", hash);
}

}  // namespace hone::play
