// SPDX-License-Identifier: MIT
#include "tuner/cli/playing/play_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <future>
#include <limits>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <utility>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "tuner/cli/playing/near_moves.hpp"
#include "tuner/cli/print/board_text.hpp"
#include "tuner/cli/print/lines.hpp"
#include "tuner/cli/print/search_text.hpp"
#include "tuner/cli/standard_streams.hpp"
#include "tuner/formats/pgn.hpp"
#include "tuner/play/options.hpp"
#include "tuner/play/settings_text.hpp"
#include "tuner/text/shell_word.hpp"

namespace hone::cli {

namespace {

using Json = nlohmann::ordered_json;

std::uint32_t milliseconds_of(std::chrono::nanoseconds time) {
  const auto count = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(count, 0, std::numeric_limits<std::uint32_t>::max()));
}

MoveDetail detail_of(const SearchResult& result) {
  return {static_cast<std::uint16_t>(result.depth), milliseconds_of(result.elapsed)};
}

}  // namespace

PlaySession::PlaySession(const GameDriver& driver, const Weights& weights, PlaySetup setup,
                         std::shared_ptr<Console> console)
    : driver_(driver),
      weights_(weights),
      setup_(std::move(setup)),
      console_(std::move(console)),
      engine_(driver.engine(weights, {.hash_bytes = setup_.hash_bytes})),
      saved_(driver),
      reader_(line_reader(signals_, [this](std::string_view line) { return completions(line); })) {
  if (!setup_.save_file.empty()) saved_.choose(setup_.save_file);
  begin(setup_.start.empty() ? driver.initial() : driver.parse(setup_.start), setup_.start);
  for (const MoveCode move : setup_.moves) game_->play({move, no_score}, {});
  if (!setup_.moves.empty()) save();
}

// -- The loop

ExitCode PlaySession::run() {
  say("{} with weights {}, {} a move; you play {}. Type a move, or help.\n", driver_.name(),
      printable(setup_.weights_name), play::describe(setup_.limits), setup_.person.text());
  show_board();
  tell_outcome();
  while (!closing_) is_engines_turn() ? engine_turn() : person_turn();
  if (!is_over() && game_->plies() > 0) say("To go on: {}\n", way_to_go_on());
  if (save_failed_) save();
  return save_failed_ && code_ == ExitCode::done ? ExitCode::interrupted : code_;
}

void PlaySession::engine_turn() {
  bool interrupted = false;
  const Side side = board().side_to_move();
  const auto result = think(thinking_limits(), interrupted);
  if (!result || !result->move) return;
  auto& clock = clocks_[static_cast<std::size_t>(side)];
  (void)clock->spend(result->elapsed);
  const std::string move = board().move_for_people(*result->move);
  play(*result->move, result->score, detail_of(*result));
  say("{} plays {} ({}, depth {})\n", name_of(board(), side), move, score_for_people(driver_, result->score),
      result->depth);
  if (interrupted && setup_.person.text() == "none") {
    setup_.person = {{true, true}};
    say("The engine stops playing; side none lets it go on.\n");
  }
  after_change();
}

void PlaySession::person_turn() {
  const auto began = std::chrono::steady_clock::now();
  const TypedLine line = reader_->read(prompt());
  switch (line.kind) {
    case TypedLine::Kind::end:
      return close(ExitCode::done);
    case TypedLine::Kind::interrupted:
    case TypedLine::Kind::closing:
      return close(ExitCode::interrupted);
    case TypedLine::Kind::too_long:
      say("A line of more than {} bytes is no move and no command.\n", longest_line);
      return;
    case TypedLine::Kind::text:
      break;
  }
  const std::string_view text = text::trimmed(line.text);
  if (text.empty()) return;
  const std::optional<MoveCode> move = is_over() ? std::nullopt : board().parse_move(text);
  if (!move) return obey(text);
  play(*move, no_score, {0, milliseconds_of(std::chrono::steady_clock::now() - began)});
  after_change();
}

