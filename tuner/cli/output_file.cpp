// SPDX-License-Identifier: MIT
#include "tuner/cli/output_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "data/error.hpp"

namespace hone {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, int error) {
  throw Error(file.string(), 0, std::string("cannot be written: ") + std::strerror(error), Error::Kind::system);
}

// Replacing a file takes a right on its folder, so a neighbour is made and removed.
void try_neighbour(const std::filesystem::path& file) {
  std::string neighbour = file.string() + ".XXXXXX";
  const int descriptor = mkstemp(neighbour.data());
  if (descriptor < 0) refuse(file, errno);
  close(descriptor);
  unlink(neighbour.c_str());
}

}  // namespace

void require_writable(const std::filesystem::path& file) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(file, ignored);
  if (std::filesystem::is_directory(status)) refuse(file, EISDIR);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) {
    try_neighbour(file);
  } else if (access(file.c_str(), W_OK) != 0) {
    refuse(file, errno);
  }
}

std::filesystem::path temporary_folder(const std::filesystem::path& file) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(file, ignored);
  const bool device = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  return device ? std::filesystem::temp_directory_path() : file.parent_path();
}

}  // namespace hone
