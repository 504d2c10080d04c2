// SPDX-License-Identifier: MIT
//
// Starts workers by programs of others: srun of Slurm, or GNU parallel over ssh. What these say about success is not
// believed: they end with 0 though a node has failed, lose tasks, and run tasks twice. Only verified units count, and
// what is missing is launched again.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tuner/units/launch_options.hpp"
#include "tuner/units/unit_folder.hpp"

namespace hone::units {

class Launcher {
 public:
  virtual ~Launcher() = default;

  // Games that can be played at a time, as far as it is known.
  [[nodiscard]] virtual int slots() const = 0;
  // Begins to play what is not finished. Throws Error where the program cannot be started.
  virtual void start() = 0;
  // Says that these units may be played. Called again and again.
  virtual void offer(const std::vector<std::uint64_t>& units) = 0;
  // Passes on what the program has said; false when it has ended.
  [[nodiscard]] virtual bool is_running() = 0;
  // From the next start on.
  virtual void leave_out(const std::string& host) = 0;
  // Called when the folder says stop, before the launcher goes.
  virtual void end() {}
  // The end of what it and its workers have said.
  [[nodiscard]] virtual std::string last_words() const = 0;
  // How long to wait before the start after one that brought no unit; after further ones it is twice as long each time.
  [[nodiscard]] virtual double first_pause_seconds() const { return 1; }
};

// Told what goes wrong without ending the work.
using LaunchNotice = std::function<void(const std::string& what)>;

// By srun of Slurm.
[[nodiscard]] std::unique_ptr<Launcher> slurm_launcher(const UnitFolder& folder);
// By GNU parallel over ssh. Hosts are asked for their processors and their hone; those that cannot play are left out
// with a notice. Throws Error when no host can play.
[[nodiscard]] std::unique_ptr<Launcher> parallel_launcher(const LaunchOptions& options, const UnitFolder& folder,
                                                          LaunchNotice notice);

// As the options say; nothing for launches without a program. The options and the folder must outlive it.
[[nodiscard]] std::unique_ptr<Launcher> make_launcher(const LaunchOptions& options, const UnitFolder& folder,
                                                      LaunchNotice notice);

}  // namespace hone::units
