// SPDX-License-Identifier: MIT
#include "tuner/refine/refine.hpp"

#include <fmt/format.h>

#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/game_file.hpp"
#include "data/hash.hpp"
#include "tuner/match/game_worker.hpp"
#include "tuner/match/json.hpp"
#include "tuner/match/stage_games.hpp"
#include "tuner/parallel/jobs.hpp"
#include "tuner/refine/coordinates.hpp"
#include "tuner/refine/sensitivity.hpp"
#include "tuner/run/damage.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/text/json_member.hpp"
#include "tuner/text/seal.hpp"

namespace hone::refine {
namespace {

namespace fs = std::filesystem;

// What a seed is used for besides the games.
enum Purpose : std::uint64_t { signs_seed = 1, positions_seed, proof_seed };

// With a posterior the weights that it does not know, or finds too flat, stay where they are.
std::vector<std::size_t> single_parameters(const Subject& subject, const WeightDirections& weights) {
  std::vector<std::size_t> single;
  for (std::size_t i = 0; i < subject.parameters().size(); ++i) {
    if (weights.changes.empty() || !subject.parameters()[i].is_weight) single.push_back(i);
  }
  return single;
}

WeightDirections weight_directions(const Subject& subject, const RefineSources& sources, const RefineOptions& options) {
  if (!sources.posterior) return {};
  return directions_of(*sources.posterior, subject.parameters(), options.directions);
}

Coordinates coordinates_of(const Subject& subject, const WeightDirections& weights, const Steps& steps) {
  Coordinates coordinates(subject.parameters());
  for (std::size_t i = 0; i < weights.changes.size(); ++i) {
    if (steps.weights > 0) coordinates.add(weights.changes[i] * steps.weights, weights.readings[i] / steps.weights);
  }
  const std::vector<std::size_t> single = single_parameters(subject, weights);
  if (single.size() != steps.single.size()) throw Error("the steps are of other parameters");
  for (std::size_t i = 0; i < single.size(); ++i) {
    const auto& [name, step] = steps.single[i];
    if (name != subject.parameters()[single[i]].name) throw Error(fmt::format("there is no parameter '{}' here", name));
    if (step > 0) coordinates.add(single[i], step);
  }
  if (coordinates.directions() == 0) throw Error("none of the parameters changes a move in any position");
  return coordinates;
}

WalkOptions walk_options(const RefineOptions& options) {
  return {.pairs = options.pairs(),
          .batch = options.batch,
          .seed = hash_seed(options.games.seed, signs_seed),
          .cost = options.cost};
}

// The walk with the values that it stands for.
class Refinement {
 public:
  Refinement(const Subject& subject, const WeightDirections& weights, const Steps& steps, const RefineOptions& options)
      : steps_(steps),
        coordinates_(coordinates_of(subject, weights, steps)),
        walk_(coordinates_.directions(), walk_options(options)),
        planned_(options.pairs()),
        batch_(options.batch) {
    walk_.bound_by([this](const Vector& z) { return coordinates_.bounded(z); });
  }
  Refinement(const Refinement&) = delete;
  Refinement& operator=(const Refinement&) = delete;

  struct Players {
    std::vector<int> p, q;
  };
  [[nodiscard]] Players players(std::uint64_t pair) const {
    const PairPlan plan = walk_.plan(pair);
    return {coordinates_.drawn(plan.p, plan.roundings), coordinates_.drawn(plan.q, plan.roundings)};
  }
  [[nodiscard]] bool is_ready(std::uint64_t pair) const { return walk_.is_ready(pair); }

  void add(int points) {
    const Players played = players(walk_.pairs());
    walk_.add(coordinates_.z_of(played.p), coordinates_.z_of(played.q), points / 2.0 - 1);
    if (walk_.pairs() % batch_ == 0 || walk_.is_done()) path_.push_back(point());
  }

  [[nodiscard]] std::uint64_t pairs() const { return walk_.pairs(); }
  [[nodiscard]] bool ends_batch() const { return walk_.pairs() % batch_ == 0 || walk_.is_done(); }
  [[nodiscard]] std::vector<int> best() const { return coordinates_.nearest(walk_.estimate().optimum); }
  [[nodiscard]] const std::vector<PathPoint>& path() const { return path_; }

