// SPDX-License-Identifier: MIT
//
// Labelled positions of chess read from every format of positions, to the board and its label, and from the spellings
// of other tools: the 45,000 or so positions of 600 games that material plays against itself at 20 nodes a move, twenty
// times over. Threads take batches of lines in turn, and understand them at the same time. items_per_second counts
// positions.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

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

std::vector<formats::LabelledPosition> make_positions(const TempFolder& folder) {
  play::SelfPlayOptions options = play::default_self_play(chess());
  options.games = game_count;
  options.limits.nodes = 20;
  options.threads = 2;
  const auto games = folder / "benchmark.games";
  play::self_play(chess(), chess().material_weights(), options, games, play::Existing::refuse, {});
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
  Corpus() : positions_(make_positions(folder_)) {}

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

 private:
  TempFolder folder_;
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

void add_spelling(const std::string& name, const std::string& settings,
                  std::string (*text)(const formats::LabelledPosition&)) {
  add("spelling " + name, [=] { return corpus().file(name + ".txt", "", text) + settings; });
}

void add_all() {
  for (const formats::DataFormat& format : formats::data_formats()) {
    if (format.holds() != formats::Content::positions || !format.is_written()) continue;
    add(std::string(format.ending), [&format] { return corpus().file(format); });
  }
  using Label = formats::LabelledPosition;
  add_spelling("zurichess", "", [](const Label& it) {
    return fmt::format("{} c9 \"{}\";\n", it.position, it.target == 1 ? "1-0" : it.target == 0 ? "0-1" : "1/2-1/2");
  });
  add_spelling("bullet text", "",
               [](const Label& it) { return fmt::format("{} | {} | {:.1f}\n", it.position, *it.score, it.target); });
  add_spelling("c-chess-cli", ",win=2,view=white",
               [](const Label& it) { return fmt::format("{},{},{}\n", it.position, *it.score, 2 * it.target); });
  add_spelling("winner", "", [](const Label& it) {
    return fmt::format("{};{}\n", it.position, it.target == 1 ? 'w' : it.target == 0 ? 'b' : 'd');
  });
}

}  // namespace
}  // namespace hone

int main(int argc, char** argv) {
  hone::add_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
