// SPDX-License-Identifier: MIT
#include "tuner/cli/reading_progress.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "tuner/formats/source.hpp"

namespace hone::cli {

FilesRead::FilesRead(const std::vector<std::string>& files) {
  std::uint64_t size = 0;
  for (const std::string& file : files) {
    struct stat info {};
    if (stat(formats::source_of(file).file.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) {
      inputs_.clear();
      return;
    }
    inputs_.push_back({info.st_dev, info.st_ino, size});
    size += static_cast<std::uint64_t>(info.st_size);
  }
  size_ = size;
}

// Descriptors beyond the first few hundred belong to no file that is read here.
std::uint64_t FilesRead::bytes() {
  constexpr int most = 256;
  for (int descriptor = STDERR_FILENO + 1; descriptor < most && !inputs_.empty(); ++descriptor) {
    struct stat info {};
    if (fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) continue;
    const auto input = std::ranges::find_if(
        inputs_, [&](const Input& each) { return each.device == info.st_dev && each.number == info.st_ino; });
    const off_t offset = input == inputs_.end() ? -1 : lseek(descriptor, 0, SEEK_CUR);
    if (offset >= 0) bytes_ = std::max(bytes_, input->before + static_cast<std::uint64_t>(offset));
  }
  return std::min(bytes_, size_);
}

std::optional<double> WorkShare::at(std::uint64_t done, std::uint64_t bytes_read) {
  if (bytes_read > read_ && read_ > 0 && done > 0) {
    bytes_per_item_ = static_cast<double>(read_) / static_cast<double>(done);
  }
  read_ = bytes_read;
  if (bytes_per_item_ == 0 || files_.size() == 0) return std::nullopt;
  const double bytes = std::min(static_cast<double>(done) * bytes_per_item_, static_cast<double>(bytes_read));
  return bytes / static_cast<double>(files_.size());
}

ReadingProgress::ReadingProgress(std::shared_ptr<Console> console, const std::vector<std::string>& files)
    : files_(files),
      progress_(std::move(console), "MB", files_.size() >> 20),
      watcher_([this](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any stopped;
        std::unique_lock lock(mutex);
        while (!stop.stop_requested()) {
          progress_.update(files_.bytes() >> 20);
          stopped.wait_for(lock, stop, std::chrono::milliseconds(100), [] { return false; });
        }
      }) {}

}  // namespace hone::cli
