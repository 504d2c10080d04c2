// SPDX-License-Identifier: MIT
#include "data/row_file.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <cstring>
#include <limits>
#include <string>

#include "data/checksum.hpp"
#include "data/error.hpp"
#include "data/mapped_file.hpp"
#include "data/row_file_layout.hpp"
#include "tests/temp_folder.hpp"

namespace hone {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

RowFileHeader toy_header() {
  return {.schema = Schema("toy", {"mg", "eg"}, 24, {{"material", list(3), "of what"}, {"map", board(4, 5), ""}}),
          .key = "any text",
          .notes = {{"from", "here"}, {"empty", ""}}};
}

RowSet numbered_rows(std::size_t size) {
  RowSet rows;
  for (std::size_t i = 0; i < size; ++i) {
    const auto n = static_cast<std::uint32_t>(i);
    Row row{{static_cast<std::uint8_t>(0), static_cast<std::uint8_t>(i % 25)}, {}};
    for (std::uint32_t term = n % 4; term < n % 9; ++term) {
      row.entries.push_back({static_cast<std::uint16_t>(term), static_cast<std::int16_t>(n % 300 + 1)});
    }
    rows.add(row, {.target = 0.5F, .weight = 2.0F, .offset = -3.25F, .game = n, .upper_scale = 0.25F});
  }
  return rows;
}

void expect_equal(const RowSet& found, const RowSet& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    ASSERT_EQ(found[i].phase, wanted[i].phase) << i;
    ASSERT_EQ(found[i].label, wanted[i].label) << i;
    ASSERT_TRUE(std::equal(found[i].entries.begin(), found[i].entries.end(), wanted[i].entries.begin(),
                           wanted[i].entries.end()))
        << i;
  }
}

RowFile write_rows(const std::filesystem::path& file, const RowSet& rows) {
  RowFileWriter writer(file, toy_header());
  writer.add(rows);
  return std::move(writer).finish();
}

std::string refusal_of(const std::filesystem::path& file) {
  try {
    (void)read_row_file(file);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(RowFile, GivesBackItsRows) {
  const TempFolder folder;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1000}}) {
    const RowSet rows = numbered_rows(size);
    expect_equal(write_rows(folder / "a.rows", rows).rows, rows);
    const RowFile again = read_row_file(folder / "a.rows");
    expect_equal(again.rows, rows);
    EXPECT_EQ(again.header, toy_header());
    EXPECT_EQ(read_row_file_header(folder / "a.rows"), toy_header());
  }
  EXPECT_EQ(folder.files(), 1);
}

TEST(RowFile, KnowsWhichTermsAreNeighbours) {
  const TempFolder folder;
  const RowFileHeader header{.schema = Schema("toy", {"all"}, 1,
                                              {{"a", list(3), ""},
                                               {"b", ordered(list(3)), ""},
                                               {"c", board(2, 2), ""},
                                               {"d", unordered(board(2, 2)), ""},
                                               {"e", ordered_rows(board(2, 2)), ""},
                                               {"f", ordered_columns(board(2, 2)), ""},
                                               {"g", scalar(), ""}}),
                             .key = {},
                             .notes = {}};
  (void)RowFileWriter(folder / "a.rows", RowFileHeader(header)).finish();
  EXPECT_EQ(read_row_file_header(folder / "a.rows"), header);
}

TEST(RowFile, KeepsEveryNumberOfALabel) {
  const TempFolder folder;
  RowFileWriter writer(folder / "a.rows", toy_header());
  const RowLabel label{.target = 0.1F,
                       .weight = 0.0F,
                       .offset = -1e6F,
                       .game = 0xffffffff,
                       .score = -123.5F,
                       .lower_scale = -1.5F,
                       .upper_scale = 0.0F,
                       .bound = RowBound::upper,
                       .value = 0.25F};
  writer.add(Row{{0, 24}, {{0, -32768}, {22, 32767}}}, label);
  writer.add(Row{{1, 0}, {}}, {});
  EXPECT_EQ(writer.rows(), 2U);
  const RowFile file = std::move(writer).finish();
  EXPECT_EQ(file.rows[0].label, label);
  EXPECT_EQ(file.rows[0].entries[1], (FeatureCount{22, 32767}));
  EXPECT_EQ(file.rows[1].label.score, no_row_score);
}

