// SPDX-License-Identifier: MIT
//
// How `hone search` searches: the algorithm, and what it is told to use or to do without.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "engine/game_driver.hpp"
#include "engine/plain/plain_options.hpp"
#include "engine/search_types.hpp"
#include "tuner/cli/options/options.hpp"
#include "tuner/cli/options/without_option.hpp"

namespace hone::cli {

class AlgorithmOptions {
 public:
  void declare(Options& options);
  // Throws UsageError for options of another algorithm than the chosen one.
  void refuse_what_does_not_go_together(const Options& options) const;
  // Throws UsageError for the first of these options that is given: nothing is searched, or everything.
  void refuse_beside(const Options& options, const std::string& other) const;

  // The searcher cannot draw its tree and orders moves by itself, so options that ask for either choose alpha-beta.
  [[nodiscard]] Algorithm algorithm() const;
  [[nodiscard]] std::string name() const;
  [[nodiscard]] bool is_strong() const { return algorithm() == Algorithm::searcher; }
  [[nodiscard]] bool deepens() const { return is_strong() || choice().deepens(); }
  [[nodiscard]] const std::string& drawing() const { return tree_; }  // its form, or empty

  // What was chosen, without limits. A drawing is asked for by a record.
  [[nodiscard]] PlainOptions choice() const;
  // The same for a plain algorithm on a game. Throws UsageError when it cannot keep these limits.
  [[nodiscard]] PlainOptions plain(const Limits& limits, TreeRecord& record) const;
  [[nodiscard]] EngineOptions engine() const;

 private:
  std::string algorithm_;  // empty: the one that suits the other options
  std::string tree_;
  bool best_first_ = false;
  bool deepening_ = false;
  std::string table_;  // empty: as the algorithm has it
  Score first_guess_ = 0;
  WithoutOption without_;
  EngineOptions parameters_;  // those alone
  std::size_t hash_ = 64;
};

[[nodiscard]] std::string name_of(Algorithm algorithm);

}  // namespace hone::cli
