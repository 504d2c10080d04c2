// SPDX-License-Identifier: MIT
#include "tuner/refine/spsa_list.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "tests/temp_folder.hpp"

namespace hone::refine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

// "line: name start least most"
std::vector<std::string> listed(std::string_view text) {
  const TempFolder folder;
  write_plainly(folder / "list", text);
  std::vector<std::string> lines;
  for (const SpsaParameter& each : read_spsa_list(folder / "list").parameters) {
    lines.push_back(fmt::format("{}: {} {} {} {}", each.line, each.name, each.start, each.least, each.most));
  }
  return lines;
}

// As hone export and the pages of OpenBench write it, and with comments.
TEST(SpsaList, GivesStartsAndBounds) {
  EXPECT_THAT(listed("RazorMargin, int, 235, 100, 400, 20, 0.002\n\n# of null moves\r\n"
                     "  Null Base,int,-4,-9,9,1.5,2e-3  # with a blank\r\n"),
              ElementsAre("1: RazorMargin 235 100 400", "4: Null Base -4 -9 9"));
}

TEST(SpsaList, IsRefusedWithItsLine) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"# nothing\n", ": expected parameters, found none"},
      {"\na, int, 1, 0, 2, 1\n", ":2: expected NAME, int, VALUE, MIN, MAX, C_END, R_END, found a, int, 1, 0, 2, 1"},
      {"a, float, 1, 0, 2, 1, 1\n", ":1: expected int, as whole numbers are refined, found 'float'"},
      {", int, 1, 0, 2, 1, 1\n", ":1: expected the name of an option, found none"},
      {"a, int, 1.5, 0, 2, 1, 1\n", ":1: expected VALUE, a whole number within +-1e6, found '1.5'"},
      {"a, int, 1, 0, 1000001, 1, 1\n", ":1: expected MAX, a whole number within +-1e6, found '1000001'"},
      {"a, int, 3, 0, 2, 1, 1\n", ":1: expected VALUE from 0 to 2, found 3"},
      {"a, int, 2, 2, 2, 1, 1\n", ":1: expected MIN below MAX, found 2 and 2"},
      {"a, int, 1, 0, 2, x, 1\n", ":1: expected C_END, a number, found 'x'"},
      {"a, int, 1, 0, 2, 1, 1\nA, int, 1, 0, 2, 1, 1\n", ":2: 'A' stands on line 1 already"},
  };
  for (const auto& [text, message] : cases) {
    const std::string whole = text;
    EXPECT_THAT([&] { (void)listed(whole); }, ThrowsMessage<Error>(HasSubstr("list" + message))) << text;
  }
}

}  // namespace
}  // namespace hone::refine