TEST(RowFile, IsMappedChunkByChunk) {
  const TempFolder folder;
  for (const std::size_t size : {RowSet::chunk_rows - 1, RowSet::chunk_rows, 2 * RowSet::chunk_rows + 7}) {
    const RowSet rows = numbered_rows(size);
    RowFile file = write_rows(folder / "a.rows", rows);
    ASSERT_EQ(file.rows.chunks(), rows.chunks());
    for (std::size_t i = 0; i < file.rows.chunks(); ++i) file.rows.release(i);
    expect_equal(file.rows, rows);
    file.rows.add(rows[0]);  // the file itself stays as it is
    EXPECT_EQ(file.rows.size(), size + 1);
    EXPECT_EQ(read_row_file(folder / "a.rows").rows.size(), size);
  }
}

TEST(RowFile, OutlivesItsName) {
  const TempFolder folder;
  const RowSet rows = numbered_rows(300);
  RowSet kept;
  {
    RowFileWriter writer = RowFileWriter::temporary(folder.path(), toy_header());
    writer.add(rows);
    kept = std::move(writer).finish().rows;
  }
  EXPECT_EQ(folder.files(), 0);
  expect_equal(kept, rows);
}

TEST(RowFile, HasNoNameBeforeItIsFinished) {
  const TempFolder folder;
  write_rows(folder / "a.rows", numbered_rows(3));
  {
    RowFileWriter writer(folder / "a.rows", toy_header());
    writer.add(numbered_rows(9));
    EXPECT_EQ(read_row_file(folder / "a.rows").rows.size(), 3U);
  }
  EXPECT_EQ(read_row_file(folder / "a.rows").rows.size(), 3U);
  EXPECT_EQ(folder.files(), 1);
}

// Ten chunks of 6.4 MB.
TEST(RowFile, IsWrittenAndReadInConstantMemory) {
  const TempFolder folder;
  RowFileHeader header = toy_header();
  RowFileWriter writer = RowFileWriter::temporary(folder.path(), std::move(header));
  Row row;
  for (std::uint16_t term = 0; term < 11; ++term) row.entries.push_back({term, 1});
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  for (std::uint32_t i = 0; i < 10 * RowSet::chunk_rows; ++i) writer.add(row, {.game = i});
  const RowFile file = std::move(writer).finish();
  double sum = 0;
  for (std::size_t i = 0; i < file.rows.chunks(); ++i) {
    for (const float count : file.rows.chunk(i).counts) sum += static_cast<double>(count);
    file.rows.release(i);
  }
  getrusage(RUSAGE_SELF, &after);
  EXPECT_EQ(sum, 11.0 * 10 * RowSet::chunk_rows);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 40'000);  // kB
}

TEST(RowFile, FindsEveryFlippedBit) {
  const TempFolder folder;
  write_rows(folder / "good.rows", numbered_rows(5));
  const std::string good = read_file(folder / "good.rows");
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << at % 8));
    write_plainly(folder / "bad.rows", bad);
    ASSERT_THAT(refusal_of(folder / "bad.rows"), StartsWith((folder / "bad.rows").string() + ": ")) << "byte " << at;
  }
}

TEST(RowFile, FindsWhereItIsCutShort) {
  const TempFolder folder;
  write_rows(folder / "good.rows", numbered_rows(5));
  const std::string good = read_file(folder / "good.rows");
  for (std::size_t size = 0; size < good.size(); ++size) {
    write_plainly(folder / "bad.rows", std::string_view(good).substr(0, size));
    ASSERT_NE(refusal_of(folder / "bad.rows"), "") << size << " bytes";
  }
  write_plainly(folder / "bad.rows", good + '\0');
  EXPECT_THAT(refusal_of(folder / "bad.rows"), HasSubstr("cut short or damaged"));
}

