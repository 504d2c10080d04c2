// SPDX-License-Identifier: MIT
//
// Labelled positions as JSON, an object a line, as a format of the table. Keys that are read, others are ignored:
//
//   {"fen": "8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61", "score": 310, "result": 1.0, "game": 7}
//
//   fen, position, epd                     needed
//   result_white, result, wdl, outcome     a number from 0 to 1 or a text as in CSV; needed
//   score_white_cp, score, cp, eval        centi-units; may be null or missing
//   game                                   a number that the positions of one game share
//   weight                                 share in a fit
//
// result_white and score_white_cp are the first player's; whose the others are nothing says.
#include <fmt/format.h>

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>

#include "data/error.hpp"
#include "tuner/formats/epd.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {

namespace {

using Names = std::initializer_list<const char*>;

// The name of the one that is there; nullptr when none is. Throws Error when there are two.
const char* key_among(const nlohmann::json& object, Names names) {
  const char* found = nullptr;
  for (const char* const name : names) {
    if (!object.contains(name) || object[name].is_null()) continue;
    if (found != nullptr) throw Error(fmt::format("has both '{}' and '{}'", found, name));
    found = name;
  }
  return found;
}

const char* need_key(const nlohmann::json& object, Names names) {
  if (const char* const found = key_among(object, names)) return found;
  throw Error(fmt::format("has no key '{}'", *names.begin()));
}

// A number as it would be spelt, or the text.
std::string text_of(const nlohmann::json& value, const char* key) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_unsigned()) return fmt::format("{}", value.get<std::uint64_t>());
  if (value.is_number_integer()) return fmt::format("{}", value.get<std::int64_t>());
  if (value.is_number()) return fmt::format("{}", value.get<double>());
  throw Error(expected_found(fmt::format("a number or a text for '{}'", key), value.type_name()));
}

View view_of(std::string_view key) {
  return key == "result_white" || key == "score_white_cp" ? View::first : View::unknown;
}

void read_object(const GameDriver& driver, std::string_view line, const ReadAs& as, LabelledPosition& into) {
  const nlohmann::json object = nlohmann::json::parse(line, nullptr, false);
  if (!object.is_object()) throw Error("expected an object of JSON on one line");
  const nlohmann::json& position = object[need_key(object, {"fen", "position", "epd"})];
  if (!position.is_string()) throw Error(expected_found("a text for the position", position.type_name()));
  into.position = position.get<std::string>();
  const char* const result = need_key(object, {"result_white", "result", "wdl", "outcome"});
  into.target = need_result(text_of(object[result], result), as);
  const char* const score = key_among(object, {"score_white_cp", "score", "cp", "eval"});
  into.score.reset();
  if (score != nullptr) into.score = need_score(text_of(object[score], score));
  into.game.reset();
  if (const char* const game = key_among(object, {"game"})) {
    const nlohmann::json& number = object[game];
    if (!number.is_number_unsigned() || number.get<std::uint64_t>() > UINT32_MAX) {
      throw Error(expected_found("the number of a game, 0 to 4294967295", number.dump()));
    }
    into.game = number.get<std::uint32_t>();
  }
  const char* const weight = key_among(object, {"weight"});
  into.weight = weight != nullptr ? need_weight(text_of(object[weight], weight)) : 1;
  turn_to_first(driver, into, view_of(result), score != nullptr ? view_of(score) : View::first, as);
}

}  // namespace

LabelParser json_parser(const GameDriver& driver, std::string_view, const ReadAs& as) {
  return {
      .parse = [&driver, as](std::string_view line, LabelledPosition& into) { read_object(driver, line, as, into); },
      .has_weights = true};
}

Encoder<LabelledPosition> json_encoder(const GameDriver& driver, bool) {
  const char* const position = is_fen(driver) ? "fen" : "position";
  return {.head = {}, .encode = [position](const LabelledPosition& it) {
            nlohmann::ordered_json object{{position, it.position}, {"result_white", it.target}};
            if (it.score) object["score_white_cp"] = *it.score;
            if (it.game) object["game"] = *it.game;
            if (it.weight != 1) object["weight"] = it.weight;
            return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
          }};
}

}  // namespace hone::formats
