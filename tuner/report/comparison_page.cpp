// SPDX-License-Identifier: MIT
#include "tuner/report/comparison_page.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "data/error.hpp"
#include "tuner/report/comparison_views.hpp"
#include "tuner/report/embedded_texts.hpp"
#include "tuner/report/html_template.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/text/shell_word.hpp"

namespace hone::report {

namespace {

using Json = nlohmann::ordered_json;

void require_comparable(const ReportedRun& a, const ReportedRun& b) {
  const std::string &game = a.start.schema.game(), &other = b.start.schema.game();
  if (game != other) {
    throw Error(fmt::format("expected two runs of one game, found {} in {} and {} in {}", game, a.folder.string(),
                            other, b.folder.string()));
  }
  std::error_code ignored;
  if (std::filesystem::equivalent(a.folder, b.folder, ignored)) {
    throw Error(fmt::format("expected two runs, found {} twice", a.folder.string()));
  }
}

bool begin_alike(const ReportedRun& a, const ReportedRun& b) {
  return a.start.schema.fingerprint() == b.start.schema.fingerprint() && a.start.values == b.start.values;
}

// How far b is ahead of a, where the two are independent. Either end has the sides of both intervals that lead there
// (G. Y. Zou, A. Donner, Statistics in Medicine 27, 2008, 1693-1702).
stats::Interval lead_over(const stats::Interval& a, const stats::Interval& b) {
  const double value = b.value - a.value;
  return {.value = value,
          .low = value - std::hypot(b.value - b.low, a.high - a.value),
          .high = value + std::hypot(b.high - b.value, a.value - a.low)};
}

// What the gains over a common start come to. The two gains are measured in games of their own.
std::string sentence_of(const ReportedRun& a, const ReportedRun& b) {
  if (!begin_alike(a, b)) {
    return "The runs began with different weights, so that their Elo over the start cannot be compared.";
  }
  const stats::Interval &gain_a = a.progress.home_gain, &gain_b = b.progress.home_gain;
  if (a.tested() == 0 || b.tested() == 0 || !gain_a.is_bounded() || !gain_b.is_bounded()) {
    return "How far the runs came from their common start is not known of both.";
  }
  if (a.best_generation() == 0 && b.best_generation() == 0) {
    return "Neither run has promoted anything: both are where they began.";
  }
  const stats::Interval ahead = lead_over(gain_a, gain_b);
  const std::string measured =
      fmt::format("{} Elo (95 %) between them, by what each gained over the common start", stats::with_error(ahead));
  if (ahead.low > 0) return fmt::format("B came farther than A: {}.", measured);
  if (ahead.high < 0) return fmt::format("A came farther than B: {}.", measured);
  return fmt::format("Neither run is shown to have come farther: {}, B's less A's.", measured);
}

std::string best_of(const ReportedRun& run) {
  return text::shell_word(run::RunPaths(run.folder).best_weights().string());
}

std::string match_command(const ReportedRun& a, const ReportedRun& b) {
  return fmt::format("hone match --game {} --player a=weights:{} --player b=weights:{} --games 1000 --nodes 1000",
                     a.start.schema.game(), best_of(a), best_of(b));
}

}  // namespace

ComparisonPage comparison_page(const ReportedRun& a, const ReportedRun& b) {
  require_comparable(a, b);
  Json charts = Json::array();
  ComparisonPage result;
  result.sentence = sentence_of(a, b);
  Json page = {{"game", a.start.schema.game()},
               {"a", a.folder.string()},
               {"b", b.folder.string()},
               {"sentence", result.sentence},
               {"command", match_command(a, b)},
               {"facts", compared_facts(a, b)},
               {"strength", compared_strength(a, b, charts)},
               {"losses", compared_losses(a, b, charts)},
               {"settings", compared_settings(a, b)},
               {"weights", compared_weights(a, b)}};
  page["chart_data"] = json_for_script(charts);
  page["style"] = std::string(dygraphs_style) + std::string(page_style);
  page["dygraphs"] = script_text(dygraphs_script);
  page["script"] = script_text(page_script);
  page["licence"] = dygraphs_licence;
  result.html = render_template(compare_template, page);
  return result;
}

}  // namespace hone::report
