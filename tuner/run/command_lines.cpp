// SPDX-License-Identifier: MIT
#include "tuner/run/command_lines.hpp"

#include <fmt/format.h>

#include "data/build.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/text/shell_word.hpp"

namespace hone::run {

std::string resume_command(const std::filesystem::path& folder) {
  return program_name() + " run --resume " + text::shell_word(folder.string());
}

std::string next_run_command(const std::filesystem::path& folder, const std::filesystem::path& start,
                             std::string_view words, std::string_view suffix) {
  const RunPaths paths(folder);
  return fmt::format("{} run --config {} --start {}{} --out {}", program_name(),
                     text::shell_word(paths.config().string()), text::shell_word(start.string()), words,
                     text::shell_word(folder.string() + std::string(suffix)));
}

}  // namespace hone::run
