// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tuner/report/views.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::report {

namespace {

constexpr double seconds_an_hour = 3600;

nlohmann::ordered_json row_of(const units::HostWork& host, double seconds) {
  return {{"host", host.host},
          {"units", text::grouped(host.units)},
          {"games", text::grouped(host.games)},
          {"rate", seconds > 0 ? fmt::format("{:.1f}", static_cast<double>(host.games) / seconds) : "–"},
          {"cpu", text::duration(host.cpu_seconds / seconds_an_hour)},
          {"bad", text::grouped(host.bad)}};
}

}  // namespace

nlohmann::ordered_json machines_view(const ReportedRun& run) {
  const units::Distribution& work = run.history.distribution();
  if (work.is_empty()) return nullptr;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const units::HostWork& host : work.hosts) rows.push_back(row_of(host, work.seconds));
  return {{"rows", rows},
          {"units", text::grouped(work.units)},
          {"twice", text::grouped(work.twice)},
          {"bad", text::grouped(work.bad)},
          {"relaunched", text::grouped(work.relaunched)},
          {"unused", text::grouped(work.unused)}};
}

}  // namespace hone::report
