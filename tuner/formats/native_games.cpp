// SPDX-License-Identifier: MIT
//
// Game files of hone as a format of the table.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/game_codec.hpp"
#include "data/text_lines.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {

namespace {

class NativeGames final : public GameSource {
 public:
  explicit NativeGames(const std::filesystem::path& file)
      : name_(file.string()), reader_(file), driver_(find_driver(reader_.header().game)) {}

  [[nodiscard]] const GameDriver& driver() const override { return driver_; }
  [[nodiscard]] const GameFileHeader& header() const override { return reader_.header(); }

  [[nodiscard]] std::optional<UnreadGame> next() override {
    std::optional<GameRecord> record = reader_.next();
    if (!record) return require_whole(), std::nullopt;
    const std::size_t bytes = record->moves.size() * (sizeof(PlayedMove) + sizeof(MoveDetail)) + record->note.size();
    return UnreadGame{
        [this, record = std::move(*record)] { return std::optional(with_names(record, header().players)); }, bytes};
  }

 private:
  // The games after the damage are lost, and nobody would notice.
  void require_whole() const {
    const GameFileExtent& extent = reader_.extent();
    if (extent.damage.empty()) return;
    throw Error(name_, 0,
                fmt::format("{} after {} whole games, at byte {}", extent.damage, extent.games, extent.bytes));
  }

  std::string name_;
  GameFileReader reader_;
  const GameDriver& driver_;
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

}  // namespace

std::unique_ptr<GameSource> open_native_games(const std::filesystem::path& file) {
  require_unpacked(file, "binary files of games");
  return std::make_unique<NativeGames>(file);
}

Encoder<NamedGame> native_game_encoder(const GameFileHeader& header) {
  return {
      .head = {},
      .encode = [players = header.players](const NamedGame& game) { return encode_game(with_numbers(game, players)); },
      .open = [header](const std::filesystem::path& file) { return std::make_unique<NativeOutput>(file, header); }};
}

}  // namespace hone::formats
