// SPDX-License-Identifier: MIT
#include "tests/faults/fault_setup.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace hone {
namespace {

int number_from_one(std::string_view word, std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && number >= 1) return number;
  throw std::invalid_argument(fmt::format("{}: expected a whole number from 1, found '{}'", word, text));
}

FaultSetup setup_of(const FaultProgram& program, int argc, char** argv) {
  FaultSetup setup;
  std::optional<int> count;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--short") {
      setup.is_short = true;
    } else if (word == program.counted && i + 1 < argc) {
      count = number_from_one(word, argv[++i]);
    } else if (word == "--seed" && i + 1 < argc) {
      setup.seed = static_cast<std::uint64_t>(number_from_one(word, argv[++i]));
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
