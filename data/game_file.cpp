// SPDX-License-Identifier: MIT
#include "data/game_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/block.hpp"
#include "data/error.hpp"
#include "data/file.hpp"
#include "data/game_codec.hpp"
#include "data/printable.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view signature = "hone games 1\n";
constexpr std::array header_kind{'h', 'e', 'a', 'd'};
constexpr std::array game_kind{'g', 'a', 'm', 'e'};

std::string start_of_file(const GameFileHeader& header) {
  return std::string(signature) + BlockCodec().pack(header_kind, 1, encode_header(header));
}

// Reads a file through a window that moves forward.
class Window {
 public:
  explicit Window(const fs::path& file) : file_(file, File::Mode::read) {}

  [[nodiscard]] const File& file() const { return file_; }
  // Returns the next `size` bytes, or fewer at the end of the file, without moving past them.
  std::string_view look(std::size_t size) {
    if (bytes_.size() - begin_ < size) fill(size);
    return std::string_view(bytes_).substr(begin_, size);
  }
  void skip(std::size_t size) { begin_ += size; }

 private:
  static constexpr std::size_t chunk = 1 << 16;

  void fill(std::size_t size) {
    bytes_.erase(0, begin_);
    begin_ = 0;
    while (bytes_.size() < size) {
      const std::size_t known = bytes_.size();
      bytes_.resize(known + chunk);
      const std::size_t count = file_.read(bytes_.data() + known, chunk);
      bytes_.resize(known + count);
      if (count < chunk) return;
    }
  }

  File file_;
  std::string bytes_;
  std::size_t begin_ = 0;
};

}  // namespace

// -- Reader

struct GameFileReader::State {
  explicit State(const fs::path& file) : window(file) {
    read_signature();
    read_header();
  }

  [[noreturn]] void fail(std::string_view message) const { throw Error(window.file().name().string(), 0, message); }

  void read_signature() {
    const std::string_view found = window.look(signature.size());
    if (found != signature) {
      const bool printable = found.starts_with("hone games ") && found.ends_with('\n');
      fail(expected_found("a game file (\"hone games 1\")",
                          printable ? found.substr(0, found.size() - 1) : std::string_view("something else")));
    }
    keep(signature.size());
  }

  void read_header() {
    const std::optional<std::string> payload = next_block(header_kind);
    const std::optional<GameFileHeader> found = payload ? decode_header(*payload) : std::nullopt;
    if (!found) fail("the header is not whole");
    header = *found;
    keep(block_size);
  }

  // Returns the payload of the next block without moving past it, or nothing at the end of the file or at damage.
  std::optional<std::string> next_block(std::array<char, 4> kind) {
    const std::string_view front = window.look(block_head_size);
    if (front.empty()) return std::nullopt;
    if (front.size() < block_head_size) return damaged("torn block");
    const std::optional<BlockHead> head = parse_block_head(front);
    if (!head) return damaged("impossible size");
    block_size = block_head_size + head->size;
    const std::string_view block = window.look(block_size);
    if (block.size() < block_size) return damaged("torn block");
    std::optional<std::string> payload = codec.unpack(*head, block);
    if (!payload) return damaged("checksum");
    if (head->kind != kind || head->count != 1) return damaged("unknown kind of block");
    return payload;
  }

  std::nullopt_t damaged(const char* what) {
    extent.damage = what;
    extent.bytes_dropped = window.file().size() - extent.bytes;
    return std::nullopt;
  }

  void keep(std::size_t size) {
    window.skip(size);
    extent.bytes += size;
  }

  Window window;
  BlockCodec codec;
  GameFileHeader header;
  GameFileExtent extent;
  std::size_t block_size = 0;  // size of the block that next_block() returned last
};

GameFileReader::GameFileReader(const fs::path& file) : state_(std::make_unique<State>(file)) {}
GameFileReader::GameFileReader(GameFileReader&&) noexcept = default;
GameFileReader& GameFileReader::operator=(GameFileReader&&) noexcept = default;
GameFileReader::~GameFileReader() = default;

const GameFileHeader& GameFileReader::header() const { return state_->header; }
const GameFileExtent& GameFileReader::extent() const { return state_->extent; }

std::optional<GameRecord> GameFileReader::next() {
  if (!state_->extent.damage.empty()) return std::nullopt;
  const std::optional<std::string> payload = state_->next_block(game_kind);
  if (!payload) return std::nullopt;
  std::optional<GameRecord> game = decode_game(*payload);
  if (!game) return state_->damaged("not a game");
  state_->keep(state_->block_size);
  ++state_->extent.games;
  return game;
}

