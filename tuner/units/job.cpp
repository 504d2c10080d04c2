// SPDX-License-Identifier: MIT
#include "tuner/units/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tuner/play/options.hpp"
#include "tuner/play/self_play_games.hpp"
#include "tuner/text/json_member.hpp"
#include "tuner/text/options.hpp"

namespace hone::units {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t largest_list = std::uint64_t{1} << 30;  // bytes of a list of openings or positions

// Files that are written or copied beside a plan.
class JobFiles {
 public:
  explicit JobFiles(fs::path folder) : folder_(std::move(folder)) {}

  std::string write(const std::string& name, std::string_view content) {
    write_file_atomically(folder_ / name, content);
    return keep(name);
  }
  // The copy ends as the name of the file does, because how it is read follows from that.
  std::string copy(const std::string& prefix, const fs::path& file) {
    const std::string name = fmt::format("{}-{}", prefix, file.filename().string());
    std::error_code failure;
    PendingFile pending(folder_ / name);
    fs::copy_file(file, pending.path(), fs::copy_options::overwrite_existing, failure);
    if (failure) throw Error(file.string(), 0, "cannot be copied: " + failure.message(), Error::Kind::system);
    pending.commit();
    return keep(name);
  }
  [[nodiscard]] std::vector<std::pair<std::string, text::FileSeal>> take() { return std::move(files_); }

 private:
  std::string keep(const std::string& name) {
    files_.emplace_back(name, text::seal_of(folder_ / name));
    return name;
  }

  fs::path folder_;
  std::vector<std::pair<std::string, text::FileSeal>> files_;
};

// -- Options as texts

// What self-play and matches say of their games, which is all that decides them beside openings and starts.
void declare_all(text::Options& options, play::SelfPlayOptions& games) {
  games.declare(options);
  play::declare_adjudication(options, games.adjudication);
  options.text("player", "NAME", games.player, "");
  play::StartOptions& starts = games.starts;
  starts.declare(options);
  starts.declare_files(options);
  options.flag("plies-after-book", starts.plies_after_book, "");
}

void declare_all(text::Options& options, match::TournamentOptions& games) {
  games.declare(options);
  options.integer("games", "N", games.games, {0}, "");
}

// Written as they are beside the texts, which would round them, or no matter of the games.
bool stands_elsewhere(const std::string& name) {
  return name == "seed" || name == "hash" || name == "max-moves" || name == "threads" || name == "recover";
}

// A list has its values in an array, because a text of them has one in each line.
template <class Games>
Json texts_of(Games games) {
  text::Options options;
  declare_all(options, games);
  Json texts = Json::object();
  for (const text::Option& option : options.all()) {
    if (stands_elsewhere(option.name)) continue;
    if (const std::string text = option.get(); !text.empty()) texts[option.name] = option.values_in(text);
  }
  return texts;
}

template <class Games>
void take_texts_into(Games& games, const Json& texts) {
  text::Options options;
  declare_all(options, games);
  for (const auto& [name, values] : texts.items()) {
    text::Option* option = options.find(name);
    if (option == nullptr) throw Error(fmt::format("{}: there is no such option", name));
    for (const Json& value : values) option->set(text::json_value<std::string>(value, name));
  }
}

Json json_of(const Limits& limits) {
  Json json = Json::object();
  if (limits.depth) json["depth"] = *limits.depth;
  if (limits.nodes) json["nodes"] = *limits.nodes;
  return json;
}

Limits limits_in(const Json& json) {
  Limits limits;
  if (text::find_member(json, "depth") != nullptr) limits.depth = text::member<Depth>(json, "depth");
  if (text::find_member(json, "nodes") != nullptr) limits.nodes = text::member<std::uint64_t>(json, "nodes");
  return limits;
}

Json json_of(const EngineOptions& engine) {
  Json json{{"hash_bytes", engine.hash_bytes}, {"selective", engine.selective}, {"table", engine.transposition_table}};
  if (!engine.parameters.empty()) json["parameters"] = engine.parameters.text();
  return json;
}

EngineOptions engine_in(const Json& json) {
  EngineOptions engine{.hash_bytes = text::member<std::size_t>(json, "hash_bytes"),
                       .selective = text::member<bool>(json, "selective"),
                       .transposition_table = text::member<bool>(json, "table")};
  engine.parameters.set(text::member<std::string>(json, "parameters", ""));
  return engine;
}

// -- Openings

Json json_of(const play::OpeningOptions& openings, JobFiles& files) {
  Json json{{"least_plies", openings.min_plies},  {"most_plies", openings.max_plies}, {"bound", openings.bound},
            {"limits", json_of(openings.limits)}, {"attempts", openings.attempts},    {"use", to_string(openings.use)}};
  if (!openings.komi.empty()) json["komi"] = openings.komi;
  if (openings.avoided != nullptr) {
    std::vector<std::uint64_t> hashes(openings.avoided->begin(), openings.avoided->end());
    std::ranges::sort(hashes);
    json["avoided"] = files.write("avoided.json", Json(hashes).dump());
  }
  return json;
}

play::OpeningUse use_called(const std::string& name) {
  using play::OpeningUse;
  for (const OpeningUse use : {OpeningUse::training, OpeningUse::judging, OpeningUse::gate, OpeningUse::pool}) {
    if (play::to_string(use) == name) return use;
  }
  throw Error("use: " + expected_found("training, judging, gate or pool", name));
}

play::OpeningOptions openings_in(const Json& json, const fs::path& folder) {
  play::OpeningOptions openings;
  openings.min_plies = text::member<int>(json, "least_plies");
  openings.max_plies = text::member<int>(json, "most_plies");
  openings.bound = text::member<Score>(json, "bound");
  openings.limits = limits_in(text::member<Json>(json, "limits"));
  openings.attempts = text::member<int>(json, "attempts");
  openings.use = use_called(text::member<std::string>(json, "use"));
  openings.komi = text::member<std::string>(json, "komi", "");
  if (const std::string file = text::member<std::string>(json, "avoided", ""); !file.empty()) {
    const Json hashes = text::parse_json(read_file(folder / file, largest_list));
    auto avoided = std::make_shared<std::unordered_set<std::uint64_t>>();
    for (const Json& hash : hashes) avoided->insert(text::json_value<std::uint64_t>(hash, "avoided"));
    openings.avoided = avoided;
  }
  return openings;
}

std::string text_of(const std::vector<Opening>& suite) {
  Json json = Json::array();
  for (const Opening& opening : suite) json.push_back({opening.start, opening.moves});
  return json.dump();
}

std::vector<Opening> suite_in(const fs::path& file) {
  std::vector<Opening> suite;
  for (const Json& entry : text::parse_json(read_file(file, largest_list))) {
    if (!entry.is_array() || entry.size() != 2) throw Error(file.string(), 1, "expected openings");
    Opening opening{text::json_value<std::string>(entry[0], "start"), {}};
    for (const Json& move : entry[1]) opening.moves.push_back(text::json_value<std::uint64_t>(move, "move"));
    suite.push_back(std::move(opening));
  }
  return suite;
}

// -- Players

Json json_of(const play::Entrant& player, std::size_t index, JobFiles& files) {
  Json json{{"name", player.name}};
  if (player.weights != nullptr) {
    json["weights"] = files.write(fmt::format("player-{}.weights", index + 1), format_weights(*player.weights));
  }
  if (player.limits) json["limits"] = json_of(*player.limits);
  if (!player.parameters.empty()) json["parameters"] = player.parameters.text();
  return json;
}

}  // namespace

