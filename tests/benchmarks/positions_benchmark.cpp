// SPDX-License-Identifier: MIT
//
// Labelled positions of chess read from every format of positions, to the board and its label, and from the spellings
// of other tools: the 45,000 or so positions of 600 games that material plays against itself at 20 nodes a move, twenty
// times over. Threads take batches of lines in turn, and understand them at the same time. The games themselves are
// read once, on one thread, from every format of games, as games and as labelled positions. items_per_second counts
// positions: by the clock, of games by CPU time.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cmath>
#include <fstream>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/named_weights.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/play/default_self_play.hpp"
#include "tuner/formats/data_job.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/labelled_positions.hpp"
#include "tuner/formats/sink.hpp"
#include "tuner/play/self_play.hpp"

namespace hone {
namespace {

constexpr std::uint64_t game_count = 600;
constexpr int copies = 20;
constexpr std::size_t batch_lines = 1'024;

const GameDriver& chess() { return find_driver("chess"); }

void play_games(const std::filesystem::path& games) {
  play::SelfPlayOptions options = play::default_self_play(chess());
  options.games = game_count;
  options.limits.nodes = 20;
  options.threads = 2;
  play::self_play(chess(), chess().material_weights(), options, games, play::Existing::refuse, {});
}

std::vector<formats::LabelledPosition> positions_of(const std::filesystem::path& games) {
  std::vector<formats::LabelledPosition> positions;
  (void)formats::read_positions(chess(), games, {}, [&](const formats::DatasetPosition& found) {
    const bool is_plain = found.label.score && std::abs(*found.label.score) < 30'000;
    if (is_plain) positions.push_back(found.label);
    return true;
  });
  return positions;
}

class Corpus {
 public:
  Corpus() {
    play_games(games_);
    positions_ = positions_of(games_);
  }

  [[nodiscard]] std::int64_t size() const { return std::ssize(positions_) * copies; }

  // Writes a file once, by a function from a position to its text.
  std::string file(const std::string& name, const std::string& head,
                   const std::function<std::string(const formats::LabelledPosition&)>& text) {
    const auto path = folder_ / name;
    if (std::filesystem::exists(path)) return path.string();
    std::string all;
    for (const formats::LabelledPosition& position : positions_) all += text(position);
    std::ofstream out(path, std::ios::binary);
    out << head;
    for (int i = 0; i < copies; ++i) out << all;
    return path.string();
  }

  std::string file(const formats::DataFormat& format) {
    const auto& functions = std::get<formats::PositionFormat>(format.functions);
    const auto encoder = functions.encoder(chess(), false);
    return file(fmt::format("corpus{}", format.ending), encoder.head, encoder.encode);
  }

  // The games in this format, written once.
  std::string games_as(const formats::DataFormat& format) {
    const auto path = folder_ / fmt::format("games{}", format.ending);
    if (std::filesystem::exists(path)) return path.string();
    formats::DataJob job;
    job.action = formats::DataAction::convert;
    job.files = {games_.string()};
    job.driver = &chess();
    job.out = path.string();
    job.folder = folder_.path();
    (void)formats::run_data_job(job);
    return path.string();
  }

