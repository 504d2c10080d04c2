// SPDX-License-Identifier: MIT
#include "tuner/formats/file_kind.hpp"

#include <string>

namespace hone::formats {

FileKind kind_of(const std::filesystem::path& file) {
  std::filesystem::path name = file.filename();
  if (name.extension() == ".gz") name.replace_extension();
  const std::string extension = name.extension().string();
  if (extension == ".games") return FileKind::games;
  if (extension == ".pgn") return FileKind::pgn;
  if (extension == ".pdn") return FileKind::pdn;
  if (extension == ".txt") return FileKind::text;
  if (extension == ".csv") return FileKind::csv;
  if (extension == ".fen") return FileKind::fen;
  if (extension == ".rows") return FileKind::rows;
  if (extension == ".rowtext") return FileKind::row_text;
  return FileKind::epd;
}

}  // namespace hone::formats
