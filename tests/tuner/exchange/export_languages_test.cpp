// SPDX-License-Identifier: MIT
//
// What is written for compilers is read by compilers: a program prints every weight that it finds in the file.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/rows.hpp"
#include "engine/game_driver.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/exchange/export_support.hpp"
#include "tuner/exchange/export/export_model.hpp"

namespace hone::exchange {
namespace {

// In texts {0} stands for what is inserted.
struct Language {
  std::string format, tool;
  std::string weights_file, program_file;
  std::string begin, end;
  std::string print;                // of an expression
  std::vector<std::string> stages;  // how a pair gives its first and its second stage
  std::string run;                  // the command, in the folder of the files
};

const std::vector<Language>& languages() {
  static const std::vector<Language> all{
      {"c",
       "gcc",
       "weights.h",
       "main.c",
       "#include <stdio.h>\n#include \"weights.h\"\nint main(void) {\n",
       "return 0; }\n",
       "printf(\"%.17g\\n\", (double){0});\n",
       {".mg", ".eg"},
       "gcc -std=c99 -Wall -Wextra -Werror main.c -o main && ./main"},
      {"c",
       HONE_COMPILER,
       "weights.h",
       "main.cpp",
       "#include <cstdio>\n#include \"weights.h\"\nint main() {\n",
       "return 0; }\n",
       "std::printf(\"%.17g\\n\", (double){0});\n",
       {".mg", ".eg"},
       HONE_COMPILER " -std=c++98 -Wall -Wextra -Werror main.cpp -o main && ./main"},
      {"cpp",
       HONE_COMPILER,
       "weights.hpp",
       "main.cpp",
       "#include <cstdio>\n#include \"weights.hpp\"\nint main() {\nusing namespace toy_weights;\n",
       "return 0; }\n",
       "std::printf(\"%.17g\\n\", (double){0});\n",
       {".mg", ".eg"},
       HONE_COMPILER " -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Werror main.cpp -o main && ./main"},
      {"python",
       "python3",
       "weights.py",
       "main.py",
       "from weights import *\n",
       "",
       "print({0})\n",
       {"[0]", "[1]"},
       "python3 main.py"},
      {"rust",
       "rustc",
       "weights.rs",
       "main.rs",
       "mod weights;\nuse weights::*;\nfn main() {\n",
       "}\n",
       "println!(\"{{}}\", {0});\n",
       {".0", ".1"},
       "rustc -D warnings main.rs -o main && ./main"},
      {"go",
       "go",
       "weights.go",
       "main.go",
       "package weights\nimport (\"fmt\"; \"testing\")\nfunc TestAll(t *testing.T) {\n",
       "}\n",
       "fmt.Println({0})\n",
       {"[0]", "[1]"},
       "mv main.go main_test.go && go mod init weights && go vet ./... && go test -v | grep -v '[a-z]'"},
      {"javascript",
       "node",
       "weights.mjs",
       "main.mjs",
       "import * as w from './weights.mjs';\n",
       "",
       "console.log(w.{0});\n",
       {"[0]", "[1]"},
       "node main.mjs"},
      {"java",
       "javac",
       "ToyWeights.java",
       "Main.java",
       "class Main { public static void main(String[] a) {\n",
       "}}\n",
       "System.out.println(ToyWeights.{0});\n",
       {"[0]", "[1]"},
       "javac -Xlint:all -Werror Main.java ToyWeights.java && java Main"},
      {"csharp",
       "mcs",
       "weights.cs",
       "main.cs",
       "class Program { static void Main() {\n",
       "}}\n",
       "System.Console.WriteLine(ToyWeights.{0});\n",
       {".mg", ".eg"},
       "mcs -out:main.exe main.cs weights.cs && mono main.exe"},
      {"zig",
       "zig",
       "weights.zig",
       "main.zig",
       "const std = @import(\"std\");\nconst w = @import(\"weights.zig\");\npub fn main() void {\n",
       "}\n",
       "std.debug.print(\"{{}}\\n\", .{{w.{0}}});\n",
       {"[0]", "[1]"},
       "zig run main.zig 2>&1"},
  };
  return all;
}

bool is_there(const std::string& tool) {
  return std::system(fmt::format("command -v {} > /dev/null 2>&1", tool).c_str()) == 0;
}

// The weight in the language's words, under the layout.
std::string expression(const Language& language, const Weights& weights, std::size_t weight, bool is_split) {
  const Schema& schema = weights.schema;
  const auto phases = static_cast<std::size_t>(schema.phase_count());
  const int term = static_cast<int>(weight / phases), phase = static_cast<int>(weight % phases);
  const Group& group = schema.group_of(term);
  const std::string name = identifier(is_split ? table_key(schema, group, phase, {}) : group_key(group, {}));
  const std::string element =
      group.shape.kind == GroupKind::scalar ? "" : fmt::format("[{}]", place_in_file(group, term));
  return name + element + (is_split ? "" : language.stages[weight % phases]);
}

std::vector<double> printed_by(const Language& language, const Weights& weights, const ExportOptions& options) {
  const TempFolder folder;
  const bool is_split = options.stages.is_split || weights.schema.phase_count() == 1;
  write_file_atomically(folder / language.weights_file, exported(language.format, weights, options));
  std::string program = language.begin;
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    program += fmt::format(fmt::runtime(language.print), expression(language, weights, i, is_split));
  }
  write_file_atomically(folder / language.program_file, program + language.end);
  const std::string command = fmt::format("cd {} && ({}) > out.txt", (folder / "").string(), language.run);
  EXPECT_EQ(std::system(command.c_str()), 0) << language.run;
  std::istringstream out(read_file(folder / "out.txt"));
  std::vector<double> values;
  for (double value; out >> value;) values.push_back(value);
  return values;
}

class EveryLanguage : public ::testing::TestWithParam<std::size_t> {};

TEST_P(EveryLanguage, ReadsEveryWeightOfEveryLayout) {
  const Language& language = languages()[GetParam()];
  if (!is_there(language.tool)) GTEST_SKIP() << language.tool << " is not installed";
  const Weights tapered = shaped_weights({"mg", "eg"}), plain = shaped_weights({"all"});
  const auto expect_read = [&language](const Weights& weights, const ExportOptions& options) {
    const std::vector<int> rounded = weights.rounded();
    const std::vector<double> whole(rounded.begin(), rounded.end());
    EXPECT_EQ(printed_by(language, weights, options), options.decimals ? weights.values : whole);
  };
  ExportOptions pairs, tables;
  tables.stages.is_split = true;
  expect_read(tapered, pairs);
  expect_read(tapered, tables);
  expect_read(plain, pairs);
  pairs.decimals = tables.decimals = Decimals{std::nullopt};
  expect_read(tapered, pairs);
  expect_read(plain, tables);
}

INSTANTIATE_TEST_SUITE_P(Export, EveryLanguage, ::testing::Range<std::size_t>(0, languages().size()),
                         [](const auto& test) {
                           return languages()[test.param].format + "_" + std::to_string(test.param);
                         });

// -- An evaluation in C gives the scores of the engine.

std::vector<Row> chess_rows(std::size_t count) {
  const GameDriver& chess = find_driver("chess");
  std::vector<Row> rows;
  std::uint64_t random = 1;
  while (rows.size() < count) {
    const auto board = chess.initial();
    while (rows.size() < count && !board->outcome() && board->plies() < 200) {
      const auto moves = board->legal_moves();
      random = random * 6364136223846793005U + 1442695040888963407U;
      board->play(moves[(random >> 33) % moves.size()]);
      rows.push_back(board->row());
    }
  }
  return rows;
}

// Fills w[term][stage] from the file's tables, reads rows as "step n term count ..." and prints their scores.
std::string evaluating_program(const Weights& weights, const Language& language) {
  const Schema& schema = weights.schema;
  std::string program = fmt::format(
      "#include <stdio.h>\n#include \"weights.h\"\nstatic int w[{}][2];\nint main(void) {{\n", schema.terms());
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    program += fmt::format("w[{}][{}] = {};\n", i / 2, i % 2, expression(language, weights, i, false));
  }
  return program + fmt::format(
                       "int step, n, term, count;\n"
                       "while (scanf(\"%d %d\", &step, &n) == 2) {{\n"
                       "  int mg = 0, eg = 0;\n"
                       "  for (; n > 0 && scanf(\"%d %d\", &term, &count) == 2; --n) {{\n"
                       "    mg += w[term][0] * count; eg += w[term][1] * count;\n"
                       "  }}\n"
                       "  printf(\"%d\\n\", (mg * ({0} - step) + eg * step) / {0});\n"
                       "}}\nreturn 0; }}\n",
                       schema.phase_steps());
}

