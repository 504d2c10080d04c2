// SPDX-License-Identifier: MIT
//
// Disturbs a run as resumed_test.hpp says, and cuts every file of it, changes it in one bit, or exchanges it for
// another:
//
//   fault_test [--kills N] [--seed S] [--short]
//
// Exit code 0: nothing was lost and nothing wrong was made use of.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "tests/faults/resumed_test.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

class FaultTest final : public ResumedTest {
 public:
  explicit FaultTest(const FaultSetup& setup) : ResumedTest(setup, "a run", 24) {
    write_plainly(book(), book_of_rich_run);
  }

 private:
  [[nodiscard]] fs::path book() const { return folder() / "book.epd"; }
  [[nodiscard]] std::vector<std::string> begin(const fs::path& run, int threads) const override {
    return rich_run(run, book(), setup().is_short, threads);
  }
  [[nodiscard]] std::vector<std::string> resume(const fs::path& run) const override {
    return {HONE_BINARY, "run", "--resume", run.string(), "--log", "warning"};
  }
  [[nodiscard]] bool is_compared(const fs::path& file) const override { return is_result(file); }

  void damage_every_file() override {
    const Contents files = contents_of(place("whole"), [](const fs::path&) { return true; });
    int cases = 0;
    for (const auto& [name, bytes] : files) {
      std::vector<std::string> versions{flipped(bytes)};
      if (!setup().is_short) {
        versions.push_back(bytes.substr(0, random().below(bytes.size() + 1)));
        versions.push_back(files.at(name == "config" ? "start.weights" : "config"));
      }
      for (const std::string& version : versions) {
        try_damaged(name, version);
        ++cases;
      }
    }
    say(fmt::format("Damaged files: {} cases of {} files", cases, files.size()));
  }

  // A run refuses the file by name, or does without it and says so; the lock holds nothing that matters, and the page
  // is written anew. What can be made again is, with --repair.
  void try_damaged(const std::string& name, const std::string& version) {
    const fs::path copy = copy_with(name, version);
    std::vector<std::string> command = resume(copy);
    Ended ended = run_process(command, output());
    const bool matters = name != "lock" && name != "report.html";
    verdict().expect(!matters || ended.output.find((copy / name).string()) != std::string::npos,
                     fmt::format("damage of {} is named: {}", name, ended.output));
    if (ended.code == 2 && ended.output.find("--repair") != std::string::npos) {
      command.push_back("--repair");
      ended = run_process(command, output());
      verdict().expect(ended.code == 0, fmt::format("{} is made again: {}", name, ended.output));
    }
    verdict().expect(ended.code == 0 || ended.code == 2, fmt::format("damage of {}: {}", name, ended.output));
    if (ended.code == 0) expect_same(copy, "damaged " + name);
    verdict().expect(name != "report.html" || read_file(copy / name) != version, "a damaged page is written anew");
  }
};

}  // namespace
}  // namespace hone

int main(int argc, char** argv) {
  return hone::run_fault_program({"fault_test", "--kills", 20, 3}, argc, argv,
                                 [](const hone::FaultSetup& setup) { return hone::FaultTest(setup).run(); });
}
