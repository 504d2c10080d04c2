// SPDX-License-Identifier: MIT
//
// Where games and positions are written to, each in the format that the file's name asks for
// (tuner/formats/formats.hpp). The file has its name when it is complete; before that, and when the sink ends early,
// there is nothing, or the old file.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "data/game_file.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/formats/labels.hpp"

namespace hone::formats {

// Takes encoded items.
class Output {
 public:
  virtual ~Output() = default;
  virtual void write(std::string_view encoded) = 0;
  virtual void finish() = 0;  // now the file is there; throws Error
};

[[nodiscard]] std::unique_ptr<Output> text_output(const std::filesystem::path& file, std::string_view head);

// How items look in a file.
template <class Item>
struct Encoder {
  std::string head;  // before the first item
  std::function<std::string(const Item&)> encode;
  // Opens a file for what encode returns. Empty: a text file that begins with the head.
  std::function<std::unique_ptr<Output>(const std::filesystem::path& file)> open = {};
};

// Both write the format of this name ("csv"), or without a name the one that the file's name asks for. They throw Error
// when it asks for none, or for one of other contents.

// The header names the players; games of others are given to the last of them. Throws Error when the format is not for
// games of this kind.
[[nodiscard]] Encoder<NamedGame> game_encoder(const std::filesystem::path& file, const GameFileHeader& header,
                                              std::string_view wanted = {});
[[nodiscard]] Encoder<LabelledPosition> position_encoder(const std::filesystem::path& file, const GameDriver& driver,
                                                         bool has_weights, std::string_view wanted = {});

template <class Item>
class Sink {
 public:
  Sink(const std::filesystem::path& file, Encoder<Item> encoder)
      : encoder_(std::move(encoder)), output_(encoder_.open ? encoder_.open(file) : text_output(file, encoder_.head)) {}

  // The text that write takes; in between it may be kept elsewhere.
  [[nodiscard]] std::string encode(const Item& item) const { return encoder_.encode(item); }
  void write(std::string_view encoded) { output_->write(encoded); }
  void add(const Item& item) { write(encode(item)); }
  void finish() { output_->finish(); }

 private:
  Encoder<Item> encoder_;
  std::unique_ptr<Output> output_;
};

[[nodiscard]] inline Sink<NamedGame> game_sink(const std::filesystem::path& file, const GameFileHeader& header) {
  return {file, game_encoder(file, header)};
}
[[nodiscard]] inline Sink<LabelledPosition> position_sink(const std::filesystem::path& file, const GameDriver& driver,
                                                          bool has_weights) {
  return {file, position_encoder(file, driver, has_weights)};
}

}  // namespace hone::formats
