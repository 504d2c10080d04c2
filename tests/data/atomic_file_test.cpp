// SPDX-License-Identifier: MIT
#include "data/atomic_file.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "data/error.hpp"
#include "data/file.hpp"
#include "tests/temp_folder.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

Error error_of(const auto& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing thrown";
  return Error("");
}

TEST(AtomicFile, HoldsWhatWasWritten) {
  const TempFolder folder;
  const std::string bytes("a\0b\r\n\xff", 6);
  write_file_atomically(folder / "a", bytes);
  EXPECT_EQ(read_file(folder / "a"), bytes);
  write_file_atomically(folder / "a", "");
  EXPECT_EQ(read_file(folder / "a"), "");
  const std::string large(1'000'000, 'x');
  write_file_atomically(folder / "a", large);
  EXPECT_EQ(read_file(folder / "a"), large);
  EXPECT_EQ(folder.files(), 1);
}

TEST(AtomicFile, KeepsLinksAsLinks) {
  const TempFolder folder;
  write_file_atomically(folder / "generation_7", "old");
  fs::create_symlink("generation_7", folder / "best");
  write_file_atomically(folder / "best", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "best"));
  EXPECT_EQ(read_file(folder / "generation_7"), "new");
}

TEST(AtomicFile, MakesWhatLinksPointTo) {
  const TempFolder folder;
  fs::create_directory(folder / "runs");
  fs::create_symlink("runs/best", folder / "best");
  fs::create_symlink("generation_8", folder / "runs/best");
  write_file_atomically(folder / "best", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "best") && fs::is_symlink(folder / "runs/best"));
  EXPECT_EQ(read_file(folder / "runs/generation_8"), "new");
}

TEST(AtomicFile, SaysThatALinkPointsIntoNoFolder) {
  const TempFolder folder;
  fs::create_symlink("none/best", folder / "best");
  const std::string message = (folder / "best").string() + ": is a symbolic link to " +
                              (folder / "none/best").string() + ", and there is no such folder";
  EXPECT_EQ(error_of([&] { write_file_atomically(folder / "best", "new"); }).what(), message);
  EXPECT_EQ(error_of([&] { const PendingFile pending(folder / "best"); }).what(), message);
  EXPECT_EQ(folder.files(), 1);
}

TEST(AtomicFile, KeepsPermissions) {
  const TempFolder folder;
  constexpr fs::perms secret = fs::perms::owner_read | fs::perms::owner_write;
  write_file_atomically(folder / "a", "old");
  fs::permissions(folder / "a", secret);
  write_file_atomically(folder / "a", "new");
  EXPECT_EQ(fs::status(folder / "a").permissions(), secret);
  PendingFile pending(folder / "a");
  write_plainly(pending.path(), "newer");
  pending.commit();
  EXPECT_EQ(fs::status(folder / "a").permissions(), secret);
  EXPECT_EQ(read_file(folder / "a"), "newer");
}

TEST(AtomicFile, MayLieInAFolderThatCannotBeRead) {
  const TempFolder folder;
  fs::permissions(folder.path(), fs::perms::owner_write | fs::perms::owner_exec);
  EXPECT_NO_THROW(write_file_atomically(folder / "a", "new"));
  fs::permissions(folder.path(), fs::perms::owner_all);
  EXPECT_EQ(read_file(folder / "a"), "new");
}

TEST(AtomicFile, ThatMustBeNewReplacesNothing) {
  const TempFolder folder;
  AtomicFile first(folder / "a"), second(folder / "a");
  first.write("first");
  second.write("second");
  first.commit_new();
  EXPECT_THAT(error_of([&] { second.commit_new(); }).what(), HasSubstr("a: there is such a file already"));
  EXPECT_EQ(read_file(folder / "a"), "first");
}

