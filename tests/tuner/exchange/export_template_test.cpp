// SPDX-License-Identifier: MIT
#include "tuner/exchange/export/export_template.hpp"

#include <gmock/gmock.h>

#include <regex>
#include <set>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tests/tuner/exchange/export_support.hpp"

namespace hone::exchange {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string filled(const std::string& text, const std::vector<std::string>& phases = {"mg", "eg"},
                   const ExportOptions& options = {}) {
  return fill_template(text, "my.txt", prepare(shaped_weights(phases), options, options.decimals.value_or(Decimals{})));
}

std::string template_fault(const std::string& text) {
  try {
    (void)filled(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(ExportTemplate, FindsNamesInTheItemAndAroundIt) {
  EXPECT_EQ(filled("{{game}} {{#groups}}{{#first}}{{group}} of {{game}}, {{index}}{{/first}}{{/groups}}"),
            "toy tempo of toy, 0");
}

TEST(ExportTemplate, TakesOutLinesOfTagsAlone) {
  EXPECT_EQ(filled("a\n\n  {{#is_whole}}  \n\nb\n{{/is_whole}}\n{{! a comment }}\n{{#is_real}}\nc\n{{/is_real}}\nd"),
            "a\n\n\nb\nd");
  EXPECT_EQ(filled("a\r\n{{#is_whole}}\r\nb\r\n{{/is_whole}}\r\n"), "a\r\nb\r\n");
  EXPECT_EQ(filled("{{#is_real}}a{{/is_real}}\n"), "\n");
}

TEST(ExportTemplate, TellsTheLastItemForCommas) {
  EXPECT_EQ(filled("{{#stages}}{{stage}}{{^last}}, {{/last}}{{/stages}}", {"a", "b", "c"}), "a, b, c");
}

TEST(ExportTemplate, NamesSquaresRowsAndColumnsInEitherOrder) {
  const std::string text =
      "{{#groups}}{{#piece}}{{#is_board}}{{#tables}}{{#first}}{{#rows}}{{row}}:{{#values}} "
      "{{index}}={{square}}/{{column}}"
      "{{/values}}\n{{/rows}}{{/first}}{{/tables}}{{/is_board}}{{/piece}}{{/groups}}";
  EXPECT_THAT(filled(text), StartsWith("3: 0=a3/1 1=b3/2 2=c3/3 3=d3/4\n2: 4=a2/1"));
  ExportOptions options;
  options.order = RowOrder::first_first;
  EXPECT_THAT(filled(text, {"mg", "eg"}, options), StartsWith("1: 0=a1/1 1=b1/2"));
}

TEST(ExportTemplate, SpellsNamesInEveryCase) {
  const std::string text =
      "{{#groups}}{{#is_list}}{{snake}} {{camel}} {{pascal}} {{upper}} {{kebab}};{{/is_list}}{{/groups}}";
  EXPECT_THAT(filled(text), HasSubstr("mobility_queen_rook mobilityQueenRook MobilityQueenRook MOBILITY_QUEEN_ROOK "
                                      "mobility-queen-rook;"));
}

TEST(ExportTemplate, ShowsNothingAsNothing) {
  EXPECT_EQ(filled("{{#weights}}{{#last}}[{{error}}]{{#error}}known{{/error}}{{/last}}{{/weights}}"), "[]");
  EXPECT_EQ(filled("{{#material}}{{#first}}{{#values}}{{piece}}={{letter}} {{/values}}{{/first}}{{/material}}"),
            "pawn=p knight=n king=k ");
  EXPECT_EQ(filled(""), "");
}

TEST(ExportTemplate, RefusesWithTheLine) {
  EXPECT_EQ(template_fault("a\nb {{colour}}"), "my.txt:2: expected a name of TEMPLATES.md, found 'colour'");
  EXPECT_THAT(template_fault("\n\n{{#groups}}"), StartsWith("my.txt:3: '{{#groups}}' is never closed"));
  EXPECT_THAT(template_fault("\n{{/groups}}"), StartsWith("my.txt:2: '{{/groups}}' closes no section"));
  EXPECT_THAT(template_fault("{{#groups}}{{#rows}}{{/groups}}{{/rows}}"), StartsWith("my.txt:1: '{{/groups}}'"));
  EXPECT_THAT(template_fault("{{game"), StartsWith("my.txt:1: '{{' without '}}'"));
  EXPECT_THAT(template_fault("{{{game}}"), StartsWith("my.txt:1: '{{{' without '}}}'"));
  EXPECT_THAT(template_fault("{{> other}}"), StartsWith("my.txt:1: '{{>'"));
  EXPECT_THAT(template_fault("{{=<% %>=}}"), StartsWith("my.txt:1: '{{='"));
  EXPECT_THAT(template_fault("{{.}}"), StartsWith("my.txt:1: "));
  EXPECT_THAT(template_fault("{{}}"), StartsWith("my.txt:1: "));
  EXPECT_THAT(template_fault("a\x1e"), StartsWith("my.txt:1: "));
  EXPECT_THAT(template_fault("{{#weights}}\n{{#weights}}{{/weights}}{{/weights}}"),
              StartsWith("my.txt:2: the list 'weights' stands within itself"));
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{{#is_whole}}";
  EXPECT_THAT(template_fault(deep), HasSubstr("more than 64 sections"));
}

TEST(ExportTemplate, InsertsTextAsItIs) {
  EXPECT_THAT(filled("{{#groups}}{{meaning}}|{{{meaning}}}|{{&meaning}};{{/groups}}"),
              HasSubstr("*/ \"quoted\" /u000a|*/ \"quoted\" /u000a|*/ \"quoted\" /u000a;"));
}

// Every name of the page is known, and the page has every name of the built-in templates.
TEST(ExportTemplate, KnowsTheNamesOfItsPage) {
  const std::string page = read_file(std::string(HONE_SOURCE_DIR) + "/tuner/exchange/export/TEMPLATES.md");
  std::set<std::string> listed;
  const std::regex row(R"(\n\| (`[^|]*`) \|)"), name("`([a-z_]+)`");
  for (std::sregex_iterator at(page.begin(), page.end(), row), end; at != end; ++at) {
    const std::string cell = (*at)[1];
    for (std::sregex_iterator word(cell.begin(), cell.end(), name); word != end; ++word) listed.insert((*word)[1]);
  }
  EXPECT_GT(listed.size(), 40U);
  for (const std::string& known : listed) EXPECT_EQ(template_fault("{{" + known + "}}"), "") << known;
  const std::regex tag(R"(\{\{[#^/&]?\s*([a-z_]+)\s*\}\})");
  for (const ExportFormat& format : export_formats()) {
    if (format.template_text == nullptr) continue;
    const std::string text(*format.template_text);
    for (std::sregex_iterator at(text.begin(), text.end(), tag), end; at != end; ++at) {
      EXPECT_TRUE(listed.contains((*at)[1])) << format.name << ' ' << (*at)[1];
    }
  }
}

// The example at the end of the page, with what it says that comes out.
TEST(ExportTemplate, GivesWhatItsPageShows) {
  const std::string page = read_file(std::string(HONE_SOURCE_DIR) + "/tuner/exchange/export/TEMPLATES.md");
  const auto block = [&page](const std::string& kind) {
    const std::string fence = "```" + kind + "\n";
    const std::size_t from = page.find(fence) + fence.size();
    return page.substr(from, page.find("```", from) - from);
  };
  Weights weights = zero_weights(Schema("chess", {"mg", "eg"}, 24,
                                        std::vector<GroupSpec>{{"tempo", scalar(), "side to move"},
                                                               {"mobility.knight", list(3), "squares"},
                                                               {"psqt.king", board(2, 3), "king on the square"}}));
  for (std::size_t i = 0; i < weights.values.size(); ++i) weights.values[i] = static_cast<double>(i) - 4;
  EXPECT_EQ(fill_template(block("mustache"), "page", prepare(weights, {}, {0})), block("lisp"));
}

}  // namespace
}  // namespace hone::exchange
