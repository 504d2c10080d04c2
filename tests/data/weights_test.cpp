// SPDX-License-Identifier: MIT
#include "data/weights.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/random.hpp"
#include "tests/temp_folder.hpp"

namespace hone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::ThrowsMessage;

constexpr Layout toy_layout({
    {"tempo", scalar(), "side to move"},
    {"mobility.knight", list(3), "squares that a knight reaches, by their number"},
    {"psqt.king", board(2, 3), ""},
});

Schema toy_schema() { return {"toy", {"mg", "eg"}, 24, toy_layout}; }

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

Weights toy_weights() {
  Weights weights = zero_weights(toy_schema());
  // The board's first row first.
  weights.values = {10, 0, -30, -40.5, 0, 0, 12, 8, 1, -1, 2, -2, 100, -1e-07, 3, -3, 4, -4, 5, -5};
  weights.k = 1.13;
  weights.provenance = {{"seed", "7"}, {"data", "a \"quoted\" \\ name"}, {"two words", "tab\there"}};
  weights.schema.constrain({"fix tempo.eg", "bound -inf 50 mobility.knight[2]"});
  weights.errors.assign(weights.values.size(), not_known);
  const std::vector<double> errors{1.25, not_known, 3.5, 4, 2.75, 12};
  std::ranges::copy(errors, weights.errors.begin() + 2);
  return weights;
}

constexpr const char* toy_values = R"(
[provenance]
seed = "7"
data = "a \"quoted\" \\ name"
"two words" = "tab\there"

# side to move
[tempo]
mg = 10
eg =  0

# squares that a knight reaches, by their number
[mobility.knight]
mg = [  -30, 0, 12]
eg = [-40.5, 0,  8]

[psqt.king]
mg = [
  [  3,   4,   5],  # 2
  [  1,   2, 100],  # 1
]
eg = [
  [    -3,     -4,     -5],  # 2
  [    -1,     -2, -1e-07],  # 1
]
)";

// As the first version of the format had it.
std::string old_toy_text() {
  return fmt::format("format = \"hone weights 1\"\ngame = \"toy\"\nschema = \"{}\"\nk = 1.13\n{}",
                     toy_schema().fingerprint(), toy_values);
}

// The example of data/WEIGHTS.md.
std::string toy_text() {
  return fmt::format(R"(# boards lie as the first player sees them: the last row is written first
format = "hone weights 2"
game = "toy"
schema = "{}"
k = 1.13
names = '''
game toy
stages mg eg
steps 24
tempo scalar  side to move
mobility.knight list 3  squares that a knight reaches, by their number
psqt.king board 2 3
fix tempo.eg
bound -inf 50 mobility.knight[2]
'''
{}
# Standard errors of the values
[errors.mobility.knight]
mg = [1.25, 3.5, 2.75]
eg = [ nan,   4,   12]
)",
                     toy_schema().fingerprint(), toy_values);
}

TEST(Weights, AreWrittenAsPeopleReadThem) { EXPECT_EQ(format_weights(toy_weights()), toy_text()); }

