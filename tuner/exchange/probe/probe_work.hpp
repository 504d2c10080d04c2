// SPDX-License-Identifier: MIT
//
// The work of a probe that is done, in a folder beside its result: `F.probe` for F. Each part is a file of its own with
// a checksum, which gets its name when it is whole; so what is killed loses the parts in work and nothing else.
//
//     key         text that says what was asked; a folder with another key is never touched
//     start       the scores at the start values
//     option-...  what came of an option; the name holds a hash of the option and its values, so that the parts of
//     other
//                 options stay good when some are left out or added
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "data/file.hpp"
#include "tuner/exchange/probe/probe_differences.hpp"

namespace hone::exchange {

struct StartScores {
  Scores scores;     // of all positions; NaN where the engine gives no number
  int decimals = 0;  // that the engine prints
};

class ProbeWork {
 public:
  // Makes the folder, or goes on with it. Throws Error when it is of another probe, is no folder of a probe, or another
  // process works there.
  ProbeWork(std::filesystem::path folder, const std::string& key);

  // A part that is not there, or is damaged, is nothing: it is to be made again. May be called from any thread. An
  // option is named by everything that its part depends on beside the key.
  [[nodiscard]] std::optional<StartScores> read_start() const;
  [[nodiscard]] std::optional<OptionSlopes> read_option(const std::string& option) const;
  void write_start(const StartScores& start) const;
  void write_option(const std::string& option, const OptionSlopes& slopes) const;

  // Removes the folder.
  void remove() const;

 private:
  [[nodiscard]] std::filesystem::path option_file(const std::string& option) const;

  std::filesystem::path folder_;
  std::optional<File> lock_;
};

}  // namespace hone::exchange
