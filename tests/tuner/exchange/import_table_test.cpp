// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "data/error.hpp"
#include "tuner/exchange/import/import_format.hpp"
#include "tuner/exchange/import/source_tokens.hpp"

namespace hone::exchange {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

Found table_of(std::string_view source, bool skip = false) {
  ReadRules rules{.file = "f"};
  rules.skip_expressions = skip;
  return read_table(source, rules);
}

// "NAME SIZES: values", with "pairs" where the last dimension is over the stages.
std::vector<std::string> described(std::string_view source) {
  std::vector<std::string> texts;
  for (const FoundNumbers& numbers : table_of(source).numbers) {
    texts.push_back(fmt::format("{} {}{}: {}", numbers.name, numbers.shape_text(), numbers.has_pairs ? " pairs" : "",
                                fmt::join(numbers.values, " ")));
  }
  return texts;
}

TEST(ImportTable, ReadsTablesOfC) {
  EXPECT_THAT(
      described(R"(
/* PeSTO = 1 */
#include <stdio.h>
#define PAWN_WORTH 100  // in = 3
#define FLIP(sq) ((sq)^56)
int mg_value[6] = { 82, 337, 365, 477, 1025,  0};
static const short eg_pawn_table[4] = {
    0, -1, +2,
    0x1F,  // trailing comma
};
enum { WHITE = 5, BLACK = 6 };
int *tables[2] = { mg_value, eg_value };
char *greeting = "x = 3; \" y = 4";
int a = 1, b = -2;
double half = .5f, thousand = 1'000.25;
int side;
int eval(int depth = 3) {
  int local = 7;
  for (int i = 0; i < 3; ++i) { local = 8; }
  return local;
}
struct S { int x; virtual int f() const = 0; };
MACRO(1)
namespace n { constexpr int inside = 12L; }
)"),
      ElementsAre("PAWN_WORTH number: 100", "mg_value 6: 82 337 365 477 1025 0", "eg_pawn_table 4: 0 -1 2 31",
                  "a number: 1", "b number: -2", "half number: 0.5", "thousand number: 1000.25", "inside number: 12"));
}

TEST(ImportTable, ReadsWhatBracesInitialize) {
  EXPECT_THAT(described(R"(
int tempo{20};
static inline constexpr int table[2][2]{{1, 2}, {3, 4}}, one[1]{5}, margin{-6};
std::array<int, 3> list{7, 8, 9}, other{{10, 11, 12}};
constexpr Score pair{S(13, 14)};
int empty{};
struct alignas(64) Params { int inside{15}, next = 16; Params(int x) : inside{x}, next{17} {} };
struct __attribute__((packed)) More { int more = 18; };
class Plain { int plain = 19; } object;
class Derived final : public Base<decltype(f())> { int derived = 24; };
struct Pair h(int x) const { int local = 25; return {}; }
export default { x: f(20) };
Foo f() { return Foo{20}; }
int last(int x) { int local{21}; return x; };
enum Kind : int { A = 22 };
namespace n { using Bar = Foo<int>; }
int end{23};
)"),
              ElementsAre("tempo number: 20", "table 2x2: 1 2 3 4", "one 1: 5", "margin number: -6", "list 3: 7 8 9",
                          "other 3: 10 11 12", "pair 2 pairs: 13 14", "inside number: 15", "next number: 16",
                          "more number: 18", "plain number: 19", "derived number: 24", "end number: 23"));
  EXPECT_THAT(described(R"(
public class Params {
  [Range(0, 100)] public int Pawn { get; set; } = 100;
  public static int[] Knight { get; private set; } = { 1, 2 };
  public int Sum { get { int x = 3; return x; } }
  public int Product => Pawn * 4;
  int Set(int value) { int y = 5; return y; }
}
record Point(int X, int Y) { static final int ORIGIN = 6; }
)"),
              ElementsAre("Pawn number: 100", "Knight 2: 1 2", "ORIGIN number: 6"));
}

// As in Stockfish before its networks.
TEST(ImportTable, ReadsScoresOfTwoStages) {
  EXPECT_THAT(
      described(R"(
  #define S(mg, eg) make_score(mg, eg)
  constexpr Score MobilityBonus[][32] = {
    { S(-62,-79), S(-53,-57) }, // Knight
    { S(-47,-59), S(-20,-25), S(14, -8) }
  };
  constexpr Score Bonus[2][2] = { { S(1, 2), S(3, 4) }, { S(5, 6), make_score(7, 8) } };
  constexpr Score Hanging = S(69, 36);
  constexpr std::array<Value, 3> Values = {{ Value(1), Value(-2), 3 }};
)"),
      ElementsAre("MobilityBonus[0] 2x2 pairs: -62 -79 -53 -57", "MobilityBonus[1] 3x2 pairs: -47 -59 -20 -25 14 -8",
                  "Bonus 2x2x2 pairs: 1 2 3 4 5 6 7 8", "Hanging 2 pairs: 69 36", "Values 3: 1 -2 3"));
}

// As in BBC: the numbers of all squares and pieces of a stage follow each other without inner braces.
TEST(ImportTable, LaysNumbersOutAsTheirSizesSay) {
  EXPECT_THAT(described(R"(
const int positional_score[2][3][2] = {
  { /* pawn */ 1, 2, /* knight */ 3, 4, /* bishop */ 5, 6 },
  { 7, 8, {9, 10}, 11, 12 } };
int flat[2][2] = { 1, 2, 3, 4 };
int open[][3] = { 1, 2, 3, 4, 5, 6 };
int named[PHASES][2] = { 1, 2, 3, 4 };
static const Score pairs[2][2] = { S(1, 2), S(3, 4), S(5, 6), S(7, 8) };
)"),
              ElementsAre("positional_score 2x3x2: 1 2 3 4 5 6 7 8 9 10 11 12", "flat 2x2: 1 2 3 4",
                          "open 2x3: 1 2 3 4 5 6", "named 2x2: 1 2 3 4", "pairs 2x2x2 pairs: 1 2 3 4 5 6 7 8"));
}

TEST(ImportTable, FillsWithZeros) {
  EXPECT_THAT(described("int psqt[3] = {0};\nint g[2][2]{};\nScore h[2] = {};\nint one[3] = {1};\n"),
              ElementsAre("psqt 3: 0 0 0", "g 2x2: 0 0 0 0", "h 2: 0 0", "one 1: 1"));
}

// As in Weiss and 4ku: nothing stands on the place of no piece, and a king has no worth.
TEST(ImportTable, TakesZerosForPartsAndPairsOfZeros) {
  EXPECT_THAT(described(R"(
const int PieceSqValue[4][2] = { {0}, { S(1, 2), S(3, 4) }, {}, { S(5, 6), 0 } };
const int material[] = { S(89, 147), S(350, 521), 0 };
const int part[2][2] = { {1, 2}, {0} };
const int mixed[] = { S(1, 2), 3 };
int ragged[][2] = { {0}, {1, 2} };
)"),
              ElementsAre("PieceSqValue 4x2x2 pairs: 0 0 0 0 1 2 3 4 0 0 0 0 5 6 0 0",
                          "material 3x2 pairs: 89 147 350 521 0 0", "part 2x2: 1 2 0 0", "mixed[0] 2 pairs: 1 2",
                          "mixed[1] number: 3", "ragged[0] 1: 0", "ragged[1] 2: 1 2"));
}

// A row with fewer numbers than it has room for is a list of its own length; more numbers than there is room for, and
// sizes that two names say, tell nothing; and an assignment has an index, not a size.
TEST(ImportTable, IgnoresSizesThatItsNumbersDoNotFill) {
  EXPECT_THAT(described(R"(
int ragged[2][4] = { {1, 2}, {1, 2, 3} };
int more[2] = { 1, 2, 3 };
int unknown[A][B] = { 1, 2, 3, 4 };
struct Weight worth[2] = { {1, 2}, {3, 4} };
int huge[2000000000][2000000000] = { 1, 2 };
int zero[0] = { 1, 2 };
int half[1.5] = { 1, 2, 3 };
)"),
              ElementsAre("ragged[0] 2: 1 2", "ragged[1] 3: 1 2 3", "more 3: 1 2 3", "unknown 4: 1 2 3 4",
                          "worth 2x2: 1 2 3 4", "huge 2: 1 2", "zero 2: 1 2", "half 3: 1 2 3"));
  EXPECT_THAT(described("TABLE = [0, 0]\nTABLE[2] = [1, 2]\n"), ElementsAre("TABLE 2: 0 0", "TABLE 2: 1 2"));
}

TEST(ImportTable, ReadsTablesOfRust) {
  EXPECT_THAT(described(R"(
#![allow(dead_code)]
/// The worth of a pawn = 3.
pub const PAWN: i32 = 1_00;
#[rustfmt::skip]
pub static PSQT: [[i32; 2]; 3] = [[1, 2], [3, -4], [5, 6i32]];
const EMPTY: [i32; 4] = [7; 4];
const KING: (i32, i32) = (10, -20);
const PAIRS: [(i32, i32); 2] = [(1, 2), (3, 4)];
const NAME: &'static str = "x";
const LETTER: char = 'x';
type Score = (i32, i32);
fn eval(x: i32) -> i32 { let local: i32 = 5; local }
impl Eval { pub const INNER: S = S(1, 2); }
)"),
              ElementsAre("PAWN number: 100", "PSQT 3x2: 1 2 3 -4 5 6", "EMPTY 4: 7 7 7 7", "KING 2 pairs: 10 -20",
                          "PAIRS 2x2 pairs: 1 2 3 4", "INNER 2 pairs: 1 2"));
}

TEST(ImportTable, ReadsTablesOfGo) {
  EXPECT_THAT(described(R"(package eval

const PawnWorth = 100
const (
	Bishop int = 330
	Rook       = 500
)
var Table = [...]int{1, 2, 3}
var Values = map[string]int{
	"pawn":   100,
	"knight": 320,
}
var Typed [2]int = [2]int{4, 5}
var Nested = [2][2]Score{{1, 2}, {3, 4}}
var Slices = [][]int{{1}, {2, 3}}
func eval(pos int) int {
	score := 5
	return score
}
)"),
              ElementsAre("PawnWorth number: 100", "Bishop number: 330", "Rook number: 500", "Table 3: 1 2 3",
                          "Values.pawn number: 100", "Values.knight number: 320", "Typed 2: 4 5", "Nested 2x2: 1 2 3 4",
                          "Slices[0] 1: 1", "Slices[1] 2: 2 3"));
}

TEST(ImportTable, KnowsNamesOfGoWhateverTheirTypes) {
  const Found found = read_table(
      "type Score = int16\nconst tempo Score = 1\nconst (\n\tpair uint64 = 2\n\tNONE = iota\n\tONE\n\topen eval.Score "
      "= 3\n)\n"
      "var table [2]Score = [2]Score{4, 5}\nvar rows = [][]Score{{6}}\n",
      {.file = "f.go"});
  std::vector<std::string> names;
  for (const FoundNumbers& numbers : found.numbers) names.push_back(numbers.name);
  EXPECT_THAT(names, ElementsAre("tempo", "pair", "open", "table", "rows"));
}

TEST(ImportTable, ReadsTablesOfJavaAndCSharp) {
  EXPECT_THAT(
      described(R"(
final class Eval {
    private Eval() { int local = 3; }
    static final int[] TABLE = { 1, 2, 3 };
    static final int[][] PAIRS = new int[][] { { 1, 2 }, { 3, 4 } };
    public static final int PAWN = 100;
    public static readonly (int mg, int eg)[] Scores = { (1, 2), (3, 4) };
    static readonly (short, short)[] Typed = new (short, short)[1 * 2] { (5, 6), (7, 8) };
    static readonly (int mg, int eg)[][] Named = new (int mg, int eg)[][] { new (int, int)[] { (9, 10) }, new (int, int)[] { (0, 1) } };
    public static readonly int[,] Grid = new int[2, 2] { { 1, 2 }, { 3, 4 } };
    public const double Half = 0.5;
    int get() { return PAWN; }
}
)"),
      ElementsAre("TABLE 3: 1 2 3", "PAIRS 2x2: 1 2 3 4", "PAWN number: 100", "Scores 2x2 pairs: 1 2 3 4",
                  "Typed 2x2 pairs: 5 6 7 8", "Named 2x1x2 pairs: 9 10 0 1", "Grid 2x2: 1 2 3 4", "Half number: 0.5"));
}

TEST(ImportTable, ReadsTablesOfPython) {
  EXPECT_THAT(described(R"(
"""A module = 3."""
piece = {'P': 100, 'N': 280, "weird": -1}  # values = 3
pst = [
    0, 1, 2,
    3, 4, -5]
tempo: int = 7
pair = (10, 20)
array = np.array([1, 2, 3], dtype=np.int16)
def evaluate(board, depth=3):
    local = 5
    if local:
        local = 6
    return local
after = 8
)"),
              ElementsAre("piece.P number: 100", "piece.N number: 280", "piece.weird number: -1", "pst 6: 0 1 2 3 4 -5",
                          "tempo number: 7", "pair 2 pairs: 10 20", "array 3: 1 2 3", "after number: 8"));
}

TEST(ImportTable, ReadsTablesOfZigAndJavaScript) {
  EXPECT_THAT(
      described(R"(
pub const Score = [2]i32;
pub const tempo: i32 = -10;
pub const pst = [3]i32{ 1, 2, 3 };
pub const pairs = [_]Score{ .{ 1, 2 }, .{ 3, 4 } };
pub const king = .{ .mg = 5, .eg = 6 };
)"),
      ElementsAre("tempo number: -10", "pst 3: 1 2 3", "pairs 2x2: 1 2 3 4", "king.mg number: 5", "king.eg number: 6"));
  EXPECT_THAT(described(R"(
export const values = { pawn: 100, knight: 320 };
const table = new Int32Array([1, 2, 3]);
let scores = [{ mg: 1, eg: 2 }, { mg: 3, eg: 4 }];
const f = (x = 3) => { const y = 4; };
function g() { var z = 5; }
)"),
              ElementsAre("values.pawn number: 100", "values.knight number: 320", "table 3: 1 2 3", "scores.mg 2: 1 3",
                          "scores.eg 2: 2 4"));
}

TEST(ImportTable, PassesOverTheBodiesOfConstructors) {
  EXPECT_THAT(described("struct E {\n  E() : x{6}, y{7} { z = 8; int w = 9; }\n  int z = 1;\n};\n"
                        "E::E(int a) : x(a), y{5} { q = 10; }\nint last = 3;\n"),
              ElementsAre("z number: 1", "last number: 3"));
}

TEST(ImportTable, ReadsBlocksAfterTheBodiesOfFunctions) {
  EXPECT_THAT(described("function f() { return 1; }\n{ const x = 5; }\nconst y = 6;\n"),
              ElementsAre("x number: 5", "y number: 6"));
  EXPECT_THAT(described("class E {\n  int f(int a) { int b = 1; }\n  { pawn = 2; }\n  int rook = 3;\n}\n"),
              ElementsAre("pawn number: 2", "rook number: 3"));
}

TEST(ImportTable, ReadsAllListsOfACall) {
  EXPECT_THAT(described("Table passed = new(new(0, 1), new(2, 3), new(4, 5));\nauto t = table(3, S(1, 2));\n"),
              ElementsAre("passed 3x2 pairs: 0 1 2 3 4 5", "t[0] number: 3", "t[1] 2 pairs: 1 2"));
  EXPECT_THAT(described("const RANKS: Ranks = Ranks::new(S(1, 2), S(3, 4));\na = joined([1, 2], [3, 4, 5])\n"),
              ElementsAre("RANKS 2x2 pairs: 1 2 3 4", "a[0] 2: 1 2", "a[1] 3: 3 4 5"));
  EXPECT_THAT(described("a = array([1, 2], 8)\nb = array([[1, 2], [3, 4]], int8)\nc = one(S(1, 2))\n"),
              ElementsAre("a 2: 1 2", "b 2x2: 1 2 3 4", "c 2 pairs: 1 2"));
}

TEST(ImportTable, KnowsTheShapeOfAListInACall) {
  EXPECT_THAT(described("a = np.reshape([1, 2, 3, 4, 5, 6], (2, 3))\nb = reshape(array([7, 8, 9, 0]), [2, 2])\n"),
              ElementsAre("a 6: 1 2 3 4 5 6", "b 4: 7 8 9 0"));
  EXPECT_THAT(described("a = T([1, 2, 3, 4, 5, 6], [2, 4])\nb = T((3, 5), (2, 1))\nc = T([6, 7], [2])\n"
                        "d = T(S(1, 2, 3, 4), S(2, 2))\ne = T([5, 6, 7, 8], [-2, -2])\n"),
              ElementsAre("a[0] 6: 1 2 3 4 5 6", "a[1] 2: 2 4", "b 2x2 pairs: 3 5 2 1", "c[0] 2: 6 7", "c[1] 1: 2",
                          "d[0] 4 pairs: 1 2 3 4", "d[1] 2 pairs: 2 2", "e[0] 4: 5 6 7 8", "e[1] 2: -2 -2"));
}

TEST(ImportTable, DropsNoArgumentThatMayBeAValue) {
  EXPECT_THAT([] { (void)table_of("int shield = S(20, TEMPO_EG);\n"); },
              ThrowsMessage<Error>(HasSubstr("f:1: shield: expected numbers and lists of numbers, found 'TEMPO_EG'")));
  EXPECT_THAT([] { (void)table_of("int t[2] = { S(1, EG), S(2, EG) };\n"); },
              ThrowsMessage<Error>(HasSubstr("f:1: t: expected")));
  EXPECT_THAT([] { (void)table_of("auto t = table(S(1, 2), OTHER);\n"); },
              ThrowsMessage<Error>(HasSubstr("f:1: t: expected")));
  EXPECT_THAT(
      described(
          "a = S(mg=1, eg=2)\nb = option(3, low=LEAST, high=9)\nc = array([4, 5], np.int8)\nd = array((6, 7), int8)\n"),
      ElementsAre("a.mg number: 1", "a.eg number: 2", "b number: 3", "c 2: 4 5", "d 2 pairs: 6 7"));
}

// A line end is all that ends a declaration without a value.
TEST(ImportTable, GivesNoNameTheValueOfTheNext) {
  EXPECT_THAT(described("var zones [4]Zone\nvar pawn int = 1\nvar masks [8]uint\nvar list [2]int = [2]int{2, 3}\n"),
              ElementsAre("pawn number: 1", "list 2: 2 3"));
  EXPECT_THAT(described("class W:\n    name: str\n    pawn: int = 4\nsizes: dict[str, int]\nrook = 5\n"),
              ElementsAre("pawn number: 4", "rook number: 5"));
  EXPECT_THAT(described("var cache\nvar pawn = 6\nlet other\nlet rook = 7\n"),
              ElementsAre("pawn number: 6", "rook number: 7"));
  EXPECT_THAT(
      described("class W {\n  name: string\n  pawn: number = 8\n  @Input() a: string\n  @Input() b: number = 9\n}"),
      ElementsAre("pawn number: 8", "b number: 9"));
  EXPECT_THAT(described("@JvmField val a = 5\n@JvmField val b = 6\n@Deprecated\nval c: Int = 7\n"),
              ElementsAre("a number: 5", "b number: 6", "c number: 7"));
  EXPECT_THAT(described("static const int\n    table[2] = {1, 2};\nvirtual int f()\n    const = 0;\n"),
              ElementsAre("table 2: 1 2"));
}

TEST(ImportTable, FindsNamesBeforeTypesWithParameters) {
  EXPECT_THAT(described("export const pawns: ReadonlyArray<\n  readonly number\n> = [1, 2, 3];\n"
                        "const rooks: Map<\n  string,\n  Array<number>\n> = [4];\n"
                        "const values: Record<string, number> = { knight: 5 };\n"),
              ElementsAre("pawns 3: 1 2 3", "rooks 1: 4", "values.knight number: 5"));
  EXPECT_THAT(described("std::map<int, int> a = {6, 7}, b = {8};\ntemplate <int N>\nint c = 9;\nd = e > f\ng = 10\n"
                        "int f(int h = i > j, int k = 11);\nint l = 12;\n"),
              ElementsAre("a 2: 6 7", "b 1: 8", "c number: 9", "g number: 10", "l number: 12"));
}

TEST(ImportTable, RefusesExpressionsWithTheirLine) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"int a = 1;\nint b = 2 * 3;\n", "f:2: b: expected numbers and lists of numbers, found '*'"},
      {"int t[2] = {\n  1,\n  PAWN,\n};\n", "f:3: t: expected numbers and lists of numbers, found 'PAWN'"},
      {"int t[2] = {\n  1 << 3, 2 };\n", "f:2: t: expected"},
      {"int x = table[3];\n", "f:1: x: expected"},
      {"int x = -(1 + 2);\n", "f:1: x: expected"},
      {"t = [1, 2,\n3 4]\n", "f:2: t: expected"},
      {"t = {'a': 1, 2}\n", "f:1: t: expected"},
      {"t = {1, 2\n", "f:1: t: expected numbers and lists of numbers, found the end of the file"},
      {"int x = 0b101 + 1;\n", "f:1: x: expected"},
      {"/* no end", "f:1: a comment without an end"},
      {"char* x = \"no end\n;", "f:1: a text without an end"},
  };
  for (const auto& [source, message] : cases) {
    const std::string text = source;
    EXPECT_THAT([&] { (void)table_of(text); }, ThrowsMessage<Error>(HasSubstr(message))) << source;
  }
}

