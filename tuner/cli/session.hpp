// SPDX-License-Identifier: MIT
//
// What every command is given to work with: the common options and what they set up.
#pragma once

#include <memory>
#include <string>

#include "tuner/cli/console.hpp"
#include "tuner/cli/json_output.hpp"
#include "tuner/cli/options.hpp"

namespace hone {

struct CommonOptions {
  std::string json;
  std::string config;
  std::string log = "info";
  bool quiet = false;

  void declare(Options& options);
};

struct Session {
  const Options& options;            // as parsed: what was given, and the record of it
  JsonOutput json;                   // of --json
  std::shared_ptr<Console> console;  // standard error; log through spdlog, show progress with Progress
};

// Opens what the common options name; throws Error when the JSON file cannot be written.
[[nodiscard]] Session start_session(const Options& options, const CommonOptions& common);

}  // namespace hone
