// SPDX-License-Identifier: MIT
#include "tuner/sampling/row_key.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "data/checksum.hpp"

namespace hone {
namespace {

// Changes when rows of the same positions come out otherwise.
constexpr int sampling_version = 1;

// ".csv.gz"
std::string extensions_of(std::filesystem::path file) {
  const std::string last = file.extension().string();
  return last == ".gz" ? file.replace_extension().extension().string() + last : last;
}

std::string text_of(const SamplingOptions& options) {
  std::string text = fmt::format("skip-plies {} check {} max-score {} per-game {} unique {} bad {} seed {}",
                                 options.skip_plies, !options.skip_check, options.max_score, options.per_game,
                                 options.unique, options.skip_bad, options.seed);
  if (options.quiet == Quiet::leaf) text += " leaf";
  if (options.quiet == Quiet::filter) text += fmt::format(" filter {}", options.quiet_margin);
  return text;
}

}  // namespace

std::string row_key(const std::vector<std::string>& files, const SamplingOptions& options, const Weights& weights) {
  std::string key = fmt::format("sampling {}; {} {}; {}", sampling_version, weights.schema.game(),
                                weights.schema.fingerprint(), text_of(options));
  if (options.quiet != Quiet::keep) {
    key += fmt::format("; weights {:016x}", checksum(fmt::format("{}", fmt::join(weights.rounded(), " "))));
  }
  for (const std::string& file : files) key += fmt::format("; {:016x}{}", checksum_of_file(file), extensions_of(file));
  return key;
}

}  // namespace hone