TEST(ImportTable, PassesOverRawTexts) {
  EXPECT_THAT(described("auto a = R\"(it's \" = 1;\n)\";\nauto b = u8R\"x()\" = 2;)x\";\nint c = 3;\n"),
              ElementsAre("c number: 3"));
  EXPECT_THAT([] { (void)table_of("auto a = R\"x( )\";\n"); },
              ThrowsMessage<Error>(HasSubstr("f:1: a text without an end")));
}

TEST(ImportTable, PassesOverTextsOfManyLines) {
  const auto names_in = [](const std::string& file, std::string_view source) {
    std::vector<std::string> names;
    for (const FoundNumbers& numbers : read_table(source, {.file = file}).numbers)
      names.push_back(fmt::format("{}:{}", numbers.name, numbers.line));
    return names;
  };
  EXPECT_THAT(names_in("f.rs",
                       "const A: &str = \"it\n B = 1;\";\nconst C: &str = r#\"\"D\" = 2;\n it's\"#;\n"
                       "const E: &[u8] = br\"\\\";\nconst LAST: i32 = 3;\n"),
              ElementsAre("LAST:6"));
  EXPECT_THAT(names_in("f.cs",
                       "string a = @\"C:\\dir\\\";\nstring b = @\"c\n d = 1; \"\"e\"\" = 2;\";\n"
                       "string f = $@\"\\\";\nstring g = @$\"\\\";\nint last = 3;\n"),
              ElementsAre("last:6"));
  EXPECT_THAT(names_in("f.c", "char* a = \"b\\\r\n c = 1;\";\r\nint last = 2;\r\n"), ElementsAre("last:3"));
  for (const char* const source : {"const A: &str = r#\" \";", "const A: &str = \" \n", "let a = \"\\"})
    EXPECT_THAT([&] { names_in("f.rs", source); }, ThrowsMessage<Error>(HasSubstr("f.rs:1: a text without an end")));
  EXPECT_THAT([&] { names_in("f.cs", "string a = @\" \"\"\n;"); },
              ThrowsMessage<Error>(HasSubstr("f.cs:1: a text without an end")));
}

