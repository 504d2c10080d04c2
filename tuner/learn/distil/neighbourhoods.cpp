// SPDX-License-Identifier: MIT
#include "tuner/learn/distil/neighbourhoods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>

#include "data/error.hpp"
#include "data/hash.hpp"
#include "data/random.hpp"
#include "engine/opening.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/formats/game_split.hpp"
#include "tuner/learn/tree_samples.hpp"
#include "tuner/parallel/jobs.hpp"
#include "tuner/stats/tally.hpp"
#include "tuner/text/options.hpp"

namespace hone::learn {

namespace {

constexpr text::IntegerRange positions_of_game{1, 10'000}, positions_around{1, 10'000}, random_plies{1, 100},
    searched_nodes{1, 1'000'000'000}, judged_scores{1, 30'000};
constexpr std::uint64_t neighbourhood_seed = 0x6e656172;

// Different plies after the opening, ascending.
std::vector<std::size_t> some_plies(const GameRecord& game, const NeighbourhoodOptions& options, Random& random) {
  std::vector<std::size_t> plies;
  const std::size_t all = game.moves.size() - std::min<std::size_t>(game.opening_plies, game.moves.size());
  for (std::size_t i = 0; i < options.per_game && all > 0; ++i) {
    plies.push_back(game.opening_plies + static_cast<std::size_t>(random.below(all)));
  }
  std::ranges::sort(plies);
  const auto repeated = std::ranges::unique(plies);
  plies.erase(repeated.begin(), repeated.end());
  return plies;
}

bool is_worth_judging(const Board& board, const PlayedMove& played, const NeighbourhoodOptions& options) {
  if (board.in_check() || board.legal_moves().size() < 2) return false;
  return played.score == no_score || (!is_decided(played.score) && std::abs(played.score) <= options.max_score);
}

}  // namespace

// Positions of one neighbourhood.
struct NeighbourhoodSampler::Judged {
  RowList rows;
  std::vector<float> scores;  // of these, seen by the first player
};

struct NeighbourhoodSampler::JudgedGame {
  std::vector<Judged> neighbourhoods;
  std::uint32_t game = 0;   // id_of
  std::uint64_t moves = 0;  // stats::fingerprint
  float weight = 1;
  bool is_finished = false;
};

// Searches positions with the teacher. One for each thread.
class NeighbourhoodSampler::Examiner {
 public:
  Examiner(const GameDriver& driver, const Weights& teacher, const Weights& pupil, const NeighbourhoodOptions& options)
      : options_(options),
        teacher_(driver.engine(teacher, {.hash_bytes = hash_bytes_of(options)})),
        pupil_(driver.engine(pupil, quiescence_options())) {}

  [[nodiscard]] Judged judge(const Board& board, MoveCode played, Random& random, const std::stop_token& stop) {
    teacher_->new_game();
    seen_.clear();
    Judged result;
    add(board.clone(), stop, result);
    std::unique_ptr<Board> next = board.clone();
    play_checked(*next, played);
    add(std::move(next), stop, result);
    for (int i = 0; i < options_.around && !stop.stop_requested(); ++i) add(near(board, random), stop, result);
    return result;
  }

 private:
  // A search may look back on those of the whole neighbourhood.
  static std::size_t hash_bytes_of(const NeighbourhoodOptions& options) {
    const std::uint64_t searches = static_cast<std::uint64_t>(options.around) + 2;
    return hash_bytes_for(options.nodes * searches);
  }

  // A position after some random moves; where the game is over sooner, it ends there.
  [[nodiscard]] std::unique_ptr<Board> near(const Board& board, Random& random) const {
    std::unique_ptr<Board> result = board.clone();
    const auto plies = 1 + random.below(static_cast<std::uint64_t>(options_.plies));
    for (std::uint64_t ply = 0; ply < plies; ++ply) {
      const std::vector<MoveCode> moves = result->legal_moves();
      if (moves.empty()) break;
      result->play(moves[random.below(moves.size())]);
    }
    return result;
  }

  void add(std::unique_ptr<Board> board, const std::stop_token& stop, Judged& to) {
    if (board->outcome() || board->in_check() || !seen_.insert(board->hash()).second) return;
    SearchControl control;
    control.limits.nodes = options_.nodes;
    control.stop = stop;
    const Score score = teacher_->search(*board, control).score;
    if (is_decided(score) || std::abs(score) > options_.max_score) return;
    const bool is_first = board->side_to_move() == Side::first;
    if (!pupil_->play_quiet_line(*board) || board->outcome()) return;
    to.rows.add([&](std::vector<RowEntry>& entries) { return board->add_row(entries); });
    to.scores.push_back(static_cast<float>(is_first ? score : -score));
  }

