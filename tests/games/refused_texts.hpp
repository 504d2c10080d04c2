// SPDX-License-Identifier: MIT
//
// How games refuse texts that are no positions: with what was expected and what was found.
#pragma once

#include <gmock/gmock.h>

#include <string>
#include <utility>

#include "data/error.hpp"

namespace hone::testing {

// cases: pairs of a text and a part of what is said about it.
template <class Parse, class Cases>
void expect_refusals(Parse parse, const Cases& cases) {
  for (const auto& [text, complaint] : cases) {
    try {
      (void)parse(text);
      ADD_FAILURE() << "accepted: " << text;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr(complaint)) << text;
      EXPECT_THAT(error.what(), ::testing::HasSubstr("found \"" + std::string(text) + "\""));
    }
  }
}

}  // namespace hone::testing
