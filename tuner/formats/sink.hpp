// SPDX-License-Identifier: MIT
//
// Where games and positions are written to, each in the format that the file's name asks for
// (tuner/formats/file_kind.hpp). The file has its name when it is complete; before, and when the sink ends early, there
// is nothing, or the old file.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "data/game_file.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/game_text.hpp"
#include "tuner/formats/labels.hpp"

namespace hone::formats {

// How items look in a file.
template <class Item>
class Format {
 public:
  virtual ~Format() = default;
  [[nodiscard]] virtual std::string head() const = 0;  // before the first item
  [[nodiscard]] virtual std::string encode(const Item& item) const = 0;
};

// The header names the players; those it does not name are the last of its list. Throws Error when the format is not of
// games, or not of games of this kind. The format of hone's own files is binary.
[[nodiscard]] std::unique_ptr<Format<NamedGame>> game_format(const std::filesystem::path& file,
                                                             const GameFileHeader& header);

// CSV has the columns fen (position, where it is none), result, score, game and, if asked for, weight; EPD the
// operations ce, c9 and id, a share other than 0, 1/2, 1 in brackets; *.fen the position and the share in brackets,
// nothing else.
[[nodiscard]] std::unique_ptr<Format<LabelledPosition>> position_format(const std::filesystem::path& file,
                                                                        const GameDriver& driver, bool has_weights);

// Takes encoded items.
class Output {
 public:
  virtual ~Output() = default;
  virtual void write(std::string_view encoded) = 0;
  virtual void finish() = 0;  // now the file is there; throws Error
};

[[nodiscard]] std::unique_ptr<Output> game_output(const std::filesystem::path& file, const GameFileHeader& header);
[[nodiscard]] std::unique_ptr<Output> text_output(const std::filesystem::path& file, std::string_view head);

template <class Item>
class Sink {
 public:
  Sink(std::unique_ptr<Format<Item>> format, std::unique_ptr<Output> output)
      : format_(std::move(format)), output_(std::move(output)) {}

  // What write takes; in between it may be kept elsewhere.
  [[nodiscard]] std::string encode(const Item& item) const { return format_->encode(item); }
  void write(std::string_view encoded) { output_->write(encoded); }
  void add(const Item& item) { write(encode(item)); }
  void finish() { output_->finish(); }

 private:
  std::unique_ptr<Format<Item>> format_;
  std::unique_ptr<Output> output_;
};

[[nodiscard]] inline Sink<NamedGame> game_sink(const std::filesystem::path& file, const GameFileHeader& header) {
  return {game_format(file, header), game_output(file, header)};
}
[[nodiscard]] inline Sink<LabelledPosition> position_sink(const std::filesystem::path& file, const GameDriver& driver,
                                                          bool has_weights) {
  auto format = position_format(file, driver, has_weights);
  const std::string head = format->head();
  return {std::move(format), text_output(file, head)};
}

}  // namespace hone::formats