TEST(ImportTable, ReadsWhatIsDefined) {
  EXPECT_THAT(
      described(
          "#define OUTPOST S(20, -10)\n#define HEXED 0x1C  // 28\n#define SUFFIXED 100L\n#define LESS (-7)\n"
          "#define F(x) 3\n#define SUM 1 + 2\n#define SUM2 (128 + 4)\n#define VERSION 1,2,3\n#define TWO (2)(3)\n"
          "#define ROOT sqrt(2)\n#define LATER 3 - 1\n#define PRODUCT (2 * 3)\n#define TEXT don't\n#define EMPTY\n"),
      ElementsAre("OUTPOST 2 pairs: 20 -10", "HEXED number: 28", "SUFFIXED number: 100", "LESS number: -7"));
}

TEST(ImportTable, LeavesOutWhatIsSwitchedOff) {
  EXPECT_THAT(
      described("#if 0\nint a = 1;\n#if X\nint b = 2;\n#endif\nint c = 3;\n#else\nint d = 4;\n#endif\nint e = 5;\n"
                "# if 0\nint f = 6;\n# endif // of f\n#if 1\nint g = 7;\n#endif\n"),
      ElementsAre("d number: 4", "e number: 5", "g number: 7"));
  EXPECT_THAT(described("#if 0\r\nint a = 1;\r\n#if X\r\nint b = 2;\r\n#endif\r\n#else\r\nint c = 3;\r\n#endif\r\n"
                        "#if 1\r\nint d = 4;\r\n#endif\r\n"),
              ElementsAre("c number: 3", "d number: 4"));
  EXPECT_THAT(described("#if(0)\nint a = 1;\n#if(X)\nint b = 2;\n#endif/**/\n#else// a\nint c = 3;\n#endif\n"
                        "# if (0) // b\nint d = 4;\n#endif\n#if(1)\nint e = 5;\n#endif\n"),
              ElementsAre("c number: 3", "e number: 5"));
  EXPECT_THAT([] { (void)table_of("int a = 1;\n#if 0\nint b = 2;\n"); },
              ThrowsMessage<Error>(HasSubstr("f:2: an #if 0 without an #endif")));
}

