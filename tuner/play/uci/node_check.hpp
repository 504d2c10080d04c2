// SPDX-License-Identifier: MIT
//
// Whether an engine heeds `go nodes N`, by the number of nodes that it says it has searched. One that takes the command
// for something else loses every game, or wins every game, without any error: Ethereal 12.00 answers `go nodes 10000`
// after six nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/player.hpp"
#include "tuner/play/uci/uci_words.hpp"

namespace hone::play {

class NodeCheck {
 public:
  // Takes a search that has ended. Returns what a user should know, once it is certain.
  [[nodiscard]] std::optional<std::string> see(const Turn& turn, const UciInfo& info);

 private:
  std::uint64_t searches_ = 0;
  double allowed_ = 0, searched_ = 0;  // nodes of these searches
};

}  // namespace hone::play