TEST(Weights, FormatPageShowsWhatIsWritten) {
  EXPECT_THAT(read_file(HONE_DATA_DIR "/WEIGHTS.md"), HasSubstr("```toml\n" + toy_text() + "```\n"));
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

// All but the constraints and the errors, which the first version of the format does not hold.
void expect_same_values(const Weights& read, const Weights& written) {
  EXPECT_TRUE(same_bits(read.k, written.k));
  EXPECT_EQ(read.schema, written.schema);
  EXPECT_EQ(read.provenance, written.provenance);
  ASSERT_EQ(read.values.size(), written.values.size());
  for (std::size_t i = 0; i < read.values.size(); ++i) {
    EXPECT_TRUE(same_bits(read.values[i], written.values[i])) << read.values[i] << " for " << written.values[i];
  }
}

// Errors are written with three digits.
void expect_same(const Weights& read, const Weights& written) {
  expect_same_values(read, written);
  EXPECT_EQ(read.schema.constraints(), written.schema.constraints());
  ASSERT_EQ(read.errors.size(), written.errors.size());
  for (std::size_t i = 0; i < read.errors.size(); ++i) {
    EXPECT_EQ(std::isnan(read.errors[i]), std::isnan(written.errors[i])) << i;
    if (std::isnan(read.errors[i])) continue;
    EXPECT_NEAR(read.errors[i], written.errors[i], 0.005 * written.errors[i]) << i;
  }
}

// Of any size down to the denormals, with and without fraction, and both zeros.
double any_weight(Random& random) {
  const double sign = random.below(2) == 0 ? -1.0 : 1.0;
  switch (random.below(4)) {
    case 0:
      return sign * static_cast<double>(random.below(1'000'001));
    case 1:
      return sign * std::ldexp(random.uniform(), static_cast<int>(random.below(1094)) - 1074);
    case 2:
      return sign * random.uniform() * 1e6;
    default:
      return sign * 0.0;
  }
}

TEST(Weights, ComeBackBitForBit) {
  Random random(20240601);
  Weights weights = toy_weights();
  for (int round = 0; round < 500; ++round) {
    for (double& value : weights.values) value = any_weight(random);
    weights.k = std::ldexp(0.5 + random.uniform(), static_cast<int>(random.below(2000)) - 1000);
    expect_same(parse_weights(format_weights(weights), "toy.weights", toy_schema()), weights);
    expect_same(parse_weights(format_weights(weights), "toy.weights"), weights);
  }
}

TEST(Weights, ComeBackFromAFile) {
  const TempFolder folder;
  write_weights(folder / "toy.weights", toy_weights());
  expect_same(read_weights(folder / "toy.weights", toy_schema()), toy_weights());
  expect_same(read_weights(folder / "toy.weights"), toy_weights());
  EXPECT_EQ(read_weights_game(folder / "toy.weights"), "toy");
}

TEST(Weights, OfASingleStageComeBack) {
  Weights weights = zero_weights(Schema("toy", {"all"}, 1, {{"a.b.c", scalar(), ""}, {"a.b.d", list(1), ""}}));
  weights.values = {7, -0.5};
  expect_same(parse_weights(format_weights(weights), "toy.weights", weights.schema), weights);
}

TEST(Weights, KeepTheProvenanceInOrder) {
  Weights weights = toy_weights();
  weights.provenance = {{"z", "é \x01 \x7f \r\n"}, {"a", ""}, {"", "empty key"}, {"k", "[table] # no comment"}};
  expect_same(parse_weights(format_weights(weights), "toy.weights", weights.schema), weights);
}

TEST(Weights, StayReadableWithANameThatIsNotText) {
  Weights weights = toy_weights();
  weights.provenance = {{"data", "caf\xe9.games"}};
  const Weights read = parse_weights(format_weights(weights), "toy.weights", weights.schema);
  EXPECT_THAT(read.provenance, ElementsAre(Pair("data", "caf\u00e9.games")));
}

TEST(Weights, ThatCouldNotBeReadAreNotWritten) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e6 + 1}) {
    Weights weights = toy_weights();
    weights.values[4] = bad;
    EXPECT_THAT([&] { (void)format_weights(weights); }, ThrowsMessage<Error>(HasSubstr("mobility.knight[1]")));
  }
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    Weights weights = toy_weights();
    weights.k = bad;
    EXPECT_THROW((void)format_weights(weights), Error);
  }
  Weights negative = toy_weights();
  negative.errors[2] = -1;
  EXPECT_THAT([&] { (void)format_weights(negative); }, ThrowsMessage<Error>(HasSubstr("standard errors from 0")));
  Weights twice = toy_weights();
  twice.provenance = {{"seed", "1"}, {"seed", "2"}};
  EXPECT_THROW((void)format_weights(twice), Error);
}

TEST(Weights, AreRoundedHalfAwayFromZero) {
  Weights weights = zero_weights(Schema("toy", {"all"}, 1, {{"a", list(6), ""}}));
  weights.values = {0.5, -0.5, 1.4999, -1.5, 2.5, -0.4999};
  EXPECT_THAT(weights.rounded(), ElementsAre(1, -1, 1, -2, 3, 0));
}