// Of linear terms alone: what is not linear is more than a table of weights.
std::string rows_text(std::vector<Row> rows) {
  const Schema& schema = find_driver("chess").schema();
  std::string text;
  for (Row& row : rows) {
    std::erase_if(row.entries, [&](const RowEntry& entry) {
      return entry.term >= schema.terms() || schema.group_of(entry.term).role != Role::linear;
    });
    text += fmt::format("{} {}", row.phase.step, row.entries.size());
    for (const RowEntry& entry : row.entries) text += fmt::format(" {} {}", entry.term, entry.count);
    text += '\n';
  }
  return text;
}

TEST(ExportToC, EvaluatesTenThousandPositionsAsTheEngineDoes) {
  const TempFolder folder;
  const GameDriver& chess = find_driver("chess");
  Weights weights = zero_weights(chess.schema());
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    const bool is_linear = chess.schema().group_of(static_cast<int>(i / 2)).role == Role::linear;
    if (is_linear) weights.values[i] = static_cast<double>(i * 37 % 401) - 200 + 0.3;
  }
  const std::vector<int> played = weights.rounded();
  const std::vector<Row> rows = chess_rows(10'000);
  write_file_atomically(folder / "weights.h", exported("c", weights));
  write_file_atomically(folder / "main.c", evaluating_program(weights, languages().front()));
  write_file_atomically(folder / "rows.txt", rows_text(rows));
  const std::string command =
      fmt::format("cd {} && gcc -std=c99 main.c -o main && ./main < rows.txt > out.txt", (folder / "").string());
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::istringstream out(read_file(folder / "out.txt"));
  for (const Row& row : rows) {
    int score = 0;
    ASSERT_TRUE(out >> score);
    ASSERT_EQ(score, dot(chess.schema(), row, played));
  }
}

}  // namespace
}  // namespace hone::exchange