void PlaySession::close(ExitCode code) {
  closing_ = true;
  code_ = code;
}

// -- The game

void PlaySession::begin(std::unique_ptr<Board> board, std::string start) {
  if (game_ && game_->plies() > 0) earlier_games_.push_back(named_game());
  game_.emplace(driver_, std::move(board), std::move(start));
  engine_->new_game();
  for (auto& clock : clocks_) clock.emplace(setup_.limits, std::chrono::milliseconds(0));
}

void PlaySession::play(MoveCode move, Score score, const MoveDetail& detail) {
  game_->play({move, score}, detail);
  save();
}

// The board is not drawn twice where the engine moves at once.
void PlaySession::after_change() {
  if (!is_engines_turn() || setup_.person.text() == "none") show_board();
  tell_outcome();
}

void PlaySession::save() {
  if (!saved_.is_chosen()) return;
  try {
    saved_.write(games_to_save());
    save_failed_ = false;
  } catch (const Error& error) {
    save_failed_ = true;
    complain(fmt::format("{}; the game goes on, and is saved at the next move", error.what()));
  }
}

std::vector<formats::NamedGame> PlaySession::games_to_save() const {
  std::vector<formats::NamedGame> games = earlier_games_;
  if (game_->plies() > 0) games.push_back(named_game());
  for (std::size_t i = 0; i < games.size(); ++i) games[i].record.number = i;
  return games;
}

formats::NamedGame PlaySession::named_game() const {
  const std::string engine = fmt::format("hone, {}, {}", setup_.weights_name, play::describe(setup_.limits));
  const auto name = [&](Side side) { return setup_.person.has(side) ? setup_.person_name : engine; };
  return {game_->record(), name(Side::first), name(Side::second)};
}

Limits PlaySession::thinking_limits() const { return clocks_[static_cast<std::size_t>(board().side_to_move())]->now(); }

// The engine thinks in a thread of its own, so that this one sees signals.
std::optional<SearchResult> PlaySession::think(const Limits& limits, bool& interrupted) {
  using namespace std::chrono_literals;
  std::stop_source stop;
  SearchControl control{limits, stop.get_token(), {}};
  control.observer = [&](const SearchResult& result) {
    console_->set_status(fmt::format("thinking: depth {}, {}, {}", result.depth,
                                     score_for_people(driver_, result.score),
                                     fmt::join(line_for_people(board(), result.pv), " ")));
  };
  std::fflush(stdout);
  auto found = std::async(std::launch::async, [&] { return engine_->search(board(), control); });
  PlaySignals::Call call = PlaySignals::Call::none;
  while (found.wait_for(0ms) != std::future_status::ready) {
    call = stop.stop_requested() ? call : signals_.wait(5ms);
    if (call != PlaySignals::Call::none) stop.request_stop();
    if (stop.stop_requested()) found.wait();
  }
  SearchResult result = found.get();
  console_->set_status("");
  interrupted = call == PlaySignals::Call::interrupt;
  if (call != PlaySignals::Call::end) return result;
  close(ExitCode::interrupted);
  return std::nullopt;
}

// -- What is shown

void PlaySession::show_board() const {
  if (setup_.display == BoardDisplay::none) return;
  DrawingStyle style = style_of_standard_output();
  if (setup_.display == BoardDisplay::plain) style.colour = false;
  style.flipped = setup_.flipped;
  say("\n");
  print_board(board(), game_->marked_cells(), style);
}

void PlaySession::tell_outcome() const {
  const auto outcome = game_->outcome();
  if (!outcome) return;
  say("The game is over, {} ({}, {} plies).\n", outcome_for_people(driver_, board(), *outcome),
      formats::result_text(*outcome), game_->plies());
}

std::string PlaySession::prompt() const {
  return is_over() ? "game over> " : fmt::format("{}> ", name_of(board(), board().side_to_move()));
}

