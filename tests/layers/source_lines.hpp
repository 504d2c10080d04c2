// SPDX-License-Identifier: MIT
//
// The sources as lines of text.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

using Lines = std::vector<std::string>;

[[nodiscard]] inline Lines lines_of(const std::filesystem::path& file) {
  Lines lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

[[nodiscard]] inline std::string path_from_root(const std::filesystem::path& file) {
  return std::filesystem::relative(file, HONE_SOURCE_DIR).string();
}

// The .cpp files of a folder of the root, and of the folders in it.
[[nodiscard]] inline std::vector<std::filesystem::path> sources_in(std::string_view folder) {
  std::vector<std::filesystem::path> sources;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(HONE_SOURCE_DIR) / folder)) {
    if (entry.path().extension() == ".cpp") sources.push_back(entry.path());
  }
  return sources;
}

}  // namespace hone
