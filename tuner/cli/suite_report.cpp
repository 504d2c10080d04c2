// SPDX-License-Identifier: MIT
#include "tuner/cli/suite_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace hone {
namespace {

std::string words_of(Fate fate) {
  std::string words = to_string(fate);
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string fates_text(const SuiteTally& tally) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < fates; ++i) {
    if (tally.counts[i] > 0) parts.push_back(fmt::format("{} {}", tally.counts[i], words_of(static_cast<Fate>(i))));
  }
  return parts.empty() ? "" : fmt::format(": {}", fmt::join(parts, ", "));
}

const char* words_of(SuiteEnd end) {
  switch (end) {
    case SuiteEnd::full:
      return "as many as wanted";
    case SuiteEnd::used_up:
      return "all candidates tried";
    case SuiteEnd::exhausted:
      return "nothing new for too long (--patience)";
    case SuiteEnd::stopped:
      return "stopped";
  }
  return "";
}

double rate(const SuiteResult& result) {
  return result.seconds > 0 ? static_cast<double>(result.suite.tally.kept()) / result.seconds : 0;
}

}  // namespace

std::string report(const SuiteResult& result) {
  const SuiteTally& tally = result.suite.tally;
  return fmt::format(
      "Suite          {} openings in {}\n"
      "Candidates     {}{}\n"
      "Mean |score|   {:.1f}\n"
      "Ended          {}\n"
      "Speed          {:.1f} s, {:.1f} openings/s\n",
      tally.kept(), result.file, tally.tried(), fates_text(tally), tally.mean_score(), words_of(result.suite.end),
      result.seconds, rate(result));
}

nlohmann::ordered_json to_json(const SuiteResult& result, const SuiteOptions& options) {
  const SuiteTally& tally = result.suite.tally;
  nlohmann::ordered_json json{{"file", result.file},
                              {"about", result.about},
                              {"wanted", options.count},
                              {"openings", tally.kept()},
                              {"complete", result.suite.end != SuiteEnd::stopped},
                              {"tried", tally.tried()}};
  for (std::size_t i = 0; i < fates; ++i) json["fates"][to_string(static_cast<Fate>(i))] = tally.counts[i];
  json["mean_score"] = tally.mean_score();
  json["seconds"] = result.seconds;
  return json;
}

}  // namespace hone