std::string PlaySession::way_to_go_on() const {
  Limits limits = setup_.limits;
  Options options;
  play::declare_limits(options, limits);
  std::string text = fmt::format("hone play --game {} --weights {} --side {}{}", driver_.name(),
                                 text::shell_word(setup_.weights_name), setup_.person.text(), options.as_words());
  if (!game_->start().empty()) text += " --position " + text::shell_word(game_->start());
  text += " --moves";
  const std::unique_ptr<Board> at = game_->start().empty() ? driver_.initial() : driver_.parse(game_->start());
  for (const PlayedMove& played : game_->moves()) {
    text += " " + text::shell_word(at->move_text(played.move));
    at->play(played.move);
  }
  return text;
}

Json PlaySession::result() const {
  const auto outcome = game_->outcome();
  Json moves = Json::array();
  const std::unique_ptr<Board> at = game_->start().empty() ? driver_.initial() : driver_.parse(game_->start());
  for (const PlayedMove& played : game_->moves()) {
    moves.push_back(at->move_text(played.move));
    at->play(played.move);
  }
  Json json = {{"game", driver_.name()},
               {"weights", setup_.weights_name},
               {"limits", play::describe(setup_.limits)},
               {"person", setup_.person.text()},
               {"start", game_->start().empty() ? Json(nullptr) : Json(game_->start())},
               {"moves", std::move(moves)},
               {"position", board().text()},
               {"result", formats::result_text(outcome.value_or(Outcome{}))},
               {"utility", outcome ? Json(outcome->utility) : Json(nullptr)},
               {"reason", outcome ? Json(to_string(outcome->reason)) : Json(nullptr)}};
  return json;
}

// -- Words that are no move

std::vector<std::string> PlaySession::completions(std::string_view line) const {
  const std::size_t blank = line.find_last_of(' ');
  const std::string_view word = line.substr(blank == std::string_view::npos ? 0 : blank + 1);
  const std::string_view first = line.substr(0, line.find(' '));
  std::vector<std::string> words;
  const auto offer = [&](const std::vector<std::string>& candidates) {
    std::ranges::copy_if(candidates, std::back_inserter(words),
                         [&](const auto& each) { return each.starts_with(word); });
  };
  if (blank == std::string_view::npos) {
    if (!is_over()) words = moves_beginning(board(), word);
    if (!word.empty() || is_over()) {
      for (const Command& command : commands()) offer({std::string(command.name)});
    }
  } else if (first == "level") {
    offer({"nodes", "movetime", "depth"});
  } else if (first == "side") {
    offer({"first", "second", "both", "none"});
  } else if (first == "eval") {
    offer({"all"});
  }
  return words;
}

void PlaySession::obey(std::string_view line) {
  const std::size_t blank = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, blank);
  std::vector<const Command*> meant;
  for (const Command& command : commands()) {
    if (command.name == word || (command.name.starts_with(word) && !command.in_full)) meant.push_back(&command);
  }
  if (const auto exact = std::ranges::find(meant, word, &Command::name); exact != meant.end()) meant = {*exact};
  if (meant.size() != 1) return refuse(line);
  try {
    (this->*meant.front()->carry_out)(text::trimmed(line.substr(blank)));
  } catch (const Error& error) {
    say("{}\n", error.what());
  }
}

void PlaySession::refuse(std::string_view line) const {
  if (is_over()) {
    say("{}: the game is over; back takes the last move back, new begins another game, help tells more.\n",
        quotation(line));
    return;
  }
  const std::vector<std::string> near = near_moves(board(), line);
  const std::vector<std::string> all = near.empty() ? moves_for_people(board()) : std::vector<std::string>();
  const std::string text =
      fmt::format("{} is no legal move and no command (help lists them). {}: {}", quotation(line),
                  near.empty() ? "Legal moves" : "Near it", fmt::join(near.empty() ? all : near, " "));
  say("{}\n", wrapped(text, style_of_standard_output().width, 0));
}

}  // namespace hone::cli
