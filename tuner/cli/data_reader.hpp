// SPDX-License-Identifier: MIT
//
// The items of several files, one file after the other, as if they were one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tuner/cli/data_items.hpp"
#include "tuner/cli/data_job.hpp"

namespace hone {

template <class Item>
class DataReader {
 public:
  DataReader(const DataJob& job, const std::stop_token& stop, const std::function<void(std::uint64_t)>& progress)
      : files_(*job.driver, job.files), job_(job), stop_(stop), progress_(progress) {}

  [[nodiscard]] const ItemFiles<Item>& files() const { return files_; }

  // Games are renumbered if there is more than one file. False when stopped, with nothing more to be done; a visitor
  // that has seen enough ends its file alone.
  template <class Visit>
  bool read(const Visit& visit) {
    for (const std::string& file : job_.files) {
      GameNumbers games(next_game_);
      keep(files_.read(file, {job_.skip_bad, stop_}, [&](Item& item) {
        progress_(++read_);
        if (job_.files.size() > 1) renumber(item, games);
        return visit(item);
      }));
      if (!is_whole_) return false;
      next_game_ += games.games();
    }
    return true;
  }

  [[nodiscard]] bool is_whole() const { return is_whole_; }  // not stopped
  [[nodiscard]] std::uint64_t items() const { return read_; }
  [[nodiscard]] std::uint64_t unfinished() const { return unfinished_; }  // games left out
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  void keep(const ReadSummary& summary) {
    is_whole_ = summary.is_whole;
    unfinished_ += summary.unfinished;
    for (const std::string& warning : summary.warnings) warnings_.push_back("left out: " + warning);
  }

  ItemFiles<Item> files_;
  const DataJob& job_;
  std::stop_token stop_;
  const std::function<void(std::uint64_t)>& progress_;
  bool is_whole_ = true;
  std::uint32_t next_game_ = 0;
  std::uint64_t read_ = 0, unfinished_ = 0;
  std::vector<std::string> warnings_;
};

}  // namespace hone
