// SPDX-License-Identifier: MIT
//
// What happened, one JSON object a line (JSON Lines), on disk before the next thing begins. A last line that
// is not whole is what a crash left: it is cut off.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "data/file.hpp"

namespace hone {

class Journal {
 public:
  // Opens the file or begins it. Throws Error when a line before the last is no JSON object.
  explicit Journal(const std::filesystem::path& file);

  void append(const nlohmann::ordered_json& entry);
  [[nodiscard]] const std::vector<nlohmann::ordered_json>& entries() const { return entries_; }

 private:
  std::vector<nlohmann::ordered_json> entries_;
  File file_;
};

}  // namespace hone
