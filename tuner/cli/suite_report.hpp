// SPDX-License-Identifier: MIT
//
// What `hone openings` says of a suite, for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tuner/self_play/opening_suite.hpp"

namespace hone {

struct SuiteResult {
  Suite suite;
  std::string about;  // the line of the suite's file
  std::string file;
  double seconds = 0;
};

// Each line ends with a line end.
[[nodiscard]] std::string report(const SuiteResult& result);
[[nodiscard]] nlohmann::ordered_json to_json(const SuiteResult& result, const SuiteOptions& options);

}  // namespace hone
