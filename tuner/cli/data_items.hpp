// SPDX-License-Identifier: MIT
//
// What a data job is made of, games or positions: the same questions, asked of either.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/cli/data_job.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/game_text.hpp"
#include "tuner/formats/labelled_positions.hpp"
#include "tuner/formats/sink.hpp"

namespace hone::cli {

// What is written of what is read.
[[nodiscard]] inline const formats::NamedGame& written(const formats::NamedGame& game) { return game; }
[[nodiscard]] inline const formats::LabelledPosition& written(const formats::DatasetPosition& position) {
  return position.label;
}

// What makes two items the same.
[[nodiscard]] std::uint64_t identity(const formats::NamedGame& game);
[[nodiscard]] std::uint64_t identity(const formats::DatasetPosition& position);

// Whether it says which game it is of; a position that does not stands for itself.
[[nodiscard]] inline bool has_game(const formats::NamedGame&) { return true; }
[[nodiscard]] inline bool has_game(const formats::DatasetPosition& position) { return position.label.game.has_value(); }
[[nodiscard]] std::uint32_t game_id(const formats::NamedGame& game);
[[nodiscard]] std::uint32_t game_id(const formats::DatasetPosition& position);

// The next number, or that of the game the position names.
void renumber(formats::NamedGame& game, formats::GameNumbers& games);
void renumber(formats::DatasetPosition& position, formats::GameNumbers& games);

// Files of items of one kind and game. Reading is as read_games and read_positions do it.
template <class Item>
class ItemFiles;

template <>
class ItemFiles<formats::NamedGame> {
 public:
  // Throws Error when they are not of one game.
  ItemFiles(const GameDriver& driver, const std::vector<std::string>& files);

  [[nodiscard]] const GameFileHeader& header() const { return header_; }
  formats::ReadSummary read(const std::string& file, const formats::ReadOptions& options,
                            const std::function<bool(formats::NamedGame&)>& visit) const;
  [[nodiscard]] std::unique_ptr<formats::Format<formats::NamedGame>> format(const std::string& file) const;
  [[nodiscard]] formats::Sink<formats::NamedGame> sink(const std::string& file) const {
    return formats::game_sink(file, header_);
  }

 private:
  GameFileHeader header_;  // common to all files
};

template <>
class ItemFiles<formats::DatasetPosition> {
 public:
  // Throws Error when there are games of another game among them.
  ItemFiles(const GameDriver& driver, const std::vector<std::string>& files);

  formats::ReadSummary read(const std::string& file, const formats::ReadOptions& options,
                            const formats::PositionVisitor& visit) const;
  [[nodiscard]] std::unique_ptr<formats::Format<formats::LabelledPosition>> format(const std::string& file) const;
  [[nodiscard]] formats::Sink<formats::LabelledPosition> sink(const std::string& file) const;

 private:
  const GameDriver& driver_;
  bool has_weights_ = false;  // in any file
};

// The items of several files, one file after the other, as if they were one.

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
      formats::GameNumbers games(next_game_);
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
  void keep(const formats::ReadSummary& summary) {
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

}  // namespace hone::cli
