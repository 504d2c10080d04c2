// SPDX-License-Identifier: MIT
//
// The texts of `hone help` and `hone COMMAND --help`.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "tuner/cli/command.hpp"

namespace hone::cli {

[[nodiscard]] std::string overview(std::span<const std::unique_ptr<Command>> commands);
[[nodiscard]] std::string help_text(const CommandText& text, const Options& options);

}  // namespace hone::cli
