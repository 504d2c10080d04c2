// SPDX-License-Identifier: MIT
//
// A person and the engine at a board: reads moves and commands, lets the engine think, and tells what happens. Wrong
// input is answered and never ends the session.
#pragma once

#include <array>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "engine/side_limits.hpp"
#include "tuner/cli/application.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/playing/line_reader.hpp"
#include "tuner/cli/playing/play_options.hpp"
#include "tuner/cli/playing/play_signals.hpp"
#include "tuner/cli/playing/played_game.hpp"
#include "tuner/cli/playing/saved_games.hpp"

namespace hone::cli {

class PlaySession {
 public:
  // Throws Error when the file to save in cannot be used.
  PlaySession(const GameDriver& driver, const Weights& weights, PlaySetup setup, std::shared_ptr<Console> console);

  // Plays until the person ends it, the input ends or a signal comes.
  [[nodiscard]] ExitCode run();
  // The last game, for programs.
  [[nodiscard]] nlohmann::ordered_json result() const;

  // What a person can say besides moves.
  struct Command {
    std::string_view name;
    std::string_view arguments;  // as help writes them; empty: none
    std::string_view help;
    void (PlaySession::*carry_out)(std::string_view arguments);
    bool in_full = false;  // not understood from its beginning, as it ends a game
  };
  [[nodiscard]] static std::span<const Command> commands();

 private:
  // -- The loop
  void engine_turn();
  void person_turn();
  void obey(std::string_view line);
  void refuse(std::string_view line) const;
  void close(ExitCode code);

  // -- The game
  void begin(std::unique_ptr<Board> board, std::string start);
  [[nodiscard]] const Board& board() const { return game_->board(); }
  [[nodiscard]] bool is_over() const { return game_->outcome().has_value(); }
  [[nodiscard]] bool is_engines_turn() const { return !is_over() && !setup_.person.has(board().side_to_move()); }
  void play(MoveCode move, Score score, const MoveDetail& detail);
  void after_change();
  void save();
  [[nodiscard]] std::vector<formats::NamedGame> games_to_save() const;
  [[nodiscard]] formats::NamedGame named_game() const;

  // The engine's search of the present position; nothing when the session is to end.
  [[nodiscard]] std::optional<SearchResult> think(const Limits& limits, bool& interrupted);
  [[nodiscard]] Limits thinking_limits() const;

  // -- What is shown
  void show_board() const;
  void tell_outcome() const;
  [[nodiscard]] std::string prompt() const;
  [[nodiscard]] std::vector<std::string> completions(std::string_view line) const;
  [[nodiscard]] std::string way_to_go_on() const;

  // -- Commands
  void help(std::string_view arguments);
  void list_moves(std::string_view arguments);
  void back(std::string_view arguments);
  void hint(std::string_view arguments);
  void evaluate(std::string_view arguments);
  void level(std::string_view arguments);
  void side(std::string_view arguments);
  void go(std::string_view arguments);
  void flip(std::string_view arguments);
  void show(std::string_view arguments);
  void list_game(std::string_view arguments);
  void position(std::string_view arguments);
  void begin_anew(std::string_view arguments);
  void save_in(std::string_view arguments);
  void resign(std::string_view arguments);
  void offer_draw(std::string_view arguments);
  void tell_info(std::string_view arguments);
  void quit(std::string_view arguments);

  const GameDriver& driver_;
  const Weights& weights_;
  PlaySetup setup_;
  std::shared_ptr<Console> console_;
  std::unique_ptr<Engine> engine_;
  PlaySignals signals_;
  SavedGames saved_;
  std::unique_ptr<LineReader> reader_;
  std::optional<PlayedGame> game_;
  std::vector<formats::NamedGame> earlier_games_;
  std::array<std::optional<SideLimits>, 2> clocks_;  // of the engine on either side
  bool closing_ = false;
  bool save_failed_ = false;
  ExitCode code_ = ExitCode::done;
};

// The commands as lines of a table, and as one sentence.
[[nodiscard]] std::string play_commands_text();
[[nodiscard]] std::string play_commands_sentence();

}  // namespace hone::cli
