// SPDX-License-Identifier: MIT
#include "tuner/match/game_journal.hpp"

#include <iterator>
#include <utility>

#include "data/file.hpp"

namespace hone::match {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds sync_interval{1};  // a sync takes milliseconds on some disks

}  // namespace

GameJournal::GameJournal(const fs::path& file, const GameFileHeader& header) : file_(file), header_(header) {
  if (!fs::exists(file)) {
    writer_ = GameFileWriter::create(file, header);
    return;
  }
  writer_ = GameFileWriter::append(file, header);
  read_kept();
}

void GameJournal::read_kept() {
  GameFileReader reader(file_);
  header_ = reader.header();  // it may tell of another build that plays alike
  while (std::optional<GameRecord> game = reader.next()) {
    in_order_ = in_order_ && game->number == written_;
    ++written_;
    numbers_kept_.insert(game->number);
    kept_.try_emplace(game->number, std::move(*game));
  }
  was_in_order_ = in_order_;
}

std::uint64_t GameJournal::games_kept_from(std::uint64_t number) const {
  return static_cast<std::uint64_t>(std::distance(numbers_kept_.lower_bound(number), numbers_kept_.end()));
}

std::optional<GameRecord> GameJournal::peek(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(number);
  return found == kept_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<GameRecord> GameJournal::take(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  auto node = kept_.extract(number);
  if (node.empty()) return std::nullopt;
  return std::move(node.mapped());
}

void GameJournal::add(const GameRecord& game) {
  const std::lock_guard lock(mutex_);
  if (!writer_) return;
  writer_->write(game);
  in_order_ = in_order_ && game.number == written_;
  ++written_;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_sync_ < sync_interval) return;
  writer_->sync();
  last_sync_ = now;
}

void GameJournal::sync() {
  const std::lock_guard lock(mutex_);
  if (writer_) writer_->sync();
}

void GameJournal::close(std::uint64_t games, Beyond beyond) {
  sync();
  const std::uint64_t staying = games + (beyond == Beyond::keep ? games_kept_from(games) : 0);
  if (!writer_ || (in_order_ && written_ == staying)) return;
  put_in_order(games, beyond);
}

// At every moment the file is either the old one or the new one, and complete.
void GameJournal::put_in_order(std::uint64_t games, Beyond beyond) {
  std::map<std::uint64_t, GameRecord> all;
  GameFileReader reader(file_);
  while (std::optional<GameRecord> game = reader.next()) {
    const bool stays = game->number < games || (beyond == Beyond::keep && numbers_kept_.contains(game->number));
    if (stays) all.try_emplace(game->number, std::move(*game));
  }
  fs::path ordered = file_;
  ordered += ".ordered";
  fs::remove(ordered);
  GameFileWriter writer = GameFileWriter::create(ordered, header_);
  for (const auto& [number, game] : all) writer.write(game);
  writer.sync();
  rename_file(ordered, file_);
  sync_folder_of(file_);
  writer_ = std::move(writer);
}

}  // namespace hone::match
