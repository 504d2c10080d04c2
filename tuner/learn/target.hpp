// SPDX-License-Identifier: MIT
//
// What a position is to teach: the value that its static evaluation shall predict, as an expected outcome for the first
// player in [0, 1]. With z the outcome of the game and p_t what the searched score of ply t promises on the scores' own
// scale K, p_t = 1 / (1 + 10^(-K score / 400)), the target of the position of ply t is
//
//   outcome      z
//   blend:L      L p_t + (1 - L) z
//   td:LAMBDA    G_t = (1 - LAMBDA) p_t + LAMBDA G_(t+1), with G = z at the end of the game
//   rootstrap    p_t
//
// so outcome = blend:0 = td:1 and rootstrap = blend:1 = td:0. The formulas with their sources are in
// tuner/learn/README.md. `auto` is one of them, by what the data allow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tuner/learn/tree_rows.hpp"

namespace hone::text {
class Options;
}

namespace hone::learn {

struct Target {
  enum class Kind : std::uint8_t {
    outcome,
    blend,
    td,
    rootstrap,
    none,       // the trees alone are learnt from, and the positions of the games only judge
    automatic,  // what the data allow; settled before anything is made of them
  };
  Kind kind = Kind::outcome;
  double share = 0;                             // L of blend, LAMBDA of td; 0 for the others
  std::optional<TreeRows> tree = std::nullopt;  // rows from inside of searches as well; nothing: none

  // Part of p_t in the target: 0 for outcome, L for blend, 1 - LAMBDA for td.
  [[nodiscard]] double own_share() const;
  // What the positions of the games are to teach, without the trees.
  [[nodiscard]] Target of_positions() const { return {.kind = kind, .share = share, .tree = {}}; }
  // Of whole games `auto` is td:0.9, of positions and rows, whose games are not known, blend:0.5. Positions without a
  // searched score keep the outcome in either. Other targets are as they are.
  [[nodiscard]] Target settled(bool whole_games) const;
  // Whether it asks for the searched scores of later positions of the same game.
  [[nodiscard]] bool uses_later_scores() const { return kind == Kind::td; }

  void validate() const;  // throws Error naming the bound that is broken, and for `auto` that was not settled
  friend bool operator==(const Target&, const Target&) = default;
};

// "outcome", "blend:0.8", "td:0.9", "rootstrap" or "auto", each perhaps followed by "+treestrap", or "treestrap" alone,
// with settings after a colon (tuner/learn/tree_rows.hpp). Throws Error.
[[nodiscard]] Target parse_target(std::string_view text);
// The text that parse_target reads back.
[[nodiscard]] std::string to_string(const Target& target);

// Declares --target, and --blend, an older spelling: --blend 0 is the outcome, --blend L blend:L.
void declare(text::Options& options, Target& target);

}  // namespace hone::learn
