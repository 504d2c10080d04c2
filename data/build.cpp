// SPDX-License-Identifier: MIT
#include "data/build.hpp"

#include <fmt/format.h>
#include <gnu/libc-version.h>

namespace hone {

std::string build_version() { return HONE_VERSION; }
std::string build_conditions() { return HONE_BUILD; }
std::string build_instruction_set() { return HONE_INSTRUCTION_SET; }
std::string build_identity() {
  return fmt::format("{} ({}, glibc {})", build_version(), build_conditions(), gnu_get_libc_version());
}

}  // namespace hone
