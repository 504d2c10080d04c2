// SPDX-License-Identifier: MIT
//
// From recorded games to rows, a stage at a time and all together, on one thread: 200 games that material plays against
// itself at 100 nodes a move, every position taken. items_per_second counts positions after the opening.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "data/game_file.hpp"
#include "data/row_file.hpp"
#include "engine/named_weights.hpp"
#include "engine/opening.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/play/default_self_play.hpp"
#include "tuner/formats/position_filter.hpp"
#include "tuner/learn/samples.hpp"
#include "tuner/learn/sampling.hpp"
#include "tuner/learn/training_rows.hpp"
#include "tuner/play/self_play.hpp"

namespace hone {
namespace {

constexpr std::uint64_t game_count = 200;

class Games {
 public:
  explicit Games(const std::string& game) : driver_(find_driver(game)), file_(folder_ / "benchmark.games") {
    play::SelfPlayOptions options = play::default_self_play(driver_);
    options.games = game_count;
    options.limits.nodes = 100;
    options.threads = 2;
    play::self_play(driver_, weights(), options, file_, play::Existing::refuse, {});
    GameFileReader reader(file_);
    while (auto record = reader.next()) records_.push_back(std::move(*record));
    for (const GameRecord& record : records_) add_boards(record);
  }

  [[nodiscard]] const GameDriver& driver() const { return driver_; }
  [[nodiscard]] Weights weights() const { return driver_.material_weights(); }
  [[nodiscard]] Weights learnt_weights() const { return load_weights(driver_, "default", {}); }
  [[nodiscard]] std::unique_ptr<Engine> engine(const Weights& weights) const {
    return driver_.engine(weights, quiescence_options());
  }
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  [[nodiscard]] const std::vector<GameRecord>& records() const { return records_; }
  // After the openings.
  [[nodiscard]] std::int64_t positions() const { return positions_; }
  // Every twentieth of them: few enough for the cache, as a board has just been used where its row is made.
  [[nodiscard]] const std::vector<std::unique_ptr<Board>>& boards() const { return boards_; }

 private:
  void add_boards(const GameRecord& record) {
    const auto board = start_of(driver_, record);
    for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
      if (ply >= record.opening_plies && positions_++ % 20 == 0) boards_.push_back(board->clone());
      play_checked(*board, record.moves[ply].move);
    }
  }

  const GameDriver& driver_;
  TempFolder folder_;
  std::filesystem::path file_;
  std::vector<GameRecord> records_;
  std::int64_t positions_ = 0;
  std::vector<std::unique_ptr<Board>> boards_;
};

const Games& games_of(const std::string& game) {
  static std::vector<std::pair<std::string, std::unique_ptr<Games>>> all;
  for (const auto& [name, games] : all) {
    if (name == game) return *games;
  }
  return *all.emplace_back(game, std::make_unique<Games>(game)).second;
}

learn::SamplingOptions every_position() { return {.per_game = 0}; }

void count(benchmark::State& state, std::int64_t positions) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * positions);
}

void play_through(benchmark::State& state, const std::string& game) {
  const Games& games = games_of(game);
  for (auto _ : state) {
    for (const GameRecord& record : games.records()) {
      const auto board = start_of(games.driver(), record);
      for (const PlayedMove& played : record.moves) play_checked(*board, played.move);
    }
  }
  count(state, games.positions());
}

void quiescence_under(benchmark::State& state, const Games& games, const Weights& weights) {
  const auto engine = games.engine(weights);
  for (auto _ : state) {
    for (const auto& board : games.boards()) benchmark::DoNotOptimize(engine->quiet_leaf(*board));
  }
  count(state, std::ssize(games.boards()));
}

void quiescence(benchmark::State& state, const std::string& game) {
  quiescence_under(state, games_of(game), games_of(game).weights());
}

// An evaluation of weights that are not 0 takes longer than one of material.
void quiescence_learnt(benchmark::State& state, const std::string& game) {
  quiescence_under(state, games_of(game), games_of(game).learnt_weights());
}

void features(benchmark::State& state, const std::string& game) {
  const Games& games = games_of(game);
  for (auto _ : state) {
    for (const auto& board : games.boards()) benchmark::DoNotOptimize(board->row());
  }
  count(state, std::ssize(games.boards()));
}

void samples(benchmark::State& state, const std::string& game) {
  const Games& games = games_of(game);
  learn::SamplingEngines engines = learn::sampling_engines(games.driver(), games.weights(), every_position());
  for (auto _ : state) {
    for (const GameRecord& record : games.records()) {
      benchmark::DoNotOptimize(learn::samples_of(games.driver(), engines, record, every_position()));
    }
  }
  count(state, games.positions());
}

void rows_under(benchmark::State& state, const Games& games, const Weights& weights) {
  for (auto _ : state) {
    RowSet rows;
    learn::Sampler sampler(games.driver(), weights, every_position());
    sampler.add_games(games.file(), rows);
    benchmark::DoNotOptimize(rows.size());
  }
  count(state, games.positions());
}

void rows(benchmark::State& state, const std::string& game) {
  rows_under(state, games_of(game), games_of(game).weights());
}

void rows_learnt(benchmark::State& state, const std::string& game) {
  rows_under(state, games_of(game), games_of(game).learnt_weights());
}

void row_file(benchmark::State& state, const std::string& game) {
  const Games& games = games_of(game);
  const TempFolder folder;
  const learn::RowMaking making{.files = {games.file().string()},
                                .sampling = every_position(),
                                .folder = folder.path(),
                                .cache = {},
                                .describe = {}};
  for (auto _ : state) {
    benchmark::DoNotOptimize(learn::make_rows(games.driver(), games.weights(), making));
  }
  count(state, games.positions());
}

void add_all(const std::string& game) {
  using Stage = void (*)(benchmark::State&, const std::string&);
  const std::vector<std::pair<std::string, Stage>> stages{
      {"play_through", play_through}, {"quiescence", quiescence}, {"quiescence_learnt", quiescence_learnt},
      {"features", features},         {"samples", samples},       {"rows", rows},
      {"rows_learnt", rows_learnt},   {"row_file", row_file}};
  for (const auto& [name, stage] : stages) {
    benchmark::RegisterBenchmark((name + "/" + game).c_str(), stage, game)
        ->MeasureProcessCPUTime()
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace
}  // namespace hone

int main(int argc, char** argv) {
  for (const char* game : {"chess", "checkers", "othello", "breakthrough"}) hone::add_all(game);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
