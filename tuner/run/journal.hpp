// SPDX-License-Identifier: MIT
//
// The file of what happened: one sealed JSON object on each line, which is on disk before the next thing begins. A last
// line that is not whole is what a crash left, and is cut off. Anything else that is not as it was written is an Error.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "data/file.hpp"
#include "tuner/run/model.hpp"

namespace hone::run {

struct JournalLines {
  std::filesystem::path file;
  std::vector<std::string> objects;  // the JSON of each line without its sum
  std::string first_sum, last_sum;   // see seal.hpp
  std::size_t bytes = 0;             // of the whole lines
  std::size_t torn = 0;              // bytes after them
};

// Reads the file as it is now, even while another process appends to it. Throws Error with the number of the line that
// is damaged.
[[nodiscard]] JournalLines read_journal(const std::filesystem::path& file);

// The events of a run. Throws Error with the number of the line and the key where a line tells no event, and without a
// number when there is no line.
[[nodiscard]] std::vector<JournalEntry> entries_of(const JournalLines& lines);

class Journal {
 public:
  // Opens the file or begins it. Throws Error when another process writes to it.
  explicit Journal(const std::filesystem::path& file);

  void append(const nlohmann::ordered_json& object);
  [[nodiscard]] const JournalLines& lines() const { return lines_; }
  // Tells this journal from all others, once something is in it.
  [[nodiscard]] const std::string& id() const { return lines_.first_sum; }
  [[nodiscard]] std::size_t torn() const { return lines_.torn; }  // bytes cut off on opening

 private:
  JournalLines lines_;
  File file_;
};

}  // namespace hone::run
