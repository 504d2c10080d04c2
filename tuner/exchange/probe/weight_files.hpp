// SPDX-License-Identifier: MIT
//
// Weights for an engine that reads them from a file: an ini, a personality, a list. The file is written from a template
// (TEMPLATES.md) or in a format of `hone export`, and the engine is told of it where its command or one of its options
// says {weights}.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "data/weights.hpp"
#include "tuner/play/uci/uci_words.hpp"

namespace hone::exchange {

class WeightFiles {
 public:
  // `layout` is a mustache file, or else the name of a format. Files are called .ini where the template is called
  // X.ini.mustache. Throws Error when it is neither, and for a template that cannot be read.
  explicit WeightFiles(const std::string& layout);
  WeightFiles(const WeightFiles&) = delete;
  WeightFiles& operator=(const WeightFiles&) = delete;
  ~WeightFiles();  // removes the files

  // What the engine reads: whole numbers.
  [[nodiscard]] std::string content(const Weights& weights) const;

  struct Given {
    play::UciSettings settings;  // of an engine that reads the weights
    std::filesystem::path file;  // that this call has written, for this engine alone; it lasts as long as this object
  };
  // Puts the path of a file with these weights, as they are played, where the engine's command or options say
  // {weights}. Throws Error where nothing does. May be called from any thread.
  [[nodiscard]] Given give(const play::UciSettings& engine, const Weights& weights) const;

 private:
  std::string layout_, text_, ending_;
  std::filesystem::path folder_;
  std::function<std::string(const Weights&)> write_;
  mutable std::atomic<std::uint64_t> given_ = 0;
};

// Whether the command or an option of the engine says {weights}.
[[nodiscard]] bool names_weight_file(const play::UciSettings& engine);

}  // namespace hone::exchange
