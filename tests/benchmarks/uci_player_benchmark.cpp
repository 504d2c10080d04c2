// SPDX-License-Identifier: MIT
//
// What a match costs besides its engines: games of a UCI engine against itself, and the processor time of this process
// beside that of the engines.
//
//     uci_player_benchmark COMMAND NODES GAMES THREADS
#include <fmt/format.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include "data/hash.hpp"
#include "engine/game_play.hpp"
#include "tests/engine/no_adjudication.hpp"
#include "tuner/play/uci/uci_player.hpp"
#include "tuner/text/shell_word.hpp"

namespace {

using namespace hone;

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double processor_seconds(int who) {
  rusage usage{};
  getrusage(who, &usage);
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Work {
  std::vector<std::string> command;
  std::uint64_t nodes = 0;
  int games = 0;
  std::atomic<int> next{0};
  std::atomic<std::uint64_t> moves{0};
};

// Random plies without a search: this process is to do nothing but referee.
Opening opening_of(const GameDriver& chess, std::uint64_t seed) {
  Opening opening;
  const auto board = chess.initial();
  for (std::uint64_t ply = 0; ply < 8 && !board->outcome(); ++ply) {
    const auto legal = board->legal_moves();
    opening.moves.push_back(legal[hash_seed(seed, ply) % legal.size()]);
    board->play(opening.moves.back());
  }
  return opening;
}

void play_games(Work& work) {
  const GameDriver& chess = find_driver("chess");
  play::UciSettings settings;
  settings.command = work.command;
  play::UciPlayer first(chess, settings);
  play::UciPlayer second(chess, settings);
  GamePlayOptions options;
  options.limits[0].nodes = options.limits[1].nodes = work.nodes;
  options.adjudication = no_adjudication();
  for (int game = work.next++; game < work.games; game = work.next++) {
    const auto seed = static_cast<std::uint64_t>(game);
    const auto played = play_game(chess, opening_of(chess, seed), {&first, &second}, options, seed, {});
    if (played->fault) fmt::print("game {}: {}\n", game, played->fault->failure.detail);
    work.moves += played->efforts.size();
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    fmt::print("uci_player_benchmark COMMAND NODES GAMES THREADS\n");
    return 2;
  }
  Work work;
  work.command = text::split_command(argv[1]);
  work.nodes = static_cast<std::uint64_t>(std::atoll(argv[2]));
  work.games = std::atoi(argv[3]);
  const auto start = std::chrono::steady_clock::now();
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < std::atoi(argv[4]); ++i) threads.emplace_back([&work] { play_games(work); });
  }
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double own = processor_seconds(RUSAGE_SELF);
  const double engines = processor_seconds(RUSAGE_CHILDREN);
  const auto moves = static_cast<double>(work.moves);
  fmt::print(
      "{} games, {:.0f} moves, {:.2f} s: {:.2f} games/s; own share of the processor time {:.1f} %, {:.1f} us a move\n",
      work.games, moves, wall, work.games / wall, 100 * own / (own + engines), 1e6 * own / moves);
}
