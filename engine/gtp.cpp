// SPDX-License-Identifier: MIT
#include "engine/gtp.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <istream>
#include <iterator>
#include <optional>
#include <ostream>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "data/words.hpp"
#include "engine/go_games.hpp"
#include "engine/gtp_board.hpp"
#include "engine/gtp_clock.hpp"
#include "engine/gtp_text.hpp"
#include "engine/opening.hpp"
#include "games/go/text.hpp"

namespace hone {
namespace {

using Arguments = std::vector<std::string>;

[[noreturn]] void refuse_syntax() { throw GtpRefusal{"syntax error"}; }

template <class Number>
Number gtp_number(const std::string& word) {
  const auto number = whole_number<Number>(word);
  if (!number) refuse_syntax();
  return *number;
}

Side side_named(const std::string& word) {
  const auto side = parse_gtp_colour(word);
  if (!side) refuse_syntax();
  return *side;
}

std::chrono::milliseconds seconds_named(const std::string& word) {
  constexpr int month = 30 * 24 * 3600;
  return std::chrono::seconds(std::clamp(gtp_number<int>(word), 0, month));
}

class GtpSession {
 public:
  GtpSession(const GtpSetup& setup, std::ostream& out)
      : setup_(setup), out_(out), driver_(setup.game), engine_(engine_for(*setup.game)), board_(*setup.game) {
    try {
      if (!setup.komi.empty()) komi({setup.komi});
    } catch (const GtpRefusal& refused) {
      throw Error(refused.text);
    }
  }

  // Returns false after `quit`, and when nobody reads the answers.
  bool handle(std::string_view line);

 private:
  struct Command {
    std::string_view name;
    std::string (GtpSession::*run)(const Arguments& arguments);
    std::size_t least = 0;  // number of arguments; more are passed over, as the draft has it
  };
  static std::span<const Command> commands();
  [[nodiscard]] bool knows(std::string_view name) const;
  std::string answer(const GtpCommand& command);

  std::string protocol_version(const Arguments& /*none*/) { return "2"; }
  std::string name(const Arguments& /*none*/) { return setup_.name; }
  std::string version(const Arguments& /*none*/) { return setup_.version; }
  std::string known_command(const Arguments& words) { return knows(words[0]) ? "true" : "false"; }
  std::string list_commands(const Arguments& none);
  std::string quit(const Arguments& /*none*/) { return is_over_ = true, ""; }
  std::string boardsize(const Arguments& words);
  std::string clear_board(const Arguments& none);
  std::string komi(const Arguments& words);
  std::string play(const Arguments& words);
  std::string genmove(const Arguments& words);
  std::string reg_genmove(const Arguments& words);
  std::string undo(const Arguments& none);
  std::string time_settings(const Arguments& words);
  std::string time_left(const Arguments& words);
  std::string fixed_handicap(const Arguments& words);
  std::string place_free_handicap(const Arguments& words);
  std::string set_free_handicap(const Arguments& words);
  std::string final_score(const Arguments& none);
  std::string final_status_list(const Arguments& words);
  std::string showboard(const Arguments& /*none*/) { return gtp_picture(board_.now().picture()); }
  std::string loadsgf(const Arguments& words);

  [[nodiscard]] GtpClock& clock(Side side) { return clocks_[static_cast<std::size_t>(side)]; }
  [[nodiscard]] std::unique_ptr<Engine> engine_for(const GameDriver& driver) const;
  [[nodiscard]] int komi_named(const std::string& word) const;
  void change_game(const GameDriver& driver);
  MoveCode best_move(Side side);

