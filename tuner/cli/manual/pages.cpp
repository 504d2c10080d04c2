// SPDX-License-Identifier: MIT
#include "tuner/cli/manual/pages.hpp"

#include <fmt/format.h>

#include <system_error>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tuner/cli/manual/completion.hpp"
#include "tuner/cli/manual/man_page.hpp"
#include "tuner/cli/program_words.hpp"

namespace hone::cli {

namespace {

void write_page(const std::filesystem::path& file, std::string_view text) {
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (error) throw Error(file.parent_path().string(), 0, fmt::format("cannot make the folder: {}", error.message()));
  write_file_atomically(file, text);
}

}  // namespace

void write_pages(const std::filesystem::path& folder, std::span<const std::unique_ptr<Command>> commands) {
  const std::filesystem::path man = folder / "man" / "man1";
  write_page(man / (program_name() + ".1"), man_page(commands));
  for (const auto& command : commands) {
    const DeclaredOptions declared(*command);
    const CommandText text = command->text();
    write_page(man / fmt::format("{}-{}.1", program_name(), text.name), man_page(text, declared.options));
  }
  const std::vector<CompletedCommand> completed = completed_commands(commands);
  for (const Shell& shell : shells()) {
    write_page(folder / script_in_words_of(program_name(), shell.file), completion_script(shell, completed));
  }
}

}  // namespace hone::cli
