// SPDX-License-Identifier: MIT
//
// Runs as an earlier hone left them: what their journal says is changed, and the journal whole again.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "data/atomic_file.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/text/seal.hpp"

namespace hone::cli {

// `change` is called with each of the entries, from the first on.
template <class Change>
void rewrite_journal(const std::filesystem::path& folder, const Change& change) {
  const std::filesystem::path file = folder / "journal.jsonl";
  std::string journal, sum;
  for (const std::string& object : run::read_journal(file).objects) {
    auto entry = nlohmann::ordered_json::parse(object);
    change(entry);
    const std::string line = text::sealed(entry, sum);
    sum = text::unsealed(line, sum)->sum;
    journal += line + '\n';
  }
  write_file_atomically(file, journal);
}

}  // namespace hone::cli