  [[nodiscard]] RefineStatus status() const {
    const StrengthEstimate& estimate = walk_.estimate();
    RefineStatus status;
    status.pairs = walk_.pairs();
    status.planned = planned_;
    status.directions = static_cast<std::size_t>(coordinates_.directions());
    status.gain = estimate.gain;
    status.gain_error = estimate.gain_error;
    status.cost = walk_.cost();
    const Vector values = coordinates_.values(coordinates_.bounded(estimate.optimum));
    const Vector errors = coordinates_.errors(estimate.error),
                 steps = coordinates_.errors(Vector::Ones(estimate.error.size()));
    const std::vector<int> played = best();
    for (std::size_t i = 0; i < played.size(); ++i) {
      const auto place = static_cast<Eigen::Index>(i);
      const Parameter& parameter = coordinates_.parameters()[i];
      status.parameters.push_back({parameter, steps[place], values[place], errors[place], played[i]});
    }
    for (const auto& [name, step] : steps_.single) {
      if (step <= 0) status.idle.push_back(name);
    }
    return status;
  }

 private:
  [[nodiscard]] PathPoint point() const {
    const Vector values = coordinates_.values(coordinates_.bounded(walk_.estimate().optimum));
    return {2 * walk_.pairs(), {values.begin(), values.end()}, walk_.estimate().gain, walk_.estimate().gain_error};
  }

  Steps steps_;
  Coordinates coordinates_;
  Walk walk_;
  std::uint64_t planned_, batch_;
  std::vector<PathPoint> path_;
};

// -- Playing

// The players of a thread, whose values change from pair to pair.
class PairPlayer {
 public:
  PairPlayer(const GameDriver& driver, const Subject& subject, const match::TournamentOptions& options,
             match::OpeningBook& book)
      : worker_(driver, seats_, options, book) {
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      seats_[i].name = i == 0 ? "p" : "q";
      seats_[i].reproducible = subject.is_reproducible();
      seats_[i].make = [this, i, &subject, bytes = options.engine.hash_bytes] {
        TunedPlayer tuned = subject.tuned_player(bytes);
        set_[i] = std::move(tuned.set);
        set_[i](values_[i]);
        return std::move(tuned.player);
      };
    }
  }
  PairPlayer(const PairPlayer&) = delete;
  PairPlayer& operator=(const PairPlayer&) = delete;

  // The points of the first, in halves. Nothing when stopped.
  [[nodiscard]] std::optional<int> play(std::uint64_t pair, Refinement::Players&& players,
                                        const std::stop_token& stop) {
    values_ = {std::move(players.p), std::move(players.q)};
    for (std::size_t i = 0; i < set_.size(); ++i) {
      if (set_[i]) set_[i](values_[i]);
    }
    int points = 0;
    for (const int game : {0, 1}) {
      const match::PlayerIndex first = game == 0 ? 0 : 1, second = game == 0 ? 1 : 0;
      const auto played = worker_.play({pair, 0, game, true, first, second}, stop);
      if (!played) return std::nullopt;
      if (played->fault && played->fault->failure.reason != EndReason::time_forfeit) {  // which is a loss as any other
        throw Error(fmt::format("pair {}: the engine failed: {}: {}", pair + 1,
                                to_string(played->fault->failure.reason), played->fault->failure.detail),
                    Error::Kind::system);
      }
      const int utility = played->record.outcome.utility;
      const int of_first = utility > 0 ? 2 : utility < 0 ? 0 : 1;
      points += game == 0 ? of_first : 2 - of_first;
    }
    return points;
  }

 private:
  std::array<play::Entrant, 2> seats_;
  std::array<std::function<void(std::span<const int>)>, 2> set_;
  std::array<std::vector<int>, 2> values_;
  match::GameWorker worker_;
};

// Hands out what pairs play as soon as it is known.
class Queue {
 public:
  explicit Queue(Refinement& refinement) : refinement_(refinement) {}

  // Nothing when stopped.
  [[nodiscard]] std::optional<Refinement::Players> players(std::uint64_t pair, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!ready_.wait(lock, stop, [&] { return refinement_.is_ready(pair); })) return std::nullopt;
    return refinement_.players(pair);
  }
  void add(int points) {
    {
      const std::lock_guard lock(mutex_);
      refinement_.add(points);
    }
    ready_.notify_all();
  }

