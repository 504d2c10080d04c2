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
// In standard deviations. Labels that are right agree far more often than not, so that little speaks against wrong ones
// only by chance; what nobody has said needs more.
constexpr double contradicts = 2.5, convinces = 4;

std::size_t index_of(Side side) { return side == Side::first ? 0 : 1; }

void count(AgreementBySide& agreement, double label, double even, Side mover, Score lead) {
  if (std::abs(label) > even) agreement[index_of(mover)].add((label > 0) == (lead > 0));
}

// What the agreement of results or scores shows: that they are the other view's, or of nobody's.
std::string fault_of(const AgreementBySide& agreement, View view, std::string_view what, std::string_view key) {
  const double first = agreement[0].z(), second = agreement[1].z();
  if (first > -contradicts && second > -contradicts) return {};
  const Side worse = first < second ? Side::first : Side::second;
  const LabelAgreement& worst = agreement[index_of(worse)];
  const std::string seen = fmt::format(
      "{} contradict the board: with the {} player to move, {} of {} name the side that is behind in material", what,
      worse == Side::first ? "first" : "second", worst.oppose(), worst.oppose() + worst.agree());
  const bool is_other_view = worse == Side::second && first > -contradicts;
  if (!is_other_view) return fmt::format("{}; check=off after the name takes them as they are", seen);
  return fmt::format("{}, as if they were {}; say so after the name: FILE,{}={}", seen,
                     view == View::mover ? "the first player's" : "the side to move's", key,
                     view == View::mover ? "white" : "stm");
}

std::string doubt(std::string_view what, const GameDriver& driver) {
  return fmt::format("the file does not say whose {} these are, and too few positions tell; say it after the name: {}",
                     what, views_to_say(driver));
}

}  // namespace

void LabelAgreement::add(bool agrees) {
  ++(agrees ? agree_ : oppose_);
  run_ += agrees ? 1 : -1;
}

void LabelAgreement::end_run() {
  if (run_ == 0) return;
  sum_ += run_;
  squares_ += run_ * run_;
  ++runs_;
  run_ = 0;
}

double LabelAgreement::z() const {
  LabelAgreement ended = *this;
  ended.end_run();
  return ended.runs_ < fewest ? 0 : ended.sum_ / std::sqrt(ended.squares_);
}

LabelCheck::LabelCheck(const GameDriver& driver)
    : driver_(driver), engine_(driver.engine(driver.material_weights(), quiescence_options())) {}

void LabelCheck::begin_run(const LabelledPosition& position, Side mover) {
  const std::optional<int> ply = ply_in(driver_, position.position, mover);
  const bool may_follow = position.target == target_ && (!ply || !ply_ || *ply > *ply_);
  const bool goes_on = position.game ? position.game == game_ : may_follow;
  target_ = position.target;
  ply_ = ply;
  game_ = position.game;
  if (goes_on) return;
  for (AgreementBySide* const agreement : {&results_, &scores_}) {
    for (LabelAgreement& by_side : *agreement) by_side.end_run();
  }
}

void LabelCheck::add(const LabelledPosition& position) {
  is_result_guessed_ = is_result_guessed_ || position.is_result_guessed;
  is_score_guessed_ = is_score_guessed_ || position.is_score_guessed;
  if (driver_.name() != "chess") return;
  std::unique_ptr<Board> board;
  try {
    board = driver_.parse(position.position);
  } catch (const Error&) {
    return;
  }
  const Side mover = board->side_to_move();
  begin_run(position, mover);
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
  if (!fault.empty()) return fault;
  if (is_result_guessed_ && results_[1].z() <= convinces) return doubt("results and scores", driver_);
  return is_score_guessed_ && scores_[1].z() <= convinces ? doubt("scores", driver_) : std::string();
}

}  // namespace hone::formats
