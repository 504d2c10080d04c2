// SPDX-License-Identifier: MIT
#include "tuner/cli/run_status_text.hpp"

#include <fmt/format.h>

#include "tuner/cli/progress.hpp"
#include "tuner/shell_word.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

std::string state_text(const RunStatus& status, const std::filesystem::path& folder) {
  if (const auto& holder = status.holder) {
    return fmt::format("running, process {} on {}, since {}", holder->process, holder->host, holder->since);
  }
  if (status.done) return "done";
  return "interrupted; to go on: " + resume_command(folder);
}

std::string games_text(const Json& live) {
  if (!live.contains("games")) return {};
  ProgressState state;
  state.unit = "games";
  state.total = live.value("planned", std::uint64_t{0});
  state.done = live.value("games", std::uint64_t{0});
  const double rate = live.value("games_per_second", 0.0);
  if (rate > 0) state.seconds = static_cast<double>(state.done) / rate;
  return ", " + to_string(state);
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

std::string resume_command(const std::filesystem::path& folder) {
  return "hone run --resume " + shell_word(folder.string());
}

std::string repair_hint(const std::string& resume) {
  return fmt::format("To set it aside and make it again from the rest:\n  {} --repair\n", resume);
}

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
