// SPDX-License-Identifier: MIT
#include "tuner/formats/label_check.hpp"

#include <fmt/format.h>

#include <cmath>

#include "data/error.hpp"

namespace hone::formats {

namespace {

constexpr Score least_lead = 150;     // centi-units of material
constexpr double least_score = 50;    // a score nearer to 0 takes no side
constexpr std::uint64_t fewest = 20;  // labels that say anything
constexpr double doubtful = 4;        // standard deviations
constexpr std::size_t check_hash_bytes = std::size_t{1} << 16;

EngineOptions options_of_engine() {
  EngineOptions options;
  options.hash_bytes = check_hash_bytes;
  options.transposition_table = false;
  return options;
}

std::size_t index_of(Side side) { return side == Side::first ? 0 : 1; }

void count(LabelAgreement& agreement, double label, double even, Side mover, Score lead) {
  if (std::abs(label) <= even) return;
  const bool agrees = (label > 0) == (lead > 0);
  ++(agrees ? agreement.agree : agreement.oppose)[index_of(mover)];
}

// What the agreement of results or scores shows: that they are the other view's, or of nobody's.
std::string fault_of(const LabelAgreement& agreement, View view, std::string_view what, std::string_view key) {
  const double first = agreement.z(Side::first), second = agreement.z(Side::second);
  if (first > -doubtful && second > -doubtful) return {};
  const Side worse = first < second ? Side::first : Side::second;
  const std::string seen = fmt::format(
      "{} contradict the board: with the {} player to move, {} of {} name the side that is behind in material", what,
      worse == Side::first ? "first" : "second", agreement.oppose[index_of(worse)],
      agreement.oppose[index_of(worse)] + agreement.agree[index_of(worse)]);
  const bool is_other_view = worse == Side::second && first > doubtful;
  if (!is_other_view) return fmt::format("{}; check=off behind the name takes them as they are", seen);
  return fmt::format("{}, as if they were {}; say so behind the name: FILE,{}={}", seen,
                     view == View::mover ? "the first player's" : "the side to move's", key,
                     view == View::mover ? "white" : "stm");
}

}  // namespace

double LabelAgreement::z(Side mover) const {
  const std::uint64_t agreed = agree[index_of(mover)], opposed = oppose[index_of(mover)];
  if (agreed + opposed < fewest) return 0;
  return (static_cast<double>(agreed) - static_cast<double>(opposed)) /
         std::sqrt(static_cast<double>(agreed + opposed));
}

LabelCheck::LabelCheck(const GameDriver& driver)
    : driver_(driver), engine_(driver.engine(driver.material_weights(), options_of_engine())) {}

void LabelCheck::add(const LabelledPosition& position) {
  is_guessed_ = is_guessed_ || position.is_guessed;
  if (driver_.name() != "chess") return;
  std::unique_ptr<Board> board;
  try {
    board = driver_.parse(position.position);
  } catch (const Error&) {
    return;
  }
  const Side mover = board->side_to_move();
  if (board->outcome() || !engine_->play_quiet_line(*board)) return;
  const Score lead = sign(board->side_to_move()) * engine_->evaluate(*board);
  if (std::abs(lead) < least_lead) return;
  count(results_, position.target - 0.5, 0, mover, lead);
  if (position.score) count(scores_, *position.score, least_score, mover, lead);
}

std::string LabelCheck::fault(const ReadAs& as) const {
  const bool shares_view = as.result == as.score;
  std::string fault = fault_of(results_, as.result, "results", shares_view ? "view" : "result-view");
  if (fault.empty()) fault = fault_of(scores_, as.score, "scores", "score-view");
  if (!fault.empty() || !is_guessed_ || results_.z(Side::second) > doubtful) return fault;
  return "the file does not say whose results and scores these are, and too few positions tell; say it behind the "
         "name: "
         "FILE,view=white or FILE,view=stm, the side to move's";
}

}  // namespace hone::formats
