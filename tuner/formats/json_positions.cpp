// SPDX-License-Identifier: MIT
//
// Labelled positions as JSON, an object a line, as a format of the table. Keys that are read, others are ignored:
//
//   {"fen": "8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61", "score": 310, "result": 1.0, "game": 7}
//
//   fen, position, epd, eval_fen                 needed
//   result_white, result, wdl, outcome, label    a number from 0 to 1 or a text as in CSV; needed
//   score_white_cp, score, cp, eval              centi-units; may be null or missing
//   game                                         a number that the positions of one game share
//   weight                                       share in a fit
//
// result_white and score_white_cp are White's. Where White is the second player, hone writes result and score instead,
// which are the first player's there; whose the others are nothing says.
#include <fmt/format.h>

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "data/error.hpp"
#include "tuner/formats/epd.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {

namespace {

using Names = std::initializer_list<const char*>;
using Member = nlohmann::json::const_iterator;

// The member that has one of these names; the end when none has. Throws Error when two have.
Member find_member(const nlohmann::json& object, Names names) {
  Member found = object.end();
  for (const char* const name : names) {
    const Member member = object.find(name);
    if (member == object.end() || member->is_null()) continue;
    if (found != object.end()) throw Error(fmt::format("has both '{}' and '{}'", found.key(), name));
    found = member;
  }
  return found;
}

Member need_member(const nlohmann::json& object, Names names) {
  const Member found = find_member(object, names);
  if (found == object.end()) throw Error(fmt::format("has no key '{}'", *names.begin()));
  return found;
}

// A number as it would be spelt, or the text.
std::string text_of(const Member& member) {
  if (member->is_string()) return member->get<std::string>();
  if (member->is_number_unsigned()) return fmt::format("{}", member->get<std::uint64_t>());
  if (member->is_number_integer()) return fmt::format("{}", member->get<std::int64_t>());
  if (member->is_number()) return fmt::format("{}", member->get<double>());
  throw Error(expected_found(fmt::format("a number or a text for '{}'", member.key()), member->type_name()));
}

View view_of(std::string_view key, bool is_of_black_first) {
  if (key == "result_white" || key == "score_white_cp") return View::white;
  return is_of_black_first && (key == "result" || key == "score") ? View::first : View::unknown;
}

void read_object(const GameDriver& driver, bool is_of_black_first, std::string_view line, const ReadAs& as,
                 LabelledPosition& into) {
  const nlohmann::json object = nlohmann::json::parse(line, nullptr, false);
  if (!object.is_object()) throw Error("expected an object of JSON on one line");
  const Member position = need_member(object, position_names);
  if (!position->is_string()) throw Error(expected_found("a text for the position", position->type_name()));
  into.position = position->get<std::string>();
  const Member result = need_member(object, result_names), none = object.end();
  into.target = need_result(text_of(result), as);
  const Member score = find_member(object, score_names);
  into.score.reset();
  if (score != none) into.score = need_score(text_of(score));
  const Member game = find_member(object, {"game"});
  into.game.reset();
  if (game != none) into.game = need_game_number(game->dump());
  const Member weight = find_member(object, {"weight"});
  into.weight = weight != none ? need_weight(text_of(weight)) : 1;
  const bool has_white = result.key() == "result_white" || (score != none && score.key() == "score_white_cp");
  const bool is_told = as.result != View::unknown && (score == none || as.score != View::unknown);
  if (is_of_black_first && has_white && !is_told) {
    throw Contradiction(
        "may hold White's labels or, from early versions of hone, the first player's; say it after the "
        "name: " +
        views_to_say(driver));
  }
  const View view_of_score = score != none ? view_of(score.key(), is_of_black_first) : View::first;
  turn_to_first(driver, into, view_of(result.key(), is_of_black_first), view_of_score, as);
}

}  // namespace

LabelParser json_parser(const GameDriver& driver, std::string_view, const ReadAs& as) {
  return {.parse = [&driver, is_of_black_first = is_white_second(driver), as](
                       std::string_view line,
                       LabelledPosition& into) { read_object(driver, is_of_black_first, line, as, into); },
          .has_weights = true};
}

Encoder<LabelledPosition> json_encoder(const GameDriver& driver, bool) {
  const char* const position = is_fen(driver) ? "fen" : "position";
  const bool is_of_black_first = is_white_second(driver);
  const char* const result = is_of_black_first ? "result" : "result_white";
  const char* const score = is_of_black_first ? "score" : "score_white_cp";
  return {.head = {}, .encode = [position, result, score](const LabelledPosition& it) {
            nlohmann::ordered_json object{{position, it.position}, {result, it.target}};
            if (it.score) object[score] = *it.score;
            if (it.game) object["game"] = *it.game;
            if (it.weight != 1) object["weight"] = it.weight;
            return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
          }};
}

}  // namespace hone::formats
