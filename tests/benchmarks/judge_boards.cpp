// SPDX-License-Identifier: MIT
//
// Judges boards and piece values of chess move by move: what the moves that weight sets choose with 5,000 nodes are
// worth by `default` with 20,000, as a chance of the mover to win.
//
//     judge_boards --base F --sets F... [--positions N] [--seed S] [--threads N]
//     judge_boards --base F --out NAME  [--positions N] [--seed S] [--threads N]
//
// The positions are of games that the base set plays against itself, within 500 centi-units of even. With --sets each
// set is compared with the first one on the same positions. With --out the base is perturbed along 106 directions at
// once: each board of either stage times nine products of cosines of rank and file. What each is worth comes from a
// design in which all effects are told apart (a Hadamard matrix, and its negative, so that no product of two directions
// is taken for a third). Each step changes the evaluation by 4 centi-units (root mean square over positions). At the
// end NAME_8.weights to NAME_64.weights are written: the base, moved so far (in the same measure, as if directions were
// independent) along all slopes, each of them shrunk by what chance has in it; judge them with --sets, as perturbed
// sets are not what sets alone are. The numbers depend on positions and seed alone.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/hash.hpp"
#include "data/random.hpp"
#include "data/weights.hpp"
#include "engine/named_weights.hpp"
#include "engine/opening.hpp"
#include "tests/benchmarks/table_rows.hpp"
#include "tuner/play/openings.hpp"

namespace hone {
namespace {

struct Setup {
  std::string base, out;
  std::vector<std::string> sets;
  std::size_t positions = 2'000;
  std::uint64_t seed = 1;
  int threads = 1;
};

constexpr std::uint64_t player_nodes = 1'000, chooser_nodes = 5'000, judge_nodes = 20'000;
constexpr Score nearly_even = 500, decided = 1'200, noise = 30;
constexpr int longest_game = 160;
constexpr std::uint64_t plies_apart = 6;  // of positions of a game, on average
constexpr double chance_scale = 220;      // centi-units
constexpr double step = 4;                // centi-units
constexpr double unit = 1e4;              // results are printed in parts of a point
constexpr std::size_t looked_at = 600;    // positions that tell how much a direction changes
constexpr double interval_95 = 1.96;

const GameDriver& chess() { return find_driver("chess"); }

std::vector<std::string> positions_of_own_games(const Weights& weights, const Setup& setup) {
  const auto engine = chess().engine(weights, {.hash_bytes = std::size_t{1} << 20});
  const play::OpeningOptions openings = play::default_openings(chess(), play::OpeningUse::training);
  SearchControl control;
  control.limits.nodes = player_nodes;
  Random random(hash_seed(setup.seed, 999));
  std::vector<std::string> positions;
  for (std::uint64_t game = 0; positions.size() < setup.positions; ++game) {
    const std::uint64_t seed = hash_seed(setup.seed, game);
    const auto board = set_up(chess(), play::random_opening(chess(), *engine, seed, openings));
    engine->set_noise({noise, seed});
    engine->new_game();
    for (int ply = 0; ply < longest_game && positions.size() < setup.positions && !board->outcome(); ++ply) {
      const SearchResult result = engine->search(*board, control);
      if (!result.move || std::abs(result.score) > decided) break;
      const bool is_drawn = random.below(plies_apart) == 0;
      if (is_drawn && board->legal_moves().size() > 1 && std::abs(result.score) < nearly_even) {
        positions.push_back(board->text());
      }
      board->play(*result.move);
    }
  }
  return positions;
}

// What the judge thinks of each move of a position, found once for all sets that choose it.
class JudgedMoves {
 public:
  JudgedMoves(const Board& board, Engine& judge) : board_(board), judge_(judge) {}

  [[nodiscard]] float worth(MoveCode move) {
    const auto [known, is_new] = worth_.try_emplace(move);
    if (is_new) known->second = static_cast<float>(judged(move));
    return known->second;
  }

 private:
  [[nodiscard]] double judged(MoveCode move) const {
    const auto next = board_.clone();
    next->play(move);
    if (next->outcome()) return next->in_check() ? 1 : 0.5;
    SearchControl control;
    control.limits.nodes = judge_nodes;
    judge_.new_game();
    return 1 - 1 / (1 + std::exp(-judge_.search(*next, control).score / chance_scale));
  }