// Both branches open the body of a function: what follows would be lost.
TEST(ImportTable, RefusesABracketWithoutAnEnd) {
  EXPECT_THAT([] { (void)table_of("int f()\n#ifdef X\n{\n#else\n{\n#endif\n}\nint a = 1;\n"); },
              ThrowsMessage<Error>(HasSubstr("f:3: a '{' without its end")));
}

TEST(ImportTable, RefusesSeveralValuesOfOneSign) {
  for (const char* const source : {"a, b = 1, 2\n", "var a, b = 1, -2\n", "a = 1, 2\n"}) {
    EXPECT_THAT([&] { (void)table_of(source); }, ThrowsMessage<Error>(HasSubstr("several names or values"))) << source;
    EXPECT_THAT(table_of(source, true).numbers, IsEmpty()) << source;
  }
  EXPECT_THAT(described("int a, b = 2, c = 3;\n"), ElementsAre("b number: 2", "c number: 3"));
}

TEST(ImportTable, KnowsWhatLanguagesWriteEachInItsWay) {
  ReadRules rules{.file = "f.py"};
  EXPECT_THAT([&] { (void)read_table("a = 57 // 2\n", rules); },
              ThrowsMessage<Error>(HasSubstr("f.py:1: a: expected")));
  rules.file = "f.rs";
  const std::string nested = "/* a /* b */ pub const OLD: i32 = 99; */\npub const NEW: i32 = 1;\n";
  ASSERT_EQ(read_table(nested, rules).numbers.size(), 1U);
  EXPECT_EQ(read_table(nested, rules).numbers[0].name, "NEW");
  EXPECT_THAT([&] { (void)read_table("/* a /* b */", rules); }, ThrowsMessage<Error>(HasSubstr("a comment without")));
  EXPECT_THAT([] { (void)table_of("int a = 010;\n"); }, ThrowsMessage<Error>(HasSubstr("f:1: a: expected")));
  EXPECT_THAT(described("int a = 0, b = 0.5, c = 00, d = 10, e = 07;\n"),
              ElementsAre("a number: 0", "b number: 0.5", "c number: 0", "d number: 10", "e number: 7"));
  EXPECT_THAT([] { (void)table_of("#define A 010\n"); }, ThrowsMessage<Error>(HasSubstr("f:1: A: expected")));
  rules.file = "f.py";
  EXPECT_EQ(read_table("# if 0 moves are left, stop\nknight = 300\n", rules).numbers.size(), 1U);
}

