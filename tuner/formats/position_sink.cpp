// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "data/error.hpp"
#include "tuner/formats/epd.hpp"
#include "tuner/formats/file_kind.hpp"
#include "tuner/formats/sink.hpp"
#include "tuner/text/csv.hpp"

namespace hone::formats {

namespace {

class CsvFormat final : public Format<LabelledPosition> {
 public:
  CsvFormat(const GameDriver& driver, bool has_weights)
      : position_(is_fen(driver) ? "fen" : "position"), has_weights_(has_weights) {}

  [[nodiscard]] std::string head() const override {
    return fmt::format("{},result,score,game{}\n", position_, has_weights_ ? ",weight" : "");
  }
  [[nodiscard]] std::string encode(const LabelledPosition& it) const override {
    std::string line = fmt::format("{},{},", text::csv_cell(it.position), it.target);
    if (it.score) line += fmt::format("{}", *it.score);
    line += ',';
    if (it.game) line += fmt::format("{}", *it.game);
    if (has_weights_) line += fmt::format(",{}", it.weight);
    return line + '\n';
  }

 private:
  std::string position_;
  bool has_weights_;
};

const char* result_of(double target) {
  return target == 1 ? "1-0" : target == 0 ? "0-1" : target == 0.5 ? "1/2-1/2" : nullptr;
}

class EpdFormat final : public Format<LabelledPosition> {
 public:
  explicit EpdFormat(const GameDriver& driver) : driver_(driver) {}

  [[nodiscard]] std::string head() const override { return {}; }
  [[nodiscard]] std::string encode(const LabelledPosition& it) const override {
    std::string line = to_epd(it.position, {});
    if (it.score) {
      const double score = sign(driver_.parse(it.position)->side_to_move()) * *it.score;
      line += fmt::format(" ce {};", score + 0.0);  // no minus before zero
    }
    const char* const result = result_of(it.target);
    if (result != nullptr) line += fmt::format(" c9 \"{}\";", result);
    if (it.game) line += fmt::format(" id \"game {}\";", *it.game);
    if (result == nullptr) line += fmt::format(" [{}]", it.target);
    return line + '\n';
  }

 private:
  const GameDriver& driver_;
};

class FenFormat final : public Format<LabelledPosition> {
 public:
  [[nodiscard]] std::string head() const override { return {}; }
  [[nodiscard]] std::string encode(const LabelledPosition& it) const override {
    return fmt::format("{} [{}]\n", it.position, it.target);
  }
};

}  // namespace

std::unique_ptr<Format<LabelledPosition>> position_format(const std::filesystem::path& file, const GameDriver& driver,
                                                          bool has_weights) {
  const FileKind kind = kind_of(file);
  if (is_of_games(kind) || is_of_rows(kind))
    throw Error(file.string(), 0, "positions are written to *.csv, *.epd or *.fen");
  if (kind == FileKind::csv) return std::make_unique<CsvFormat>(driver, has_weights);
  if (kind == FileKind::fen) return std::make_unique<FenFormat>();
  return std::make_unique<EpdFormat>(driver);
}

}  // namespace hone::formats
