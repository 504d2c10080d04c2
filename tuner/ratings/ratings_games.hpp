// SPDX-License-Identifier: MIT
//
// Games as ratings see them: who moved first, against whom, and how it ended.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tuner/statistics/statistics.hpp"

namespace hone {

// All games of two players with the same one moving first.
struct Encounter {
  std::uint32_t first = 0, second = 0;  // players, by number
  Trinomial results;                    // the first mover's view

  friend bool operator==(const Encounter&, const Encounter&) = default;
};

class RatedGames {
 public:
  // The number of that player; players are numbered as they come.
  std::uint32_t player(std::string_view name);
  // Games of a player against itself say nothing of its strength; they are counted and left out.
  void add(std::uint32_t first, std::uint32_t second, const Trinomial& results);
  void add(std::string_view first, std::string_view second, const Trinomial& results);
  void add_unfinished() { ++unfinished_; }
  void note(std::string text) { notes_.push_back(std::move(text)); }

  [[nodiscard]] std::span<const std::string> names() const { return names_; }
  [[nodiscard]] std::vector<Encounter> encounters() const;  // in the order of the players' numbers
  [[nodiscard]] std::uint64_t games() const { return games_; }
  [[nodiscard]] std::uint64_t unfinished() const { return unfinished_; }       // result "*"
  [[nodiscard]] std::uint64_t with_itself() const { return with_itself_; }     // left out
  [[nodiscard]] std::span<const std::string> notes() const { return notes_; }  // on damaged files

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> numbers_;
  std::unordered_map<std::uint64_t, Trinomial> results_;  // by first mover and second
  std::uint64_t games_ = 0, unfinished_ = 0, with_itself_ = 0;
  std::vector<std::string> notes_;
};

// One game's result, the first mover's view: 1, 0.5 or 0.
[[nodiscard]] Trinomial one_game(double points);

}  // namespace hone