TEST(ImportTable, TellsOfNumbersInFormsThatItDoesNotRead) {
  EXPECT_THAT(described("int a = 0x0011, b = 0x00FF, c = 0x00;\n#define D 0x010\n"),
              ElementsAre("a number: 17", "b number: 255", "c number: 0", "D number: 16"));
  EXPECT_THAT(described("int a = 0xFF_FF, b = 0xF'Fu; let c = 5i128; let d = 6_u128; e = 7LLU; f = 8lu; g = 9Ul;\n"
                        "#define H 0x1fellu\n#define VERSION 2b\n#define ENGINE_NAME 4ku\n#define BETA 0.9b\n"),
              ElementsAre("a number: 65535", "b number: 255", "c number: 5", "d number: 6", "e number: 7",
                          "f number: 8", "g number: 9", "H number: 510"));
  const Found found = table_of(
      "int a = 0b101;\nauto b = 5_cp;\nint c = 1, d = 017;\n#define E 0b1\n#define H 5_cp\nint f = g;\n", true);
  std::vector<std::string> left_out;
  for (const LeftOut& one : found.left_out) left_out.push_back(one.name + ": " + one.reason);
  EXPECT_THAT(left_out,
              ElementsAre("a: no plain number: '0b101'", "b: no plain number: '5_cp'", "d: no plain number: '017'",
                          "E: no plain number: '0b1'", "H: no plain number: '5_cp'"));
  EXPECT_EQ(found.numbers.size(), 1U);
  EXPECT_THAT([] { (void)table_of("int a = 0b101;\n"); }, ThrowsMessage<Error>(HasSubstr("f:1: a: expected")));
}

