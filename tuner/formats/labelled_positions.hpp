// SPDX-License-Identifier: MIT
//
// Positions with the result of their game, one a line, in any format of positions (tuner/formats/formats.hpp). Labels
// are read strictly, because a result guessed wrong teaches the wrong thing silently.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "data/faults.hpp"
#include "data/text_lines.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/labels.hpp"
#include "tuner/formats/source.hpp"

namespace hone::formats {

struct PositionFormat;  // tuner/formats/formats.hpp

// Lines that can be understood on any thread.
class LineBatch {
 public:
  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::size_t bytes() const { return text_.size(); }
  [[nodiscard]] int number(std::size_t i) const { return numbers_[i]; }  // of the line in its file
  [[nodiscard]] std::string_view operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(text_).substr(begin, ends_[i] - begin);
  }
  void add(std::string_view line, int number) {
    text_ += line;
    ends_.push_back(text_.size());
    numbers_.push_back(number);
  }

 private:
  std::string text_;
  std::vector<std::size_t> ends_;
  std::vector<int> numbers_;
};

// Understands the lines of a file. It may keep memory from line to line, so each thread needs a copy of its own.
struct LabelParser {
  // Sets all of `into`. Throws Error without a place, and Contradiction (data/faults.hpp) when a label is there but
  // spelt in no way that is read; the position is set by then.
  std::function<void(std::string_view line, LabelledPosition& into)> parse;
  bool has_weights = false;  // the lines may say weights other than 1
};

// The lines of a source (tuner/formats/source.hpp) in order, handed out in batches to be understood on any thread. A
// block of lines that is one position counts as one line.
class LabelledLines {
 public:
  // Throws Error when there is no such file, it is not of positions, or its header will not do.
  LabelledLines(const GameDriver& driver, const std::filesystem::path& source);

  // Reads the first 20,000 lines ahead. Throws Contradiction where their labels contradict the board
  // (tuner/formats/label_check.hpp), or nothing tells whose they are.
  void check();

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const LabelParser& parser() const { return parser_; }
  // The next lines that are not empty, up to `most` and not many more than 1 MiB of text; none at the end.
  [[nodiscard]] LineBatch next(std::size_t most);

 private:
  // Reads the next line, block or record into block_; false at the end of the file.
  bool read_line();
  bool read_record();

  const GameDriver& driver_;
  Source source_;
  const PositionFormat* format_;
  std::string name_;
  std::optional<TextLines> lines_;  // of a text
  std::ifstream records_;           // of a binary file
  LabelParser parser_;
  std::string block_;  // the line that was read last
  int number_ = 0;     // its number, that of the first line of a block, or of the record
  LineBatch ahead_;
  std::size_t taken_ = 0;  // of the lines ahead
  std::uint64_t handed_out_ = 0;
};

// Gives games the numbers first, first + 1, ... as they appear. A position that names no game counts as a game of its
// own: positions that share their outcome may then end on both sides of a hold-out.
class GameNumbers {
 public:
  explicit GameNumbers(std::uint32_t first) : first_(first) {}

  [[nodiscard]] std::uint32_t number(const std::optional<std::uint32_t>& in_file);
  [[nodiscard]] std::uint32_t games() const { return games_; }
  [[nodiscard]] std::uint32_t unnamed() const { return unnamed_; }  // games of one position that names none

 private:
  std::uint32_t first_;
  std::uint32_t games_ = 0, unnamed_ = 0;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers_;
};

// Calls visit for each position in order, until it returns false. It may throw Error to refuse a position; like a line
// that is no labelled position that is a fault, which does not stop the reading unless it is a contradiction. Empty
// lines are skipped. A request to stop is heeded at every line, because a file may hold nothing but faults.
[[nodiscard]] Faults read_labelled_positions(const GameDriver& driver, const std::filesystem::path& file,
                                             const std::function<bool(LabelledPosition&)>& visit,
                                             const std::stop_token& stop = {});

}  // namespace hone::formats
