// SPDX-License-Identifier: MIT
//
// Work that `kill -9` ends at random moments, and that is taken up until it is done.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>

#include "data/random.hpp"

namespace hone::cli {

struct Killed {
  int kills = 0;
  int status = -1;  // of the last attempt, as std::system says it
};

// Bytes of a file, or of all files in a folder; 0 where there is neither.
[[nodiscard]] inline std::uintmax_t bytes_at(const std::filesystem::path& place) {
  std::error_code missing;
  if (!std::filesystem::is_directory(place)) {
    const std::uintmax_t bytes = std::filesystem::file_size(place, missing);
    return missing ? 0 : bytes;
  }
  std::uintmax_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(place)) {
    if (entry.is_regular_file(missing)) bytes += entry.file_size();
  }
  return bytes;
}

// `next` gives the words of the next attempt, each with a space in front, and `place` is the file or folder that grows
// as work is done. An attempt that added nothing gives the later ones twice the time, so that slow machines come to the
// end too.
[[nodiscard]] inline Killed run_killed(const std::function<std::string()>& next, const std::filesystem::path& place,
                                       const std::filesystem::path& errors, Random& random) {
  constexpr double longest = 600;
  Killed result;
  for (double seconds = 0.05; result.status != 0 && seconds < longest;) {
    const std::uintmax_t before = bytes_at(place);
    const std::string killer = "timeout -s KILL " + std::to_string(seconds * (0.2 + random.uniform()));
    const std::string command = killer + " " HONE_BINARY + next() + " >/dev/null 2>" + errors.string();
    result.status = std::system(command.c_str());
    result.kills += result.status != 0 ? 1 : 0;
    seconds *= bytes_at(place) > before ? 1.2 : 2;
  }
  return result;
}

}  // namespace hone::cli