  const Board& board_;
  Engine& judge_;
  std::unordered_map<MoveCode, float> worth_;
};

using Worths = std::vector<std::vector<float>>;  // by position, then by set

Worths judge(const std::vector<std::string>& positions, const std::vector<Weights>& sets, int threads) {
  const Weights judging = load_weights(chess(), "default", {});
  const auto worths_of = [&](std::size_t position) {
    const auto board = chess().parse(positions[position]);
    const auto chooser = chess().engine(sets.front(), {.hash_bytes = std::size_t{1} << 18});
    const auto judge = chess().engine(judging, {.hash_bytes = std::size_t{1} << 20});
    JudgedMoves judged(*board, *judge);
    SearchControl control;
    control.limits.nodes = chooser_nodes;
    std::vector<float> worths;
    for (const Weights& set : sets) {
      chooser->set_weights(set);
      worths.push_back(judged.worth(*chooser->search(*board, control).move));
    }
    return worths;
  };
  Worths all;
  print_rows(positions.size(), threads, worths_of,
             [&](std::size_t, const std::vector<float>& worths) { all.push_back(worths); });
  return all;
}

struct Estimate {
  double mean = 0, error = 0;  // one standard deviation
};

// Of value(worths of a position) over positions.
template <class Value>
Estimate estimate(const Worths& all, const Value& value) {
  double sum = 0, squares = 0;
  for (const std::vector<float>& worths : all) {
    const double here = value(worths);
    sum += here;
    squares += here * here;
  }
  const double count = static_cast<double>(all.size()), mean = sum / count;
  return {mean, std::sqrt((squares / count - mean * mean) / count)};
}

void compare(const Setup& setup) {
  const Schema& schema = chess().schema();
  std::vector<Weights> sets;
  for (const std::string& file : setup.sets) sets.push_back(read_weights(file, schema));
  const Worths all = judge(positions_of_own_games(read_weights(setup.base, schema), setup), sets, setup.threads);
  fmt::print("| set | 0.0001 of a point a move above the first, 95 % |\n|---|--:|\n");
  for (std::size_t set = 0; set < sets.size(); ++set) {
    const Estimate above = estimate(
        all, [&](const std::vector<float>& worths) { return static_cast<double>(worths[set]) - worths.front(); });
    fmt::print("| {} | {:+.1f} +- {:.1f} |\n", setup.sets[set], unit * above.mean, interval_95 * unit * above.error);
  }
}

struct Direction {
  std::string name;
  std::vector<double> change;  // of each weight
};

// Neither a constant of the kings nor what is not on a board changes an evaluation.
std::vector<Direction> directions_of_boards(const Schema& schema) {
  constexpr std::array pieces{"pawn", "knight", "bishop", "rook", "queen", "king"};
  constexpr std::array<std::pair<int, int>, 9> waves{
      {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {0, 2}, {1, 1}, {1, 2}, {3, 0}, {2, 2}}};
  const auto phases = static_cast<std::size_t>(schema.phase_count());
  const auto wave = [](int place, int number) { return std::cos(std::numbers::pi * (2 * place + 1) * number / 16); };
  std::vector<Direction> directions;
  for (std::size_t phase = 0; phase < phases; ++phase) {
    for (const std::string_view piece : pieces) {
      const auto first = static_cast<std::size_t>(schema.find(fmt::format("psqt.{}", piece))->first);
      for (const auto& [ranks, files] : waves) {
        if (piece == "king" && ranks == 0 && files == 0) continue;
        Direction& direction = directions.emplace_back();
        direction.name = fmt::format("psqt.{} {} {},{}", piece, schema.phases()[phase], ranks, files);
        direction.change.resize(static_cast<std::size_t>(schema.weights()));
        for (int square = 0; square < 64; ++square) {
          const int rank = square / 8, file = square % 8;
          if (piece == "pawn" && (rank == 0 || rank == 7)) continue;
          direction.change[(first + static_cast<std::size_t>(square)) * phases + phase] =
              wave(rank, ranks) * wave(file, files);
        }
      }
    }
  }
  return directions;
}

void add(const Direction& direction, double times, Weights& to) {
  for (std::size_t i = 0; i < to.values.size(); ++i) to.values[i] += times * direction.change[i];
}

// So that a step of 1 changes the evaluation by `step`, root mean square over positions.
void scale(std::vector<Direction>& directions, const Weights& base, const std::vector<std::string>& positions) {
  constexpr double large = 200;  // beside it rounding is nothing
  const std::size_t count = std::min(positions.size(), looked_at);
  std::vector<std::unique_ptr<Board>> boards;
  for (std::size_t i = 0; i < count; ++i) boards.push_back(chess().parse(positions[i * positions.size() / count]));
  const auto engine = chess().engine(base, quiescence_options());
  std::vector<Score> before;
  for (const auto& board : boards) before.push_back(engine->evaluate(*board));
  for (Direction& direction : directions) {
    Weights moved = base;
    add(direction, large, moved);
    engine->set_weights(moved);
    double squares = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double change = (engine->evaluate(*boards[i]) - before[i]) / large;
      squares += change * change;
    }
    if (squares == 0) throw std::runtime_error(direction.name + " changes no evaluation: more --positions are needed");
    for (double& each : direction.change) each *= step / std::sqrt(squares / static_cast<double>(count));
  }
}

// Of each set the sign of each direction: rows and columns are those of a Hadamard matrix but for its first column, and
// then of its negative.
std::vector<std::vector<int>> design(std::size_t directions) {
  const std::size_t order = std::bit_ceil(directions + 1);
  std::vector<std::vector<int>> signs;
  for (const int half : {1, -1}) {
    for (std::size_t row = 0; row < order; ++row) {
      std::vector<int>& set = signs.emplace_back();
      for (std::size_t column = 1; column <= directions; ++column) {
        set.push_back(std::popcount(row & column) % 2 == 0 ? half : -half);
      }
    }
  }
  return signs;
}

// Rounded up or down at random, so that the mean is exact.
std::vector<Weights> perturbed_sets(const Weights& base, const std::vector<Direction>& directions,
                                    const std::vector<std::vector<int>>& signs, std::uint64_t seed) {
  constexpr std::uint64_t parts = 1'000'000;
  Random random(hash_seed(seed, 77));
  std::vector<Weights> sets;
  for (const std::vector<int>& of_set : signs) {
    Weights& set = sets.emplace_back(base);
    for (std::size_t i = 0; i < directions.size(); ++i) add(directions[i], of_set[i], set);
    for (double& value : set.values) {
      value = std::floor(value + static_cast<double>(random.below(parts)) / static_cast<double>(parts));
    }
  }
  return sets;
}

void write_moved(const Setup& setup, const Weights& base, const std::vector<Direction>& directions,
                 const std::vector<Estimate>& slopes) {
  double squares = 0, errors = 0;
  for (const Estimate& slope : slopes) {
    squares += slope.mean * slope.mean;
    errors += slope.error * slope.error;
  }
  const double true_square = std::max(1e-14, (squares - errors) / static_cast<double>(slopes.size()));
  std::vector<double> shrunk;
  double length = 0;
  for (const Estimate& slope : slopes) {
    shrunk.push_back(slope.mean * true_square / (true_square + slope.error * slope.error));
    length += shrunk.back() * shrunk.back();
  }
  for (const int far : {8, 16, 32, 64}) {
    Weights moved = base;
    for (std::size_t i = 0; i < directions.size(); ++i) {
      add(directions[i], far / step * shrunk[i] / std::sqrt(length), moved);
    }
    moved.provenance.clear();
    moved.errors.clear();
    write_weights(fmt::format("{}_{}.weights", setup.out, far), moved);
  }
}

void find_slopes(const Setup& setup) {
  const Weights base = read_weights(setup.base, chess().schema());
  const std::vector<std::string> positions = positions_of_own_games(base, setup);
  std::vector<Direction> directions = directions_of_boards(base.schema);
  scale(directions, base, positions);
  const auto signs = design(directions.size());
  const Worths all = judge(positions, perturbed_sets(base, directions, signs, setup.seed), setup.threads);
  fmt::print("| direction | 0.0001 of a point a move for a step, one standard deviation |\n|---|--:|\n");
  std::vector<Estimate> slopes;
  double chi_square = 0;
  for (std::size_t i = 0; i < directions.size(); ++i) {
    slopes.push_back(estimate(all, [&](const std::vector<float>& worths) {
      double sum = 0;
      for (std::size_t set = 0; set < worths.size(); ++set) sum += signs[set][i] * static_cast<double>(worths[set]);
      return sum / static_cast<double>(worths.size());
    }));
    const auto& [mean, error] = slopes.back();
    chi_square += mean * mean / (error * error);
    fmt::print("| {} | {:+.2f} +- {:.2f} |\n", directions[i].name, unit * mean, unit * error);
  }
  fmt::print("\nchi-square a direction: {:.2f}\n", chi_square / static_cast<double>(directions.size()));
  write_moved(setup, base, directions, slopes);
}

Setup setup_of(int argc, char** argv) {
  Setup setup;
  bool takes_sets = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool is_option = word.starts_with("--"), has_value = i + 1 < argc;
    if (is_option) takes_sets = word == "--sets";
    if (!is_option && takes_sets) {
      setup.sets.emplace_back(word);
    } else if (word == "--base" && has_value) {
      setup.base = argv[++i];
    } else if (word == "--out" && has_value) {
      setup.out = argv[++i];
    } else if (word == "--positions" && has_value) {
      setup.positions = std::max(1ULL, std::strtoull(argv[++i], nullptr, 10));
    } else if (word == "--seed" && has_value) {
      setup.seed = std::strtoull(argv[++i], nullptr, 10);
    } else if (word == "--threads" && has_value) {
      setup.threads = std::max(1, std::atoi(argv[++i]));
    } else if (!takes_sets) {
      setup.base.clear();
      break;
    }
  }
  if (setup.base.empty() || setup.sets.empty() == setup.out.empty()) {
    throw std::invalid_argument(
        "usage: judge_boards --base F (--sets F... | --out NAME) [--positions N] [--seed S] [--threads N]");
  }
  return setup;
}

}  // namespace
}  // namespace hone

int main(int argc, char** argv) try {
  const hone::Setup setup = hone::setup_of(argc, argv);
  setup.sets.empty() ? hone::find_slopes(setup) : hone::compare(setup);
} catch (const std::exception& error) {
  fmt::print(stderr, "judge_boards: {}\n", error.what());
  return 2;
}