// -- What a file may say

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

TEST(Weights, OfTheFirstVersionOfTheFormatAreRead) {
  const Weights read = parse_weights(old_toy_text(), "toy.weights", toy_schema());
  expect_same_values(read, toy_weights());
  EXPECT_THAT(read.schema.constraints(), IsEmpty());
  EXPECT_THAT(read.errors, IsEmpty());
}

// The fingerprint is for the reader, unless the schema beside it says that it is wrong.
TEST(Weights, OfAnotherFingerprintWithTheSameGroupsAreTaken) {
  const std::string text = replaced(old_toy_text(), toy_schema().fingerprint(), "0123456789abcdef");
  expect_same_values(parse_weights(text, "toy.weights", toy_schema()), toy_weights());
  for (const std::string& whole : {toy_text(), old_toy_text()}) {
    const std::string without = replaced(whole, "schema = \"" + toy_schema().fingerprint() + "\"\n", "");
    expect_same_values(parse_weights(without, "toy.weights", toy_schema()), toy_weights());
  }
}

TEST(Weights, OfAnotherFingerprintThanTheirNamesAreRefused) {
  const std::string text = replaced(toy_text(), toy_schema().fingerprint(), "0123456789abcdef");
  const auto refused = ThrowsMessage<Error>(HasSubstr(fmt::format(
      "toy.weights:4: expected schema = \"{}\", which is that of the names in the file", toy_schema().fingerprint())));
  EXPECT_THAT([&] { (void)parse_weights(text, "toy.weights"); }, refused);
  EXPECT_THAT([&] { (void)parse_weights(text, "toy.weights", toy_schema()); }, refused);
}

TEST(Weights, MayBeAnyTomlWithTheSameContent) {
  const std::string text = R"(format = "hone weights 1"
game = "toy"
k = 2
tempo = { eg = 1, mg = 2 }
mobility.knight = { mg = [1, 2, 3], eg = [4, 5e0, 0x6] }
[psqt]
king.mg = [[1, 2, 3], [4, 5, 6]]
king.eg = [[7, 8, 9],
           [0, 0, 0]]
)";
  const Weights weights = parse_weights(text, "toy.weights", toy_schema());
  EXPECT_EQ(weights.k, 2);
  EXPECT_THAT(weights.values, ElementsAre(2, 1, 1, 4, 2, 5, 3, 6, 4, 0, 5, 0, 6, 0, 1, 7, 2, 8, 3, 9));
}

TEST(Weights, TakeZeroForMissingGroupsWhenTold) {
  const std::string tempo = "# side to move\n[tempo]\nmg = 10\neg =  0\n";
  const std::string text = replaced(toy_text(), tempo, "");
  EXPECT_THAT([&] { (void)parse_weights(text, "toy.weights", toy_schema()); },
              ThrowsMessage<Error>("toy.weights: group 'tempo' is missing"));
  EXPECT_EQ(parse_weights(text, "toy.weights", toy_schema(), [](const std::string&) {}).values[0], 0);
  const std::string allowing = replaced(text, "k = 1.13\n", "k = 1.13\nmissing = \"zero\"\n");
  EXPECT_EQ(parse_weights(allowing, "toy.weights", toy_schema()).values[2], -30);
}

// What parse_weights warns of.
std::vector<std::string> warnings_of(const std::string& text) {
  std::vector<std::string> warnings;
  (void)parse_weights(text, "toy.weights", toy_schema(),
                      [&](const std::string& warning) { warnings.push_back(warning); });
  return warnings;
}

// Weights as they were before the schema got its board.
Weights weights_before_growth() {
  Weights weights =
      zero_weights({"toy", {"mg", "eg"}, 24, Layout({{"tempo", scalar(), ""}, {"mobility.knight", list(3), ""}})});
  weights.values = {1, 2, 3, 4, 5, 6, 7, 8};
  return weights;
}

