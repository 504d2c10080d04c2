// SPDX-License-Identifier: MIT
//
// Command lines of engines, split as a shell splits them.
#include "tests/fuzz/fuzz.hpp"
#include "tuner/text/shell_word.hpp"

using namespace hone;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const std::vector<std::string> whole{std::string(text)};
  fuzz::require(text::split_command(text::shell_word(text)) == whole, "any text can be quoted as one word");
  std::vector<std::string> words;
  if (!fuzz::accepts([&] { words = text::split_command(text); })) return 0;
  std::string written;
  for (const std::string& word : words) written += text::shell_word(word) + ' ';
  fuzz::require(text::split_command(written) == words, "words are read back: " + written);
  return 0;
}