TEST(RowFile, NamesTheDamagedChunk) {
  const TempFolder folder;
  const RowSet rows = numbered_rows(2 * RowSet::chunk_rows + 7);
  write_rows(folder / "a.rows", rows);
  std::string bytes = read_file(folder / "a.rows");
  const std::size_t second =
      64 + RowChunkLayout(RowSet::chunk_rows, rows.chunk(0).terms.size(), RowFileVersion::with_bounds).end;
  bytes[second + 1000] = static_cast<char>(bytes[second + 1000] ^ 4);
  write_plainly(folder / "a.rows", bytes);
  EXPECT_EQ(refusal_of(folder / "a.rows"), (folder / "a.rows").string() + ": chunk 2 of 3, at byte " +
                                               std::to_string(second) + ", is damaged: the checksum differs");
  EXPECT_EQ(read_row_file_header(folder / "a.rows"), toy_header());
}

struct Unsound {
  Row row;
  RowLabel label;
};

// As another program might write them, checksums and all.
TEST(RowFile, RefusesNumbersOutOfBounds) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  const Unsound cases[] = {{{{0, 0}, {{23, 1}}}, {}},
                           {{{0, 0}, {{5, 1}, {5, 1}}}, {}},
                           {{{0, 0}, {{5, 1}, {4, 1}}}, {}},
                           {{{2, 0}, {}}, {}},
                           {{{1, 1}, {}}, {}},
                           {{{0, 25}, {}}, {}},
                           {{}, {.target = 1.5F}},
                           {{}, {.target = nan}},
                           {{}, {.weight = -1.0F}},
                           {{}, {.weight = inf}},
                           {{}, {.weight = 1.1e9F}},
                           {{}, {.offset = inf}},
                           {{}, {.score = nan}},
                           {{}, {.bound = RowBound::lower}},
                           {{}, {.score = 1, .bound = static_cast<RowBound>(4)}},
                           {{}, {.lower_scale = nan}},
                           {{}, {.upper_scale = inf}},
                           {{}, {.value = 1.5F}},
                           {{}, {.value = nan}}};
  const TempFolder folder;
  for (const Unsound& unsound : cases) {
    RowFileWriter writer(folder / "a.rows", toy_header());
    writer.add(Row{}, {});
    writer.add(unsound.row, unsound.label);
    std::string refusal;
    try {
      (void)std::move(writer).finish();
    } catch (const Error& error) {
      refusal = error.what();
    }
    EXPECT_THAT(refusal, HasSubstr("chunk 1 of 1, at byte 64, is damaged: row 1 of it is out of bounds"))
        << (&unsound - cases);
  }
}

// The bytes of a file of version 1, made of one of version 2: one chunk, without its arrays of bounds and values.
std::string as_version_1(const std::string& bytes, std::uint64_t rows, std::uint64_t counts) {
  const std::string head = row_file_head(RowFileVersion::without_bounds);
  const RowChunkLayout layout(rows, counts, RowFileVersion::without_bounds);
  const std::string chunk = bytes.substr(head.size(), layout.end);
  RowFileIndex index = decode_row_file_index(bytes, "a");
  index.chunks = {{rows, counts, checksum(chunk)}};
  return head + chunk + encode_row_file_end(index, head.size() + chunk.size());
}

TEST(RowFile, ReadsFilesOfVersion1) {
  const TempFolder folder;
  const RowSet rows = numbered_rows(300);
  write_rows(folder / "new.rows", rows);
  write_plainly(folder / "old.rows", as_version_1(read_file(folder / "new.rows"), 300, rows.nonzeros()));
  RowFile old = read_row_file(folder / "old.rows");
  expect_equal(old.rows, rows);
  EXPECT_EQ(old.header, toy_header());
  EXPECT_EQ(old.rows[7].label.bound, RowBound::none);
  EXPECT_EQ(old.rows[7].label.value, no_row_value);
  old.rows.release(0);
  old.rows.add(Row{}, {.score = 5, .bound = RowBound::lower});
  EXPECT_EQ(old.rows[300].label.bound, RowBound::lower);
  EXPECT_EQ(old.rows[299].label, rows[299].label);
}

