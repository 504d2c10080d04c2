// SPDX-License-Identifier: MIT
//
// The command line itself is wrong: the message is followed by a hint where the help is.
#pragma once

#include "data/error.hpp"

namespace hone {

class UsageError : public Error {
 public:
  using Error::Error;
};

}  // namespace hone
