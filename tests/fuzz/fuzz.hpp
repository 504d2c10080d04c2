// SPDX-License-Identifier: MIT
//
// What the fuzz targets have in common. A target gives one parser any bytes. The parser may refuse them with an Error;
// of what it accepts, the target checks laws, such as that it is written and read back as the same value. Everything
// else fails the target: another exception, a law that does not hold, and whatever a sanitizer finds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "engine/game_driver.hpp"
#include "tests/temp_folder.hpp"

// The entry of every target, as libFuzzer calls it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace hone::fuzz {

// Throws an exception that no parser catches when the law does not hold.
void require(bool holds, std::string_view law);

// Returns whether the parser accepts its input. Throws when it reports a fault of the system instead of the input, or
// no reason.
[[nodiscard]] bool accepts(const std::function<void()>& parse);

[[nodiscard]] std::string_view text_of(const std::uint8_t* data, std::size_t size);

// Takes the first line off the front of a text and returns it without its end.
std::string_view take_line(std::string_view& text);

// Returns the first game whose name is in the text, and tic-tac-toe for a text that names none.
[[nodiscard]] const GameDriver& game_named_in(std::string_view text);

// A file in a folder of its own that holds one input after the other. Its name tells the format.
class InputFile {
 public:
  explicit InputFile(const std::filesystem::path& name) : path_(folder_ / name) {}

  void write(std::string_view bytes) const { write_plainly(path_, bytes); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  TempFolder folder_;
  std::filesystem::path path_;
};

// -- Laws that several targets check

// The board's text is a position: it is read back as the same position, with the same legal moves.
void require_text_reads_back(const GameDriver& driver, const Board& board);

// Each legal move is read back from both of its texts, and leads to a position that is read back from its text.
void require_moves_read_back(const GameDriver& driver, const Board& board);

}  // namespace hone::fuzz
