// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe/probe_engine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>

#include "data/error.hpp"
#include "data/printable.hpp"

namespace hone::exchange {

namespace {

constexpr std::size_t asked_at_once = 64;

// A line that stands for the end of an answer.
bool ends_with_word(std::string_view line, std::string_view word) { return play::first_word(line) == word; }

}  // namespace

ProbeEngine::ProbeEngine(const ProbeEngineSettings& settings, const Question& question,
                         const std::optional<Weights>& weights)
    : settings_(settings),
      question_(question),
      turns_(turns_of(question.commands)),
      preparation_(turns_of(question.prepare)),
      uci_(settings.uci),
      reader_(question) {
  if (settings_.files != nullptr) {
    weights_ = weights.value();
    for (int term = 0; term < weights_->schema.terms(); ++term) {
      weight_of_[weights_->schema.term_name(term)] = static_cast<std::size_t>(term);
    }
  }
  start();
}

void ProbeEngine::start() {
  engine_.reset();  // the process ends before its settings change
  if (settings_.files != nullptr) {
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);  // of the process before
    WeightFiles::Given given = settings_.files->give(settings_.uci, *weights_);
    uci_ = std::move(given.settings);
    file_ = std::move(given.file);
  }
  engine_ = std::make_unique<play::UciEngine>(uci_);
  if (const auto failed = engine_->introduce()) throw failure(failed->detail);
  engine_->set_options();
  converse("isready\n", "readyok", {});
}

std::string ProbeEngine::last_words() const {
  std::string text;
  for (const std::string& line : engine_->last_lines()) text += fmt::format("\n  {}", line);
  return text;
}

Error ProbeEngine::failure(const std::string& detail) const {
  std::string text = fmt::format("{}: {}", fmt::join(settings_.uci.command, " "), detail);
  if (!set_last_.empty()) text += fmt::format("; options set last: {}", set_last_);
  if (asked_ != nullptr) text += fmt::format("; position: {}", asked_->command);
  return Error(printable(text) + last_words());
}

void ProbeEngine::converse(const std::string& lines, std::string_view end, const std::stop_token& stop) {
  const auto failed = engine_->converse(lines, settings_.timeout, stop, [&](std::string_view line) {
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

// What is to be said so that the options have these values; nothing where they stand in the file.
std::string ProbeEngine::set_lines(std::span<const std::pair<std::string, std::int64_t>> values) {
  std::string lines;
  for (const auto& [name, value] : values) {
    if (weights_) {
      weights_->values[weight_of_.at(name)] = static_cast<double>(value);
    } else {
      lines += fmt::format("setoption name {} value {}\n", name, value);
    }
  }
  return lines;
}

void ProbeEngine::set(std::span<const std::pair<std::string, std::int64_t>> values, const std::stop_token& stop) {
  set_last_.clear();
  for (const auto& [name, value] : values) {
    set_last_ += fmt::format("{}{} = {}", set_last_.empty() ? "" : ", ", name, value);
  }
  std::string lines = set_lines(values);
  if (question_.clearing == Clearing::restart) {
    for (const auto& [name, value] : values) {
      const auto found = std::ranges::find(set_, name, &std::pair<std::string, std::int64_t>::first);
      found == set_.end() ? set_.emplace_back(name, value).second : found->second = value;
    }
    lines = set_lines(set_);
  }
  if (!values.empty() && (weights_ || question_.clearing == Clearing::restart)) start();
  if (question_.clearing == Clearing::hash) lines += "setoption name Clear Hash\n";
  if (question_.clearing != Clearing::none) lines += "ucinewgame\n";
  converse(lines + "isready\n", "readyok", stop);
  run(preparation_, stop);
}

std::string ProbeEngine::introduction_of(const AskedPosition& position) const {
  return (question_.clearing == Clearing::each ? "ucinewgame\n" : "") + position.command + '\n';
}

float ProbeEngine::score_found(const AskedPosition& position) {
  const auto& found = reader_.number();
  if (!found) return std::numeric_limits<float>::quiet_NaN();
  decimals_ = std::max(decimals_, found->decimals);
  const double score = found->value * question_.unit;
  const bool is_opposite = question_.view == ScoreView::mover && position.black_to_move;
  return static_cast<float>(is_opposite ? -score : score);
}

void ProbeEngine::ask_together(std::span<const AskedPosition> positions, const Taken& taken,
                               const std::stop_token& stop) {
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
    taken(position);
  }
}

void ProbeEngine::ask_alone(const AskedPosition& position, const Taken& taken, const std::stop_token& stop) {
  asked_ = &position;
  reader_.begin();
  std::vector<Turn> turns = turns_;
  turns.front().lines = introduction_of(position) + turns.front().lines;
  run(turns, stop);
  if (!stop.stop_requested()) taken(position);
}

void ProbeEngine::ask(std::span<const AskedPosition> positions, const Taken& taken, const std::stop_token& stop) {
  const bool together = turns_.size() == 1 && !turns_.front().searches;
  while (!positions.empty() && !stop.stop_requested()) {
    const auto batch = positions.first(together ? std::min(asked_at_once, positions.size()) : 1);
    together ? ask_together(batch, taken, stop) : ask_alone(batch.front(), taken, stop);
    positions = positions.subspan(batch.size());
  }
  asked_ = nullptr;
}

Scores ProbeEngine::evaluate(std::span<const AskedPosition> positions, const std::stop_token& stop) {
  Scores scores;
  scores.reserve(positions.size());
  ask(
      positions, [&](const AskedPosition& position) { scores.push_back(score_found(position)); }, stop);
  return stop.stop_requested() ? Scores() : scores;
}

std::vector<std::optional<std::string>> ProbeEngine::rows(std::span<const AskedPosition> positions,
                                                          const std::stop_token& stop) {
  std::vector<std::optional<std::string>> rows;
  rows.reserve(positions.size());
  ask(
      positions, [&](const AskedPosition& /*position*/) { rows.push_back(reader_.row()); }, stop);
  if (stop.stop_requested()) rows.clear();
  return rows;
}

}  // namespace hone::exchange
