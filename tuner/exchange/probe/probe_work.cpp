// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe/probe_work.hpp"

#include <fmt/format.h>
#include <algorithm>

#include <cstdint>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/bytes.hpp"
#include "data/checksum.hpp"
#include "data/error.hpp"

namespace hone::exchange {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largest_part = std::uint64_t{1} << 33;  // bytes

void write_part(const fs::path& file, const ByteWriter& content) {
  ByteWriter part;
  part.u64(checksum(content.bytes()));
  part.raw(content.bytes());
  write_file_atomically(file, part.bytes());
}

std::optional<std::string> read_part(const fs::path& file) {
  if (!fs::is_regular_file(file)) return std::nullopt;
  const std::string bytes = read_file(file, largest_part);
  ByteReader reader(bytes);
  const std::uint64_t sum = reader.u64();
  const std::string_view content = reader.raw(reader.left());
  if (reader.bad() || checksum(content) != sum) return std::nullopt;
  return std::string(content);
}

// The first line in which two keys differ, of each.
std::pair<std::string_view, std::string_view> first_difference(std::string_view a, std::string_view b) {
  while (!a.empty() || !b.empty()) {
    const std::string_view line_a = a.substr(0, a.find('\n')), line_b = b.substr(0, b.find('\n'));
    if (line_a != line_b) return {line_a, line_b};
    a.remove_prefix(std::min(line_a.size() + 1, a.size()));
    b.remove_prefix(std::min(line_b.size() + 1, b.size()));
  }
  return {};
}

// What a process leaves that is killed while it writes a file.
bool is_torn(const fs::directory_entry& entry) { return entry.path().extension() == ".tmp" && entry.is_regular_file(); }

// How many files there are but for those.
std::size_t whole_files(const fs::path& folder) {
  const fs::directory_iterator entries(folder);
  return static_cast<std::size_t>(
      std::count_if(begin(entries), end(entries), [](const auto& entry) { return !is_torn(entry); }));
}

void require_key(const fs::path& file, const std::string& key) {
  const std::size_t files = whole_files(file.parent_path());
  if (!fs::exists(file)) {
    if (files > 0) {
      throw Error(file.parent_path().string(), 0,
                  "is needed for the work of the probe, and holds something else: name another --out");
    }
    write_file_atomically(file, key);
    return;
  }
  const std::string found = read_file(file);
  if (found == key) return;
  if (files == 1) return write_file_atomically(file, key);  // nothing was done
  const auto [wanted, other] = first_difference(key, found);
  throw Error(file.parent_path().string(), 0,
              fmt::format("holds the work of another probe: {}. Repeat that command, remove the folder, or name "
                          "another --out",
                          expected_found(fmt::format("'{}'", wanted), fmt::format("'{}'", other))));
}

}  // namespace

ProbeWork::ProbeWork(fs::path folder, const std::string& key) : folder_(std::move(folder)) {
  std::error_code code;
  fs::create_directory(folder_, code);
  if (code || !fs::is_directory(folder_)) {
    throw Error(folder_.string(), 0,
                fmt::format("cannot be made for the work of the probe: {}", code ? code.message() : "it is no folder"));
  }
  require_key(folder_ / "key", key);
  lock_.emplace(folder_ / "key", File::Mode::read);
  if (!lock_->try_lock()) throw Error(folder_.string(), 0, "another process probes there");
}

fs::path ProbeWork::option_file(const std::string& option) const {
  return folder_ / fmt::format("option-{:016x}", checksum(option));
}

void ProbeWork::write_start(const StartScores& start) const {
  ByteWriter out;
  out.varint(static_cast<std::uint64_t>(start.decimals));
  out.varint(start.scores.size());
  for (const float score : start.scores) out.f32(score);
  write_part(folder_ / "start", out);
}

std::optional<StartScores> ProbeWork::read_start() const {
  const auto bytes = read_part(folder_ / "start");
  if (!bytes) return std::nullopt;
  ByteReader in(*bytes);
  StartScores start;
  start.decimals = in.varint_as<int>();
  const std::uint64_t size = in.varint();
  if (size != in.left() / sizeof(float)) return std::nullopt;
  start.scores.reserve(size);
  for (std::uint64_t i = 0; i < size; ++i) start.scores.push_back(in.f32());
  return in.done() ? std::optional(std::move(start)) : std::nullopt;
}

void ProbeWork::write_option(const std::string& option, const OptionSlopes& slopes) const {
  ByteWriter out;
  out.u8(static_cast<std::uint8_t>(slopes.linearity));
  out.zigzag(slopes.step.low);
  out.zigzag(slopes.step.high);
  out.varint(slopes.acting);
  out.varint(slopes.off);
  out.varint(slopes.still_off);
  out.f64(slopes.worst);
  out.varint(slopes.slopes.size());
  for (const Slope& slope : slopes.slopes) {
    out.u32(slope.position);
    out.f32(slope.count);
  }
  write_part(option_file(option), out);
}

std::optional<OptionSlopes> ProbeWork::read_option(const std::string& option) const {
  const auto bytes = read_part(option_file(option));
  if (!bytes) return std::nullopt;
  ByteReader in(*bytes);
  OptionSlopes slopes;
  slopes.linearity = static_cast<Linearity>(in.u8());
  slopes.step.low = in.zigzag();
  slopes.step.high = in.zigzag();
  slopes.acting = in.varint();
  slopes.off = in.varint();
  slopes.still_off = in.varint();
  slopes.worst = in.f64();
  const std::uint64_t size = in.varint();
  if (slopes.linearity > Linearity::bent || size != in.left() / 8) return std::nullopt;
  slopes.slopes.reserve(size);
  for (std::uint64_t i = 0; i < size; ++i) {
    const std::uint32_t position = in.u32();
    slopes.slopes.push_back({position, in.f32()});
  }
  return in.done() ? std::optional(std::move(slopes)) : std::nullopt;
}

void ProbeWork::remove() const {
  std::error_code ignored;  // a folder that stays is no loss
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder_, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("option-") || name == "start" || is_torn(entry)) files.push_back(entry.path());
  }
  files.push_back(folder_ / "key");  // last, so that the folder can always be told
  for (const fs::path& file : files) fs::remove(file, ignored);
  fs::remove(folder_, ignored);
}

}  // namespace hone::exchange