TEST(Weights, TakeZeroForGroupsThatTheSchemaWasGivenLater) {
  const Weights before = weights_before_growth();
  std::vector<std::string> warnings;
  const Weights read = parse_weights(format_weights(before), "toy.weights", toy_schema(),
                                     [&](const std::string& warning) { warnings.push_back(warning); });
  EXPECT_THAT(read.values, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(warnings, ElementsAre(fmt::format("toy.weights: group 'psqt.king' is missing, taken as zero; the file is "
                                                "for schema {}, the program has {}",
                                                before.schema.fingerprint(), toy_schema().fingerprint())));
}

// A group that was given another shape since is taken for missing where it held nothing.
TEST(Weights, TakeZeroForZerosOfAnotherShape) {
  const Schema before(
      "toy", {"mg", "eg"}, 24,
      Layout({{"tempo", scalar(), ""}, {"mobility.knight", list(4), ""}, {"psqt.king", board(2, 3), ""}}));
  Weights old = zero_weights(before);
  for (std::size_t i = 0; i < old.values.size(); ++i) old.values[i] = i < 2 || i >= 10 ? static_cast<double>(i) : 0;
  old.errors.assign(old.values.size(), not_known);
  old.errors[0] = 3;
  old.errors[4] = 5;  // of what is passed over
  old.schema.constrain({"fix mobility.knight[3]", "bound 0 9 mobility.knight.mg", "bound 0 9 psqt.king"});
  std::vector<std::string> warnings;
  const auto read = [&](const Weights& weights) {
    return parse_weights(format_weights(weights), "toy.weights", toy_schema(),
                         [&](const std::string& warning) { warnings.push_back(warning); });
  };
  const Weights taken = read(old);
  EXPECT_THAT(taken.values, ElementsAre(0, 1, 0, 0, 0, 0, 0, 0, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21));
  EXPECT_EQ(taken.errors[0], 3);
  EXPECT_TRUE(std::isnan(taken.errors[4]));
  EXPECT_THAT(taken.schema.constraints(), ElementsAre("bound 0 9 psqt.king"));
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("group 'mobility.knight' is missing, taken as zero; the file is for")));
  old.values[3] = 1;
  EXPECT_THAT([&] { (void)read(old); },
              ThrowsMessage<Error>(HasSubstr("mobility.knight.mg = an array of 3 numbers, found an array of 4")));
}

TEST(Weights, NameAllMissingGroupsInOneWarning) {
  const std::string header = "format = \"hone weights 1\"\ngame = \"toy\"\nk = 1\n";
  EXPECT_THAT(warnings_of(header + "tempo = { mg = 1, eg = 2 }\n"),
              ElementsAre("toy.weights: groups 'mobility.knight', 'psqt.king' are missing, taken as zero"));
}

TEST(Weights, AreSuspectedOfDamageWhenTheirOwnSchemaHasAMissingGroup) {
  const std::string text = replaced(toy_text(), "# side to move\n[tempo]\nmg = 10\neg =  0\n", "");
  EXPECT_THAT(warnings_of(text), ElementsAre(HasSubstr("the present schema")));
}

TEST(Weights, AreReadWithoutWarningWhenCompleteOrWhenTheFileAllowsGaps) {
  EXPECT_THAT(warnings_of(toy_text()), IsEmpty());
  const std::string header = "format = \"hone weights 1\"\ngame = \"toy\"\nk = 1\nmissing = \"zero\"\n";
  EXPECT_THAT(warnings_of(header + "tempo = { mg = 1, eg = 2 }\n"), IsEmpty());
  EXPECT_THAT(warnings_of(header), IsEmpty());
}

TEST(Weights, WithoutAnyGroupAreAnErrorEvenWhereGroupsMayBeMissing) {
  EXPECT_THAT([] { warnings_of("format = \"hone weights 1\"\ngame = \"toy\"\nk = 1\n"); },
              ThrowsMessage<Error>("toy.weights: group 'tempo' is missing"));
}

struct Fault {
  const char* what;
  const char* with;
  const char* message;
};

