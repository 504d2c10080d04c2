// SPDX-License-Identifier: MIT
//
// What the tests of hone data share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "data/atomic_file.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {

class Data : public testing::Test {
 protected:
  std::string path(const char* name) const { return (folder_ / name).string(); }
  std::string write(const char* name, std::string_view text) const {
    write_plainly(folder_ / name, text);
    return path(name);
  }
  std::string text(const char* name) const { return read_file(folder_ / name); }
  // Files of earlier runs are replaced.
  static Finished run(std::vector<std::string> words) {
    words.insert(words.begin(), "data");
    if (std::find(words.begin(), words.end(), "--out") != words.end()) words.emplace_back("--overwrite");
    Finished finished = run_hone(words);
    EXPECT_EQ(finished.code, 0) << finished.err;
    return finished;
  }
  static std::vector<std::string> sorted_lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  TempFolder folder_;
};

}  // namespace hone::cli
