// SPDX-License-Identifier: MIT
//
// A search of a tree that somebody wrote down (data/TREES.md), and what is said about it.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/plain/plain_options.hpp"

namespace hone {

struct WrittenTreeResult {
  std::string text;
  nlohmann::ordered_json json;
};

// Throws Error with file and line for a damaged tree. Moves are numbers of successors, from 1.
[[nodiscard]] WrittenTreeResult search_written(const std::filesystem::path& file, const PlainOptions& options);

}  // namespace hone