TEST(Weights, FaultsAreNamedWithTheirLine) {
  const std::vector<Fault> faults{
      {"hone weights 2", "hone weights 3", ":2: expected format = \"hone weights 2\", found \"hone weights 3\""},
      {"format = \"hone weights 2\"\n", "", "toy.weights: expected format = \"hone weights 2\", found no such entry"},
      {"\"toy\"", "\"chess\"", ":3: expected game = \"toy\", found \"chess\""},
      {"\"toy\"", "toy", "toy.weights:3: "},
      {"schema = ", "schema = 1 # ", ":4: expected schema = a fingerprint, found 1"},
      {"k = 1.13", "k = 0", ":5: expected k = a positive number, found 0"},
      {"k = 1.13", "k = inf", ":5: expected k = a positive number, found inf"},
      {"k = 1.13", "k = \"1\"", ":5: expected k = a positive number, found \"1\""},
      {"k = 1.13", "k = true", ":5: expected k = a positive number, found true"},
      {"k = 1.13", "k = 1.13\nmissing = \"one\"", ":6: expected missing = \"zero\", found \"one\""},
      {"k = 1.13", "k = 1.13\nlambda = 3", ":6: unknown group 'lambda'"},
      {"seed = \"7\"", "seed = 7", ":18: expected a string, found 7"},
      {"[tempo]", "[temp]", ":23: unknown group 'temp'"},
      {"[mobility.knight]", "[mobility.knigth]", ":28: unknown group 'mobility.knigth'"},
      {"[mobility.knight]", "[mobility]", ":29: unknown group 'mobility.mg'"},
      {"[mobility.knight]", "[mobility.knight.x]", ":28: group 'mobility.knight': expected a stage (mg, eg), found x"},
      {"mg = 10\n", "mg = 10\nend = 1\n", ":25: group 'tempo': expected a stage (mg, eg), found end"},
      {"mg = 10\n", "", ":23: group 'tempo' lacks the stage 'mg'"},
      {"mg = 10\n", "mg = [10]\n", ":24: expected tempo.mg = a number, found an array of 1"},
      {"mg = 10\n", "mg = \"10\"\n", ":24: expected tempo.mg = a number, found \"10\""},
      {"mg = 10\n", "mg = true\n", ":24: expected tempo.mg = a number, found true"},
      {"mg = 10\n", "mg = 1979-05-27\n", ":24: expected tempo.mg = a number, found a date or time"},
      {"mg = 10\n", "mg = nan\n", ":24: expected a number within +-1e6, found nan"},
      {"mg = 10\n", "mg = -inf\n", ":24: expected a number within +-1e6, found -inf"},
      {"mg = 10\n", "mg = 1000001\n", ":24: expected a number within +-1e6, found 1000001"},
      {"mg = 10\n", "mg = 10\nmg = 10\n", "toy.weights:25: "},
      {"mg = 10\n", "mg = 1O\n", "toy.weights:24: "},
      {"[  -30, 0, 12]", "[-30, 0]", ":29: expected mobility.knight.mg = an array of 3 numbers, found an array of 2"},
      {"[  -30, 0, 12]", "-30", ":29: expected mobility.knight.mg = an array of 3 numbers, found -30"},
      {"[  -30, 0, 12]", "[-30, 0,\n \"x\"]", ":30: expected mobility.knight.mg = an array of 3 numbers, found \"x\""},
      {"  [  1,   2, 100],  # 1\n", "",
       ":33: expected psqt.king.mg = an array of 2 arrays of 3 numbers, found an array of 1"},
      {"[  1,   2, 100]", "[1, 2]",
       ":35: expected psqt.king.mg = an array of 2 arrays of 3 numbers, found an array of 2"},
      {"names = '''\n", "names = ['''\n", "toy.weights:"},
      {"tempo scalar ", "tempo circle ",
       ":10: names: expected a shape: scalar, list N or board ROWS COLUMNS, found 'circle'"},
      {"game toy\n", "game toys\n", ":3: expected game = \"toys\", found \"toy\""},
      {"fix tempo.eg", "fix tempo.end", ":13: names: 'fix tempo.end': no weights match 'tempo.end'"},
      {"fix tempo.eg", "bound 51 60 mobility.knight[2]",
       ":14: names: bounds leave no value for mobility.knight[2]: 51 to 50"},
      {"[errors.mobility.knight]", "[errors.mobility]", ": unknown group 'mobility.mg'"},
      {"[errors.mobility.knight]", "[errors.tempo]", ":44: expected tempo.mg = a number, found an array of 3"},
      {"[1.25, 3.5, 2.75]", "[1.25, 3.5]",
       ":44: expected mobility.knight.mg = an array of 3 numbers, found an array of 2"},
      {"[1.25, 3.5, 2.75]", "[1.25, -3.5, 2]", ":44: expected an error: a number from 0, or nan, found -3.5"},
      {"[1.25, 3.5, 2.75]", "[inf, 3.5, 2]", ":44: expected an error: a number from 0, or nan, found inf"},
      {"[1.25, 3.5, 2.75]", "[\"x\", 3.5, 2]", ":44: expected mobility.knight.mg = an array of 3 numbers, found \"x\""},
      {"eg = [ nan,   4,   12]\n", "", ":43: group 'mobility.knight' lacks the stage 'eg'"},
  };
  for (const auto& [what, with, message] : faults) {
    const std::string text = replaced(toy_text(), what, with);
    EXPECT_THAT([&] { (void)parse_weights(text, "toy.weights", toy_schema()); },
                ThrowsMessage<Error>(HasSubstr(message)))
        << with;
    EXPECT_THAT([&] { warnings_of(text); }, ThrowsMessage<Error>(HasSubstr(message))) << with;
  }
}

