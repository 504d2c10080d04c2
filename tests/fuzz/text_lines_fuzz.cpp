// SPDX-License-Identifier: MIT
//
// Lines of text files, plain and packed with gzip.
#include <zlib.h>

#include <string>
#include <vector>

#include "data/text_lines.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace hone;

namespace {

using Lines = std::vector<std::string>;

const fuzz::InputFile& input_file() {
  static const fuzz::InputFile file("input.txt.gz");
  return file;
}

Lines lines_of(std::string_view bytes) {
  input_file().write(bytes);
  Lines lines;
  TextLines reader(input_file().path());
  while (const auto line = reader.next()) {
    lines.emplace_back(*line);
    fuzz::require(reader.number() == static_cast<int>(lines.size()), "lines are counted");
  }
  return lines;
}

Lines split(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    std::string_view line = fuzz::take_line(text);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
  }
  return lines;
}

std::string packed(std::string_view text) {
  constexpr int gzip_window = 15 + 16;
  z_stream stream{};
  deflateInit2(&stream, 1, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY);
  std::string bytes(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  deflate(&stream, Z_FINISH);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const bool is_packed = text.starts_with("\x1f\x8b");
  Lines lines;
  const bool is_read = fuzz::accepts([&] { lines = lines_of(text); });
  fuzz::require(is_packed || is_read, "a plain text can be read");
  fuzz::require(is_packed || lines == split(text), "a text has the lines it has");
  fuzz::require(lines_of(packed(text)) == split(text), "a packed text has the lines of the text");
  return 0;
}
