// SPDX-License-Identifier: MIT
#include "tuner/run/record.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tuner/play/settings_text.hpp"
#include "tuner/run/version_1.hpp"
#include "tuner/text/json_member.hpp"
#include "tuner/text/options.hpp"
#include "tuner/text/seal.hpp"

namespace hone::run {

namespace {

using Json = nlohmann::ordered_json;

Json texts_of(const text::Options& options) {
  Json texts = Json::object();
  for (const auto& [name, value] : options.record()) texts[name] = value;
  return texts;
}

constexpr const char* other_pool_hint = "; ratings against another pool are those of another run";

Json record_of_pool(const PoolOptions& pool) {
  Json opponents = Json::object();
  for (const PoolOpponent& opponent : pool.opponents) opponents[opponent.spec.name] = describe(opponent);
  return opponents;
}

// The texts that the opponents were made of, for a configuration that is to be made again. They decide nothing.
Json given_pool(const PoolOptions& pool) {
  return {{"pool-player", pool.players},
          {"pool-option", pool.engine_options},
          {"pool-limits", pool.limits},
          {"pool-dir", pool.directories}};
}

// Self-play or a match: what it declares, and what it shares with the other.
template <class Games>
Json record_of_games(Games games) {
  text::Options options;
  games.declare(options);
  if (options.find("resign") == nullptr) play::declare_adjudication(options, games.adjudication);
  if (options.find("hash") == nullptr) play::declare_hash(options, games.engine);
  options.recorded("openings", [&games] { return play::describe(games.openings); });
  return texts_of(options);
}

// Options that are spelt otherwise today.
constexpr std::pair<const char*, const char*> older_spellings[] = {{"blend", "target"}, {"quiescence", "resolve"}};

// The texts of a record in the spelling of today.
Json spelt_as_today(Json texts) {
  RunOptions run;
  text::Options options;
  run.declare(options);
  for (const auto& [older, name] : older_spellings) {
    if (!texts.contains(older)) continue;
    options.find(older)->set(texts[older].get<std::string>());
    texts[name] = options.find(name)->get();
    texts.erase(older);
  }
  return texts;
}

void take_texts(const Json& texts, text::Options& options) {
  for (const auto& [name, value] : texts.items()) {
    text::Option* option = options.find(name);
    const std::string text = text::json_value<std::string>(value, name);
    if (option == nullptr || text.empty()) continue;
    try {
      for (const std::string& one : option->values_in(text)) option->set(one);
    } catch (const Error& fault) {
      throw Error(fmt::format("{}: {}", name, fault.message()));
    }
  }
}

void require_same(const Json& then, const Json& now) {
  const Json before = then.flatten(), after = now.flatten();
  const auto value = [](const Json& record, const std::string& key) {
    return record.contains(key) ? record[key].dump() : "nothing";
  };
  Json keys = before;
  keys.update(after);
  for (const auto& [key, ignored] : keys.items()) {
    if (value(before, key) == value(after, key) || key.starts_with("/pool_given")) continue;
    const bool is_pool = key.starts_with("/pool/");
    throw Error(fmt::format("the run was begun with {} = {}, not {}{}", key.substr(1), value(before, key),
                            value(after, key), is_pool ? other_pool_hint : ""));
  }
}

// What the text of the folder's options comes to, put into `kept`. Names that are no options of the library are the
// command's.
RunOptions options_in(const std::filesystem::path& config, const GameDriver& driver, RunOptions kept) {
  text::Options options;
  kept.declare(options);
  for (const text::ConfigEntry& entry : text::parse_config(read_file(config), config.string())) {
    if (text::Option* option = options.find(entry.key)) option->set(entry.value);
  }
  kept.settle(driver);
  return kept;
}

}  // namespace

Json record_of(const GameDriver& driver, const RunOptions& options) {
  RunOptions run = options;
  text::Options declared;
  run.declare(declared);
  Json record = {{"game", driver.name()},
                 {"options", texts_of(declared)},
                 {"self_play", record_of_games(options.self_play)},
                 {"gate", record_of_games(options.gate)},
                 {"final_match", record_of_games(options.final_match)}};
  if (!options.pool.opponents.empty()) {
    record["pool"] = record_of_pool(options.pool);
    record["pool_given"] = given_pool(options.pool);
  }
  return text::as_kept(record);
}

std::vector<std::pair<std::string, std::string>> ends_of(const RunOptions& options) {
  RunOptions run = options;
  text::Options declared;
  run.declare_ends(declared);
  std::vector<std::pair<std::string, std::string>> texts;
  for (const text::Option& option : declared.all()) texts.emplace_back(option.name, option.get());
  return texts;
}

RunOptions options_of(const Json& record) {
  if (is_version_1(record)) return options_of_version_1(record);
  RunOptions options;
  text::Options declared;
  options.declare(declared);
  take_texts(text::member<Json>(record, "options"), declared);
  return options;
}

RunOptions options_of(const std::filesystem::path& journal, const RunHistory& history) {
  try {
    RunOptions run = options_of(text::parse_json(history.options()));
    text::Options ends;
    run.declare_ends(ends);
    for (const auto& [name, value] : history.budgets()) {
      if (text::Option* option = ends.find(name)) option->set(value);
    }
    return run;
  } catch (const Error& fault) {
    throw Error(journal.string(), 1, "options: " + fault.message());
  }
}

void require_same(const Json& then, const GameDriver& driver, const RunOptions& now) {
  Json before = record_of(driver, default_run(driver));
  Json named = then;
  named.erase(record_signature);
  named.erase(record_build);
  if (named.contains("options")) named["options"] = spelt_as_today(named["options"]);
  before.merge_patch(named);
  require_same(before, record_of(driver, now));
}

void require_same_as_config(const Json& then, const std::filesystem::path& config, const GameDriver& driver,
                            const RunOptions& now) {
  Json kept = record_of(driver, options_in(config, driver, options_of_version_1(then)));
  for (const char* games : {"self_play", "gate", "final_match"}) {
    if (then.contains(games)) kept[games]["openings"] = text::member<std::string>(then[games], "openings", "");
  }
  require_same(kept, record_of(driver, now));
}

}  // namespace hone::run
