// SPDX-License-Identifier: MIT
#include "tuner/units/workers.hpp"

#include <exception>

#include "tuner/units/worker.hpp"

namespace hone::units {

Workers::Workers(const LaunchOptions& options, int threads, const UnitFolder& folder, const LaunchNotice& notice)
    : folder_(folder), launcher_(make_launcher(options, folder, notice)), threads_(threads) {}

int Workers::slots() const { return launcher_ ? launcher_->slots() : threads_; }

void Workers::start() {
  if (launcher_) return launcher_->start();
  if (own_.joinable()) own_.join();
  has_ended_ = false;
  own_ = std::jthread([this](const std::stop_token& stop) { work_here(stop); });
}

void Workers::offer(const std::vector<std::uint64_t>& units) {
  if (launcher_) launcher_->offer(units);
}

bool Workers::is_running() { return launcher_ ? launcher_->is_running() : !has_ended_; }

void Workers::leave_out(const std::string& host) {
  if (launcher_) launcher_->leave_out(host);
}

void Workers::end() {
  if (launcher_) launcher_->end();
}

std::string Workers::last_words() const { return launcher_ ? launcher_->last_words() : said_; }

double Workers::first_pause_seconds() const { return launcher_ ? launcher_->first_pause_seconds() : 1; }

void Workers::work_here(const std::stop_token& stop) {
  try {
    work(folder_.path(), {.threads = threads_, .is_coordinator = true}, stop);
  } catch (const std::exception& failure) {
    said_ = failure.what();
  }
  has_ended_ = true;
}

}  // namespace hone::units
