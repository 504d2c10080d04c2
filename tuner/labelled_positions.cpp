// SPDX-License-Identifier: MIT
#include "tuner/labelled_positions.hpp"

#include <fmt/format.h>

#include <string_view>
#include <unordered_map>

#include "data/error.hpp"
#include "data/text_lines.hpp"
#include "tuner/csv_labels.hpp"
#include "tuner/epd_labels.hpp"

namespace hone {
namespace {

class Reader {
 public:
  Reader(const std::filesystem::path& file, std::uint32_t first_game,
         const std::function<void(const LabelledPosition&)>& sink)
      : lines_(file), next_game_(first_game), sink_(sink) {
    std::filesystem::path name = file.filename();
    if (name.extension() == ".gz") name.replace_extension();
    if (name.extension() == ".csv") read_header();
  }

  LabelledFile run() {
    while (const auto line = lines_.next()) {
      if (line->find_first_not_of(" \t") != std::string_view::npos) read(*line);
    }
    if (bad_lines_ == 0) return result_;
    const std::string count = bad_lines_ == 1 ? "" : fmt::format(" ({} bad lines in all)", bad_lines_);
    throw Error(lines_.name(), first_bad_line_, first_fault_ + count);
  }

 private:
  void read_header() {
    const auto header = lines_.next();
    if (!header) throw Error(lines_.name(), 0, "expected a header line, found an empty file");
    try {
      csv_.emplace(*header);
    } catch (const Error& error) {
      throw Error(lines_.name(), lines_.number(), error.message());
    }
    result_.has_games = csv_->has_games();
  }

  void read(std::string_view line) {
    try {
      LabelledPosition position = csv_ ? csv_->parse(line) : parse_epd_label(line);
      position.game = number_game(position.game);
      sink_(position);
      ++result_.positions;
    } catch (const Error& error) {
      if (error.kind() != Error::Kind::input) throw;
      if (++bad_lines_ > 1) return;
      first_bad_line_ = lines_.number();
      first_fault_ = error.message();
    }
  }

  // Games as they appear; without a column each position is a new one.
  std::uint32_t number_game(std::uint32_t in_file) {
    const auto next = next_game_ + result_.games;
    const bool is_new = !result_.has_games || games_.try_emplace(in_file, next).second;
    if (is_new) ++result_.games;
    return is_new ? next : games_.at(in_file);
  }

  TextLines lines_;
  std::optional<CsvLabels> csv_;
  std::uint32_t next_game_;
  std::unordered_map<std::uint32_t, std::uint32_t> games_;
  const std::function<void(const LabelledPosition&)>& sink_;
  LabelledFile result_;
  std::size_t bad_lines_ = 0;
  int first_bad_line_ = 0;
  std::string first_fault_;
};

}  // namespace

LabelledFile read_labelled_positions(const std::filesystem::path& file, std::uint32_t first_game,
                                     const std::function<void(const LabelledPosition&)>& sink) {
  return Reader(file, first_game, sink).run();
}

}  // namespace hone
