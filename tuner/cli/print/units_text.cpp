// SPDX-License-Identifier: MIT
#include "tuner/cli/print/units_text.hpp"

#include <fmt/format.h>

#include "data/printable.hpp"
#include "tuner/cli/print/lines.hpp"

namespace hone::cli {

namespace {

std::string host_line(const units::HostWork& host, double seconds) {
  const double rate = seconds > 0 ? static_cast<double>(host.games) / seconds : 0;
  std::string text = fmt::format("{}: {} units, {} games, {:.1f}/s, {:.0f} CPU seconds", printable(host.host),
                                 host.units, host.games, rate, host.cpu_seconds);
  if (host.bad > 0) text += fmt::format(", {} units wrong", host.bad);
  return text;
}

}  // namespace

std::string report(const units::Distribution& distribution) {
  std::string text = fmt::format("{} by {} in {:.0f} s", distribution.units, distribution.launch, distribution.seconds);
  if (distribution.twice > 0) text += fmt::format(", {} played twice", distribution.twice);
  if (distribution.bad > 0) text += fmt::format(", {} wrong", distribution.bad);
  if (distribution.relaunched > 0) text += fmt::format(", workers launched again {} times", distribution.relaunched);
  if (distribution.unused > 0) text += fmt::format(", {} games not needed", distribution.unused);
  text = labelled("Units", text);
  for (const units::HostWork& host : distribution.hosts) text += labelled("", host_line(host, distribution.seconds));
  return text;
}

}  // namespace hone::cli
