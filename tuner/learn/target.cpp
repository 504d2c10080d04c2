// SPDX-License-Identifier: MIT
#include "tuner/learn/target.hpp"

#include <fmt/format.h>

#include <memory>

#include "data/error.hpp"
#include "tuner/learn/one_of_two.hpp"
#include "tuner/text/options.hpp"

namespace hone::learn {

namespace {

using Kind = Target::Kind;

constexpr std::string_view tree_word = "treestrap";
constexpr const char* wanted_target =
    "auto, outcome, blend:L, td:LAMBDA or rootstrap, perhaps with +treestrap, or treestrap alone";

[[noreturn]] void refuse_target(std::string_view text) {
  throw Error(expected_found(wanted_target, fmt::format("'{}'", text)));
}

// The text after the word and its colon; nothing when the text does not begin with the word and a colon.
std::optional<std::string_view> after_word(std::string_view text, std::string_view word) {
  if (!text.starts_with(word) || text.size() <= word.size() || text[word.size()] != ':') return std::nullopt;
  return text.substr(word.size() + 1);
}

std::optional<TreeRows> parse_tree(std::string_view text) {
  if (text == tree_word) return TreeRows();
  if (const auto settings = after_word(text, tree_word)) return parse_tree_rows(*settings);
  return std::nullopt;
}

// The older spelling said 0 for the outcome.
Target blend_of(double share) {
  return share == 0 ? Target() : Target{.kind = Kind::blend, .share = share, .tree = {}};
}

// The target of the positions of the games.
Target parse_game_target(std::string_view text) {
  if (text == "outcome") return {};
  if (text == "auto") return {.kind = Kind::automatic};
  if (text == "rootstrap") return {.kind = Kind::rootstrap};
  if (const auto share = after_word(text, "blend")) {
    return {.kind = Kind::blend, .share = text::parse_real(*share, {0, 1})};
  }
  if (const auto lambda = after_word(text, "td")) {
    return {.kind = Kind::td, .share = text::parse_real(*lambda, {0, 1})};
  }
  refuse_target(text);
}

std::string game_target_text(const Target& target) {
  switch (target.kind) {
    case Kind::outcome:
      return "outcome";
    case Kind::blend:
      return fmt::format("blend:{}", target.share);
    case Kind::td:
      return fmt::format("td:{}", target.share);
    case Kind::rootstrap:
      return "rootstrap";
    case Kind::automatic:
      return "auto";
    case Kind::none:
      break;
  }
  return "";
}

std::string tree_text(const TreeRows& tree) {
  const std::string settings = to_string(tree);
  return settings.empty() ? std::string(tree_word) : fmt::format("{}:{}", tree_word, settings);
}

}  // namespace

double Target::own_share() const {
  if (kind == Kind::blend) return share;
  if (kind == Kind::td) return 1 - share;
  return kind == Kind::rootstrap ? 1 : 0;
}

Target Target::settled(bool whole_games) const {
  if (kind != Kind::automatic) return *this;
  Target result = whole_games ? Target{.kind = Kind::td, .share = 0.9} : Target{.kind = Kind::blend, .share = 0.5};
  result.tree = tree;
  return result;
}

void Target::validate() const {
  if (!(share >= 0 && share <= 1)) {
    throw Error(expected_found("a share of the target in [0, 1]", fmt::format("{}", share)));
  }
  if (kind == Kind::none && !tree) throw Error(expected_found(wanted_target, "none of them"));
  if (kind == Kind::automatic) throw Error(expected_found("a target that the data have settled", "auto"));
  if (tree) tree->validate();
}

Target parse_target(std::string_view text) {
  if (const auto tree = parse_tree(text)) return {.kind = Kind::none, .share = 0, .tree = tree};
  const std::size_t plus = text.find('+');
  if (plus == std::string_view::npos) return parse_game_target(text);
  Target target = parse_game_target(text.substr(0, plus));
  target.tree = parse_tree(text.substr(plus + 1));
  if (!target.tree) refuse_target(text);
  return target;
}

std::string to_string(const Target& target) {
  const std::string game = game_target_text(target);
  if (!target.tree) return game;
  return game.empty() ? tree_text(*target.tree) : fmt::format("{}+{}", game, tree_text(*target.tree));
}

void declare(text::Options& options, Target& target) {
  const auto given = std::make_shared<OneOfTwo>();
  options.custom(
      "target", "TARGET",
      [&target, given](std::string_view text) {
        given->take("target");
        target = parse_target(text);
      },
      [&target] { return to_string(target); },
      "what a position is to predict: outcome, the result z of its game; blend:L, L p + (1 - L) z, where p is what "
      "its searched score promises; td:LAMBDA, (1 - LAMBDA) p + LAMBDA times that of the next position, z at the end; "
      "rootstrap, p; auto, td:0.9 of games and blend:0.5 of positions and rows. +treestrap adds rows from inside "
      "searches with the starting weights, and treestrap takes them "
      "alone; settings as +treestrap:searches=0.02,nodes=4000,depth=4,rows=0,weight=1");
  options
      .custom(
          "blend", "L",
          [&target, given](std::string_view text) {
            given->take("blend");
            target = blend_of(text::parse_real(text, {0, 1}));
          },
          [] { return std::string(); }, "--target blend:L in an older spelling")
      .changes_no_result();
}

}  // namespace hone::learn
