// SPDX-License-Identifier: MIT
//
// Files that a command writes at its end. Whether they can be written is found out at its beginning.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "tuner/cli/standard_streams.hpp"

namespace hone::cli {

// Throws Error where a run keeps the file: only the run writes it.
void require_outside_runs(const std::filesystem::path& file);

// Throws Error when the file could not be created or replaced, and for a file of a run, which only the run writes.
// Leaves no file.
void require_writable(const std::filesystem::path& file);

// The same for a file of weights, which replaces no file that is anything else: games are not made again so soon.
void require_writable_weights(const std::filesystem::path& file);

// The same for a file that begins with this format, which `what` is the name of: "posterior file".
void require_writable_as(const std::filesystem::path& file, std::string_view format, std::string_view what);

// Whether both names are those of one file, which need not be there.
[[nodiscard]] bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

// Whether the file says so near its beginning; comments may stand in front of that. Throws Error when it cannot be
// read.
[[nodiscard]] bool is_weights_file(const std::filesystem::path& file);

// The folder for large temporary files until `file` is written: its own folder, or the system's when it is a device.
[[nodiscard]] std::filesystem::path temporary_folder(const std::filesystem::path& file);

// The result as JSON, in the file of --json, which is complete or does not exist. "-" is standard output, which then
// holds nothing else: while this object lives, what commands print for people goes to standard error.

class JsonOutput {
 public:
  // With an empty name no result is wanted. Throws Error when the file could not be written.
  explicit JsonOutput(std::string file);

  [[nodiscard]] bool wanted() const { return !file_.empty(); }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] bool is_standard_output() const { return standard_output_ != nullptr; }
  // Writes the result indented, its keys in their order. Does nothing when no result is wanted. Throws Error.
  void write(const nlohmann::ordered_json& result) const;

 private:
  std::string file_;
  std::shared_ptr<const StandardOutputForProgram> standard_output_;  // null for a file
};

}  // namespace hone::cli
