// SPDX-License-Identifier: MIT
#include "tuner/cli/version.hpp"

#include <fmt/format.h>

namespace hone {

std::string version() { return HONE_VERSION; }
std::string version_line() { return fmt::format("hone {} ({})", version(), HONE_BUILD); }

}  // namespace hone
