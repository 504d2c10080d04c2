// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/file.hpp"
#include "data/game_codec.hpp"
#include "tuner/formats/file_kind.hpp"
#include "tuner/formats/game_text.hpp"
#include "tuner/formats/pgn.hpp"
#include "tuner/formats/sink.hpp"

namespace hone::formats {

namespace {

// The record with its players as numbers of a header.
class Numbering {
 public:
  explicit Numbering(const GameFileHeader& header) : players_(header.players) {}

  [[nodiscard]] GameRecord operator()(const NamedGame& game) const {
    GameRecord record = game.record;
    record.first = number(game.first);
    record.second = number(game.second);
    if (second_player(without_second(record), players_.size()) == *record.second) record.second.reset();
    return record;
  }

 private:
  [[nodiscard]] std::uint8_t number(const std::string& name) const {
    const auto found = std::find(players_.begin(), players_.end(), name);
    const auto place =
        found == players_.end() ? players_.size() - 1 : static_cast<std::size_t>(found - players_.begin());
    return static_cast<std::uint8_t>(place);
  }
  static GameRecord without_second(const GameRecord& record) {
    GameRecord result;
    result.first = record.first;
    return result;
  }

  std::vector<std::string> players_;
};

class NativeFormat final : public Format<NamedGame> {
 public:
  explicit NativeFormat(const GameFileHeader& header) : numbering_(header) {}

  [[nodiscard]] std::string head() const override { return {}; }
  [[nodiscard]] std::string encode(const NamedGame& game) const override { return encode_game(numbering_(game)); }

 private:
  Numbering numbering_;
};

class NotationFormat final : public Format<NamedGame> {
 public:
  explicit NotationFormat(const GameFileHeader& header)
      : players_(header.players), driver_(find_driver(header.game)), numbering_(header) {}

  [[nodiscard]] std::string head() const override { return {}; }
  [[nodiscard]] std::string encode(const NamedGame& game) const override {
    return to_pgn(driver_, numbering_(game), players_);
  }

 private:
  std::vector<std::string> players_;
  const GameDriver& driver_;
  Numbering numbering_;
};

class TextFormat final : public Format<NamedGame> {
 public:
  explicit TextFormat(const GameFileHeader& header)
      : header_(header), driver_(find_driver(header.game)), numbering_(header) {}

  [[nodiscard]] std::string head() const override { return text_header(header_); }
  [[nodiscard]] std::string encode(const NamedGame& game) const override { return to_text(numbering_(game), driver_); }

 private:
  GameFileHeader header_;
  const GameDriver& driver_;
  Numbering numbering_;
};

class NativeOutput final : public Output {
 public:
  NativeOutput(const std::filesystem::path& file, const GameFileHeader& header) : pending_(file) {
    if (std::filesystem::exists(pending_.path())) throw Error(file.string(), 0, "hone's games need a regular file");
    writer_.emplace(GameFileWriter::create(pending_.path(), header));
  }

  void write(std::string_view encoded) override { writer_->write(decode_game(encoded).value()); }
  void finish() override {
    writer_->sync();
    writer_.reset();
    pending_.commit();
  }

 private:
  PendingFile pending_;
  std::optional<GameFileWriter> writer_;
};

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

void require_game(const std::filesystem::path& file, std::string_view game, std::string_view wanted) {
  if (game != wanted) throw Error(file.string(), 0, expected_found(fmt::format("games of {}", wanted), game));
}

}  // namespace

std::unique_ptr<Format<NamedGame>> game_format(const std::filesystem::path& file, const GameFileHeader& header) {
  switch (kind_of(file)) {
    case FileKind::games:
      return std::make_unique<NativeFormat>(header);
    case FileKind::pgn:
      require_game(file, header.game, "chess");
      return std::make_unique<NotationFormat>(header);
    case FileKind::pdn:
      require_game(file, header.game, "checkers");
      return std::make_unique<NotationFormat>(header);
    case FileKind::text:
      return std::make_unique<TextFormat>(header);
    default:
      throw Error(file.string(), 0, "games are written to *.games, *.pgn, *.pdn or *.txt");
  }
}

std::unique_ptr<Output> game_output(const std::filesystem::path& file, const GameFileHeader& header) {
  if (kind_of(file) == FileKind::games) return std::make_unique<NativeOutput>(file, header);
  return text_output(file, game_format(file, header)->head());
}

std::unique_ptr<Output> text_output(const std::filesystem::path& file, std::string_view head) {
  return std::make_unique<TextOutput>(file, head);
}

}  // namespace hone::formats
