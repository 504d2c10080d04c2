// SPDX-License-Identifier: MIT
#include "tuner/cli/genfens.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "engine/game_driver.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/interrupt.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/play/opening_source.hpp"
#include "tuner/play/opening_suite.hpp"
#include "tuner/play/openings.hpp"

namespace hone::cli {

namespace {

struct Question {
  std::uint64_t count = 0, seed = 0;
  std::string book = "None";
};

std::uint64_t whole_number(std::string_view what, std::string_view text) {
  std::uint64_t number = 0;
  const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault == std::errc{} && stop == text.data() + text.size()) return number;
  throw UsageError(expected_found(fmt::format("genfens: a number for {}", what), quotation(text)));
}

// "genfens N seed S book B"; what follows is for engines that have settings of their own.
Question question_in(const std::string& text) {
  std::istringstream words(text);
  std::string word, value;
  Question question;
  words >> word >> value;
  question.count = whole_number("N", value);
  const auto expect = [&](std::string_view wanted) {
    if (words >> word && word == wanted && words >> value) return value;
    throw UsageError(expected_found("genfens N seed S book B", quotation(text)));
  };
  question.seed = whole_number("the seed", expect("seed"));
  question.book = expect("book");
  return question;
}

play::OpeningSource source_of_openings(const GameDriver& chess, const Question& question) {
  if (question.book == "None" || question.book == "none") return play::random_walks(chess, {}, question.seed);
  std::vector<Opening> openings = play::read_openings(chess, question.book, {}, formats::FinishedGames::accept);
  play::shuffle_openings(openings, question.seed);
  return play::listed_openings(chess, std::move(openings), std::filesystem::path(question.book).filename().string());
}

}  // namespace

bool is_genfens(const std::vector<std::string>& words) {
  return !words.empty() && (words.front() == "genfens" || words.front().starts_with("genfens "));
}

ExitCode run_genfens(const std::vector<std::string>& words) {
  const Question question = question_in(words.front());
  if (question.count == 0) throw UsageError("genfens: N is 1 or more");
  const GameDriver& chess = find_driver("chess");
  play::SuiteOptions options = play::default_suite(chess);
  options.count = question.count;
  options.use = std::nullopt;
  const Interrupt interrupt;
  std::uint64_t found = 0;
  const auto ask = [&](const play::OpeningSource& source) {
    options.count = question.count - found;
    const auto tell = [](const play::SuiteOpening& opening) {
      say("info string genfens {}\n", opening.position);
      finish_standard_output();  // OpenBench waits for each one, and not for long
    };
    const play::Suite suite =
        play::make_suite(chess, chess.material_weights(), source, {}, options, interrupt.token(), {}, tell);
    found += suite.openings.size();
    return suite.end;
  };
  play::SuiteEnd end = ask(source_of_openings(chess, question));
  // Whoever asks for more than a book holds waits for the rest: it comes from random moves.
  if (end == play::SuiteEnd::used_up) end = ask(play::random_walks(chess, {}, question.seed));
  if (end == play::SuiteEnd::stopped) return ExitCode::stopped;
  if (found == question.count) return ExitCode::done;
  throw Error(fmt::format("genfens: {} openings were found, {} are wanted", found, question.count));
}

}  // namespace hone::cli
