// SPDX-License-Identifier: MIT
#include "tuner/learn/products/product_screen.hpp"

#include <algorithm>
#include <utility>

#include "tuner/learn/products/score_test.hpp"
#include "tuner/parallel/ordered_sum.hpp"

namespace hone::learn {

namespace {

using Eigen::Index;
using SideMatrix = Eigen::MatrixXf;

constexpr double nearly_equal = 0.999;  // a squared correlation of factors that are as good as one

// The factors of both players in the rows of a part, the second player's below.
SideMatrix sides_of(const ProductHalf& half, const UsedFactors& factors, std::size_t first, std::size_t last) {
  const auto rows = static_cast<Index>(last - first), size = std::ssize(factors.factors);
  SideMatrix sides(2 * rows, size);
  for (Index i = 0; i < size; ++i) {
    const std::size_t factor = factors.factors[static_cast<std::size_t>(i)];
    for (Index row = 0; row < rows; ++row) {
      const std::size_t number = first + static_cast<std::size_t>(row);
      sides(row, i) = static_cast<float>(half.first(number)[factor]) - factors.means[i];
      sides(rows + row, i) = static_cast<float>(half.second(number)[factor]) - factors.means[i];
    }
  }
  return sides;
}

struct FactorMoments {
  Vector sum;
  Matrix squares;
};

FactorMoments moments_of(const ProductHalf& half, const UsedFactors& factors) {
  const Index size = std::ssize(factors.factors);
  FactorMoments all{Vector::Zero(size), Matrix::Zero(size, size)};
  parallel::ordered_sum(
      half.parts(), half.threads(),
      [&](std::size_t part) {
        const auto [first, last] = half.rows_of(part);
        const Matrix sides = sides_of(half, factors, first, last).cast<double>();
        return FactorMoments{sides.colwise().sum(), sides.transpose() * sides};
      },
      [&](std::size_t, const FactorMoments& part) {
        all.sum += part.sum;
        all.squares += part.squares;
      });
  const auto count = static_cast<double>(2 * half.rows());
  all.sum /= count;
  all.squares = all.squares / count - all.sum * all.sum.transpose();
  return all;
}

// The sums over games of the scores of all products of one kind, and of their squares, by phase. A matrix has the first
// factor in its row and the second in its column.
struct ProductSums {
  std::vector<Eigen::ArrayXXd> scores;   // by phase
  std::vector<Eigen::ArrayXXd> squares;  // by pair of phases, the second no later than the first

  void add(const std::vector<SideMatrix>& game) {
    std::size_t pair = 0;
    for (std::size_t i = 0; i < game.size(); ++i) {
      const bool empty = game[i].size() == 0;
      if (!empty) scores[i] += game[i].array().cast<double>();
      for (std::size_t j = 0; j <= i; ++j, ++pair) {
        if (!empty && game[j].size() > 0) squares[pair] += (game[i].array() * game[j].array()).cast<double>();
      }
    }
  }
  void add(const ProductSums& other) {
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] += other.scores[i];
    for (std::size_t i = 0; i < squares.size(); ++i) squares[i] += other.squares[i];
  }
  [[nodiscard]] ScoreTest test(Index first, Index second) const {
    const Index phases = std::ssize(scores);
    Vector score(phases);
    Matrix scatter(phases, phases);
    std::size_t pair = 0;
    for (Index i = 0; i < phases; ++i) {
      score[i] = scores[static_cast<std::size_t>(i)](first, second);
      for (Index j = 0; j <= i; ++j, ++pair) scatter(i, j) = scatter(j, i) = squares[pair](first, second);
    }
    return score_test(score, scatter);
  }
};

ProductSums no_sums(Index factors, std::size_t phases) {
  const Eigen::ArrayXXd none = Eigen::ArrayXXd::Zero(factors, factors);
  return {std::vector(phases, none), std::vector(phases * (phases + 1) / 2, none)};
}

struct KindSums {
  ProductSums own, enemy;
};

// Scores are taken relative to the largest slope, so that single precision is enough.
class Screen {
 public:
  Screen(const ProductHalf& half, const UsedFactors& factors) : half_(half), factors_(factors) {
    for (std::size_t row = 0; row < half.rows(); ++row) largest_ = std::max(largest_, std::abs(half.push(row)));
  }

  [[nodiscard]] KindSums sums() const {
    KindSums all = none();
    parallel::ordered_sum(
        half_.parts(), half_.threads(), [this](std::size_t part) { return of_part(part); },
        [&](std::size_t, const KindSums& part) {
          all.own.add(part.own);
          all.enemy.add(part.enemy);
        });
    return all;
  }

 private:
  [[nodiscard]] KindSums none() const {
    const Index size = std::ssize(factors_.factors);
    const auto phases = static_cast<std::size_t>(half_.phases());
    return {no_sums(size, phases), no_sums(size, phases)};
  }

