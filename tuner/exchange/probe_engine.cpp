// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe_engine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "data/error.hpp"
#include "data/printable.hpp"

namespace hone::exchange {

namespace {

constexpr std::size_t asked_at_once = 64;

// A line that stands for the end of an answer.
bool ends_with_word(std::string_view line, std::string_view word) { return play::first_word(line) == word; }

}  // namespace

ProbeEngine::ProbeEngine(const ProbeEngineSettings& settings, const Question& question)
    : settings_(settings),
      question_(question),
      turns_(turns_of(question.commands)),
      preparation_(turns_of(question.prepare)),
      engine_(settings.uci),
      reader_(question.pattern) {
  if (const auto failed = engine_.introduce()) throw failure(failed->detail);
  engine_.set_options();
  converse("isready\n", "readyok", {});
}

std::string ProbeEngine::last_words() const {
  std::string text;
  for (const std::string& line : engine_.last_lines()) text += fmt::format("\n  {}", line);
  return text;
}

Error ProbeEngine::failure(const std::string& detail) const {
  std::string text = fmt::format("{}: {}", fmt::join(settings_.uci.command, " "), detail);
  if (!set_last_.empty()) text += fmt::format("; options set last: {}", set_last_);
  if (asked_ != nullptr) text += fmt::format("; position: {}", asked_->command);
  return Error(printable(text) + last_words());
}

void ProbeEngine::converse(const std::string& lines, std::string_view end, const std::stop_token& stop) {
  const auto failed = engine_.converse(lines, settings_.timeout, stop, [&](std::string_view line) {
    if (ends_with_word(line, end)) return true;
    reader_.take(line);
    return false;
  });
  if (failed) throw failure(failed->detail);
}

void ProbeEngine::run(std::span<const Turn> turns, const std::stop_token& stop) {
  for (const Turn& turn : turns) {
    if (stop.stop_requested()) return;
    if (turn.searches) {
      converse(turn.lines, "bestmove", stop);
    } else {
      converse(turn.lines + "isready\n", "readyok", stop);
    }
  }
}

void ProbeEngine::set(std::span<const std::pair<std::string, std::int64_t>> values, const std::stop_token& stop) {
  std::string lines;
  set_last_.clear();
  for (const auto& [name, value] : values) {
    lines += fmt::format("setoption name {} value {}\n", name, value);
    set_last_ += fmt::format("{}{} = {}", set_last_.empty() ? "" : ", ", name, value);
  }
  if (question_.clearing == Clearing::hash) lines += "setoption name Clear Hash\n";
  if (question_.clearing != Clearing::none) lines += "ucinewgame\n";
  converse(lines + "isready\n", "readyok", stop);
  run(preparation_, stop);
}

std::string ProbeEngine::introduction_of(const AskedPosition& position) const {
  return (question_.clearing == Clearing::each ? "ucinewgame\n" : "") + position.command + '\n';
}

float ProbeEngine::score_found(const AskedPosition& position) {
  const auto& found = reader_.found();
  if (!found) return std::numeric_limits<float>::quiet_NaN();
  decimals_ = std::max(decimals_, found->decimals);
  const double score = found->value * question_.unit;
  const bool is_opposite = question_.view == ScoreView::mover && position.black_to_move;
  return static_cast<float>(is_opposite ? -score : score);
}

void ProbeEngine::ask_together(std::span<const AskedPosition> positions, Scores& scores, const std::stop_token& stop) {
  std::string lines;
  for (const AskedPosition& position : positions) {
    lines += introduction_of(position) + turns_.front().lines + "isready\n";
  }
  for (const AskedPosition& position : positions) {
    asked_ = &position;
    reader_.begin();
    converse(lines, "readyok", stop);
    if (stop.stop_requested()) return;
    lines.clear();
    scores.push_back(score_found(position));
  }
}

void ProbeEngine::ask_alone(const AskedPosition& position, Scores& scores, const std::stop_token& stop) {
  asked_ = &position;
  reader_.begin();
  std::vector<Turn> turns = turns_;
  turns.front().lines = introduction_of(position) + turns.front().lines;
  run(turns, stop);
  if (!stop.stop_requested()) scores.push_back(score_found(position));
}

Scores ProbeEngine::evaluate(std::span<const AskedPosition> positions, const std::stop_token& stop) {
  const bool together = turns_.size() == 1 && !turns_.front().searches;
  Scores scores;
  scores.reserve(positions.size());
  while (!positions.empty() && !stop.stop_requested()) {
    const auto batch = positions.first(together ? std::min(asked_at_once, positions.size()) : 1);
    together ? ask_together(batch, scores, stop) : ask_alone(batch.front(), scores, stop);
    positions = positions.subspan(batch.size());
  }
  asked_ = nullptr;
  return stop.stop_requested() ? Scores() : scores;
}

}  // namespace hone::exchange