std::string obstacle(std::span<const play::Entrant> players, const Limits& limits) {
  for (const play::Entrant& player : players) {
    if (player.weights == nullptr && !player.varies) {
      return player.name + " is a program of its own, whose games are not the same each time";
    }
    if (!player.limits_or(limits).reproducible()) return "limits in time make other games on each machine";
  }
  return {};
}

WrittenJob write_job(const fs::path& folder, const Weights& weights, const play::SelfPlayOptions& options) {
  JobFiles files(folder);
  play::SelfPlayOptions games = options;
  play::StartOptions& starts = games.starts;
  if (!starts.book.empty()) starts.book = files.copy("book", starts.book);
  for (std::size_t i = 0; i < starts.replayed.size(); ++i) {
    starts.replayed[i] = files.copy(fmt::format("replayed-{}", i + 1), starts.replayed[i]);
  }
  if (!starts.uncertainty.empty()) starts.uncertainty = files.copy("fit", starts.uncertainty);
  Json job{{"kind", "self_play"},
           {"weights", files.write("player.weights", format_weights(weights))},
           {"options", texts_of(games)},
           {"openings", json_of(games.openings, files)},
           {"seed", games.seed},
           {"engine", json_of(games.engine)},
           {"book_seed", starts.book_seed},
           {"book_used", starts.book_used}};
  return {job.dump(), files.take()};
}

