// SPDX-License-Identifier: MIT
//
// Does to something that can be resumed what a night may do to it, and compares what it leaves with what is left
// undisturbed, byte by byte: SIGKILL at random moments, Ctrl-C and SIGTERM, a disk that is full again and again, one
// thread instead of two, and damaged files, which each test damages in its own way.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "data/random.hpp"
#include "tests/faults/fault_setup.hpp"
#include "tests/faults/hone_process.hpp"
#include "tests/faults/rich_run.hpp"
#include "tests/temp_folder.hpp"

namespace hone {

class ResumedTest {
 public:
  // what: "a run". kilobytes: of a disk that has no room for it.
  ResumedTest(const FaultSetup& setup, std::string what, int kilobytes);
  virtual ~ResumedTest() = default;
  ResumedTest(const ResumedTest&) = delete;
  ResumedTest& operator=(const ResumedTest&) = delete;

  // Returns 0 if nothing was lost and nothing wrong was made use of, otherwise 1.
  [[nodiscard]] int run();

 protected:
  [[nodiscard]] virtual std::vector<std::string> begin(const std::filesystem::path& run, int threads) const = 0;
  [[nodiscard]] virtual std::vector<std::string> resume(const std::filesystem::path& run) const = 0;
  [[nodiscard]] virtual bool is_done(const Ended& ended) const { return ended.code == 0; }
  [[nodiscard]] virtual bool is_compared(const std::filesystem::path& file) const = 0;
  virtual void damage_every_file() = 0;

  // All runs have the same name, which a page may tell.
  [[nodiscard]] std::filesystem::path place(const std::string& name) const;
  [[nodiscard]] std::filesystem::path output() const { return folder_ / "output"; }
  [[nodiscard]] const FaultSetup& setup() const { return setup_; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
  [[nodiscard]] Random& random() { return random_; }
  [[nodiscard]] Verdict& verdict() { return verdict_; }
  // A copy of what was left undisturbed, with one file changed.
  [[nodiscard]] std::filesystem::path copy_with(const std::string& file, const std::string& bytes) const;
  [[nodiscard]] std::string flipped(std::string bytes);  // in one bit
  void expect_same(const std::filesystem::path& run, const std::string& how);

 private:
  [[nodiscard]] std::vector<std::string> begin_or_resume(const std::filesystem::path& run) const;
  [[nodiscard]] std::chrono::microseconds random_time(double most_seconds);
  [[nodiscard]] Contents contents(const std::filesystem::path& run) const;
  void play_undisturbed();
  void play_on_one_thread();
  void kill_at_random();
  void interrupt(int signal);
  void fill_the_disk();
  [[nodiscard]] std::filesystem::path disk() const { return folder_ / "disk"; }
  [[nodiscard]] bool mount_small() const;
  void run_on_full_disk();

  FaultSetup setup_;
  std::string what_;
  int kilobytes_;
  Random random_;
  TempFolder folder_;
  Verdict verdict_;
  Contents whole_;
  double seconds_ = 0;
};

}  // namespace hone