 private:
  Refinement& refinement_;
  std::mutex mutex_;
  std::condition_variable_any ready_;
};

// -- The folder

std::string signature_of(const GameDriver& driver, const Subject& subject, const RefineOptions& options) {
  if (!subject.is_reproducible() || !options.games.limits.reproducible()) return {};
  const std::vector<int> start = start_values(subject.parameters());
  const std::array players{subject.entrant("start", start), subject.entrant("same", start)};
  match::TournamentOptions games = options.games;
  games.games = 2;
  play::NumberedGames canaries = match::numbered_games(driver, players, games, std::nullopt);
  play::sign(canaries);
  const std::string* const signature = canaries.header.setting(signature_setting);
  return signature == nullptr ? std::string() : *signature;
}

void require_same(const Begun& begun, const Begun& asked, const fs::path& folder) {
  const Begun now = as_kept(asked);
  const std::string journal = run::RunPaths(folder).journal().string();
  for (std::size_t i = 0; i < std::max(begun.options.size(), now.options.size()); ++i) {
    const bool both = i < begun.options.size() && i < now.options.size();
    if (both && begun.options[i] == now.options[i]) continue;
    const auto& [name, value] = i < now.options.size() ? now.options[i] : begun.options[i];
    throw Error(journal, 1, fmt::format("the refinement was begun with another --{} than '{}'", name, value));
  }
  if (begun.game != now.game) throw Error(journal, 1, expected_found(begun.game, now.game));
  if (begun.start != now.start) {
    throw Error(journal, 1,
                "start.weights, start.options, start.posterior or start.spsa is not what the refinement began with");
  }
  if (begun.signature != now.signature) {
    throw Error(journal, 1, "this build plays otherwise than the one that began the refinement");
  }
}

std::optional<Steps> find_steps(const GameDriver& driver, const Subject& subject, const WeightDirections& weights,
                                const RefineOptions& options, const std::stop_token& stop,
                                const RefineObserver& observer) {
  SensitivityOptions looking{.share = options.share,
                             .positions = options.positions,
                             .limits = options.games.limits,
                             .seed = hash_seed(options.games.seed, positions_seed),
                             .threads = options.games.threads};
  const auto positions = positions_of_games(driver, looking.positions, looking.seed, stop);
  if (stop.stop_requested()) return std::nullopt;
  const std::vector<std::size_t> single = single_parameters(subject, weights);
  const auto tell = [&](std::size_t done) {
    if (observer.sensitivity) observer.sensitivity(done, single.size());
  };
  Steps steps;
  const std::vector<Sensitivity> found = sensitivity_of(subject, single, positions, looking, stop, tell);
  if (stop.stop_requested()) return std::nullopt;
  for (std::size_t i = 0; i < single.size(); ++i) {
    steps.single.emplace_back(subject.parameters()[single[i]].name, found[i].step);
  }
  if (!weights.changes.empty()) steps.weights = sensitivity_of(subject, weights, positions, looking, stop).step;
  if (stop.stop_requested()) return std::nullopt;
  steps.weight_directions = weights.changes.size();
  return steps;
}

match::TournamentOptions proof_options(const GameDriver& driver, const RefineOptions& options) {
  match::TournamentOptions proof = options.games;
  proof.games = options.final_games;
  proof.sprt = options.sprt;
  proof.recover = true;  // a crash costs the game, and not the whole match
  proof.suite.clear();
  proof.seed = hash_seed(options.games.seed, proof_seed);
  proof.openings = play::default_openings(driver, play::OpeningUse::judging);
  options.openings.apply(driver, proof.openings);
  proof.engine.parameters = {};  // those of the players are their own; openings are found by the usual search
  return proof;
}

parallel::JobsEnd play_pairs(const GameDriver& driver, const Subject& subject, const RefineOptions& options,
                             Refinement& refinement, run::Journal& journal, const std::stop_token& stop,
                             const RefineObserver& observer) {
  match::OpeningBook book(driver, options.games.suite, options.games.openings, options.games.engine);
  Queue queue(refinement);
  const auto make_worker = [&] {
    const auto player = std::make_shared<PairPlayer>(driver, subject, options.games, book);
    return [&queue, player](std::uint64_t pair, const std::stop_token& end) -> std::optional<int> {
      auto players = queue.players(pair, end);
      if (!players) return std::nullopt;
      return player->play(pair, std::move(*players), end);
    };
  };
  const auto use = [&](int&& points) {
    journal.append(pair_json(refinement.pairs(), points));
    queue.add(points);
    if (observer.pair) observer.pair(refinement.pairs());
    if (refinement.ends_batch() && observer.batch) observer.batch(refinement.status(), refinement.path());
    return true;
  };
  return parallel::use_in_order({refinement.pairs(), options.pairs(), options.games.threads}, make_worker, use, stop);
}

