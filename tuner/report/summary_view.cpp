// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tuner/report/verdict.hpp"
#include "tuner/report/views.hpp"
#include "tuner/run/model.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::report {

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

// Says in words what the journal says by the name of a RunEnd; what went wrong is told in words already.
std::string reason_text(const std::string& why) {
  for (const run::RunEnd end : {run::RunEnd::stopped, run::RunEnd::generations, run::RunEnd::hours, run::RunEnd::games,
                                run::RunEnd::patience}) {
    if (why == run::to_string(end)) return run::describe(end);
  }
  return why;
}

std::string status_text(const ReportedRun& run) {
  const std::string why = run.why.empty() ? "" : ": " + reason_text(run.why);
  switch (run.phase) {
    case RunPhase::complete:
      return fmt::format("The run is complete{}.", why);
    case RunPhase::stopped:
      return fmt::format("The run was interrupted and can be resumed{}.", why);
    case RunPhase::at_work:
      return "The run was going on when this page was made.";
    case RunPhase::killed:
      break;
  }
  return "The run was killed and can be resumed.";
}

std::string spoken(run::RunStep step) {
  if (step == run::RunStep::self_play) return "self-play";
  return step == run::RunStep::final_match ? "final match" : run::to_string(step);
}

std::string step_text(const run::LiveStep& live) {
  std::string text = live.generation > 0 ? fmt::format("generation {}, ", live.generation) : "";
  text += spoken(live.step);
  if (live.planned > 0) {
    text += fmt::format(", {} of {} games", text::grouped(live.games.value_or(0)), text::grouped(live.planned));
  }
  return fmt::format(" It was at {}.", text);
}

// Shows 2026-01-31T08:05:59Z as 2026-01-31 08:05 UTC.
std::string minute_of(const std::string& time) {
  return time.size() < 16 ? time : fmt::format("{} {} UTC", time.substr(0, 10), time.substr(11, 5));
}

Json fact(const char* name, std::string value) { return {{"name", name}, {"value", std::move(value)}}; }

}  // namespace

Json summary_view(const ReportedRun& run) {
  std::uint64_t games = 0, plies = 0;
  for (const ReportedGeneration& generation : run.generations) {
    if (!generation.self_play) continue;
    games += generation.self_play->tally.games;
    plies += generation.self_play->tally.plies;
  }
  const Verdict said = verdict(run);
  const Json facts = {fact("Generations", fmt::format("{} finished, {} promoted", run.finished(), run.promotions())),
                      fact("Self-play", fmt::format("{} games, {} plies", text::grouped(games), text::grouped(plies))),
                      fact("At work", text::duration(run.hours)),
                      fact("Begun", minute_of(run.begun)),
                      fact("Last news", minute_of(run.last)),
                      fact("Sessions", std::to_string(run.sessions))};
  const std::string beware = run.final_match ? caution(*run.final_match) : "";
  return {{"game", run.start.schema.game()},
          {"folder", run.folder.string()},
          {"sentence", said.sentence},
          {"tone", class_of(said.tone)},
          {"caution", beware.empty() ? Json(nullptr) : Json(beware)},
          {"status", status_text(run) + (run.open_step ? step_text(*run.open_step) : "")},
          {"facts", facts}};
}

}  // namespace hone::report