// Of a schema with constraints, which files of version 2 do not hold. Those of others have the bytes that they always
// had.
TEST(RowFile, KeepsTheConstraintsOfItsSchema) {
  const TempFolder folder;
  RowFileHeader header = toy_header();
  const std::string group = header.schema.groups().front().name;
  const std::vector<std::string> lines{"fix " + group, "bound -10 10 " + group};
  header.schema.constrain(lines);
  RowFileWriter writer(folder / "a.rows", header);
  writer.add(numbered_rows(300));
  EXPECT_EQ(std::move(writer).finish().header.schema.constraints(), lines);
  const RowFile file = read_row_file(folder / "a.rows");
  EXPECT_EQ(file.header.schema.constraints(), lines);
  expect_equal(file.rows, numbered_rows(300));
  EXPECT_TRUE(read_file(folder / "a.rows").starts_with("hone rows 3\n"));
  write_rows(folder / "b.rows", numbered_rows(300));
  EXPECT_TRUE(read_file(folder / "b.rows").starts_with("hone rows 2\n"));
}

// Whoever can write a checksum can still write no constraints that a fit would choke on.
TEST(RowFile, RefusesConstraintsThatDoNotFit) {
  const TempFolder folder;
  RowFileHeader header = toy_header();
  const std::string group = header.schema.groups().front().name;
  header.schema.constrain({"fix " + group});
  RowFileWriter writer(folder / "a.rows", header);
  writer.add(numbered_rows(3));
  (void)std::move(writer).finish();
  std::string bytes = read_file(folder / "a.rows");
  const std::uint64_t tail = bytes.size() - row_file_tail_size;
  std::uint64_t begin = 0;
  std::memcpy(&begin, bytes.data() + tail, sizeof begin);
  const std::size_t at = bytes.find("fix " + group, begin);
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 3, "nix");
  const std::uint64_t sum = checksum(std::string_view(bytes).substr(begin, tail - begin));
  std::memcpy(bytes.data() + tail + 16, &sum, sizeof sum);
  write_plainly(folder / "a.rows", bytes);
  EXPECT_THAT(refusal_of(folder / "a.rows"),
              HasSubstr("a.rows: 'nix " + group + "': expected tie, stage, fix or bound"));
}

TEST(RowFile, RefusesUnitsThatAreNotWhole) {
  const TempFolder folder;
  const GroupSpec half{.name = "attack", .shape = scalar(), .meaning = "", .role = lesser("danger", "mine", "mg")};
  RowFileWriter writer(folder / "a.rows", {Schema("toy", {"mg", "eg"}, 24, std::vector{half}), "", {}});
  EXPECT_THROW((void)std::move(writer).finish(), Error);
  EXPECT_THAT(refusal_of(folder / "a.rows"), HasSubstr("a.rows: unit 'danger' has one sum"));
}

TEST(RowFile, SaysWhatElseAFileIs) {
  const TempFolder folder;
  write_plainly(folder / "a", "1 | 3:1\n");
  EXPECT_THAT(refusal_of(folder / "a"), HasSubstr("expected a row file"));
  write_plainly(folder / "a", "hone rows 5\n");
  EXPECT_THAT(refusal_of(folder / "a"), HasSubstr("another version"));
  std::string head = row_file_head();
  std::reverse(head.begin() + 12, head.begin() + 16);
  write_plainly(folder / "a", head);
  EXPECT_THAT(refusal_of(folder / "a"), HasSubstr("other byte order"));
  EXPECT_THAT(refusal_of(folder / "none"), HasSubstr("none: cannot read: No such file"));
}

TEST(MappedFile, IsTheFile) {
  const TempFolder folder;
  const std::string bytes(100'000, 'x');
  write_plainly(folder / "a", bytes);
  const MappedFile mapped(File(folder / "a", File::Mode::read));
  EXPECT_EQ(mapped.bytes(), bytes);
  mapped.release(mapped.bytes().substr(5000, 70'000));
  mapped.release({});
  EXPECT_EQ(mapped.bytes(), bytes);
  write_plainly(folder / "b", "");
  EXPECT_EQ(MappedFile(File(folder / "b", File::Mode::read)).bytes(), "");
}

}  // namespace
}  // namespace hone