 private:
  TempFolder folder_;
  std::filesystem::path games_ = folder_ / "benchmark.games";
  std::vector<formats::LabelledPosition> positions_;
};

Corpus& corpus() {
  static Corpus only;
  return only;
}

// Reads the whole source; returns how many positions there are.
std::int64_t read_all(const std::string& source, int threads) {
  formats::LabelledLines lines(chess(), source);
  std::mutex reading;
  std::atomic<std::int64_t> read = 0;
  const auto understand = [&] {
    formats::LabelParser parser = lines.parser();
    formats::LabelledPosition position;
    for (;;) {
      std::unique_lock lock(reading);
      const formats::LineBatch batch = lines.next(batch_lines);
      lock.unlock();
      if (batch.size() == 0) return;
      for (std::size_t i = 0; i < batch.size(); ++i) {
        parser.parse(batch[i], position);
        benchmark::DoNotOptimize(chess().parse(position.position));
      }
      read += static_cast<std::int64_t>(batch.size());
    }
  };
  std::vector<std::jthread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(understand);
  understand();
  others.clear();
  return read;
}

void measure(benchmark::State& state, const std::function<std::string()>& source) {
  const std::string file = source();
  for (auto _ : state) {
    if (read_all(file, static_cast<int>(state.range(0))) != corpus().size()) state.SkipWithError("not all were read");
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * corpus().size());
}

void add(const std::string& name, std::function<std::string()> source) {
  benchmark::RegisterBenchmark(name.c_str(), measure, std::move(source))
      ->Arg(1)
      ->Arg(2)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

void add_one_thread(const std::string& name, const std::function<void(benchmark::State&)>& measure_it) {
  benchmark::RegisterBenchmark(name.c_str(), measure_it)->Unit(benchmark::kMillisecond);
}

void read_games(benchmark::State& state, const formats::DataFormat& format) {
  const std::string file = corpus().games_as(format);
  std::int64_t read = 0;
  for (auto _ : state) {
    (void)formats::read_games(file, {}, [&](const formats::NamedGame& game) {
      read += std::ssize(game.record.moves);
      return true;
    });
  }
  state.SetItemsProcessed(read);
}

void read_positions_of_games(benchmark::State& state, const formats::DataFormat& format) {
  const std::string file = corpus().games_as(format);
  std::int64_t read = 0;
  for (auto _ : state) {
    (void)formats::read_positions(chess(), file, {}, [&](const formats::DatasetPosition&) {
      ++read;
      return true;
    });
  }
  state.SetItemsProcessed(read);
}

// A spelling of labels behind {0}, the FEN: {1} is White's share, {2} the score, {3} the result of PGN, {4} the winner,
// {5} and {6} the share from 0 to 2 and from -1 to 1.
struct Spelling {
  const char* by;
  const char* settings;
  const char* line;
  const char* head = "";
};

constexpr std::array spellings{
    Spelling{"zurichess", "", "{0} c9 \"{3}\";\n"},
    Spelling{"pgn-extract", "", "{0} c0 A-B; c1 {3};\n"},
    Spelling{"Ethereal", "", "{0} [{1:.1f}]\n"},
    Spelling{"Weiss", "", "{0} [{1:.1f}] {2:.0f}\n"},
    Spelling{"Nalwald", "", "{0} {1:.1f}\n"},
    Spelling{"RubiChess", "", "{0} {3}\n"},
    Spelling{"Calvin's dataset", "", "{0} \"{1:.1f}\"\n"},
    Spelling{"viridithas", "", "{0};{1:.1f}\n"},
    Spelling{"tofiks", "", "{1:.1f} {0}\n"},
    Spelling{"bullet", "", "{0} | {2:.0f} | {1:.1f}\n"},
    Spelling{"Sirius", "", "{0} | {2:.0f}cp | {1:.1f}\n"},
    Spelling{"Potential", "", "{0} | {1:.1f}\n"},
    Spelling{"Clockwork", "", "{0};{4}\n"},
    Spelling{"Texel", "", "{0} : {1} : {2:.0f} : 0 : 7\n"},
    Spelling{"Zevra", ",view=white", "{0},{2:.0f},{1:.1f}\n"},
    Spelling{"gochess", ",view=white", "{0};{2:.0f};{1:.1f}\n"},
    Spelling{"Stash", ",view=white", "{0} {1:.1f} {2:.0f}\n"},
    Spelling{"bullet of 2023", ",view=white", "{0} {2:.0f} [{1:.1f}]\n"},
    Spelling{"fengen", ",view=white", "{0};score:{2:.0f};eval:1;outcome:{1:.1f}\n"},
    Spelling{"c-chess-cli", ",win=2,view=white", "{0},{2:.0f},{5:.0f}\n"},
    Spelling{"Raphael", ",view=white", "{0},{1:.1f},{2:.0f},0,e2e4\n", "fen,wdl,eval,flag,bm\n"},
    Spelling{"Stockfish's plain text", ",view=white", "fen {0}\nmove e2e4\nscore {2:.0f}\nply 7\nresult {6:.0f}\ne\n"},
};

std::string spelt(const Spelling& spelling, const formats::LabelledPosition& it) {
  const char* const result = it.target == 1 ? "1-0" : it.target == 0 ? "0-1" : "1/2-1/2";
  const char winner = it.target == 1 ? 'w' : it.target == 0 ? 'b' : 'd';
  return fmt::format(fmt::runtime(spelling.line), it.position, it.target, *it.score, result, winner, 2 * it.target,
                     2 * it.target - 1);
}

void add_all() {
  for (const formats::DataFormat& format : formats::data_formats()) {
    if (format.holds() != formats::Content::positions || !format.is_written()) continue;
    add(std::string(format.ending), [&format] { return corpus().file(format); });
  }
  for (const formats::DataFormat& format : formats::data_formats()) {
    const auto* const games = std::get_if<formats::GameFormat>(&format.functions);
    if (games == nullptr || (!games->game.empty() && games->game != chess().name())) continue;
    add_one_thread(fmt::format("{} as games", format.ending),
                   [&format](benchmark::State& state) { read_games(state, format); });
    add_one_thread(fmt::format("{} as positions", format.ending),
                   [&format](benchmark::State& state) { read_positions_of_games(state, format); });
  }
  for (const Spelling& spelling : spellings) {
    add(fmt::format("spelling of {}", spelling.by), [&spelling] {
      const auto text = [&](const formats::LabelledPosition& it) { return spelt(spelling, it); };
      return corpus().file(fmt::format("{}.txt", spelling.by), spelling.head, text) + spelling.settings;
    });
  }
}

}  // namespace
}  // namespace hone

int main(int argc, char** argv) {
  hone::add_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
