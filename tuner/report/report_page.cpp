// SPDX-License-Identifier: MIT
#include "tuner/report/report_page.hpp"

#include <nlohmann/json.hpp>

#include "data/atomic_file.hpp"
#include "tuner/report/embedded_texts.hpp"
#include "tuner/report/html_template.hpp"
#include "tuner/report/views.hpp"
#include "tuner/report/weight_changes.hpp"

namespace hone::report {

std::string report_page(const ReportedRun& run) {
  const WeightChanges changes = weight_changes(run);
  const std::optional<learn::FitRemarks> remarks = read_remarks(run, changes.generation);
  nlohmann::ordered_json charts = nlohmann::ordered_json::array(), replays = nlohmann::ordered_json::array();
  nlohmann::ordered_json page = {{"summary", summary_view(run)},
                                 {"strength", strength_view(run, charts)},
                                 {"learning", learning_view(run, charts)},
                                 {"games", games_view(run, charts)},
                                 {"replay", replay_view(run, replays)},
                                 {"calibration", calibration_view(remarks, changes.generation, charts)},
                                 {"weights", weights_view(changes, run, remarks)},
                                 {"machines", machines_view(run)},
                                 {"origin", origin_view(run)}};
  page["chart_data"] = json_for_script(charts);
  page["replay_data"] = json_for_script(replays);
  page["style"] = std::string(dygraphs_style) + std::string(page_style);
  page["dygraphs"] = script_text(dygraphs_script);
  page["script"] = script_text(page_script);
  page["replay_script"] = script_text(replay_script);
  page["licence"] = dygraphs_licence;
  return render_template(page_template, page);
}

void write_report(const std::filesystem::path& folder, const std::filesystem::path& file) {
  write_file_atomically(file, report_page(read_run(folder)));
}

}  // namespace hone::report
