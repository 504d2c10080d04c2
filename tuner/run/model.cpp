// SPDX-License-Identifier: MIT
#include "tuner/run/model.hpp"

#include "data/error.hpp"
#include "data/printable.hpp"

namespace hone::run {

const char* to_string(RunStep step) {
  switch (step) {
    case RunStep::self_play:
      return "self_play";
    case RunStep::sampling:
      return "sampling";
    case RunStep::fit:
      return "fit";
    case RunStep::selection:
      return "selection";
    case RunStep::gate:
      return "gate";
    case RunStep::final_match:
      return "final";
    case RunStep::pool:
      return "pool";
  }
  return "";
}

RunStep run_step(std::string_view name) {
  for (const RunStep step : run_steps) {
    if (name == to_string(step)) return step;
  }
  throw Error(expected_found("a step of a run", printable(name)));
}

const char* to_string(RunEnd end) {
  switch (end) {
    case RunEnd::stopped:
      return "stopped";
    case RunEnd::generations:
      return "generations";
    case RunEnd::hours:
      return "hours";
    case RunEnd::games:
      return "games";
    case RunEnd::patience:
      return "patience";
  }
  return "";
}

const char* option_of(RunEnd end) {
  if (end == RunEnd::games) return "games-total";
  return end == RunEnd::stopped ? "" : to_string(end);
}

const char* describe(RunEnd end) {
  switch (end) {
    case RunEnd::stopped:
      return "it was asked to stop";
    case RunEnd::generations:
      return "the generations asked for are done";
    case RunEnd::hours:
      return "another generation would have taken longer than --hours";
    case RunEnd::games:
      return "another generation would have gone beyond --games-total";
    case RunEnd::patience:
      return "--patience: the last generations brought nothing";
  }
  return "";
}

namespace {

template <class Event>
concept FinishesStep = requires {
  Event::step;
};

template <class Event>
constexpr const char* event_name = "";
template <>
constexpr const char* event_name<RunBegun> = "begun";
template <>
constexpr const char* event_name<SessionBegun> = "session";
template <>
constexpr const char* event_name<ConfigRestored> = "restored";
template <>
constexpr const char* event_name<GenerationBegun> = "generation";
template <>
constexpr const char* event_name<GateSkipped> = "gate_skipped";
template <>
constexpr const char* event_name<StepVoided> = "redo";
template <>
constexpr const char* event_name<RunStopped> = "stopped";
template <>
constexpr const char* event_name<RunDone> = "done";

template <class Event>
const char* name_of_event() {
  if constexpr (FinishesStep<Event>) {
    if (*event_name<Event> == '\0') return to_string(Event::step);
  }
  return event_name<Event>;
}

}  // namespace

const char* name_of(const RunEvent& event) {
  return std::visit([]<class Event>(const Event&) { return name_of_event<Event>(); }, event);
}

std::optional<RunStep> step_of(const RunEvent& event) {
  return std::visit(
      []<class Event>(const Event&) -> std::optional<RunStep> {
        if constexpr (FinishesStep<Event>) return Event::step;
        return std::nullopt;
      },
      event);
}

std::string why_of(const RunEvent& event) {
  if (const auto* stopped = std::get_if<RunStopped>(&event)) return stopped->why;
  if (const auto* done = std::get_if<RunDone>(&event)) return done->why;
  return {};
}

}  // namespace hone::run
