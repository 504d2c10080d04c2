// SPDX-License-Identifier: MIT
#include "tuner/run/live.hpp"

#include <utility>

#include "tuner/run/state.hpp"

namespace hone::run {

namespace {

constexpr std::chrono::seconds write_interval{2};

}  // namespace

RunLive::RunLive(std::filesystem::path file, std::string id, std::function<double()> hours, RunObserver& inner)
    : file_(std::move(file)), hours_(std::move(hours)), inner_(inner) {
  live_.run = std::move(id);
}

void RunLive::told(const RunNews& news) {
  std::visit([this](const auto& one) { take(one); }, news);
  inner_.told(news);
}

void RunLive::take(const StepBegun& begun) {
  live_.step = LiveStep();
  step().generation = begun.generation;
  step().step = begun.step;
  step().planned = begun.games;
  step_begun_ = Clock::now();
  resumed_ = 0;
  write();
}

void RunLive::take(const GamesPlayed& played) {
  count(played.tally.games);
  step().plies = played.tally.plies;
  write_now_and_then();
}

void RunLive::take(const MatchPlayed& played) {
  count(played.result.tally().games);
  // Of several candidates the first player is the one that all of them meet.
  if (step().step != RunStep::selection) step().elo = played.result.player(0).results.estimate().elo;
  step().sprt = played.result.sprt;
  write_now_and_then();
}

void RunLive::take(const PoolPlayed& played) {
  count(played.games);
  write_now_and_then();
}

void RunLive::take(const RowsSampled& sampled) {
  count(sampled.summary.games);
  step().rows = sampled.summary.rows;
  write_now_and_then();
}

void RunLive::take(const FitStepped& stepped) {
  step().iteration = stepped.progress.iteration;
  step().loss = stepped.progress.loss;
  write_now_and_then();
}

void RunLive::write() {
  live_.time = utc_now();
  live_.hours = hours_();
  write_live(file_, live_);
  written_ = Clock::now();
}

// The first game that is told was played by this process; the games before it were there.
void RunLive::count(std::uint64_t games) {
  if (!step().games && games > 0) resumed_ = games - 1;
  step().games = games;
  const double seconds = std::chrono::duration<double>(Clock::now() - step_begun_).count();
  step().games_per_second = seconds > 0 ? static_cast<double>(games - resumed_) / seconds : 0.0;
}

void RunLive::write_now_and_then() {
  if (Clock::now() - written_ >= write_interval) write();
}

}  // namespace hone::run