  const GtpSetup& setup_;
  std::ostream& out_;
  const GameDriver* driver_;
  std::unique_ptr<Engine> engine_;
  GtpBoard board_;
  std::array<GtpClock, 2> clocks_;  // of Black and of White
  bool has_chosen_komi_ = false;    // it is not that of the game by chance
  bool is_over_ = false;
};

// -- Answers

std::span<const GtpSession::Command> GtpSession::commands() {
  static constexpr std::array all{Command{"protocol_version", &GtpSession::protocol_version},
                                  Command{"name", &GtpSession::name},
                                  Command{"version", &GtpSession::version},
                                  Command{"known_command", &GtpSession::known_command, 1},
                                  Command{"list_commands", &GtpSession::list_commands},
                                  Command{"quit", &GtpSession::quit},
                                  Command{"boardsize", &GtpSession::boardsize, 1},
                                  Command{"clear_board", &GtpSession::clear_board},
                                  Command{"komi", &GtpSession::komi, 1},
                                  Command{"play", &GtpSession::play, 2},
                                  Command{"genmove", &GtpSession::genmove, 1},
                                  Command{"reg_genmove", &GtpSession::reg_genmove, 1},
                                  Command{"undo", &GtpSession::undo},
                                  Command{"time_settings", &GtpSession::time_settings, 3},
                                  Command{"time_left", &GtpSession::time_left, 3},
                                  Command{"fixed_handicap", &GtpSession::fixed_handicap, 1},
                                  Command{"place_free_handicap", &GtpSession::place_free_handicap, 1},
                                  Command{"set_free_handicap", &GtpSession::set_free_handicap, 2},
                                  Command{"final_score", &GtpSession::final_score},
                                  Command{"final_status_list", &GtpSession::final_status_list, 1},
                                  Command{"showboard", &GtpSession::showboard},
                                  Command{"loadsgf", &GtpSession::loadsgf, 1}};
  return all;
}

bool GtpSession::knows(std::string_view name) const {
  if (name == "loadsgf" && !setup_.load) return false;
  return std::ranges::find(commands(), name, &Command::name) != commands().end();
}

std::string GtpSession::list_commands(const Arguments& /*none*/) {
  std::string names;
  for (const Command& command : commands()) {
    if (!knows(command.name)) continue;
    if (!names.empty()) names += '\n';
    names += command.name;
  }
  return names;
}

std::string GtpSession::answer(const GtpCommand& command) {
  if (!knows(command.name)) throw GtpRefusal{"unknown command"};
  const auto* const known = &*std::ranges::find(commands(), command.name, &Command::name);
  if (command.arguments.size() < known->least) refuse_syntax();
  return (this->*known->run)(command.arguments);
}

bool GtpSession::handle(std::string_view line) {
  const auto command = parse_gtp(line);
  if (!command) return true;
  std::string text;
  try {
    text = gtp_answer(true, command->id, answer(*command));
  } catch (const GtpRefusal& refused) {
    text = gtp_answer(false, command->id, refused.text);
  } catch (const std::exception& error) {
    text = gtp_answer(false, command->id, printable(error.what()));
  }
  out_ << text << std::flush;
  return !is_over_ && !out_.fail();
}

// -- The board

std::unique_ptr<Engine> GtpSession::engine_for(const GameDriver& driver) const {
  const Weights weights = load_weights(driver, setup_.weights, setup_.strict ? WeightsWarning() : setup_.warn);
  return driver.engine(weights, {.hash_bytes = setup_.hash_megabytes << 20});
}

// A file of weights is of one size, so that another size is refused before anything changes. A komi that was chosen
// stays, unless the board has fewer points.
void GtpSession::change_game(const GameDriver& driver) {
  if (&driver == driver_) return;
  const int now = board_.komi_halves();
  engine_ = engine_for(driver);
  driver_ = &driver;
  board_ = GtpBoard(driver);
  if (has_chosen_komi_ && go::parse_komi(go::komi_text(now), board_.size())) board_.set_komi(now);
}

std::string GtpSession::boardsize(const Arguments& words) {
  const GameDriver* const driver = find_go(gtp_number<int>(words[0]));
  if (driver == nullptr || (setup_.one_size && driver != driver_)) throw GtpRefusal{"unacceptable size"};
  change_game(*driver);
  return clear_board({});
}

std::string GtpSession::clear_board(const Arguments& /*none*/) {
  go::Position start = go_position(*driver_->initial());
  start.komi_halves = static_cast<std::int16_t>(board_.komi_halves());
  board_.set_up(start);
  engine_->new_game();
  return {};
}

// The draft has a komi be any number; the game has whole and half ones that do not exceed the board.
int GtpSession::komi_named(const std::string& word) const {
  const double halves = 2 * gtp_number<double>(word);
  const bool is_half = halves == std::round(halves) && std::abs(halves) <= 2 * go::places;
  const auto known =
      is_half ? go::parse_komi(go::komi_text(static_cast<int>(halves)), board_.size()) : std::optional<int>();
  if (known) return *known;
  throw GtpRefusal{
      fmt::format("unacceptable komi: expected whole or half points, {} at most", board_.size() * board_.size())};
}

std::string GtpSession::komi(const Arguments& words) {
  board_.set_komi(komi_named(words[0]));
  has_chosen_komi_ = true;
  return {};
}

std::string GtpSession::play(const Arguments& words) {
  const Side side = side_named(words[0]);
  const std::string vertex = gtp_vertex(words[1]);
  if (!go::parse_move(vertex, board_.size())) refuse_syntax();
  board_.play(side, vertex);
  return {};
}

std::string GtpSession::undo(const Arguments& /*none*/) {
  board_.take_back();
  return {};
}

// -- Moves of the engine

// Where nobody has said a pass, one of its own would end no game: it looks for its move as if none had been played,
// and without the positions that came before. One that they forbid is looked for anew among the others.
MoveCode GtpSession::best_move(Side side) {
  const bool has_passed = board_.give_turn_to(side);
  SearchControl control;
  control.limits = setup_.limits;
  control.limits.clock = clock(side).now();
  const Limits& own = control.limits;
  if (!own.depth && !own.nodes && !own.move_time && !own.clock) control.limits = setup_.idle_limits;
  if (!has_passed) return engine_->search(board_.now(), control).move.value();
  go::Position position = go_position(board_.now());
  position.passes = 0;
  const MoveCode move = engine_->search(*go_board(position), control).move.value();
  if (board_.now().is_legal(move)) return move;
  control.root_moves = board_.now().legal_moves();
  std::erase_if(control.root_moves, [&](MoveCode code) { return board_.now().move_text(code) == "pass"; });
  return engine_->search(board_.now(), control).move.value();
}

std::string GtpSession::genmove(const Arguments& words) {
  const Side side = side_named(words[0]);
  const auto start = std::chrono::steady_clock::now();
  const MoveCode move = best_move(side);
  std::string vertex = gtp_vertex(board_.now().move_text(move));
  clock(side).spend(std::chrono::steady_clock::now() - start);
  board_.play(side, move);
  return vertex;
}

std::string GtpSession::reg_genmove(const Arguments& words) {
  const MoveCode move = best_move(side_named(words[0]));
  std::string vertex = gtp_vertex(board_.now().move_text(move));
  board_.forget_turn();
  return vertex;
}

std::string GtpSession::time_settings(const Arguments& words) {
  const auto main = seconds_named(words[0]), period = seconds_named(words[1]);
  const int moves = std::max(gtp_number<int>(words[2]), 0);
  for (GtpClock& clock : clocks_) clock.begin(main, period, moves);
  return {};
}

std::string GtpSession::time_left(const Arguments& words) {
  const Side side = side_named(words[0]);
  const auto time = seconds_named(words[1]);
  clock(side).set_left(time, std::max(gtp_number<int>(words[2]), 0));
  return {};
}

// -- Handicap

std::string GtpSession::fixed_handicap(const Arguments& words) {
  const std::vector<std::string> vertices = handicap_vertices(board_.size(), gtp_number<int>(words[0]));
  board_.place_handicap(vertices);
  return fmt::format("{}", fmt::join(vertices, " "));
}

// The same points; fewer than asked for where there are no more.
std::string GtpSession::place_free_handicap(const Arguments& words) {
  const int stones = std::min(gtp_number<int>(words[0]), most_handicap_stones(board_.size()));
  return fixed_handicap({fmt::format("{}", stones)});
}

std::string GtpSession::set_free_handicap(const Arguments& words) {
  board_.place_handicap(words);
  return {};
}

// -- The score

std::string GtpSession::final_score(const Arguments& /*none*/) {
  return go_score_text(go::score_halves(go_position(board_.now())));
}

std::string GtpSession::final_status_list(const Arguments& words) {
  if (words[0] != "alive" && words[0] != "dead" && words[0] != "seki") refuse_syntax();
  if (words[0] != "alive") return {};
  std::string points;
  const go::Position position = go_position(board_.now());
  for (const Side side : {Side::first, Side::second}) {
    go::for_each_chain(position.stones(side), position.empty(), [&](const go::Chain& chain) {
      if (!points.empty()) points += '\n';
      bool is_first = true;
      for (go::Points left = chain.stones; !left.empty();) {
        const int point = left.pop_first();
        if (!std::exchange(is_first, false)) points += ' ';
        points += go_point_text(go::row_of(point), go::column_of(point));
      }
    });
  }
  return points;
}

// -- Files

// With a number the position is that before this move, as the draft has it.
std::string GtpSession::loadsgf(const Arguments& words) {
  GtpGame game;
  try {
    game = setup_.load(words[0]);
  } catch (const Error& error) {
    throw GtpRefusal{"cannot load file: " + printable(error.what())};
  }
  if (setup_.one_size && game.driver != driver_) throw GtpRefusal{"cannot load file: unacceptable size"};
  std::size_t count = game.moves.size();
  if (words.size() > 1) count = std::min(count, std::max(gtp_number<std::size_t>(words[1]), std::size_t{1}) - 1);
  change_game(*game.driver);
  engine_->new_game();
  board_.set_up(go_position(*hone::set_up(*game.driver, {game.start, {}})));
  has_chosen_komi_ = true;
  for (std::size_t i = 0; i < count; ++i) board_.play(game.moves[i].side, game.moves[i].code);
  return {};
}

// Without its end; of a line that is longer than any command the beginning, which is then refused. Nothing at the end
// of the input.
std::optional<std::string> gtp_line(std::istream& in) {
  constexpr std::size_t longest = std::size_t{1} << 16;
  std::string line;
  int byte = in.get();
  if (byte == std::istream::traits_type::eof()) return std::nullopt;
  for (; byte != std::istream::traits_type::eof() && byte != '\n'; byte = in.get()) {
    if (line.size() < longest) line += static_cast<char>(byte);
  }
  return line;
}

}  // namespace

void run_gtp(const GtpSetup& setup, std::istream& in, std::ostream& out) {
  GtpSession session(setup, out);
  while (const auto line = gtp_line(in)) {
    if (!session.handle(*line)) return;
  }
}

}  // namespace hone
