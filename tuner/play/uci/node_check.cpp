// SPDX-License-Identifier: MIT
#include "tuner/play/uci/node_check.hpp"

#include <fmt/format.h>

namespace hone::play {

namespace {

constexpr std::uint64_t least_searches = 8;
constexpr double too_far = 10;               // times the nodes, or a part of them
constexpr double polling_interval = 10'000;  // nodes between two looks at the limit, generously
constexpr Depth exhausted_depth = 30;        // a search that has nothing more to find ends early

// Only `nodes` can have ended the search. Without a number of nodes it may have been a move from a book.
bool is_telling(const Turn& turn, const UciInfo& info) {
  const Limits& limits = turn.own_limits();
  if (!limits.nodes || limits.depth || limits.move_time || limits.clock) return false;
  if (info.nodes == 0 || info.depth >= exhausted_depth || is_decided(info.score.value_or(0))) return false;
  return turn.board.legal_moves().size() > 1;
}

}  // namespace

std::optional<std::string> NodeCheck::see(const Turn& turn, const UciInfo& info) {
  if (!is_telling(turn, info)) return std::nullopt;
  ++searches_;
  allowed_ += static_cast<double>(*turn.own_limits().nodes);
  searched_ += static_cast<double>(info.nodes);
  if (searches_ < least_searches) return std::nullopt;
  const double count = static_cast<double>(searches_);
  const bool is_near = searched_ * too_far >= allowed_ && searched_ <= allowed_ * too_far + count * polling_interval;
  if (is_near) return std::nullopt;
  return fmt::format(
      "by its own account it searches {:.0f} nodes a move where {:.0f} are the limit: it may not know 'go "
      "nodes'; try --depth or --movetime",
      searched_ / count, allowed_ / count);
}

}  // namespace hone::play
