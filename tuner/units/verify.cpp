// SPDX-License-Identifier: MIT
#include "tuner/units/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "data/checksum.hpp"
#include "data/error.hpp"
#include "data/game_codec.hpp"
#include "data/game_file.hpp"
#include "data/hash.hpp"

namespace hone::units {

namespace {

constexpr std::uint64_t choice_salt = 0x7265706c6179;  // "replay"

UnitMaker maker_in(const GameFileHeader& header) {
  UnitMaker maker;
  if (const std::string* host = header.setting(host_setting)) maker.host = *host;
  if (const std::string* seconds = header.setting(cpu_setting))
    maker.cpu_seconds = std::strtod(seconds->c_str(), nullptr);
  return maker;
}

std::string fault_in(const UnitPlan& plan, std::uint64_t unit, const std::vector<GameRecord>& games) {
  std::uint64_t number = plan.first_of(unit);
  for (const GameRecord& game : games) {
    if (game.number != number) return fmt::format("game {} stands where game {} should", game.number, number);
    const std::uint64_t seed = hash_seed(plan.header.seed, number);
    if (plan.has_numbered_seeds && game.seed != seed) return fmt::format("game {} has another seed", number);
    ++number;
  }
  if (number == plan.end_of(unit)) return {};
  return fmt::format("it has {} games instead of {}", games.size(), plan.end_of(unit) - plan.first_of(unit));
}

}  // namespace

std::uint64_t content_of(const std::vector<GameRecord>& games) {
  std::uint64_t hash = 0;
  for (const GameRecord& game : games) hash = hash_seed(hash, checksum(encode_game(game)));
  return hash;
}

std::vector<std::uint64_t> replayed_games(const UnitPlan& plan, std::uint64_t unit, std::uint64_t replays) {
  const std::uint64_t first = plan.first_of(unit), games = plan.end_of(unit) - first;
  std::set<std::uint64_t> chosen;
  for (std::uint64_t i = 0; chosen.size() < std::min(replays, games); ++i) {
    chosen.insert(first + hash_seed(hash_seed(plan.header.seed ^ choice_salt, unit), i) % games);
  }
  return {chosen.begin(), chosen.end()};
}

CheckedUnit check_unit(const UnitPlan& plan, std::uint64_t unit, const std::filesystem::path& file,
                       const play::PlayGame& play, std::uint64_t replays, const std::stop_token& stop) {
  CheckedUnit checked;
  std::vector<GameRecord> games;
  try {
    GameFileReader reader(file);
    checked.maker = maker_in(reader.header());
    if (const auto difference = difference_of(reader.header(), plan.header)) {
      checked.fault = "its games were played with other settings" + *difference;
      return checked;
    }
    while (std::optional<GameRecord> game = reader.next()) games.push_back(std::move(*game));
    checked.fault = reader.extent().damage.empty() ? fault_in(plan, unit, games) : reader.extent().damage;
  } catch (const Error& error) {
    if (error.kind() == Error::Kind::system) throw;
    checked.fault = error.message();
  }
  if (!checked.fault.empty()) return checked;
  checked.content = content_of(games);
  for (const std::uint64_t number : replayed_games(plan, unit, replays)) {
    const std::optional<GameRecord> again = play(number, stop);
    checked.stopped = !again;
    if (checked.stopped) return checked;
    if (*again == games[number - plan.first_of(unit)]) continue;
    checked.fault = fmt::format("game {} is another one when it is played again", number);
    return checked;
  }
  return checked;
}

GameFileHeader header_by(GameFileHeader header, const UnitMaker& maker) {
  header.settings.emplace_back(host_setting, maker.host);
  header.settings.emplace_back(cpu_setting, fmt::format("{:.2f}", maker.cpu_seconds));
  return header;
}

}  // namespace hone::units
