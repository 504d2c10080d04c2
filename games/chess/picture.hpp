// SPDX-License-Identifier: MIT
//
// A chess position as a picture. Notes tell castling rights, a possible capture en passant and a long time without
// progress.
#pragma once

#include "games/chess/position.hpp"

namespace hone::chess {

[[nodiscard]] BoardPicture picture(const Position& pos);

}  // namespace hone::chess
