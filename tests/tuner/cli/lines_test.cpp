// SPDX-License-Identifier: MIT
#include "tuner/cli/print/lines.hpp"

#include <gmock/gmock.h>

namespace hone::cli {
namespace {

TEST(Wrapped, BreaksAtBlanks) {
  EXPECT_EQ(wrapped("one two three", 9, 2), "one two\n  three");
  EXPECT_EQ(wrapped("unbreakable word", 4, 0), "unbreakable\nword");
  EXPECT_EQ(wrapped("", 10, 2), "");
  EXPECT_EQ(wrapped("of a=1,b=2,c=3 end", 10, 2), "of\n  a=1,b=2,\n  c=3 end");
}

TEST(Labelled, HasItsTextInAColumn) {
  EXPECT_EQ(labelled("Ends", "win 7"), "Ends           win 7\n");
  EXPECT_EQ(labelled("Ends", std::string(40, 'a') + " " + std::string(40, 'b')),
            "Ends           " + std::string(40, 'a') + "\n               " + std::string(40, 'b') + "\n");
}

}  // namespace
}  // namespace hone::cli
