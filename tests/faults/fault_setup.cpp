// SPDX-License-Identifier: MIT
#include "tests/faults/fault_setup.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace hone {
namespace {

FaultSetup setup_of(const FaultProgram& program, int argc, char** argv) {
  FaultSetup setup;
  std::optional<int> count;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--short") {
      setup.is_short = true;
    } else if (word == program.counted && i + 1 < argc) {
      count = std::atoi(argv[++i]);
    } else if (word == "--seed" && i + 1 < argc) {
      setup.seed = std::strtoull(argv[++i], nullptr, 10);
    } else {
      throw std::invalid_argument(fmt::format("usage: {} [{} N] [--seed S] [--short]", program.name, program.counted));
    }
  }
  setup.count = count.value_or(setup.is_short ? program.briefly : program.usual);
  return setup;
}

}  // namespace

int run_fault_program(const FaultProgram& program, int argc, char** argv,
                      const std::function<int(const FaultSetup&)>& test) {
  try {
    const FaultSetup setup = setup_of(program, argc, argv);
    fmt::print("{} {} {} --seed {}{}\n", program.name, program.counted, setup.count, setup.seed,
               setup.is_short ? " --short" : "");
    return test(setup);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", program.name, error.what());
    return 2;
  }
}

}  // namespace hone
