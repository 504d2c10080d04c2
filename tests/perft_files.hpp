// SPDX-License-Identifier: MIT
//
// The files with published counts of a game. A project with a game of its own has another file of this name
// (cmake/own_game/perft_files.hpp.in).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hone::testing {

// data/NAME/perft*.epd
inline std::vector<std::filesystem::path> perft_files(std::string_view game) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(HONE_DATA_DIR) / game)) {
    const std::string name = entry.path().filename();
    if (name.starts_with("perft") && name.ends_with(".epd")) files.push_back(entry.path());
  }
  return files;
}

}  // namespace hone::testing
