// SPDX-License-Identifier: MIT
//
// Files that a command is going to write at its end: whether they can be is found out at its beginning.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace hone::cli {

// Throws Error when the file could not be created or replaced. Leaves nothing behind.
void require_writable(const std::filesystem::path& file);

// Where large files may lie until the file is written: its folder, or the system's where it is a device.
[[nodiscard]] std::filesystem::path temporary_folder(const std::filesystem::path& file);

// The result for programs: the file of --json, complete or not there; "-" is standard output.

class JsonOutput {
 public:
  // An empty name: nothing is wanted. Throws Error when the file could not be written, before any work is done.
  explicit JsonOutput(std::string file);

  [[nodiscard]] bool wanted() const { return !file_.empty(); }
  // Indented, in the order of the keys; does nothing unless wanted.
  void write(const nlohmann::ordered_json& result) const;

 private:
  std::string file_;
};

}  // namespace hone::cli
