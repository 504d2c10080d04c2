// SPDX-License-Identifier: MIT
//
// Man pages, in the language of roff, from the texts that help is made of.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "tuner/cli/command.hpp"

namespace hone::cli {

// hone(1)
[[nodiscard]] std::string man_page(std::span<const std::unique_ptr<Command>> commands);
// hone-COMMAND(1)
[[nodiscard]] std::string man_page(const CommandText& text, const Options& options);

}  // namespace hone::cli
