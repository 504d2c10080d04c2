// SPDX-License-Identifier: MIT
#include "tuner/run/live.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/file.hpp"
#include "tuner/run/seal.hpp"
#include "tuner/run/state.hpp"

namespace hone::run {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::chrono::seconds write_interval{2};

// Not synced, as it may be lost: it is known when it is not whole.
void replace(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::path neighbour = file;
  neighbour += ".0.tmp";
  File(neighbour, File::Mode::replace).write(text);
  rename_file(neighbour, file);
}

}  // namespace

RunLive::RunLive(std::filesystem::path file, std::string id, std::function<double()> hours, RunObserver& inner)
    : file_(std::move(file)), id_(std::move(id)), hours_(std::move(hours)), inner_(inner) {}

void RunLive::stage_begun(int generation, RunStage stage, std::uint64_t games) {
  live_ = {{"generation", generation}, {"stage", to_string(stage)}};
  if (games > 0) live_["planned"] = games;
  stage_begun_ = Clock::now();
  resumed_ = 0;
  write();
  inner_.stage_begun(generation, stage, games);
}

void RunLive::games_played(const stats::PlayTally& tally) {
  count(tally.games);
  live_["plies"] = tally.plies;
  write_now_and_then();
  inner_.games_played(tally);
}

void RunLive::match_played(const match::TournamentResult& result) {
  count(result.tally().games);
  const stats::Estimate strength = result.player(0).results.estimate();
  live_["elo"] = strength.elo;
  live_["elo_error"] = strength.elo_error;
  if (result.sprt) {
    live_["llr"] = result.sprt->llr;
    live_["lower"] = result.sprt->lower;
    live_["upper"] = result.sprt->upper;
  }
  write_now_and_then();
  inner_.match_played(result);
}

void RunLive::rows_sampled(const learn::SamplingSummary& summary) {
  count(summary.games);
  live_["rows"] = summary.rows;
  write_now_and_then();
  inner_.rows_sampled(summary);
}

void RunLive::fit_stepped(const learn::FitProgress& progress) {
  live_["iteration"] = progress.iteration;
  live_["loss"] = progress.loss;
  write_now_and_then();
  inner_.fit_stepped(progress);
}

void RunLive::self_play_done(int generation, const play::SelfPlaySummary& summary) {
  inner_.self_play_done(generation, summary);
}

void RunLive::fit_done(int generation, const learn::SamplingSummary& sampling, const learn::FitSummary& fit) {
  inner_.fit_done(generation, sampling, fit);
}

void RunLive::gate_done(int generation, const match::TournamentResult& result, bool promoted) {
  inner_.gate_done(generation, result, promoted);
}

void RunLive::write() {
  Json json = {{"run", id_}, {"time", utc_now()}, {"hours", hours_()}};
  json.update(live_);
  replace(file_, sealed(json) + '\n');
  written_ = Clock::now();
}

// The first game that is reported was played by this process, the others before it were there.
void RunLive::count(std::uint64_t games) {
  if (!live_.contains("games") && games > 0) resumed_ = games - 1;
  live_["games"] = games;
  const double seconds = std::chrono::duration<double>(Clock::now() - stage_begun_).count();
  live_["games_per_second"] = seconds > 0 ? static_cast<double>(games - resumed_) / seconds : 0.0;
}

void RunLive::write_now_and_then() {
  if (Clock::now() - written_ >= write_interval) write();
}

const char* to_string(RunStage stage) {
  switch (stage) {
    case RunStage::self_play:
      return "self_play";
    case RunStage::sampling:
      return "sampling";
    case RunStage::fit:
      return "fit";
    case RunStage::gate:
      return "gate";
    case RunStage::final_match:
      return "final";
  }
  return "";
}

LiveFile read_live(const std::filesystem::path& file, const std::string& id) {
  if (!std::filesystem::exists(file)) return {};
  const std::string text = read_file(file);
  const std::string_view line = std::string_view(text).substr(0, text.find('\n'));
  const std::optional<UnsealedJson> found = unsealed(line);
  if (!found || line.size() + 1 != text.size() || found->object.value("run", "") != id) return {Json::object(), true};
  return {found->object, false};
}

}  // namespace hone::run