// -- What a file holds beside its values

TEST(Weights, WithoutASchemaAreReadWithItWhereTheFileHoldsIt) {
  const Weights read = parse_weights(toy_text(), "toy.weights");
  expect_same(read, toy_weights());
  EXPECT_EQ(read.schema.find("tempo")->meaning, "side to move");
  EXPECT_THAT(
      [] { (void)parse_weights(old_toy_text(), "toy.weights"); },
      ThrowsMessage<Error>("toy.weights: expected the schema of the weights: names = '''...''', found no such entry"));
}

TEST(Weights, WithoutASchemaLackNoGroupUnlessTheFileSaysSo) {
  const std::string text = replaced(toy_text(), "# side to move\n[tempo]\nmg = 10\neg =  0\n", "");
  EXPECT_THAT([&] { (void)parse_weights(text, "toy.weights"); },
              ThrowsMessage<Error>("toy.weights: group 'tempo' is missing"));
  const std::string allowing = replaced(text, "k = 1.13\n", "k = 1.13\nmissing = \"zero\"\n");
  EXPECT_EQ(parse_weights(allowing, "toy.weights").values[0], 0);
}

TEST(Weights, HaveFaultsOfTheirNamesInAnyForm) {
  const std::string header = "format = \"hone weights 2\"\ngame = \"toy\"\nk = 1\n";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"names = 3\n", "f:4: expected names = the schema as in a names file, found 3"},
      {"names = \"\"\n", "f:4: names: expected groups, found none"},
      {"names = '''\n'''\n", "f:4: names: expected groups, found none"},
      {"names = '''\ngame toy\ntempo scalar\n'''\n[provenance]\n", "f: group 'tempo' is missing"},
      {"names = '''\ngame toy\ntempo scalar\n'''\ntempo = 3\n", "f:8: expected a table [tempo], found 3"},
      {"names = \"game toy\\ntempo scalar\"\nerrors = 3\ntempo = {all = 1}\n",
       "f:5: expected a table [errors.GROUP] for each group, found 3"},
  };
  for (const auto& [text, message] : cases) {
    const std::string whole = header + text;
    EXPECT_THAT([&] { (void)parse_weights(whole, "f"); }, ThrowsMessage<Error>(message)) << text;
  }
  EXPECT_EQ(parse_weights(header + "names = \"game toy\\ntempo scalar\"\ntempo = {all = 1}\n", "f").values[0], 1);
}

