// SPDX-License-Identifier: MIT
//
// The step of a generation between its gate and its promotion: the games against the pool. It belongs to RunSteps.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "data/error.hpp"
#include "data/hash.hpp"
#include "engine/game_end.hpp"
#include "tuner/run/pool_ratings.hpp"
#include "tuner/run/result_files.hpp"
#include "tuner/run/steps.hpp"

namespace hone::run {

namespace {

constexpr std::uint64_t pool_salt = 0x706f6f6c;  // "pool"

// An engine that cannot be started any more loses its games, as one that crashes does, and the run goes on.
class TolerantPlayer final : public Player {
 public:
  explicit TolerantPlayer(std::unique_ptr<Player> player) : player_(std::move(player)) {}

  void set_seed(std::uint64_t seed) override { player_->set_seed(seed); }
  [[nodiscard]] std::optional<Failure> new_game(const Opening& opening, const std::stop_token& stop) override try {
    return player_->new_game(opening, stop);
  } catch (const Error& error) {
    return Failure{EndReason::crash, error.what()};
  }
  [[nodiscard]] Reply choose(const Turn& turn) override { return player_->choose(turn); }
  [[nodiscard]] ProtocolWarnings take_warnings() override { return player_->take_warnings(); }

 private:
  std::unique_ptr<Player> player_;
};

// Player 0 of the game's tournament is the run's own weights.
void count_pool_game(const GameRecord& game, PoolMatch& match) {
  const auto points = game.first == 0 ? game.outcome.utility : -game.outcome.utility;
  match.results += points > 0 ? 'w' : points < 0 ? 'l' : 'd';
  if (points <= 0 || !is_failure(game.outcome.reason)) return;
  if (match.faults++ > 0) return;
  match.fault = to_string(game.outcome.reason);
  if (!game.note.empty()) match.fault += ": " + game.note;
}

bool is_same(const PoolMatch& match, int generation, const std::string& opponent, const std::string& rated_as) {
  return match.generation == generation && match.opponent == opponent && match.rated_as == rated_as;
}

// Of all generations up to this one, which is left out itself: it may be done again.
std::vector<PoolMatch> matches_before(const RunHistory& history, int generation) {
  std::vector<PoolMatch> matches;
  for (int earlier = 1; earlier < generation; ++earlier) {
    const auto* done = history.result<PoolDone>(earlier);
    if (done != nullptr) matches.insert(matches.end(), done->matches.begin(), done->matches.end());
  }
  return matches;
}

// The generation of an opponent that is of the run; nothing where it is not there yet.
std::optional<int> opponent_generation(const RunHistory& history, int wanted, int candidate) {
  if (wanted == 0) return 0;
  if (wanted > 0) return wanted < candidate ? std::optional(wanted) : std::nullopt;
  int generation = history.best_before(candidate);
  for (int back = 0; back < -wanted; ++back) {
    if (generation == 0) return std::nullopt;
    generation = history.best_before(generation);
  }
  return generation;
}

std::string name_in_ratings(const PoolOpponent& opponent, int generation) {
  if (opponent.is_own()) return weights_name(generation);
  const bool may_change = opponent.generation && *opponent.generation < 0;
  return may_change ? fmt::format("{}@{}", opponent.spec.name, weights_name(generation)) : opponent.spec.name;
}

}  // namespace

// The opponents that are there when this generation is judged. Weights of the run stand there once, whatever their
// names.
std::vector<PoolMeeting> RunSteps::pool_at(int generation) const {
  std::vector<PoolMeeting> found;
  for (std::size_t number = 0; number < options_.pool.opponents.size(); ++number) {
    const PoolOpponent& opponent = options_.pool.opponents[number];
    const auto its_generation = opponent_generation(history(), opponent.generation.value_or(0), generation);
    if (!its_generation) continue;
    const std::string rated_as = name_in_ratings(opponent, *its_generation);
    const auto is_here = std::ranges::find(found, rated_as, &PoolMeeting::rated_as) != found.end();
    if (!is_here) found.push_back({generation, number, *its_generation, rated_as});
  }
  return found;
}

// Each opponent meets the candidate, and the best weights before it unless they have met on these openings before.
std::vector<PoolMeeting> RunSteps::meetings(int generation) const {
  const std::vector<PoolMatch> before = matches_before(history(), generation);
  std::vector<PoolMeeting> found;
  for (const int player : {generation, history().best_before(generation)}) {
    for (PoolMeeting meeting : pool_at(generation)) {
      meeting.generation = player;
      const std::string& name = options_.pool.opponents[meeting.opponent].spec.name;
      const bool is_known = std::ranges::any_of(
          before, [&](const PoolMatch& match) { return is_same(match, player, name, meeting.rated_as); });
      if (!is_known && meeting.rated_as != weights_name(player)) found.push_back(std::move(meeting));
    }
  }
  return found;
}

play::Entrant RunSteps::pool_entrant(const PoolMeeting& meeting) const {
  const PoolOpponent& opponent = options_.pool.opponents[meeting.opponent];
  const Weights weights = opponent.weights ? *opponent.weights : weights_of(meeting.opponent_generation);
  play::Entrant player = play::entrant_of(tuned_.driver(), opponent.spec, weights, options_.gate.engine);
  if (!opponent.spec.is_foreign()) return player;
  player.make = [make = std::move(player.make)] { return std::make_unique<TolerantPlayer>(make()); };
  return player;
}

// The openings depend on the opponent alone, so that every generation plays it on the same ones.
std::optional<PoolMatch> RunSteps::play_meeting(const PoolMeeting& meeting, std::uint64_t games_before,
                                                const std::filesystem::path& file) {
  match::TournamentOptions options = options_.gate;
  options.sprt.reset();
  options.format = match::Format::round_robin;
  options.reverse = true;
  options.games = options_.pool.games_each();
  options.openings.use = play::OpeningUse::pool;
  options.recover = true;
  const play::Entrant own =
      tuned_.entrant(weights_name(meeting.generation), weights_of(meeting.generation), options.engine);
  PoolMatch found{meeting.generation, options_.pool.opponents[meeting.opponent].spec.name, meeting.rated_as, {}, 0, {}};
  PoolMatch counted = found;
  match::TournamentObserver observer;
  observer.game = [&](const GameRecord& game) {
    if (game.number == 0) counted = found;  // of a file that was begun anew
    count_pool_game(game, counted);
  };
  observer.progress = [&](const match::TournamentResult& so_far) {
    observer_.told(PoolPlayed{games_before + so_far.tally().games});
  };
  const std::uint64_t seed = hash_seed(hash_seed(options_.seed, pool_salt), meeting.opponent);
  const match::TournamentResult result = play({own, pool_entrant(meeting)}, options, seed, file, observer);
  if (!result.complete) return std::nullopt;
  return counted;
}

std::optional<bool> RunSteps::passes_pool(int generation) {
  if (const auto* done = history().result<PoolDone>(generation)) {
    // A session that was killed between the two steps has not told what the gate waits for.
    if (!is_finished(RunStep::gate, generation)) observer_.told(PoolFinished{generation, *done});
    return !done->comparison.has_fallen;
  }
  const std::vector<PoolMeeting> wanted = meetings(generation);
  if (wanted.empty()) return true;
  const std::uint64_t each = options_.pool.games_each();
  observer_.told(StepBegun{generation, RunStep::pool, each * wanted.size()});
  std::vector<PoolMatch> matches;
  std::vector<std::filesystem::path> files;
  for (const PoolMeeting& meeting : wanted) {
    const std::string player = meeting.generation == generation ? "" : weights_name(meeting.generation);
    const std::string& opponent = options_.pool.opponents[meeting.opponent].spec.name;
    files.push_back(directory_.pool_games(generation, opponent, player));
    std::optional<PoolMatch> played = play_meeting(meeting, each * matches.size(), files.back());
    if (!played) return std::nullopt;
    matches.push_back(std::move(*played));
  }
  const PoolDone done = finish_pool(generation, std::move(matches), files);
  observer_.told(PoolFinished{generation, done});
  return !done.comparison.has_fallen;
}

PoolDone RunSteps::finish_pool(int generation, std::vector<PoolMatch> matches,
                               const std::vector<std::filesystem::path>& files) {
  for (const PoolMatch& match : matches) {
    if (match.faults == 0) continue;
    notice(fmt::format("pool: {} lost {} of {} games against {} by its own fault, the first of them by {}",
                       match.opponent, match.faults, match.results.size(), weights_name(match.generation),
                       match.fault));
  }
  std::vector<PoolMatch> all = matches_before(history(), generation);
  all.insert(all.end(), matches.begin(), matches.end());
  PoolDone done{std::move(matches), rate_pool(all),
                compare_in_pool(all, generation, history().best_before(generation))};
  write_pool_result(directory_.pool_result(generation), done);
  std::vector<std::filesystem::path> sealed = files;
  sealed.push_back(directory_.pool_result(generation));
  finish(generation, done, sealed);
  return done;
}

// A pool whose files were damaged is played again even where the gate, which ended after it, is finished. The promotion
// stays what it was.
bool RunSteps::restore_pool(int generation) {
  const bool is_voided = history().finished_before(RunStep::pool, generation) != nullptr &&
                         history().finished(RunStep::pool, generation) == nullptr;
  return !is_voided || passes_pool(generation).has_value();
}

}  // namespace hone::run
