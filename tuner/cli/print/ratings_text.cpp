// SPDX-License-Identifier: MIT
#include "tuner/cli/print/ratings_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tuner/cli/print/lines.hpp"
#include "tuner/text/csv.hpp"

namespace hone::cli {

namespace {

double percent_of_games(double part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : 100 * part / static_cast<double>(whole);
}

// In characters of UTF-8, not in bytes, as fmt pads them. Characters of double width are not provided for.
std::size_t name_width(const stats::RatingSummary& summary) {
  std::size_t width = 6;
  for (const stats::RatedPlayer& player : summary.players)
    width = std::max(width, fmt::formatted_size("{}", player.name));
  return std::min<std::size_t>(width, 40);
}

std::string model_text(const stats::RatingOptions& options) {
  const std::string score = fmt::format("{:.6g}", options.scale);
  if (options.model == stats::RatingModel::logistic) {
    return fmt::format("logistic, expected score 1 / (1 + 10^(-difference / {})), a draw is half a point", score);
  }
  return fmt::format("davidson, odds of win to loss 10^(difference / {}), a draw in the ratio of their mean", score);
}

std::string zero_text(const stats::RatingSummary& summary, const stats::RatingOptions& options) {
  const std::string average =
      fmt::format("the average{} is {:g}", summary.groups > 1 ? " of each group" : "", options.average);
  if (!options.anchor) return average;
  const std::string anchor = fmt::format("{} is {:g}", options.anchor->player, options.anchor->rating);
  return summary.groups > 1 ? anchor + "; of each other group " + average : anchor;
}

std::string rated_games_text(const stats::RatingSummary& summary, const stats::RatedGames& games) {
  std::string text = fmt::format("{} rated", summary.games);
  const std::uint64_t unlinked = games.games() - summary.games - summary.games_between;
  if (unlinked > 0) text += fmt::format("; {} with players who cannot be rated", unlinked);
  if (summary.games_between > 0) text += fmt::format("; {} between groups", summary.games_between);
  if (games.unfinished() > 0) text += fmt::format("; {} unfinished", games.unfinished());
  if (games.with_itself() > 0) text += fmt::format("; {} of a player against itself", games.with_itself());
  return text;
}

std::string advantage_text(const stats::RatingSummary& summary) {
  if (summary.least_advantage) {
    return fmt::format("at least {:+.1f} (95 %), taken for {:+.1f}", *summary.least_advantage, summary.advantage);
  }
  if (summary.most_advantage) {
    return fmt::format("at most {:+.1f} (95 %), taken for {:+.1f}", *summary.most_advantage, summary.advantage);
  }
  if (summary.advantage_is_unknown) return "the games do not tell it; taken for 0";
  if (!summary.advantage_error) return fmt::format("{:+.1f}, given", summary.advantage);
  return fmt::format("{:+.1f} +- {:.1f}", summary.advantage, *summary.advantage_error);
}

std::string errors_text(const stats::RatingSummary& summary, const stats::RatingOptions& options) {
  const std::string errors = summary.pairs > 0 ? fmt::format("95 %, by the scatter of {} pairs of games", summary.pairs)
                                               : "95 %, from the Hessian";
  if (options.simulation.simulations == 0) return errors;
  const char* const few = summary.simulations < 2 ? "; too few had finite ratings" : "";
  return fmt::format("{}; and from {} of {}\n               simulations{} (seed {}){}", errors, summary.simulations,
                     options.simulation.simulations, summary.pairs > 0 ? " of single games" : "",
                     options.simulation.seed, few);
}

// "won all 2 games with group 1" or "lost all 2 games with group 1".
std::string link_text(const stats::GroupLink& link, std::uint32_t group) {
  const bool has_won = link.winner == group;
  return fmt::format("{} all {} games with group {}", has_won ? "won" : "lost", link.games,
                     (has_won ? link.loser : link.winner) + 1);
}

std::string group_text(const stats::RatingSummary& summary, std::size_t group) {
  const auto number = static_cast<std::uint32_t>(group);
  std::string text;
  for (const stats::GroupLink& link : summary.links) {
    if (link.winner != number && link.loser != number) continue;
    text += (text.empty() ? "" : ", ") + link_text(link, number);
  }
  return fmt::format("\nGroup {}: {}, so ratings compare only within it\n", group + 1,
                     text.empty() ? "no games with another group" : text);
}

std::string preamble(const stats::RatingSummary& summary, const stats::RatingOptions& options,
                     const stats::RatedGames& games) {
  return labelled("Model", model_text(options)) +
         fmt::format("Ratings        maximum likelihood; {}\n", zero_text(summary, options)) +
         fmt::format("Errors         {}\n", errors_text(summary, options)) +
         fmt::format("Games          {}\n", rated_games_text(summary, games)) +
         fmt::format("First mover    {}\n", advantage_text(summary)) +
         fmt::format("Draws          {:.1f} % among equals\n", 100 * summary.even_draws);
}

// The likelihood of superiority over the next player in the table; empty for the last player of a group.
std::string los_text(const stats::RatingSummary& summary, std::size_t i) {
  const bool last = i + 1 == summary.players.size() || summary.players[i + 1].group != summary.players[i].group;
  return last ? "" : fmt::format("{:.1f}", 100 * summary.superiority[i][i + 1]);
}

std::string row_text(const stats::RatingSummary& summary, std::size_t i, std::size_t rank, std::size_t width) {
  const stats::RatedPlayer& player = summary.players[i];
  const std::uint64_t games = player.results.count();
  const std::string simulated =
      summary.simulations > 1 ? fmt::format("{:>9.1f}", player.simulated_error.value_or(0)) : "";
  return fmt::format("{:>4}  {:<{}} {:>8.1f} {:>7.1f}{} {:>9.1f} {:>7} {:>6.1f} {:>6.1f} {:>6}\n", rank, player.name,
                     width, player.rating, player.error, simulated, player.points(), games,
                     percent_of_games(player.points(), games),
                     percent_of_games(static_cast<double>(player.results.draws), games), los_text(summary, i));
}

std::string table(const stats::RatingSummary& summary) {
  const std::size_t width = name_width(summary);
  const std::string simulated = summary.simulations > 1 ? fmt::format("{:>9}", "simul.") : "";
  const std::string header =
      fmt::format("{:>4}  {:<{}} {:>8} {:>7}{} {:>9} {:>7} {:>6} {:>6} {:>6}\n", "rank", "player", width, "rating",
                  "error", simulated, "points", "games", "%", "draw%", "LOS%");
  std::string text;
  std::size_t rank = 0;
  for (std::size_t i = 0; i < summary.players.size(); ++i) {
    const bool begins = i == 0 || summary.players[i].group != summary.players[i - 1].group;
    if (begins && summary.groups > 1) text += group_text(summary, summary.players[i].group);
    if (begins) text += "\n" + header;
    rank = begins ? 1 : rank + 1;
    text += row_text(summary, i, rank, width);
  }
  return text;
}

std::string unrated_text(const stats::RatingSummary& summary) {
  if (summary.unrated.empty()) return {};
  std::string text = "\nNot rated (no finite rating explains such results; the games are left out):\n";
  for (const stats::UnratedPlayer& player : summary.unrated) {
    text += fmt::format("      {}: {}", player.name, stats::to_string(player.reason));
    text += player.games > 0 ? fmt::format(" ({})\n", player.games) : "\n";
  }
  return text;
}

std::string notes_text(const stats::RatedGames& games) {
  std::string text;
  for (const std::string& note : games.notes()) text += fmt::format("Beware         {}\n", note);
  return text;
}

}  // namespace

std::string report(const stats::RatingSummary& summary, const stats::RatingOptions& options,
                   const stats::RatedGames& games) {
  return preamble(summary, options, games) + notes_text(games) + table(summary) + unrated_text(summary);
}

std::string superiority_table(const stats::RatingSummary& summary) {
  const std::size_t width = name_width(summary);
  std::string text = fmt::format("\nLikelihood of superiority, %\n{:>4}  {:<{}}", "rank", "player", width);
  for (std::size_t i = 0; i < summary.players.size(); ++i) text += fmt::format(" {:>5}", i + 1);
  for (std::size_t i = 0; i < summary.players.size(); ++i) {
    text += fmt::format("\n{:>4}  {:<{}}", i + 1, summary.players[i].name, width);
    for (std::size_t j = 0; j < summary.players.size(); ++j) {
      const double chance = summary.superiority[i][j];
      const bool known = i != j && summary.players[i].group == summary.players[j].group;
      text += known ? fmt::format(" {:>5.1f}", 100 * chance) : fmt::format(" {:>5}", "-");
    }
  }
  return text + '\n';
}

std::string ratings_csv(const stats::RatingSummary& summary) {
  std::string text = "group,player,rating,error,simulated_error,points,games,wins,draws,losses\n";
  for (const stats::RatedPlayer& player : summary.players) {
    const auto& [losses, draws, wins] = player.results;
    const std::string simulated = player.simulated_error ? fmt::format("{:.3f}", *player.simulated_error) : "";
    text += fmt::format("{},{},{:.3f},{:.3f},{},{:.1f},{},{},{},{}\n", player.group + 1, text::csv_cell(player.name),
                        player.rating, player.error, simulated, player.points(), player.results.count(), wins, draws,
                        losses);
  }
  return text;
}

}  // namespace hone::cli