WrittenJob write_job(const fs::path& folder, std::span<const play::Entrant> players,
                     const match::TournamentOptions& options, const match::StageGames& stage) {
  if (const std::string why = obstacle(players, options.limits); !why.empty()) throw Error(why);
  JobFiles files(folder);
  Json entrants = Json::array(), pairings = Json::array();
  for (std::size_t i = 0; i < players.size(); ++i) entrants.push_back(json_of(players[i], i, files));
  for (const match::Pairing& pairing : stage.pairings) pairings.push_back({pairing.first, pairing.second});
  Json job{{"kind", "match"},
           {"players", entrants},
           {"options", texts_of(options)},
           {"openings", json_of(options.openings, files)},
           {"seed", options.seed},
           {"engine", json_of(options.engine)},
           {"max_plies", options.max_plies},
           {"stage", stage.number},
           {"pairings", pairings},
           {"before", stage.before}};
  if (!options.suite.empty()) job["suite"] = files.write("suite.json", text_of(options.suite));
  return {job.dump(), files.take()};
}

// -- Playing

struct PlayableJob::State {
  std::vector<std::unique_ptr<Weights>> weights;
  std::vector<play::Entrant> players;
};

namespace {

play::SelfPlayOptions self_play_in(const Json& job, const fs::path& folder) {
  play::SelfPlayOptions options;
  take_texts_into(options, text::member<Json>(job, "options"));
  options.openings = openings_in(text::member<Json>(job, "openings"), folder);
  options.engine = engine_in(text::member<Json>(job, "engine"));
  options.seed = text::member<std::uint64_t>(job, "seed");
  play::StartOptions& starts = options.starts;
  starts.book_seed = text::member<std::uint64_t>(job, "book_seed");
  starts.book_used = text::member<std::uint64_t>(job, "book_used");
  if (!starts.book.empty()) starts.book = (folder / starts.book).string();
  for (std::string& file : starts.replayed) file = (folder / file).string();
  if (!starts.uncertainty.empty()) starts.uncertainty = (folder / starts.uncertainty).string();
  return options;
}

match::TournamentOptions tournament_in(const Json& job, const fs::path& folder) {
  match::TournamentOptions options;
  take_texts_into(options, text::member<Json>(job, "options"));
  options.openings = openings_in(text::member<Json>(job, "openings"), folder);
  options.engine = engine_in(text::member<Json>(job, "engine"));
  options.seed = text::member<std::uint64_t>(job, "seed");
  options.max_plies = text::member<int>(job, "max_plies");
  if (const std::string file = text::member<std::string>(job, "suite", ""); !file.empty()) {
    options.suite = suite_in(folder / file);
  }
  return options;
}

match::StageGames stage_in(const Json& job, std::size_t players) {
  match::StageGames stage{.number = text::member<int>(job, "stage"),
                          .before = text::member<std::uint64_t>(job, "before")};
  for (const Json& pairing : text::member<Json>(job, "pairings")) {
    if (!pairing.is_array() || pairing.size() != 2) throw Error("pairings: expected pairs of players");
    const auto first = text::json_value<match::PlayerIndex>(pairing[0], "pairings");
    const auto second = text::json_value<match::PlayerIndex>(pairing[1], "pairings");
    if (first >= players || second >= players) throw Error("pairings: there is no such player");
    stage.pairings.push_back({first, second});
  }
  return stage;
}

play::Entrant entrant_in(const Json& json, const GameDriver& driver, const fs::path& folder, EngineOptions engine) {
  const std::string name = text::member<std::string>(json, "name");
  engine.parameters = {};  // the player's are whole
  engine.parameters.set(text::member<std::string>(json, "parameters", ""));
  const std::string file = text::member<std::string>(json, "weights", "");
  play::Entrant player =
      file.empty() ? play::random_entrant(name)
                   : play::weights_entrant(driver, name, read_weights(folder / file, driver.schema()), engine);
  if (text::find_member(json, "limits") != nullptr) player.limits = limits_in(text::member<Json>(json, "limits"));
  return player;
}

}  // namespace

PlayableJob::PlayableJob(const GameDriver& driver, const std::string& text, const fs::path& folder)
    : state_(std::make_unique<State>()) {
  const Json job = text::parse_json(text);
  const std::string kind = text::member<std::string>(job, "kind");
  if (kind == "self_play") {
    const auto file = folder / text::member<std::string>(job, "weights");
    state_->weights.push_back(std::make_unique<Weights>(read_weights(file, driver.schema())));
    games_ = play::self_play_games(driver, *state_->weights.front(), self_play_in(job, folder));
    return;
  }
  if (kind != "match") throw Error("kind: " + expected_found("self_play or match", kind));
  const match::TournamentOptions options = tournament_in(job, folder);
  for (const Json& player : text::member<Json>(job, "players")) {
    state_->players.push_back(entrant_in(player, driver, folder, options.engine));
  }
  games_ = match::numbered_games(driver, state_->players, options, stage_in(job, state_->players.size()));
}

PlayableJob::PlayableJob(PlayableJob&&) noexcept = default;
PlayableJob::~PlayableJob() = default;

}  // namespace hone::units