TEST(ImportTable, LeavesExpressionsOutWhenTold) {
  const Found found = table_of("int a = 1;\nint b = 2 * 3;\nint c = 4;\n", true);
  ASSERT_EQ(found.numbers.size(), 2U);
  EXPECT_EQ(found.numbers[1].name, "c");
  ASSERT_EQ(found.left_out.size(), 1U);
  EXPECT_EQ(found.left_out[0].name, "b");
  EXPECT_EQ(found.left_out[0].line, 2);
}

TEST(ImportTable, SaysWhatStandsInAnEnumeration) {
  const Found found =
      table_of("enum Worth {\n  PAWN = 100,\n  LOSS = -5, NEXT, KING = (1 << 3), ONE = 1\n};\nint a = 1;\n");
  ASSERT_EQ(found.left_out.size(), 3U);
  EXPECT_EQ(found.left_out[1].name, "LOSS");
  EXPECT_EQ(found.left_out[1].line, 3);
  EXPECT_EQ(found.left_out[1].reason, "stands in an enum; --include reads it");
  EXPECT_EQ(found.numbers.size(), 1U);
}

// As in Stockfish before its networks; and as in Java, where fields follow the values.
TEST(ImportTable, ReadsOfAnEnumerationWhatIsIncluded) {
  const auto read = [](std::string_view source) {
    std::vector<std::string> texts;
    const Found found = read_table(source, {.file = "f", .include = {"*ValueMg,*ValueEg", "KING"}});
    for (const FoundNumbers& numbers : found.numbers)
      texts.push_back(fmt::format("{}={}", numbers.name, fmt::join(numbers.values, " ")));
    return texts;
  };
  EXPECT_THAT(read("enum Value : int {\n  VALUE_ZERO = 0,\n  VALUE_TB = VALUE_MATE - 2 * MAX_PLY,\n"
                   "  PawnValueMg   = 128,   PawnValueEg   = 213,\n  KnightValueMg = -781, Last\n};\n"
                   "enum class Side { WHITE = 1, KING = 5 };\nint RookValueMg = 1276;\n"),
              ElementsAre("PawnValueMg=128", "PawnValueEg=213", "KnightValueMg=-781", "KING=5", "RookValueMg=1276"));
  EXPECT_THAT(read("enum Piece {\n  PAWN(100) { int f() { int KING = 3; } }, ROOK(500);\n  final int KING = 4;\n"
                   "  Piece(int v) { int KING = v; }\n}\n"),
              ElementsAre("KING=4"));
}

