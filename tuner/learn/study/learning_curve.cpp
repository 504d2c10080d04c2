// SPDX-License-Identifier: MIT
#include "tuner/learn/study/learning_curve.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "data/error.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/text/json_member.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::learn {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array curve_shares{0.25, 0.5};
constexpr std::uint64_t curve_seed = 0x63757276;  // so that the parts do not depend on other choices
constexpr double curve_tolerance = 1e-9;          // of the loss; what more games buy is more

struct CurveStopped {};

// The rows of this share of the games trained on.
Split part_of(const FitSetup& setup, double share) {
  const auto of_part = [&](const RowSelection& rows) {
    RowSelection part;
    for (const std::uint32_t i : rows) {
      if (is_held_out(setup.rows[i].label.game, share, setup.options.seed ^ curve_seed)) part.push_back(i);
    }
    return part;
  };
  return {.train = of_part(setup.split.train), .heldout = {}, .tree = of_part(setup.split.tree)};
}

class Curve {
 public:
  Curve(const FitSetup& setup, const Weights& fitted, const PullStrengths& strengths, const std::stop_token& stop)
      : setup_(setup), fitted_(fitted), strengths_(strengths), stop_(stop) {}

  [[nodiscard]] LearningCurve curve(std::optional<double> start_loss) {
    LearningCurve result;
    result.heldout_games = count_games(setup_.rows, setup_.split.heldout);
    result.start_loss = start_loss ? *start_loss : mean(losses_of(setup_.given)).mean;
    for (const double share : curve_shares) add(result, part_of(setup_, share));
    add(result, setup_.split, losses_of(fitted_));
    extrapolate(result);
    return result;
  }

 private:
  void add(LearningCurve& curve, const Split& part) { add(curve, part, losses_of(fit_to(part))); }

  void add(LearningCurve& curve, const Split& part, std::vector<double> losses) {
    curve.points.push_back({count_games(setup_.rows, part.train), mean(losses).mean});
    losses_.push_back(std::move(losses));
  }

  [[nodiscard]] Weights fit_to(const Split& part) const {
    const FitProblem problem = setup_.problem(part);
    Vector x = parameters_of(problem, setup_.start, fitted_);
    const auto check = [this](const SolverSummary&) {
      if (stop_.stop_requested()) throw CurveStopped();
    };
    if (!problem.empty()) {
      problem.solve({.strengths = strengths_, .relative_decrease = curve_tolerance, .observer = check}, x);
    }
    return problem.weights_at(x, strengths_);
  }

  [[nodiscard]] std::vector<double> losses_of(const Weights& weights) const {
    return target_losses(setup_.rows, setup_.split.heldout, weights, setup_.options.loss, setup_.targets,
                         setup_.options.threads);
  }

  [[nodiscard]] ClusteredMean mean(const std::vector<double>& values) const {
    return mean_over_games(setup_.rows, setup_.split.heldout, values);
  }

  // The games that a fit to n new ones knows: those that are carried on count too.
  [[nodiscard]] double known(double games) const {
    return games + (setup_.carried ? setup_.options.carry.share.value_or(1) * setup_.carried->games() : 0);
  }

  // The factors of the losses in b. b is linear in the losses, so its error is that of the same sum game by game.
  [[nodiscard]] std::vector<double> factors_of_b(const std::vector<CurvePoint>& points) const {
    double weight = 0, sum = 0, squares = 0;
    for (const CurvePoint& point : points) {
      weight += known(static_cast<double>(point.games));
      sum += 1;  // games x 1 / games
    }
    const double mean = sum / weight;
    std::vector<double> factors;
    for (const CurvePoint& point : points) {
      const double games = known(static_cast<double>(point.games)), distance = 1 / games - mean;
      factors.push_back(games * distance);
      squares += games * distance * distance;
    }
    for (double& factor : factors) factor /= squares;
    return factors;
  }

  void extrapolate(LearningCurve& curve) const {
    const std::vector<double> factors = factors_of_b(curve.points);
    const auto games = static_cast<double>(curve.points.back().games);
    const double saved = 1 / known(games) - 1 / known(2 * games);
    std::vector<double> values(losses_.front().size());
    for (std::size_t point = 0; point < factors.size(); ++point) {
      for (std::size_t i = 0; i < values.size(); ++i) values[i] += saved * factors[point] * losses_[point][i];
    }
    const ClusteredMean found = mean(values);
    curve.twice_gain = found.mean;
    curve.twice_gain_error = found.error;
  }

  const FitSetup& setup_;
  const Weights& fitted_;
  const PullStrengths& strengths_;
  const std::stop_token& stop_;
  std::vector<std::vector<double>> losses_;  // of the rows held out, by point
};

}  // namespace

std::optional<double> LearningCurve::share_of_gain() const {
  return gain() > 0 ? std::optional(twice_gain / gain()) : std::nullopt;
}

bool LearningCurve::can_tell() const { return twice_gain_error > 0 && std::abs(twice_gain) > 2 * twice_gain_error; }

std::optional<LearningCurve> learning_curve(const FitSetup& setup, const Weights& fitted,
                                            const PullStrengths& strengths, const std::stop_token& stop,
                                            std::optional<double> start_loss) {
  const auto has_enough = [&](const RowSelection& rows) {
    return static_cast<double>(count_games(setup.rows, rows)) >= least_games_to_judge;
  };
  if (!has_enough(setup.split.heldout) || !has_enough(part_of(setup, curve_shares.front()).train)) return std::nullopt;
  try {
    return Curve(setup, fitted, strengths, stop).curve(start_loss);
  } catch (const CurveStopped&) {
    return std::nullopt;
  }
}

std::string describe(const LearningCurve& curve) {
  std::string text =
      fmt::format("On the {} games held out the loss of the target is", text::grouped(curve.heldout_games));
  for (const CurvePoint& point : curve.points) {
    text += fmt::format("{} {:.6f} from {} games", &point == curve.points.data() ? "" : ",", point.loss,
                        text::grouped(point.games));
  }
  text += fmt::format(". Twice the games would buy about {:.6f}", curve.twice_gain);
  if (curve.twice_gain_error > 0) text += fmt::format(" +- {:.6f}", curve.twice_gain_error);
  text += " of it";
  if (!curve.can_tell()) return text + ", which these games cannot tell from nothing.";
  const std::optional<double> share = curve.share_of_gain();
  return share ? text + fmt::format(", {:.0f} % of the gain so far.", 100 * *share) : text + ".";
}

Json to_json(const LearningCurve& curve) {
  Json points = Json::array();
  for (const CurvePoint& point : curve.points) points.push_back({{"games", point.games}, {"loss", point.loss}});
  const std::optional<double> share = curve.share_of_gain();
  return {{"heldout_games", curve.heldout_games},
          {"start_loss", curve.start_loss},
          {"points", points},
          {"twice_gain", curve.twice_gain},
          {"twice_gain_error", curve.twice_gain_error},
          {"share_of_gain", share ? Json(*share) : Json(nullptr)}};
}

void from_json(const Json& json, LearningCurve& curve) {
  curve.heldout_games = text::member<std::size_t>(json, "heldout_games");
  curve.start_loss = text::member<double>(json, "start_loss");
  for (const Json& point : text::member<Json>(json, "points")) {
    curve.points.push_back({text::member<std::size_t>(point, "games"), text::member<double>(point, "loss")});
  }
  if (curve.points.empty()) throw Error("points: " + expected_found("some", "none"));
  curve.twice_gain = text::member<double>(json, "twice_gain");
  curve.twice_gain_error = text::member<double>(json, "twice_gain_error");
}

}  // namespace hone::learn
