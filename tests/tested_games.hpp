// SPDX-License-Identifier: MIT
//
// The games that the laws of every game and search are tried on, as GoogleTest wants them. A project with a game of its
// own has another file of this name (cmake/own_game/tested_games.hpp.in).
#pragma once

#include <gtest/gtest.h>

#include "games/all_games.hpp"

namespace hone::testing {

template <class List>
struct TypesOf;
template <class... Games>
struct TypesOf<GameList<Games...>> {
  using type = ::testing::Types<Games...>;
};
using GameTypes = TypesOf<AllGames>::type;

}  // namespace hone::testing