  const NeighbourhoodOptions& options_;
  std::unique_ptr<Engine> teacher_, pupil_;
  std::unordered_set<std::uint64_t> seen_;  // positions of the neighbourhood
};

void NeighbourhoodOptions::declare(text::Options& options) {
  options.integer("positions", "N", per_game, positions_of_game,
                  "positions of a game at most, drawn at random, each with those around it");
  options.integer("around", "N", around, positions_around,
                  "positions around each, beside itself and the one after the move that was played there");
  options.integer("plies", "N", plies, random_plies,
                  "a position around another is 1 to N random moves away, each number as likely");
  options.integer("nodes", "N", nodes, searched_nodes, "nodes of the teacher's search of each position");
  options.integer("max-score", "S", max_score, judged_scores,
                  "leave out positions that are judged to be farther from even (centi-units)");
}

void NeighbourhoodOptions::validate() const {
  text::check(static_cast<std::int64_t>(per_game), positions_of_game);
  text::check(std::int64_t{around}, positions_around);
  text::check(std::int64_t{plies}, random_plies);
  text::check(static_cast<std::int64_t>(nodes), searched_nodes);
  text::check(std::int64_t{max_score}, judged_scores);
}

NeighbourhoodSampler::NeighbourhoodSampler(const GameDriver& driver, Weights teacher, Weights pupil,
                                           const NeighbourhoodOptions& options)
    : driver_(driver), teacher_(std::move(teacher)), pupil_(std::move(pupil)), options_(options) {
  options_.validate();
}

bool NeighbourhoodSampler::add_games(const std::filesystem::path& file, const std::stop_token& stop,
                                     const NeighbourhoodProgress& progress) {
  const std::unique_ptr<formats::GameSource> source = formats::open_games(file, &driver_);
  std::vector<formats::UnreadGame> games;
  const auto make_worker = [&] {
    return [&, examiner = std::make_shared<Examiner>(driver_, teacher_, pupil_, options_)](
               std::uint64_t number, const std::stop_token& end) -> std::optional<JudgedGame> {
      JudgedGame game = judge(games[number], file, *examiner, end);
      if (end.stop_requested()) return std::nullopt;
      return game;
    };
  };
  const auto take_one = [&](const JudgedGame& game) {
    take(game);
    if (progress) progress(found_.counts);
    return true;
  };
  while (!(games = formats::next_games(*source)).empty()) {
    const parallel::NumberedJobs jobs{0, games.size(), options_.threads};
    if (parallel::use_in_order(jobs, make_worker, take_one, stop) != parallel::JobsEnd::finished) return false;
  }
  return true;
}

NeighbourhoodSampler::JudgedGame NeighbourhoodSampler::judge(const GameRecord& game, Examiner& examiner,
                                                             const std::stop_token& stop) const {
  JudgedGame result{.neighbourhoods = {},
                    .game = formats::id_of(game),
                    .moves = stats::fingerprint(game),
                    .weight = game.weight,
                    .is_finished = true};
  Random random(hash_seed(options_.seed ^ neighbourhood_seed, result.moves));
  const std::unique_ptr<Board> board = start_of(driver_, game);
  std::size_t here = 0;
  for (const std::size_t ply : some_plies(game, options_, random)) {
    for (; here < ply; ++here) play_checked(*board, game.moves[here].move);
    if (!is_worth_judging(*board, game.moves[ply], options_)) continue;
    Judged judged = examiner.judge(*board, game.moves[ply].move, random, stop);
    if (judged.rows.size() > 1) result.neighbourhoods.push_back(std::move(judged));
  }
  return result;
}

NeighbourhoodSampler::JudgedGame NeighbourhoodSampler::judge(const formats::UnreadGame& unread,
                                                             const std::filesystem::path& file, Examiner& examiner,
                                                             const std::stop_token& stop) const {
  std::optional<formats::NamedGame> game;
  try {
    if (!(game = unread())) return {};
    return judge(game->record, examiner, stop);
  } catch (const Error& error) {
    if (error.line() > 0 || !game) throw Error(file.string(), error.line(), error.message(), error.kind());
    throw Error(file.string(), 0, fmt::format("game {}: {}", game->record.number, error.message()), error.kind());
  }
}

void NeighbourhoodSampler::take(const JudgedGame& game) {
  if (!game.is_finished) {
    ++found_.counts.unfinished;
    return;
  }
  if (!seen_.insert(game.moves).second) {
    ++found_.counts.repeated;
    return;
  }
  ++found_.counts.games;
  const std::uint32_t id = ids_.distinct(game.game, game.moves);
  for (const Judged& judged : game.neighbourhoods) {
    for (std::size_t i = 0; i < judged.rows.size(); ++i) {
      found_.rows.add(judged.rows[i], {.weight = game.weight, .game = id, .score = judged.scores[i]});
    }
    found_.first.push_back(found_.rows.size());
    ++found_.counts.positions;
    found_.counts.rows += judged.rows.size();
  }
}

}  // namespace hone::learn