// -- Headers

const std::string* GameFileHeader::setting(std::string_view name) const {
  const auto found = std::ranges::find(settings, name, &std::pair<std::string, std::string>::first);
  return found == settings.end() ? nullptr : &found->second;
}

namespace {

constexpr std::array<std::string_view, 3> decides_nothing{build_setting, host_setting, cpu_setting};

std::string shown_setting(const GameFileHeader& header, const std::string& name) {
  const std::string* value = header.setting(name);
  return value == nullptr ? "none" : fmt::format("'{}'", printable(*value));
}

bool is_compared(const std::string& name, const GameFileHeader& there, const GameFileHeader& here) {
  if (std::ranges::count(decides_nothing, name) > 0) return false;
  if (name.starts_with(folder_setting) || name.starts_with(margin_setting)) return there.setting(name) != nullptr;
  return name != signature_setting || (there.setting(name) != nullptr && here.setting(name) != nullptr);
}

std::string other_signature(const GameFileHeader& there, const GameFileHeader& here) {
  return fmt::format(
      "; they were played by another build, or on another kind of processor: {} of build {} there, {} of "
      "build {} here",
      shown_setting(there, signature_setting), shown_setting(there, build_setting),
      shown_setting(here, signature_setting), shown_setting(here, build_setting));
}

}  // namespace

std::optional<std::string> difference_of(const GameFileHeader& there, const GameFileHeader& here) {
  for (const GameFileHeader* header : {&here, &there}) {
    for (const auto& [name, _] : header->settings) {
      const std::string found = shown_setting(there, name), wanted = shown_setting(here, name);
      if (found == wanted || name == signature_setting || !is_compared(name, there, here)) continue;
      return fmt::format("; {} is {} there and {} here", printable(name), found, wanted);
    }
  }
  if (there.game != here.game || there.players != here.players || there.seed != here.seed) return "";
  if (is_compared(signature_setting, there, here) &&
      *there.setting(signature_setting) != *here.setting(signature_setting)) {
    return other_signature(there, here);
  }
  return std::nullopt;
}

// -- Writer

namespace {

// Checks that an existing file may be continued, and returns the extent of its whole blocks.
GameFileExtent whole_part(const fs::path& file, const GameFileHeader& header) {
  GameFileReader reader(file);
  if (const auto difference = difference_of(reader.header(), header)) {
    throw Error(file.string(), 0, "holds games played with other settings" + *difference);
  }
  while (reader.next()) {
  }
  return reader.extent();
}

}  // namespace

struct GameFileWriter::State {
  State(const fs::path& name, const GameFileHeader& header) : file(name, File::Mode::append) {
    file.lock();
    const GameFileExtent extent = whole_part(name, header);
    if (extent.bytes_dropped > 0) file.truncate(extent.bytes);
    kept = extent.games;
    size = extent.bytes;
  }

  // Half a block would hide everything that is written after it.
  void write(std::string_view block) {
    try {
      file.write(block);
    } catch (...) {
      file.truncate(size);
      throw;
    }
    size += block.size();
  }

  File file;
  BlockCodec codec;
  std::uint64_t kept = 0;
  std::uint64_t size = 0;
};

GameFileWriter::GameFileWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
GameFileWriter::GameFileWriter(GameFileWriter&&) noexcept = default;
GameFileWriter& GameFileWriter::operator=(GameFileWriter&&) noexcept = default;
GameFileWriter::~GameFileWriter() = default;

GameFileWriter GameFileWriter::create(const fs::path& file, const GameFileHeader& header) {
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(file, ignored))) throw Error(file.string(), 0, "there is such a file already");
  AtomicFile start(file);
  start.write(start_of_file(header));
  start.commit_new();  // another process may have made the file since
  return append(file, header);
}

GameFileWriter GameFileWriter::append(const fs::path& file, const GameFileHeader& header) {
  return GameFileWriter(std::make_unique<State>(file, header));
}

void GameFileWriter::write(const GameRecord& game) {
  state_->write(state_->codec.pack(game_kind, 1, encode_game(game)));
}

void GameFileWriter::sync() { state_->file.sync(); }

std::uint64_t GameFileWriter::games_kept() const { return state_->kept; }

std::string format_games(const GameFileHeader& header, std::span<const GameRecord> games) {
  std::string bytes = start_of_file(header);
  BlockCodec codec;
  for (const GameRecord& game : games) bytes += codec.pack(game_kind, 1, encode_game(game));
  return bytes;
}

}  // namespace hone
