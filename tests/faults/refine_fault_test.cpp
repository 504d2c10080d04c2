// SPDX-License-Identifier: MIT
//
// Disturbs a refinement as resumed_test.hpp says, and changes its files in one bit:
//
//   refine_fault_test [--kills N] [--seed S] [--short]
//
// Exit code 0: nothing was lost and nothing wrong was made use of.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "tests/faults/resumed_test.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

class RefineFaultTest final : public ResumedTest {
 public:
  explicit RefineFaultTest(const FaultSetup& setup) : ResumedTest(setup, "a refinement", 12) {}

 private:
  [[nodiscard]] std::vector<std::string> begin(const fs::path& run, int threads) const override {
    return {
        HONE_BINARY,     "refine",    "--game",      "breakthrough", "--parameters", "search.*_depth",
        "--parameters",  "material*", "--out",       run.string(),   "--games",      setup().is_short ? "160" : "800",
        "--nodes",       "60",        "--positions", "20",           "--batch",      "4",
        "--final-games", "20",        "--sprt",      "off",          "--threads",    std::to_string(threads),
        "--log",         "warning"};
  }
  [[nodiscard]] std::vector<std::string> resume(const fs::path& run) const override {
    return {HONE_BINARY, "refine", "--resume", run.string(), "--log", "warning"};
  }
  // 1: nothing was changed.
  [[nodiscard]] bool is_done(const Ended& ended) const override { return ended.code == 0 || ended.code == 1; }
  // The configuration tells the threads, the lock the process.
  [[nodiscard]] bool is_compared(const fs::path& file) const override {
    const std::string name = file.filename().string();
    return name != "config" && name != "lock";
  }

  // What the result rests on is refused by name when it was changed; what is made of it is made again.
  void damage_every_file() override {
    int cases = 0;
    for (const auto& [name, bytes] : contents_of(place("whole"), [](const fs::path&) { return true; })) {
      if (bytes.empty()) continue;
      const fs::path copy = copy_with(name, flipped(bytes));
      const Ended ended = run_process(resume(copy), output());
      verdict().expect(is_done(ended) || ended.code == 2, fmt::format("damage of {}: {}", name, ended.output));
      if (name == "journal.jsonl") {
        verdict().expect(ended.code == 2 && ended.output.find(name) != std::string::npos, "a damaged journal is named");
      }
      const bool is_source = name == "start.weights" || name == "config" || name == "journal.jsonl";
      if (is_done(ended) && !is_source && name != "start.options" && !name.starts_with("final.")) {
        expect_same(copy, "damaged " + name);
      }
      ++cases;
    }
    say(fmt::format("Damaged files: {} cases", cases));
  }
};

}  // namespace
}  // namespace hone

int main(int argc, char** argv) {
  return hone::run_fault_program({"refine_fault_test", "--kills", 20, 4}, argc, argv,
                                 [](const hone::FaultSetup& setup) { return hone::RefineFaultTest(setup).run(); });
}