// All files but those of the last match are made again from the journal. Empty: there is no damage.
std::string damage_of(const Proof& proof, const fs::path& folder) {
  for (const run::FileRecord& file : proof.files) {
    const fs::path path = folder / file.name;
    if (const auto what = text::damage_of(path, file.seal)) return fmt::format("{}: {}", path.string(), *what);
  }
  return {};
}

bool can_be_read(const fs::path& games) {
  try {
    return GameFileReader(games).header().game.size() > 0;
  } catch (const Error& error) {
    if (error.kind() == Error::Kind::system) throw;
    return false;
  }
}

// Throws Error unless the last match is as the journal tells it, or was begun and can go on; or else, where that is
// asked for, makes room to play it again.
void check_last_match(RefineRecord& record, const run::RunDirectory& directory, run::Journal& journal, bool repair) {
  const std::string damage = record.proof ? damage_of(*record.proof, directory.folder()) : "";
  const bool is_torn = !record.proof && fs::exists(directory.final_games()) && !can_be_read(directory.final_games());
  if (damage.empty() && !is_torn) return;
  if (!repair) {
    throw Error(
        fmt::format("{}; hone refine --resume DIR --repair sets the files of the last match aside and plays it "
                    "again",
                    is_torn ? directory.final_games().string() + ": is no file of games" : damage));
  }
  for (const fs::path& file : {directory.final_games(), directory.final_result()}) run::set_aside(file);
  if (!record.proof) return;
  journal.append(voided_json());
  record.proof.reset();
  record.is_done = false;
}

// Throws Error where no step changes a move, before the journal tells of steps that nothing can be done with.
void require_use(const Subject& subject, const WeightDirections& weights, const Steps& steps, const fs::path& folder) {
  try {
    (void)coordinates_of(subject, weights, steps);
  } catch (const Error& error) {
    throw Error(fmt::format("{}; nothing else is in {}, which may be removed", error.message(), folder.string()));
  }
}

// The result first, because what the journal tells is not played again.
void keep_proof(const match::TournamentResult& proof, const run::RunDirectory& directory, run::Journal& journal) {
  write_file_atomically(directory.final_result(), match::to_json(proof).dump(2) + '\n');
  journal.append(to_json(Proof{match::summary_of(proof),
                               {run::file_record_of(directory.folder(), directory.final_games()),
                                run::file_record_of(directory.folder(), directory.final_result())}}));
}

constexpr std::string_view refine_event = "refine";

// Nothing where the journal has not begun.
std::optional<std::string> first_event(const fs::path& folder) {
  const fs::path file = run::RunPaths(folder).journal();
  std::error_code unreadable;
  if (!fs::is_regular_file(file, unreadable)) return std::nullopt;
  const run::JournalLines lines = run::read_journal(file);
  if (lines.objects.empty()) return std::nullopt;
  return text::member<std::string>(text::parse_json(lines.objects.front()), "event", "");
}

}  // namespace

fs::path start_posterior(const fs::path& folder) { return folder / "start.posterior"; }
fs::path start_spsa_list(const fs::path& folder) { return folder / "start.spsa"; }
fs::path best_base(const fs::path& folder) { return folder / "best"; }
fs::path start_base(const fs::path& folder) { return folder / "start"; }

bool may_hold_refinement(const fs::path& folder) {
  return first_event(folder).value_or(std::string(refine_event)) == refine_event;
}

bool holds_refinement(const fs::path& folder) { return first_event(folder) == refine_event; }

