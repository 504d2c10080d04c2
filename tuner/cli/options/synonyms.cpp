// SPDX-License-Identifier: MIT
#include "tuner/cli/options/synonyms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <vector>

namespace hone::cli {

namespace {

// Levenshtein's distance, one row of the table at a time.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::ptrdiff_t common_start(std::string_view a, std::string_view b) {
  return std::ranges::mismatch(a, b).in1 - a.begin();
}

std::string did_you_mean(std::string_view name) { return fmt::format(" (did you mean '{}'?)", name); }

}  // namespace

std::string suggestion(std::string_view misspelt, std::span<const std::string> candidates) {
  const std::string* nearest = nullptr;
  std::size_t least = (misspelt.size() + 2) / 3 + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(misspelt, candidate);
    const bool begins_alike =
        nearest != nullptr && distance == least && common_start(misspelt, candidate) > common_start(misspelt, *nearest);
    if (distance >= least && !begins_alike) continue;
    least = distance;
    nearest = &candidate;
  }
  return nearest == nullptr ? "" : did_you_mean(*nearest);
}

namespace {

// A word of other programs. What is suggested is the first of hone's names that the command has; where it has none of
// them, the remark is said, if there is one.
struct Synonym {
  std::vector<std::string_view> words;
  std::vector<std::string_view> names;
  std::string_view remark = {};
};

std::vector<Synonym> option_synonyms() {
  return {
      {{"concurrency", "cores", "cpus", "jobs", "workers"}, {"threads"}},
      {{"engine", "engines", "opponent"}, {"player"}},
      {{"each"},
       {},
       "limits such as --tc and --nodes hold for all players; --option each.NAME=VALUE is said to each engine"},
      {{"ponder"}, {}, "no player of hone thinks in its opponent's time"},
      {{"tb", "syzygy", "tablebase", "tablebases", "tbpath", "tbpieces"}, {}, "hone reads no endgame tablebases"},
      {{"book", "bookfile", "book-file", "opening", "opening-book"}, {"openings", "from"}},
      {{"pgnout", "pgn-out"}, {"pgn", "out"}},
      {{"epdout", "epd-out"}, {"epd", "out"}},
      {{"st", "move-time"}, {"movetime"}},
      {{"time"}, {"movetime"}},
      {{"time-control", "timecontrol"}, {"tc"}},
      {{"timemargin"}, {"time-margin"}},
      {{"tournament"}, {"format"}},
      {{"repeat"}, {}, "each opening is played twice, colours reversed"},
      {{"noswap", "no-swap"}, {"no-reverse"}},
      {{"plies", "bookdepth", "book-depth"}, {"opening-plies"}},
      {{"ratinginterval", "rating-interval", "outcomeinterval"},
       {},
       "the standing is on the progress line, all the time"},
      {{"srand", "random-seed"}, {"seed"}},
      {{"elo0", "elo1", "alpha", "beta"}, {"sprt"}},
      {{"debug"}, {"log-engines", "log"}},
      {{"verbose", "loglevel", "log-level"}, {"log"}},
      {{"silent"}, {"quiet"}},
      {{"variant", "rules"}, {"game"}},
      {{"num-games", "numgames"}, {"games"}},
      {{"output", "output-file"}, {"out"}},
      {{"input", "input-file", "in"}, {"data", "files", "file"}},
      {{"net", "nnue", "eval", "evalfile", "eval-file"}, {"weights"}},
      {{"init", "initial", "initial-weights"}, {"start"}},
      {{"fen"}, {"position"}},
      {{"startpos"}, {}, "--position startpos, or no --position"},
      {{"lambda", "wdl"}, {"blend"}},
      {{"l2", "regularization", "weight-decay"}, {"ridge"}},
      {{"validation", "val-split", "test-size"}, {"holdout"}},
      {{"lr", "learning-rate", "epochs", "batch", "batch-size"},
       {},
       "the fit is solved by Newton steps, which have nothing of the kind"},
      {{"logfile", "log-file"}, {}, "log lines go to standard error: 2>FILE"},
  };
}

std::vector<Synonym> command_synonyms() {
  return {
      {{"train", "fit", "learn", "optimize", "optimise", "texel"}, {"tune"}},
      {{"tournament", "gauntlet", "sprt", "versus"}, {"match"}},
      {{"analyse", "analyze", "analysis", "go", "eval"}, {"search"}},
      {{"elo", "ordo", "bayeselo"}, {"rate"}},
      {{"info", "head", "convert", "filter", "dedupe", "split", "shuffle", "merge"},
       {},
       "it is an action of hone data"},
      {{"book", "suite"}, {"openings"}},
      {{"engine", "xboard"}, {"uci"}},
      {{"html", "page"}, {"report"}},
      {{"loop", "resume", "status"}, {"run"}},
      {{"datagen", "generate", "gensfen"}, {"selfplay"}},
  };
}

std::optional<Synonym> find_synonym(const std::vector<Synonym>& synonyms, std::string_view word) {
  const auto has_word = [&](const Synonym& synonym) {
    return std::ranges::find(synonym.words, word) != synonym.words.end();
  };
  const auto found = std::ranges::find_if(synonyms, has_word);
  return found == synonyms.end() ? std::nullopt : std::optional(*found);
}

// Empty when the word is no synonym, or stands for nothing that is among the candidates.
std::string translation(const std::optional<Synonym>& synonym, std::span<const std::string> candidates,
                        std::string_view dashes) {
  if (!synonym) return {};
  for (const std::string_view name : synonym->names) {
    if (std::ranges::find(candidates, name) != candidates.end()) return did_you_mean(fmt::format("{}{}", dashes, name));
  }
  return synonym->remark.empty() ? "" : fmt::format(" ({})", synonym->remark);
}

std::string_view without_dashes(std::string_view word) {
  return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

// The same option behind the wrong number of dashes is the nearest.
std::string nearest_option(std::string_view word, std::span<const std::string> options, std::string_view dashes) {
  std::vector<std::string> names;
  for (const std::string& option : options) names.push_back(fmt::format("{}{}", dashes, option));
  const bool is_one = std::ranges::find(options, without_dashes(word)) != options.end();
  return is_one ? did_you_mean(fmt::format("{}{}", dashes, without_dashes(word))) : suggestion(word, names);
}

}  // namespace

std::string suggested_command(std::string_view word, std::span<const std::string> commands) {
  const std::string translated = translation(find_synonym(command_synonyms(), word), commands, "");
  return translated.empty() ? suggestion(word, commands) : translated;
}

std::string suggested_option(std::string_view word, std::span<const std::string> options, std::string_view dashes) {
  const std::string translated = translation(find_synonym(option_synonyms(), without_dashes(word)), options, dashes);
  return translated.empty() ? nearest_option(word, options, dashes) : translated;
}

bool is_foreign_option(std::string_view word) { return find_synonym(option_synonyms(), word).has_value(); }

}  // namespace hone::cli