  [[nodiscard]] KindSums of_part(std::size_t part) const {
    KindSums sums = none();
    const auto [first_game, last_game] = half_.games_of(part);
    for (std::size_t game = first_game; game < last_game; ++game) add_game(game, sums);
    return sums;
  }

  void add_game(std::size_t game, KindSums& sums) const {
    const auto [first, last] = half_.rows_of_game(game);
    const auto rows = static_cast<Index>(last - first);
    const auto phases = static_cast<std::size_t>(half_.phases());
    Eigen::MatrixXf pushes(rows, half_.phases());
    std::vector<double> shares(phases);
    for (std::size_t row = first; row < last; ++row) {
      half_.shares(row, shares);
      for (std::size_t phase = 0; phase < phases; ++phase) {
        pushes(static_cast<Index>(row - first), static_cast<Index>(phase)) =
            static_cast<float>(half_.push(row) / largest_ * shares[phase]);
      }
    }
    const SideMatrix sides = sides_of(half_, factors_, first, last);
    std::vector<SideMatrix> own(phases), enemy(phases);
    for (std::size_t phase = 0; phase < phases; ++phase) {
      const auto push = pushes.col(static_cast<Index>(phase));
      if (push.isZero(0)) continue;
      SideMatrix pushed = sides;
      pushed.topRows(rows).array().colwise() *= push.array();
      pushed.bottomRows(rows).array().colwise() *= -push.array();
      own[phase].noalias() = pushed.transpose() * sides;
      const SideMatrix mixed = pushed.topRows(rows).transpose() * sides.bottomRows(rows);
      enemy[phase] = mixed - mixed.transpose();
    }
    sums.own.add(own);
    sums.enemy.add(enemy);
  }

  const ProductHalf& half_;
  const UsedFactors& factors_;
  double largest_ = 1e-300;
};

}  // namespace

UsedFactors usable_factors(const ProductHalf& half, const std::vector<Factor>& all, const Schema& schema,
                           const std::vector<bool>& chosen) {
  const auto is_fitted = [&](const Group& group) {
    const auto first = chosen.begin() + group.first;
    return std::all_of(first, first + group.shape.size(), [](bool is_chosen) { return is_chosen; });
  };
  UsedFactors fitted;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_fitted(schema.groups()[all[i].group])) fitted.factors.push_back(i);
  }
  fitted.means = Eigen::RowVectorXf::Zero(std::ssize(fitted.factors));
  const FactorMoments moments = moments_of(half, fitted);
  std::vector<Index> used;
  for (Index i = 0; i < moments.sum.size(); ++i) {
    const double variance = moments.squares(i, i);
    const bool is_new = std::ranges::none_of(used, [&](Index earlier) {
      const double shared = moments.squares(i, earlier);
      return shared * shared > nearly_equal * variance * moments.squares(earlier, earlier);
    });
    if (variance > 1e-9 && is_new) used.push_back(i);
  }
  UsedFactors result;
  for (const Index i : used) result.factors.push_back(fitted.factors[static_cast<std::size_t>(i)]);
  result.means = moments.sum(used).cast<float>();
  return result;
}

std::vector<Product> products_of(const UsedFactors& factors) {
  std::vector<Product> products;
  for (std::size_t a = 0; a < factors.factors.size(); ++a) {
    for (std::size_t b = a; b < factors.factors.size(); ++b) {
      products.push_back({ProductKind::own, a, b});
      if (b > a) products.push_back({ProductKind::enemy, a, b});
    }
  }
  return products;
}

std::vector<Product> screened_products(const ProductHalf& half, const UsedFactors& factors,
                                       const ProductOptions& options) {
  const KindSums sums = Screen(half, factors).sums();
  std::vector<std::pair<double, Product>> ranked;
  for (const Product& product : products_of(factors)) {
    const ProductSums& of_kind = product.kind == ProductKind::own ? sums.own : sums.enemy;
    ranked.emplace_back(of_kind.test(static_cast<Index>(product.first), static_cast<Index>(product.second)).log_p,
                        product);
  }
  std::ranges::stable_sort(ranked, {}, [](const auto& pair) { return pair.first; });
  std::vector<std::size_t> uses(factors.factors.size());
  std::vector<Product> result;
  for (const auto& [log_p, product] : ranked) {
    if (result.size() == options.chosen) break;
    if (std::max(uses[product.first], uses[product.second]) >= options.most_of_factor) continue;
    if (half.seen(product, factors).games < options.least_games) continue;
    ++uses[product.first];
    if (product.second != product.first) ++uses[product.second];
    result.push_back(product);
  }
  return result;
}

}  // namespace hone::learn
