// SPDX-License-Identifier: MIT
//
// What a user says of an engine that is to be probed: which program it is, which of its options are the weights, and
// how it is asked what it thinks of a position. `hone probe` and `hone run --engine` declare the same options.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tuner/exchange/probe/probe.hpp"

namespace hone::text {
class Options;
}

namespace hone::exchange {

struct ProbeSettings {
  std::string engine;  // "uci:COMMAND ARGUMENTS"
  std::string directory, log_folder;
  std::vector<std::string> set;   // "OPTION=VALUE", "!OPTION=VALUE" for one that the engine does not list
  std::int64_t timeout = 10'000;  // ms
  std::vector<std::string> patterns, excluded;
  std::string option_file;
  std::string weights_by = "setoption";  // or "file:TEMPLATE", or "source"
  std::string rows_by = "probe";         // or "print", "print:PREFIX"

  std::string eval = "eval";  // the name of a preset, or commands
  // Empty: as the preset has it, or for commands of one's own as Question has it.
  std::string pattern, prepare, unit, view, clear;

  StepOptions steps;
  std::optional<double> rounding;  // cp
  double share_off = 0.01;
  bool keep_nonlinear = false;

  // The engine and its options; how it is asked; how differences are taken.
  void declare_engine(text::Options& options);
  void declare_question(text::Options& options);
  void declare_steps(text::Options& options);

  [[nodiscard]] bool reads_file() const { return weights_by.starts_with("file:"); }
  [[nodiscard]] std::string layout_of_file() const;  // TEMPLATE; throws Error where there is none

  // All that does not depend on the positions. Throws Error that names the option which is wrong.
  [[nodiscard]] ProbeOptions probe_options() const;
};

}  // namespace hone::exchange
