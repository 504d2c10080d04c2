// SPDX-License-Identifier: MIT
//
// The files that a journal answers for, with what must be in them: of a run (model.hpp), and of a refinement
// (tuner/refine/record.hpp). In JSON they are an object of seals by name.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tuner/text/seal.hpp"

namespace hone::run {

struct FileRecord {
  std::string name;  // in the folder of the journal
  text::FileSeal seal;

  friend bool operator==(const FileRecord&, const FileRecord&) = default;
};

// What the file, which lies in the folder, is like now. Throws Error when it cannot be read.
[[nodiscard]] FileRecord file_record_of(const std::filesystem::path& folder, const std::filesystem::path& file);

[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<FileRecord>& files);
// Throws Error for what is no object of seals, and for names that no journal answers for (is_name_in_run).
[[nodiscard]] std::vector<FileRecord> file_records(const nlohmann::ordered_json& json, int generation);

}  // namespace hone::run