TEST(Weights, KeepMeaningsThatTomlWouldTakeForTheEndOfAText) {
  Weights weights = zero_weights(Schema("toy", {"all"}, 1, {{"a", scalar(), "three ''' quotes \\ and \" one"}}));
  expect_same(parse_weights(format_weights(weights), "toy.weights"), weights);
}

TEST(Weights, KeepTheirErrors) {
  Random random(20240701);
  Weights weights = toy_weights();
  for (int round = 0; round < 200; ++round) {
    for (double& error : weights.errors) {
      error = random.below(3) == 0 ? not_known : std::ldexp(random.uniform(), static_cast<int>(random.below(60)) - 30);
    }
    const std::string text = format_weights(weights);
    const Weights read = parse_weights(text, "toy.weights");
    expect_same(read, weights);
    EXPECT_EQ(format_weights(read), text);
  }
}

TEST(Weights, WithoutAnyErrorSayNothingOfErrors) {
  Weights weights = toy_weights();
  weights.errors.assign(weights.values.size(), not_known);
  EXPECT_THAT(format_weights(weights), ::testing::Not(HasSubstr("[errors")));
  EXPECT_THAT(parse_weights(format_weights(weights), "toy.weights").errors, IsEmpty());
}

// The program's schema has a group more, which the constraints of the file do not name.
TEST(Weights, BringTheirConstraintsToTheSchemaOfTheProgram) {
  Weights before = weights_before_growth();
  before.schema.constrain({"tie mobility.knight[0] = tempo"});
  const Weights read = parse_weights(format_weights(before), "toy.weights", toy_schema(), [](const std::string&) {});
  EXPECT_THAT(read.schema.constraints(), ElementsAre("tie mobility.knight[0] = tempo"));
  EXPECT_EQ(read.schema, toy_schema());
}

TEST(Weights, OfAFileThatIsNoneAreAnError) {
  const TempFolder folder;
  EXPECT_THROW((void)read_weights(folder / "none", toy_schema()), Error);
  for (const char* text : {"", "\n", "\xff\xfe", "hone games 1\n", "format = 3", "[format]"}) {
    write_plainly(folder / "bad", text);
    EXPECT_THROW((void)read_weights(folder / "bad", toy_schema()), Error) << text;
    EXPECT_THROW((void)read_weights_game(folder / "bad"), Error) << text;
  }
}

// Every prefix, and random bytes over the good ones: read or refused, never worse.
TEST(Weights, DamageIsReadOrRefused) {
  const std::string whole = toy_text();
  const auto try_reading = [](const std::string& text) {
    try {
      (void)parse_weights(text, "toy.weights", toy_schema());
      (void)parse_weights(text, "toy.weights");
    } catch (const Error& error) {
      EXPECT_FALSE(error.message().empty());
    }
  };
  for (std::size_t size = 0; size < whole.size(); ++size) try_reading(whole.substr(0, size));
  Random random(20240604);
  for (int round = 0; round < 3000; ++round) {
    std::string text = whole;
    for (std::uint64_t i = 0; i <= random.below(3); ++i) {
      text[random.below(text.size())] =
          static_cast<char>(random.below(2) == 0 ? random.below(256) : whole[random.below(whole.size())]);
    }
    try_reading(text);
  }
}

// -- The simplified evaluation function that is shipped; see its source for the numbers.

constexpr Layout simplified_layout({
    {"material.pawn", scalar(), ""},
    {"material.knight", scalar(), ""},
    {"material.bishop", scalar(), ""},
    {"material.rook", scalar(), ""},
    {"material.queen", scalar(), ""},
    {"psqt.pawn", board(8, 8), ""},
    {"psqt.knight", board(8, 8), ""},
    {"psqt.bishop", board(8, 8), ""},
    {"psqt.rook", board(8, 8), ""},
    {"psqt.queen", board(8, 8), ""},
    {"psqt.king", board(8, 8), ""},
    {"tempo", scalar(), "not of the simplified function"},
});

class SimplifiedWeights : public ::testing::Test {
 protected:
  [[nodiscard]] double value(const char* group, const char* square, int phase = 0) const {
    const int term = schema_.find(group)->first + (square[1] - '1') * 8 + (square[0] - 'a');
    return weights_.at(term, phase);
  }

