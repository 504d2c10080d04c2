// SPDX-License-Identifier: MIT
#include "tuner/units/launcher.hpp"

#include <utility>

namespace hone::units {

std::unique_ptr<Launcher> make_launcher(const LaunchOptions& options, const UnitFolder& folder, LaunchNotice notice) {
  if (options.launch == Launch::slurm) return slurm_launcher(folder);
  if (options.launch == Launch::ssh) return parallel_launcher(options, folder, std::move(notice));
  return nullptr;
}

}  // namespace hone::units