RefineResult refine(const GameDriver& driver, const Subject& subject, const RefineSources& sources,
                    const RefineOptions& options, const fs::path& folder, const std::stop_token& stop,
                    const RefineObserver& observer) {
  options.validate();
  const WeightDirections weights = weight_directions(subject, sources, options);
  const run::RunDirectory directory(folder);
  run::Journal journal(directory.journal());
  RefineRecord record = record_of(journal.lines());
  const Begun now{std::string(driver.name()), options.record, sources.start, signature_of(driver, subject, options)};
  if (record.begun) require_same(*record.begun, now, folder);
  if (!record.begun) {
    subject.write(start_base(folder), start_values(subject.parameters()));
    if (sources.posterior) learn::write_posterior(start_posterior(folder), *sources.posterior);
    write_file_atomically(directory.config(), options.config);
    journal.append(to_json(now));
  }
  RefineResult result;
  result.status.planned = options.pairs();
  if (!record.steps) {
    record.steps = find_steps(driver, subject, weights, options, stop, observer);
    if (!record.steps) return result;
    require_use(subject, weights, *record.steps, folder);
    journal.append(to_json(*record.steps));
  }
  Refinement refinement(subject, weights, *record.steps, options);
  if (record.points.size() > options.pairs())
    throw Error(directory.journal().string(), 0, "there are more pairs than were asked for");
  for (const int points : record.points) refinement.add(points);
  result.status = refinement.status();
  if (observer.begun) observer.begun(result.status);
  const parallel::JobsEnd end = record.points.size() < options.pairs()
                                    ? play_pairs(driver, subject, options, refinement, journal, stop, observer)
                                    : parallel::JobsEnd::finished;
  result.status = refinement.status();
  subject.write(best_base(folder), refinement.best());
  if (end == parallel::JobsEnd::stopped) return result;
  check_last_match(record, directory, journal, options.repair);
  const std::vector<int> start = start_values(subject.parameters());
  if (record.proof) result.status.proof = record.proof->match;
  if (options.final_games > 0 && !record.proof && !record.is_done && refinement.best() != start) {
    const std::array players{subject.entrant("refined", refinement.best()), subject.entrant("start", start)};
    result.proof = match::play_tournament(driver, players, proof_options(driver, options),
                                          match::Recording{.file = directory.final_games()}, stop, observer.proof);
    result.status.proof = match::summary_of(*result.proof);
    if (!result.proof->complete) return result;
    keep_proof(*result.proof, directory, journal);
  }
  if (!record.is_done) journal.append(done_json());
  result.status.is_done = true;
  result.is_complete = true;
  if (observer.batch) observer.batch(result.status, refinement.path());
  return result;
}

RefineStatus status_of(const GameDriver& driver, const Subject& subject, const RefineSources& sources,
                       const RefineOptions& options, const fs::path& folder, std::vector<PathPoint>& path) {
  const run::JournalLines lines = run::read_journal(run::RunPaths(folder).journal());
  const RefineRecord record = record_of(lines);
  if (record.begun) {
    require_same(*record.begun, {std::string(driver.name()), options.record, sources.start, record.begun->signature},
                 folder);
  }
  RefineStatus status;
  status.planned = options.pairs();
  if (!record.steps) return status;
  Refinement refinement(subject, weight_directions(subject, sources, options), *record.steps, options);
  for (const int points : record.points) refinement.add(points);
  status = refinement.status();
  path = refinement.path();
  if (record.proof) status.proof = record.proof->match;
  if (record.proof) status.damage = damage_of(*record.proof, folder);
  status.is_done = record.is_done;
  return status;
}

nlohmann::ordered_json to_json(const RefineStatus& status) {
  nlohmann::ordered_json parameters = nlohmann::ordered_json::array();
  for (const RefinedParameter& each : status.parameters) {
    parameters.push_back({{"name", each.parameter.name},
                          {"start", each.parameter.start},
                          {"value", each.played},
                          {"estimate", each.value},
                          {"error", each.error},
                          {"step", each.step},
                          {"least", each.parameter.least},
                          {"most", each.parameter.most}});
  }
  nlohmann::ordered_json json = {
      {"done", status.is_done},           {"games", 2 * status.pairs},     {"planned", 2 * status.planned},
      {"directions", status.directions},  {"predicted_gain", status.gain}, {"predicted_gain_error", status.gain_error},
      {"perturbation_cost", status.cost}, {"parameters", parameters},      {"without_effect", status.idle}};
  if (status.proof) json["final_match"] = match::to_json(*status.proof);
  return json;
}

}  // namespace hone::refine