  Schema schema_{"chess", {"mg", "eg"}, 24, simplified_layout};
  Weights weights_ = read_weights(HONE_DATA_DIR "/weights/chess.simplified.weights", schema_);
};

TEST_F(SimplifiedWeights, HaveThePublishedPieceValues) {
  const std::vector<double> published{100, 320, 330, 500, 900};
  for (int term = 0; term < 5; ++term) {
    EXPECT_EQ(weights_.at(term, 0), published[static_cast<std::size_t>(term)]);
    EXPECT_EQ(weights_.at(term, 1), published[static_cast<std::size_t>(term)]);
  }
  EXPECT_EQ(weights_.at(schema_.find("tempo")->first, 0), 0);
}

// What the page says in words: "pawns at f2, g2 and h2 get bonuses", "the most negative values on d2 and e2", "slight
// bonuses for e2, d2, b5, g5, b3 and g3" for knights, "squares at c3 (f3) have value of 10" for bishops, "centralize,
// occupy the 7th rank" for rooks, "b3, c2 squares" for queens.
TEST_F(SimplifiedWeights, PutTheSquaresWhereThePageDoes) {
  EXPECT_EQ(value("psqt.pawn", "f2"), 10);
  EXPECT_EQ(value("psqt.pawn", "h2"), 5);
  EXPECT_EQ(value("psqt.pawn", "d2"), -20);
  EXPECT_EQ(value("psqt.pawn", "a7"), 50);
  EXPECT_EQ(value("psqt.knight", "e2"), 5);
  EXPECT_EQ(value("psqt.knight", "b5"), 5);
  EXPECT_EQ(value("psqt.knight", "b4"), 0);
  EXPECT_EQ(value("psqt.bishop", "c3"), 10);
  EXPECT_EQ(value("psqt.bishop", "g5"), 5);
  EXPECT_EQ(value("psqt.rook", "d1"), 5);
  EXPECT_EQ(value("psqt.rook", "b7"), 10);
  EXPECT_EQ(value("psqt.queen", "b3"), 5);
  EXPECT_EQ(value("psqt.queen", "c2"), 5);
  EXPECT_EQ(value("psqt.queen", "f2"), 0);
  EXPECT_EQ(value("psqt.queen", "a4"), 0);
  EXPECT_EQ(value("psqt.king", "g1"), 30);
  EXPECT_EQ(value("psqt.king", "e8"), -50);
  EXPECT_EQ(value("psqt.king", "g1", 1), -30);
  EXPECT_EQ(value("psqt.king", "e4", 1), 40);
}

// Sums over the published tables, row by row.
TEST_F(SimplifiedWeights, AddUpToThePublishedTables) {
  const std::vector<std::pair<const char*, std::pair<double, double>>> sums{
      {"psqt.pawn", {660, 660}}, {"psqt.knight", {-810, -810}}, {"psqt.bishop", {-140, -140}},
      {"psqt.rook", {30, 30}},   {"psqt.queen", {-185, -185}},  {"psqt.king", {-1460, -640}}};
  for (const auto& [name, expected] : sums) {
    std::pair<double, double> found{0, 0};
    for (int i = 0; i < 64; ++i) {
      found.first += weights_.at(schema_.find(name)->first + i, 0);
      found.second += weights_.at(schema_.find(name)->first + i, 1);
    }
    EXPECT_EQ(found, expected) << name;
  }
}

// Only the queen's table leans to one side.
TEST_F(SimplifiedWeights, MirrorTheFilesButForTheQueen) {
  for (const char* name : {"psqt.pawn", "psqt.knight", "psqt.bishop", "psqt.rook", "psqt.king"}) {
    const int first = schema_.find(name)->first;
    for (int square = 0; square < 64; ++square) {
      for (int phase = 0; phase < 2; ++phase) {
        EXPECT_EQ(weights_.at(first + square, phase), weights_.at(first + (square ^ 7), phase)) << name << square;
      }
    }
  }
}

}  // namespace
}  // namespace hone