TEST(AtomicFile, WritesToDevicesDirectly) {
  EXPECT_NO_THROW(write_file_atomically("/dev/null", "gone"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(AtomicFile, NamesTheReason) {
  const TempFolder folder;
  const Error missing = error_of([&] { (void)read_file(folder / "none"); });
  EXPECT_THAT(missing.what(), HasSubstr("none: cannot read: No such file or directory"));
  EXPECT_EQ(missing.kind(), Error::Kind::input);
  const Error no_folder = error_of([&] { write_file_atomically(folder / "no/such/file", "x"); });
  EXPECT_THAT(no_folder.what(), HasSubstr("cannot write: No such file or directory"));
  EXPECT_EQ(no_folder.kind(), Error::Kind::input);
  EXPECT_THAT(error_of([&] { (void)read_file(folder.path()); }).what(), HasSubstr("Is a directory"));
  EXPECT_THAT(error_of([&] { write_file_atomically(folder.path(), "x"); }).what(), HasSubstr("Is a directory"));
}

TEST(ReadFile, ReadsNoMoreThanItWasTold) {
  const TempFolder folder;
  write_file_atomically(folder / "a", "0123456789");
  EXPECT_EQ(read_file(folder / "a", 10), "0123456789");
  EXPECT_EQ(error_of([&] { (void)read_file(folder / "a", 9); }).message(), "is too large: expected at most 9 bytes");
  write_file_atomically(folder / "b", std::string(65 << 20, 'x'));
  EXPECT_EQ(error_of([&] { (void)read_file(folder / "b"); }).message(), "is too large: expected at most 64 MB");
}

TEST(ReadFile, RefusesDevices) {
  for (const char* device : {"/dev/zero", "/dev/full", "/dev/urandom"}) {
    const Error error = error_of([&] { (void)read_file(device); });
    EXPECT_EQ(error.what(), std::string(device) + ": expected a file, found a device");
    EXPECT_EQ(error.kind(), Error::Kind::input);
  }
}

// The shell's <(...) is one.
std::string read_pipe(std::string_view text, std::uint64_t most) {
  int ends[2];
  if (pipe(ends) != 0 || write(ends[1], text.data(), text.size()) < 0) return "no pipe";
  close(ends[1]);
  const std::string name = "/proc/self/fd/" + std::to_string(ends[0]);
  std::string found;
  try {
    found = read_file(name, most);
  } catch (const Error& error) {
    found = error.message();
  }
  close(ends[0]);
  return found;
}

TEST(ReadFile, ReadsPipes) {
  EXPECT_EQ(read_pipe("text", 4), "text");
  EXPECT_EQ(read_pipe("text", 3), "is too large: expected at most 3 bytes");
}

TEST(AtomicFile, SaysThatTheDiskIsFull) {
  const Error full = error_of([] { write_file_atomically("/dev/full", "x"); });
  EXPECT_STREQ(full.what(), "/dev/full: cannot write: No space left on device");
  EXPECT_EQ(full.kind(), Error::Kind::system);
}

// In a process of its own, where no file may grow beyond 1,000 bytes.
void overfill(const TempFolder& folder) {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{1000, 1000};
  setrlimit(RLIMIT_FSIZE, &limit);
  const Error error = error_of([&] { write_file_atomically(folder / "a", std::string(5000, 'x')); });
  const bool whole = error.kind() == Error::Kind::system && read_file(folder / "a") == "old" && folder.files() == 1;
  std::_Exit(whole ? 0 : 1);
}

TEST(AtomicFile, IsTheOldOneWhenWritingFails) {
  const TempFolder folder;
  write_file_atomically(folder / "a", "old");
  EXPECT_EXIT(overfill(folder), ::testing::ExitedWithCode(0), "");
}

TEST(File, IsLockedByOneAtATime) {
  const TempFolder folder;
  write_file_atomically(folder / "a", "");
  File first(folder / "a", File::Mode::append);
  first.lock();
  const File second(folder / "a", File::Mode::append);
  EXPECT_THROW(second.lock(), Error);
  first = File(folder / "a", File::Mode::read);  // the lock ends with the descriptor
  EXPECT_NO_THROW(second.lock());
}

TEST(File, CutsAndAppends) {
  const TempFolder folder;
  write_file_atomically(folder / "a", "0123456789");
  const File file(folder / "a", File::Mode::append);
  file.truncate(4);
  file.write("end");
  EXPECT_EQ(file.size(), 7U);
  EXPECT_EQ(read_file(folder / "a"), "0123end");
}

TEST(File, IsRemovedOnceAndNoFolderIs) {
  const TempFolder folder;
  write_plainly(folder / "a", "");
  remove_file(folder / "a");
  EXPECT_NO_THROW(remove_file(folder / "a"));
  EXPECT_EQ(folder.files(), 0);
  EXPECT_THAT(error_of([&] { remove_file(folder.path()); }).what(), HasSubstr(": cannot remove: Is a directory"));
}

TEST(Folder, IsMadeOrTheReasonIsNamed) {
  const TempFolder folder;
  make_folder(folder / "a/b");
  make_folder(folder / "a/b");
  ASSERT_EQ(entries_in(folder / "a").size(), 1U);
  EXPECT_EQ(entries_in(folder / "a")[0].path(), folder / "a/b");
  write_plainly(folder / "file", "");
  EXPECT_EQ(error_of([&] { make_folder(folder / "file/b"); }).what(),
            (folder / "file/b").string() + ": cannot make the folder: Not a directory");
  EXPECT_EQ(error_of([&] { (void)entries_in(folder / "none"); }).what(),
            (folder / "none").string() + ": cannot read the folder: No such file or directory");
}

}  // namespace
}  // namespace hone
