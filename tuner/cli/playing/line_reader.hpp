// SPDX-License-Identifier: MIT
//
// Reads what a person types, line by line: with editing, history and completion by TAB where standard input and output
// are a terminal, and otherwise line by line as it comes. A signal ends the waiting.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/cli/playing/play_signals.hpp"

namespace hone::cli {

struct TypedLine {
  enum class Kind {
    text,
    too_long,     // of more than longest_line bytes; its text is the beginning
    end,          // of the input
    interrupted,  // by Ctrl-C
    closing,      // the process is asked to end
  };
  Kind kind = Kind::text;
  std::string text;  // without the line end; any bytes
};

inline constexpr std::size_t longest_line = 4096;

// The whole words that may stand in place of the last word of a line, as far as it has been typed.
using Completion = std::function<std::vector<std::string>(std::string_view line)>;

class LineReader {
 public:
  virtual ~LineReader() = default;
  [[nodiscard]] virtual TypedLine read(const std::string& prompt) = 0;
};

// The reader that suits the standard streams. Without a terminal, what is read is printed after the prompt, so that
// the output is the whole conversation.
[[nodiscard]] std::unique_ptr<LineReader> line_reader(PlaySignals& signals, Completion completion);

// The line with editing; null where the terminal has none.
[[nodiscard]] std::unique_ptr<LineReader> edited_line_reader(PlaySignals& signals, Completion completion);

// Waits for standard input or a signal.
enum class Arrival { input, interrupt, end };
[[nodiscard]] Arrival wait_for_input(PlaySignals& signals);

// What all words have in common at their beginning.
[[nodiscard]] std::string common_beginning(const std::vector<std::string>& words);

}  // namespace hone::cli
