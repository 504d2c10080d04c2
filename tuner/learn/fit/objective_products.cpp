// SPDX-License-Identifier: MIT
//
// Part of tuner/learn/fit/objective.hpp: products of the Hessian with several vectors at a time.
#include <cstddef>

#include "tuner/learn/fit/objective.hpp"
#include "tuner/parallel/ordered_sum.hpp"

namespace hone::learn {

namespace {

// The displacements that parameters stand for, and back; the map is null where they are the same.
WideVector spread_wide(const ParameterMap* map, const WideVector& parameters, Eigen::Index size) {
  if (map == nullptr || map->is_identity()) return parameters;
  WideVector result = WideVector::Zero(size, wide_columns);
  for (Eigen::Index i = 0; i < size; ++i) {
    const std::int32_t parameter = map->of_rows()[static_cast<std::size_t>(i)];
    if (parameter >= 0) result.row(i) = parameters.row(parameter);
  }
  return result;
}

WideVector gather_wide(const ParameterMap* map, WideVector displacements) {
  if (map == nullptr || map->is_identity()) return displacements;
  WideVector result = WideVector::Zero(map->size(), wide_columns);
  for (Eigen::Index i = 0; i < displacements.rows(); ++i) {
    const std::int32_t parameter = map->of_rows()[static_cast<std::size_t>(i)];
    if (parameter >= 0) result.row(parameter) += displacements.row(i);
  }
  return result;
}

// The numbers in a block of the Hessian that the displacements of the rows have; -1: none.
std::vector<std::int32_t> places_in_block(const std::vector<Eigen::Index>& parameters, const ParameterMap* map,
                                          Eigen::Index size, Eigen::Index row_size) {
  std::vector<std::int32_t> of_parameter(static_cast<std::size_t>(size), -1);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    of_parameter[static_cast<std::size_t>(parameters[i])] = static_cast<std::int32_t>(i);
  }
  if (map == nullptr || map->is_identity()) return of_parameter;
  std::vector<std::int32_t> of_rows(static_cast<std::size_t>(row_size), -1);
  for (std::size_t i = 0; i < of_rows.size(); ++i) {
    const std::int32_t parameter = map->of_rows()[i];
    if (parameter >= 0) of_rows[i] = of_parameter[static_cast<std::size_t>(parameter)];
  }
  return of_rows;
}

}  // namespace

Matrix Objective::row_block(const std::vector<Eigen::Index>& parameters, std::size_t stride) const {
  const std::vector<std::int32_t> places = places_in_block(parameters, options_.parameters, size(), row_size());
  const auto blocks = rows_.blocks();
  Matrix result = Matrix::Zero(std::ssize(parameters), std::ssize(parameters));
  for (std::size_t number = 0; number < blocks.size(); ++number) {
    const Vector curvatures = static_cast<double>(stride) * curvatures_[number];
    WidePass(rows_, blocks[number]).add_products(curvatures, places, {number % stride, stride}, result);
  }
  return result;
}

WideVector Objective::products(const WideVector& vectors) const {
  const auto blocks = rows_.blocks();
  const WideVector directions = spread_wide(options_.parameters, vectors, row_size());
  WideVector of_rows = WideVector::Zero(row_size(), wide_columns);
  parallel::ordered_sum(
      blocks.size(), options_.threads,
      [&](std::size_t i) {
        const WidePass pass(rows_, blocks[i]);
        WideVector scores = pass.scores(directions);
        scores.array().colwise() *= curvatures_[i].array();
        return pass.flow_back(scores);
      },
      [&](std::size_t i, const WideSums& part) { part.add_to(of_rows, blocks[i], rows_.columns()); });
  for (Eigen::Index i = 0; options_.carried != nullptr && i < wide_columns; ++i) {
    of_rows.col(i) += options_.carried_factor * options_.carried->times(directions.col(i));
  }
  WideVector result = gather_wide(options_.parameters, std::move(of_rows));
  for (Eigen::Index i = 0; i < wide_columns; ++i) {
    if (!vectors.col(i).isZero(0)) result.col(i) += penalty_.product(vectors.col(i));
  }
  return result;
}

}  // namespace hone::learn
