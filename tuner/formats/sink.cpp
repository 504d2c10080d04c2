// SPDX-License-Identifier: MIT
#include "tuner/formats/sink.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/file.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {

namespace {

class TextOutput final : public Output {
 public:
  TextOutput(const std::filesystem::path& file, std::string_view head)
      : pending_(file), file_(std::in_place, pending_.path(), File::Mode::replace), buffer_(head) {}

  void write(std::string_view encoded) override {
    buffer_ += encoded;
    if (buffer_.size() >= flush_size) flush();
  }
  void finish() override {
    flush();
    file_.reset();
    pending_.commit();
  }

 private:
  static constexpr std::size_t flush_size = std::size_t{1} << 16;

  void flush() {
    file_->write(buffer_);
    buffer_.clear();
  }

  PendingFile pending_;
  std::optional<File> file_;
  std::string buffer_;
};

[[noreturn]] void refuse(const std::filesystem::path& file, std::string_view items, Content content) {
  throw Error(file.string(), 0, fmt::format("{} are written to {}", items, written_endings_text(content)));
}

}  // namespace

std::unique_ptr<Output> text_output(const std::filesystem::path& file, std::string_view head) {
  return std::make_unique<TextOutput>(file, head);
}

Encoder<NamedGame> game_encoder(const std::filesystem::path& file, const GameFileHeader& header,
                                std::string_view wanted) {
  const auto* const format = std::get_if<GameFormat>(&output_format(file, wanted).functions);
  if (format == nullptr) refuse(file, "games", Content::games);
  if (!format->writes(header.game)) {
    const std::string_view wanted_game = format->all_sizes ? "go" : format->game;
    throw Error(file.string(), 0, expected_found(fmt::format("games of {}", wanted_game), header.game));
  }
  return format->encoder(header);
}

Encoder<LabelledPosition> position_encoder(const std::filesystem::path& file, const GameDriver& driver,
                                           bool has_weights, std::string_view wanted) {
  const auto* const format = std::get_if<PositionFormat>(&output_format(file, wanted).functions);
  if (format == nullptr) refuse(file, "positions", Content::positions);
  return format->encoder(driver, has_weights);
}

}  // namespace hone::formats
