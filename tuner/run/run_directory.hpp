// SPDX-License-Identifier: MIT
//
// The folder of a run in the hands of the process that works on it. tuner/run/run_paths.hpp tells its files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "data/file.hpp"
#include "tuner/run/run_paths.hpp"

namespace hone {

// The process at work on a run.
struct LockHolder {
  int process = 0;
  std::string host;
  std::string since;  // UTC
};

class RunDirectory : public RunPaths {
 public:
  // Makes the folder if need be and locks it. Throws Error when another process works on it.
  explicit RunDirectory(std::filesystem::path folder);

  void make_generation(int number) const;

  // Whether a run was begun there.
  [[nodiscard]] static bool holds_run(const std::filesystem::path& folder);
  // Throws Error that tells what is missing unless one was.
  static void require_run(const std::filesystem::path& folder);
  // Whether a process works on the run, and which; looked at from outside.
  [[nodiscard]] static std::optional<LockHolder> holder_of(const std::filesystem::path& folder);

 private:
  File lock_;
};

}  // namespace hone