TEST(ImportTable, LeavesOutOfAnEnumerationWhatIsNoNumber) {
  const ReadRules rules{.file = "f", .include = {"*PAWN*"}};
  const Found found = read_table(
      "enum Piece { NO_PIECE, W_PAWN = 1, W_KNIGHT, PAWN = W_PAWN, B_PAWN = W_PAWN + 8 };\nint PAWN_VALUE = 82;\n",
      rules);
  ASSERT_EQ(found.numbers.size(), 2U);
  EXPECT_EQ(found.numbers[0].name, "W_PAWN");
  EXPECT_EQ(found.numbers[1].name, "PAWN_VALUE");
  ASSERT_EQ(found.left_out.size(), 1U);
  EXPECT_EQ(found.left_out[0].name, "B_PAWN");
  EXPECT_EQ(found.left_out[0].reason, "no plain number: 'W_PAWN'");
  EXPECT_THAT([&] { (void)read_table("enum Piece { A = (3 + 8); int PAWN = 2 * 3; }\n", rules); },
              ThrowsMessage<Error>(HasSubstr("f:1: PAWN: expected")));
}

TEST(ImportTable, ReadsChosenNamesOnly) {
  ReadRules rules{.file = "f", .include = {"mg_*", "x"}, .exclude = {"*_y"}};
  const Found found = read_table("mg_a = 1\nmg_y = 2 * 2\nx = 3\nz = 4 * 4\n", rules);
  ASSERT_EQ(found.numbers.size(), 2U);
  EXPECT_EQ(found.numbers[0].name, "mg_a");
  EXPECT_EQ(found.numbers[1].name, "x");
}

