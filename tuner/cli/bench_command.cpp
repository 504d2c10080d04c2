// SPDX-License-Identifier: MIT
#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/bench.hpp"
#include "engine/named_weights.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/print/search_text.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/play/options.hpp"

namespace hone::cli {

namespace {

class BenchCommand final : public Command {
 public:
  CommandText text() const override;
  void declare(Options& options) override;
  ExitCode run(Session& session) override;

 private:
  GameOption game_;
  std::string weights_;
  std::optional<Depth> depth_;
  std::size_t hash_ = 16;
  StrictOption strict_;
};

std::uint64_t per_second(std::uint64_t nodes, std::chrono::nanoseconds elapsed) {
  return BenchSummary{.nodes = nodes, .positions = 0, .counters = {}, .elapsed = elapsed}.nodes_per_second();
}

CommandText BenchCommand::text() const {
  return {.name = "bench",
          .summary = "search fixed positions: the engine's fingerprint and speed",
          .description =
              "Searches fixed positions to a fixed depth. The node count is the same on every machine, and a "
              "change of the program that is meant to change nothing must leave it as it is. The last line is 'N "
              "nodes M nps'.",
          .examples =
              "hone bench --game chess\n"
              "hone bench"};
}

void BenchCommand::declare(Options& options) {
  options.group("What to search");
  game_.declare(options);
  options
      .text("weights", "F", weights_,
            "the evaluation: a weights file, default, material or zero; otherwise one in which every term counts")
      .short_form('w');
  options.integer("depth", "N", depth_, {1, max_ply}, "plies; by default the game's own choice").short_form('d');
  options.integer("hash", "MB", hash_, play::hash_range, "size of the transposition table");
  strict_.declare(options);
}

ExitCode BenchCommand::run(Session& session) {
  std::vector<const GameDriver*> games = games_of_this_program();
  if (session.options.given("game") || session.options.given("weights")) games = {&game_.driver({weights_})};
  std::uint64_t nodes = 0;
  std::chrono::nanoseconds elapsed{};
  nlohmann::ordered_json by_game = nlohmann::ordered_json::array();
  for (const GameDriver* game : games) {
    BenchOptions options{.depth = depth_, .weights = {}, .hash_bytes = hash_ << 20};
    if (!weights_.empty()) options.weights = load_weights(*game, weights_, strict_.warning());
    const BenchSummary summary = bench(*game, options, [game](const std::string& position, const SearchResult& result) {
      say("{:>10} nodes  {:>10}  {}\n", result.counters.nodes, score_for_people(*game, result.score), position);
    });
    say("{}: {} nodes in {} positions\n", game->name(), summary.nodes, summary.positions);
    by_game.push_back({{"game", game->name()}, {"nodes", summary.nodes}, {"nps", summary.nodes_per_second()}});
    nodes += summary.nodes;
    elapsed += summary.elapsed;
  }
  say("{} nodes {} nps\n", nodes, per_second(nodes, elapsed));
  session.json.write({{"nodes", nodes}, {"nps", per_second(nodes, elapsed)}, {"games", by_game}});
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> bench_command() { return std::make_unique<BenchCommand>(); }

}  // namespace hone::cli
