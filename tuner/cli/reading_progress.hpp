// SPDX-License-Identifier: MIT
//
// How far files that are being read have been read. The kernel knows: whatever reads a file, and however it is packed,
// its open descriptor says at which byte of the file it is.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tuner/cli/console.hpp"

namespace hone::cli {

// The bytes read so far of files that this process reads one after the other.
class FilesRead {
 public:
  // Files that are no regular files, such as pipes, have no size: then nothing is known of any of them.
  explicit FilesRead(const std::vector<std::string>& files);

  // In all files; 0 when it is not known.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  // Those of the files before the one that is open now, and of that one as far as it was read. It never falls.
  [[nodiscard]] std::uint64_t bytes();

 private:
  struct Input {
    std::uint64_t device, number;  // which file it is, st_dev and st_ino
    std::uint64_t before;          // bytes of the files before
  };

  std::vector<Input> inputs_;
  std::uint64_t size_ = 0, bytes_ = 0;
};

// The share of the work on files whose items are read ahead in batches: what was read is not yet done. When more is
// read, all items of what was read before are done, which tells how many bytes an item has.
class WorkShare {
 public:
  explicit WorkShare(const std::vector<std::string>& files) : files_(files) {}

  // `done` items are done. Nothing while it cannot be known.
  [[nodiscard]] std::optional<double> at(std::uint64_t done) { return at(done, files_.bytes()); }
  [[nodiscard]] std::optional<double> at(std::uint64_t done, std::uint64_t bytes_read);
  [[nodiscard]] std::uint64_t size() const { return files_.size(); }

 private:
  FilesRead files_;
  std::uint64_t read_ = 0;     // bytes, as they were last seen
  double bytes_per_item_ = 0;  // 0: not known yet
};

// Shows the megabytes read while it lives, for work that does not tell by itself how far it is.
class ReadingProgress {
 public:
  ReadingProgress(std::shared_ptr<Console> console, const std::vector<std::string>& files);

 private:
  FilesRead files_;
  Progress progress_;
  std::jthread watcher_;  // the last member, so that it ends before the others
};

}  // namespace hone::cli