std::vector<std::string> hostile_sources() {
  const std::string brackets(100'000, '{');
  std::string definitions;
  for (int i = 0; i < 100'000; ++i) definitions += "#define ";
  return {"",
          definitions,
          "#define X " + std::string(1'000'000, '('),
          "=",
          "= =",
          "x =",
          "x = {",
          "x = }",
          "x = {}",
          "x = {{}, {}}",
          "[]=3",
          "x[ = 3",
          "((((",
          "x = S(",
          "x = S()",
          "x = .",
          "x = [;3]",
          "x = [1;99999999999]",
          "x = [1;-1]",
          "x = <<<",
          "'",
          "\"",
          "`",
          "#",
          "#[",
          "#define",
          "#define X",
          "def",
          "enum {",
          "x = new",
          "x = new int[",
          "x = a.b.c.",
          "x = a<b<c",
          "1e",
          "1e999",
          "x = 1e999",
          "x = 0x",
          "int x{1",
          "int x{1}",
          "int x { get",
          "{1};",
          ", x{1};",
          "\xff\xfe = 3",
          "x = " + brackets,
          "x = " + brackets + "1",
          brackets + "x = 1",
          std::string("x = 1\0y = 2", 11)};
}

TEST(ImportTable, OfAnythingReadsOrRefuses) {
  for (const std::string& text : hostile_sources()) {
    try {
      for (const FoundNumbers& numbers : table_of(text).numbers) {
        std::size_t size = 1;
        for (const int one : numbers.sizes) size *= static_cast<std::size_t>(one);
        EXPECT_EQ(numbers.values.size(), size) << text;
      }
    } catch (const Error& error) {
      EXPECT_FALSE(error.message().empty());
    }
  }
}

// -- Lines

std::vector<std::string> numbers_of(Found (*read)(std::string_view, const ReadRules&), std::string_view text) {
  std::vector<std::string> texts;
  for (const FoundNumbers& numbers : read(text, {.file = "f"}).numbers) {
    texts.push_back(fmt::format("{}={}", numbers.name, fmt::join(numbers.values, " ")));
    if (numbers.low) texts.back() += fmt::format(" {}..{}", *numbers.low, *numbers.high);
  }
  return texts;
}

// As in the options of Fruit and its descendants.
TEST(ImportLines, ReadsOptionFiles) {
  EXPECT_THAT(numbers_of(read_ini,
                         "; options\n[Evaluation]\nPawn Structure = 100 ; in percent\r\nKing Safety=+80\n\n"
                         "[ Search ]\n# no\nNull Move = always\nDepth = 2.5\n"),
              ElementsAre("Evaluation.Pawn Structure=100", "Evaluation.King Safety=80", "Search.Depth=2.5"));
  EXPECT_THAT(numbers_of(read_personality, "// somebody\nPawn Value 90\ncontempt\t-5\nname Anton\n"),
              ElementsAre("Pawn Value=90", "contempt=-5"));
  EXPECT_THAT(
      numbers_of(read_setoption,
                 "setoption name Pawn Value value 90\nsetoption name Clear Hash\nsetoption name x value y value 3\n"),
      ElementsAre("Pawn Value=90", "x value y=3"));
  EXPECT_THAT(numbers_of(read_setoption, "setoption name Pawn Value\tvalue\t90\nsetoption name value\tvalue 3\n"),
              ElementsAre("Pawn Value=90", "value=3"));
  EXPECT_THAT([] { numbers_of(read_ini, "a = 1\n\nb\n"); },
              ThrowsMessage<Error>("f:3: expected KEY = VALUE, found 'b'"));
  EXPECT_THAT([] { numbers_of(read_ini, "a = 1\na = 2\n"); },
              ThrowsMessage<Error>("f:2: 'a' stands on line 1 already"));
  EXPECT_THAT([] { numbers_of(read_ini, "= 1\n"); }, ThrowsMessage<Error>(HasSubstr("f:1: expected a name")));
  EXPECT_THAT([] { numbers_of(read_personality, "a\n"); }, ThrowsMessage<Error>("f:1: expected KEY VALUE, found 'a'"));
  EXPECT_THAT([] { numbers_of(read_setoption, "go\n"); }, ThrowsMessage<Error>(HasSubstr("f:1: expected setoption")));
}

// In the style of Glaurung's and Toga's answers.
TEST(ImportLines, ReadsTheOptionsOfAnEngine) {
  const std::string_view answer =
      "id name Somebody 1.2\n"
      "option name Hash type spin default 16 min 1 max 1024\n"
      "option name Ponder type check default true\n"
      "option name UCI_Elo type spin default 2600 min 1000 max 2600\n"
      "option name Mobility (Middle Game) type spin default 100 min 0 max 200\n"
      "option name Pawn Value type spin default -7 min -7 max -7\n"
      "option name Style type combo default Normal var Solid var Normal\n"
      "option name Reduction type spin default 0.429 min 0.001 max 0.999\n"
      "uciok\n";
  EXPECT_THAT(numbers_of(read_uci, answer),
              ElementsAre("Mobility (Middle Game)=100 0..200", "Pawn Value=-7", "Reduction=0.429 0.001..0.999"));
  EXPECT_EQ(read_uci(answer, {.file = "f"}).left_out.size(), 4U);
  EXPECT_EQ(read_uci(answer, {.file = "f", .include = {"Hash"}}).numbers.size(), 1U);
}

TEST(ImportCsv, MayBeginWithAByteOrderMark) {
  EXPECT_THAT(numbers_of(read_csv, "\xef\xbb\xbfgroup,row,col,stage,value,error\nx,,,mg,1,\n"), ElementsAre("x=1"));
}

TEST(ImportCsv, IsRefusedWithItsLine) {
  const std::string header = "group,row,col,stage,value,error\n";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"a,b\n", "f:1: "},
      {header + "x,,,mg,1\n", "f:2: "},
      {header + "x,,,mg,one,\n", "f:2: expected a number, found 'one'"},
      {header + "x,,0,mg,1,\nx,,2,mg,1,\n", "f:2: group 'x' lacks row 0, column 1"},
      {header + "x,,0,mg,1,\nx,,0,mg,1,\n", "f:3: a number of group 'x' comes twice"},
      {header + "x,,-1,mg,1,\n", "f:2: expected an index from 0, found '-1'"},
      {header + "x,0,,mg,1,\n", "f:2: expected a column beside the row"},
      {header + "x,0,0,mg,1,\nx,,1,mg,1,\n", "f:3: group 'x' has rows and columns in some lines only"},
      {header + "x,60000,60000,mg,1,\n", "more than 65536 numbers"},
  };
  for (const auto& [text, message] : cases) {
    const std::string whole = text;
    EXPECT_THAT([&] { (void)read_csv(whole, {.file = "f"}); }, ThrowsMessage<Error>(HasSubstr(message))) << text;
  }
}

TEST(ImportJson, IsRefusedInWords) {
  for (
      const char* text :
      {"", "3", "{}", "[]", R"({"stages": ["mg"], "groups": 3})",
       R"({"game": "toy", "stages": ["all"], "groups": [{"name": "a", "kind": "cube", "rows": 1, "cols": 1}]})",
       R"({"game": "toy", "stages": ["all"], "groups": [{"name": "a", "kind": "list", "rows": 1, "cols": 2, "values": {"all": [1]}}]})",
       R"({"game": "toy", "stages": ["all"], "groups": [{"name": "a", "kind": "scalar", "rows": 1, "cols": 1, "values": {"all": "x"}}]})",
       R"({"game": "toy", "stages": ["all"], "constraints": ["fix b"], "groups": [{"name": "a", "kind": "scalar", "rows": 1, "cols": 1, "values": {"all": 1}}]})"}) {
    EXPECT_THAT([&] { (void)read_json(text, {.file = "f"}); }, ThrowsMessage<Error>(HasSubstr("f: "))) << text;
  }
}

}  // namespace
}  // namespace hone::exchange
