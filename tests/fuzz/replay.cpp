// SPDX-License-Identifier: MIT
//
// Gives a fuzz target the inputs in files and folders, without libFuzzer: replay CORPUS... It ends with 1 when one of
// them fails the target or there are none, and its last line names the input.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz.hpp"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> inputs_of(const std::vector<std::string>& names) {
  std::vector<fs::path> inputs;
  for (const std::string& name : names) {
    if (fs::is_directory(name)) {
      std::copy(fs::directory_iterator(name), {}, std::back_inserter(inputs));
    } else {
      inputs.emplace_back(name);
    }
  }
  std::sort(inputs.begin(), inputs.end());
  return inputs;
}

void replay(const fs::path& input) {
  std::printf("%s\n", input.c_str());
  std::fflush(stdout);  // a crash must not take the name with it
  std::ifstream in(input, std::ios::binary);
  if (!in) throw std::runtime_error("cannot be read");
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<fs::path> inputs = inputs_of({argv + 1, argv + argc});
  for (const fs::path& input : inputs) replay(input);
  std::printf("%zu inputs\n", inputs.size());
  return inputs.empty() ? 1 : 0;
} catch (const std::exception& failure) {
  std::fprintf(stderr, "%s\n", failure.what());
  return 1;
}
