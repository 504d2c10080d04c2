// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tuner/report/number_text.hpp"
#include "tuner/report/verdict.hpp"
#include "tuner/report/views.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

const char* class_of(VerdictTone tone) {
  switch (tone) {
    case VerdictTone::good:
      return "good";
    case VerdictTone::bad:
      return "bad";
    case VerdictTone::open:
      break;
  }
  return "open";
}

const char* text_of(RunPhase phase) {
  switch (phase) {
    case RunPhase::complete:
      return "The run is complete.";
    case RunPhase::stopped:
      return "The run was interrupted and can be resumed.";
    case RunPhase::at_work:
      return "The run was going on when this page was made.";
    case RunPhase::killed:
      break;
  }
  return "The run was killed and can be resumed.";
}

// 2026-01-31T08:05:59Z as 2026-01-31 08:05 UTC.
std::string minute_of(const std::string& time) {
  return time.size() < 16 ? time : fmt::format("{} {} UTC", time.substr(0, 10), time.substr(11, 5));
}

Json fact(const char* name, std::string value) { return {{"name", name}, {"value", std::move(value)}}; }

}  // namespace

Json summary_view(const ReportedRun& run) {
  std::uint64_t games = 0, positions = 0;
  for (const ReportedGeneration& generation : run.generations) {
    if (!generation.self_play) continue;
    games += generation.self_play->games;
    positions += generation.self_play->plies;
  }
  const Verdict said = verdict(run);
  return {{"game", run.start.schema.game()},
          {"folder", run.folder.string()},
          {"sentence", said.sentence},
          {"tone", class_of(said.tone)},
          {"status", text_of(run.phase)},
          {"facts",
           {fact("Generations", fmt::format("{} finished, {} promoted", run.finished(), run.promotions())),
            fact("Self-play", fmt::format("{} games, {} moves", grouped(games), grouped(positions))),
            fact("At work", duration(run.hours)), fact("Begun", minute_of(run.begun)),
            fact("Last news", minute_of(run.last)), fact("Sessions", std::to_string(run.sessions))}}};
}

}  // namespace hone
