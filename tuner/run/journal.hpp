// SPDX-License-Identifier: MIT
//
// What happened, one sealed JSON object a line, on disk before the next thing begins. A last line that is not whole is
// what a crash left: it is cut off. Anything else that is not as it was written is an Error.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "data/file.hpp"

namespace hone::run {

struct JournalLines {
  std::vector<nlohmann::ordered_json> entries;
  std::string first_sum, last_sum;  // see sealed_json.hpp
  std::size_t bytes = 0;            // of the whole lines
  std::size_t torn = 0;             // bytes behind them
};

// As it is now, even while another process appends. Throws Error with the number of the line that is damaged.
[[nodiscard]] JournalLines read_journal(const std::filesystem::path& file);

// Of a journal that nothing whole is left of.
inline constexpr std::string_view no_events = "expected the events of a run, found none";

class Journal {
 public:
  // Opens the file or begins it. Throws Error when another process writes to it.
  explicit Journal(const std::filesystem::path& file);

  void append(const nlohmann::ordered_json& entry);
  [[nodiscard]] const std::vector<nlohmann::ordered_json>& entries() const { return lines_.entries; }
  // Tells this journal from all others, once something is in it.
  [[nodiscard]] const std::string& id() const { return lines_.first_sum; }
  [[nodiscard]] std::size_t torn() const { return lines_.torn; }  // bytes cut off on opening

 private:
  JournalLines lines_;
  File file_;
};

}  // namespace hone::run
