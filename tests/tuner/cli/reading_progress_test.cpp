// SPDX-License-Identifier: MIT
#include "tuner/cli/reading_progress.hpp"

#include <gtest/gtest.h>

#include "data/file.hpp"
#include "tests/temp_folder.hpp"

namespace hone::cli {
namespace {

class Reading : public testing::Test {
 protected:
  std::string file(const char* name, std::size_t size) const {
    write_plainly(folder_ / name, std::string(size, 'x'));
    return (folder_ / name).string();
  }

  TempFolder folder_;
  char bytes_[1000];
};

TEST_F(Reading, IsKnownFromOpenFiles) {
  const std::string first = file("a", 1000), second = file("b", 500);
  FilesRead files({first, second});
  EXPECT_EQ(files.size(), 1500U);
  EXPECT_EQ(files.bytes(), 0U);
  {
    const File in(first, File::Mode::read);
    ASSERT_EQ(in.read(bytes_, 300), 300U);
    EXPECT_EQ(files.bytes(), 300U);
    ASSERT_EQ(in.read(bytes_, 200), 200U);
    EXPECT_EQ(files.bytes(), 500U);
  }
  EXPECT_EQ(files.bytes(), 500U);
  const File in(second, File::Mode::read);
  EXPECT_EQ(files.bytes(), 1000U);
  ASSERT_EQ(in.read(bytes_, 100), 100U);
  EXPECT_EQ(files.bytes(), 1100U);
  const File again(first, File::Mode::read);
  EXPECT_EQ(files.bytes(), 1100U);
}

TEST_F(Reading, IsNotKnownOfPipesAndMissingFiles) {
  EXPECT_EQ(FilesRead({file("a", 10), "/dev/null"}).size(), 0U);
  EXPECT_EQ(FilesRead({"/no/such/file"}).size(), 0U);
  WorkShare share({"/no/such/file"});
  EXPECT_EQ(share.at(10, 100), std::nullopt);
  EXPECT_EQ(share.at(20, 200), std::nullopt);
}

// A batch of 100 bytes has 10 items.
TEST_F(Reading, IsAheadOfTheWork) {
  WorkShare share({file("a", 1000)});
  EXPECT_EQ(share.at(0, 100), std::nullopt);
  EXPECT_EQ(share.at(5, 100), std::nullopt);
  EXPECT_EQ(share.at(10, 200), 0.1);
  EXPECT_EQ(share.at(15, 200), 0.15);
  EXPECT_EQ(share.at(20, 300), 0.2);
  EXPECT_EQ(share.at(40, 300), 0.3);
}

}  // namespace
}  // namespace hone::cli
