// SPDX-License-Identifier: MIT
#include "tuner/cli/manual/pages.hpp"

#include <fmt/format.h>

#include "data/atomic_file.hpp"
#include "tuner/cli/manual/completion.hpp"
#include "tuner/cli/manual/man_page.hpp"

namespace hone::cli {

namespace {

void write_page(const std::filesystem::path& file, std::string_view text) {
  std::filesystem::create_directories(file.parent_path());
  write_file_atomically(file, text);
}

}  // namespace

void write_pages(const std::filesystem::path& folder, std::span<const std::unique_ptr<Command>> commands) {
  const std::filesystem::path man = folder / "man" / "man1";
  write_page(man / "hone.1", man_page(commands));
  for (const auto& command : commands) {
    const DeclaredOptions declared(*command);
    const CommandText text = command->text();
    write_page(man / fmt::format("hone-{}.1", text.name), man_page(text, declared.options));
  }
  const std::vector<CompletedCommand> completed = completed_commands(commands);
  for (const Shell& shell : shells()) write_page(folder / shell.file, shell.script(completed));
}

}  // namespace hone::cli
