// SPDX-License-Identifier: MIT
//
// Where a sample is taken. The static evaluation of a position on which pieces hang cannot be trusted, so the row of a
// position may be that of a quieter one further on: the end of its quiescence line, the end of the principal variation
// of a new search, or several positions along that variation. What the sample is to teach stays that of the position in
// the game, from the first player's view, so it needs no change of sign on the way.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "engine/score.hpp"

namespace hone::text {
class Options;
}

namespace hone::learn {

struct Resolve {
  enum class Kind : std::uint8_t {
    keep,    // the position itself
    filter,  // the position itself, dropped when it is not quiet
    leaf,    // the end of its quiescence line
    pv,      // the end of the principal variation of a search, and of the quiescence line from there
    along,   // positions in equal steps along that variation, its end the last, each to its quiescence leaf
  };
  Kind kind = Kind::leaf;
  std::uint64_t nodes = 0;  // of the search, for pv and along
  int positions = 1;        // taken along the variation at most, for along

  [[nodiscard]] bool searches() const { return kind == Kind::pv || kind == Kind::along; }
  void validate() const;  // throws Error naming the bound that is broken
  friend bool operator==(const Resolve&, const Resolve&) = default;
};

// "keep", "filter", "leaf", "pv:NODES" or "along:NODES,N". Throws Error.
[[nodiscard]] Resolve parse_resolve(std::string_view text);
[[nodiscard]] std::string to_string(const Resolve& resolve);  // that parse_resolve reads back

// Declares --resolve, and --quiescence, an older spelling.
void declare(text::Options& options, Resolve& resolve);

// One for each thread. What it gives depends on the position, the weights and the options alone, not on what it was
// asked before.
class Resolver {
 public:
  // quiet_margin: centi-units, for Kind::filter.
  Resolver(const GameDriver& driver, const Weights& weights, const Resolve& resolve, Score quiet_margin);

  // The boards whose rows stand for `board`, until the next call; none when there is no quiet one. `played` is the move
  // that was chosen there, if known. After a stop the result is of no use.
  [[nodiscard]] std::span<const std::unique_ptr<Board>> positions(const Board& board, std::optional<MoveCode> played,
                                                                  const std::stop_token& stop);

 private:
  [[nodiscard]] std::vector<MoveCode> variation_of(const Board& board, const std::stop_token& stop) const;

  Resolve resolve_;
  Score margin_;
  std::shared_ptr<Engine> quiet_;   // without a table
  std::shared_ptr<Engine> search_;  // null unless `resolve` searches
  // Made at the first call, and used again.
  std::unique_ptr<Board> walker_;
  std::vector<std::unique_ptr<Board>> found_;
};

}  // namespace hone::learn
