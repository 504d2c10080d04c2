// SPDX-License-Identifier: MIT
//
// The workers of a launch, whoever starts them. Those of this process end with this object, the others soon after the
// folder says stop.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "tuner/units/launch_options.hpp"
#include "tuner/units/launcher.hpp"
#include "tuner/units/unit_folder.hpp"

namespace hone::units {

class Workers {
 public:
  // All arguments must outlive this object. Throws Error, as make_launcher does.
  Workers(const LaunchOptions& options, int threads, const UnitFolder& folder, const LaunchNotice& notice);

  [[nodiscard]] int slots() const;
  // The members that follow do what those of Launcher do.
  void start();
  void offer(const std::vector<std::uint64_t>& units);
  [[nodiscard]] bool is_running();
  void leave_out(const std::string& host);
  void end();
  [[nodiscard]] std::string last_words() const;
  [[nodiscard]] double first_pause_seconds() const;

 private:
  void work_here(const std::stop_token& stop);

  const UnitFolder& folder_;
  std::unique_ptr<Launcher> launcher_;  // null: threads of this process
  int threads_;
  std::atomic<bool> has_ended_ = false;
  std::string said_;  // by a worker of this process that has failed
  std::jthread own_;
};

}  // namespace hone::units
