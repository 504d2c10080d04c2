// SPDX-License-Identifier: MIT
#include "tuner/cli/run_status_text.hpp"

#include <fmt/format.h>

#include "tuner/cli/progress.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

std::string state_text(const RunStatus& status, const std::filesystem::path& folder) {
  if (const auto& holder = status.holder) {
    return fmt::format("running, process {} on {}, since {}", holder->process, holder->host, holder->since);
  }
  if (status.done) return "done";
  return fmt::format("interrupted; to go on: hone run --resume {}", folder.string());
}

std::string games_text(const Json& live) {
  if (!live.contains("games")) return {};
  ProgressState state;
  state.unit = "games";
  state.total = live.value("planned", std::uint64_t{0});
  state.done = live.value("games", std::uint64_t{0});
  std::string text = ", " + to_string(state);
  const double rate = live.value("games_per_second", 0.0);
  if (rate <= 0) return text;
  text += fmt::format(", {:.1f}/s", rate);
  if (state.total > state.done) {
    text += fmt::format(", {} left", duration_text(static_cast<double>(state.total - state.done) / rate));
  }
  return text;
}

std::string stage_text(const Json& live) {
  std::string text = fmt::format("generation {}, {}", live.value("generation", 0), live.value("stage", ""));
  text += games_text(live);
  if (live.contains("plies")) text += fmt::format(", {} positions", live.value("plies", 0));
  if (live.contains("rows")) text += fmt::format(", {} rows", live.value("rows", 0));
  if (live.contains("loss")) text += fmt::format(", loss {:.6f}", live.value("loss", 0.0));
  if (live.contains("elo")) {
    text += fmt::format(", {:+.1f} +- {:.1f} Elo", live.value("elo", 0.0), live.value("elo_error", 0.0));
  }
  if (live.contains("llr")) {
    text += fmt::format(", LLR {:.2f} ({:.2f}, {:.2f})", live.value("llr", 0.0), live.value("lower", 0.0),
                        live.value("upper", 0.0));
  }
  return text;
}

}  // namespace

std::string report(const RunStatus& status, const std::filesystem::path& folder) {
  std::string text = fmt::format("State          {}\n", state_text(status, folder));
  text += fmt::format("Generations    {} finished, {} promoted, best {}, {} of work\n", status.generations,
                      status.promotions,
                      status.best_generation == 0 ? "start" : fmt::format("gen-{:03}", status.best_generation),
                      duration_text(3600 * status.hours));
  if (!status.done && !status.live.empty()) {
    text += fmt::format("{:<15}{}\n", status.holder ? "Now" : "Was at", stage_text(status.live));
  }
  return text + fmt::format("Last entry     {}, generation {}, {}\n", status.last.value("event", ""),
                            status.last.value("generation", 0), status.last.value("time", ""));
}

}  // namespace hone
