// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/posterior.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <set>

#include "data/atomic_file.hpp"
#include "data/bytes.hpp"
#include "data/checksum.hpp"
#include "data/error.hpp"
#include "tuner/learn/fit/fit_options.hpp"

namespace hone::learn {

namespace {

using Eigen::Index;

constexpr std::string_view posterior_signature = "hone posterior 2\n", first_signature = "hone posterior 1\n";
constexpr std::uint64_t most_weights = largest_dense_limit;  // only fits with a matrix have learnt something
constexpr double rounding = 1e-9;                            // of the precision's diagonal

void put_vector(ByteWriter& to, const Vector& vector) {
  for (const double value : vector) to.f64(value);
}

Vector take_vector(ByteReader& from, Index size) {
  Vector vector(size);
  for (double& value : vector) value = from.f64();
  return vector;
}

// vectors: of one number for each weight.
std::uint64_t bytes_of_numbers(std::uint64_t weights, std::uint64_t vectors) {
  return 8 * (vectors * weights + weights * (weights + 1) / 2);
}

std::optional<Posterior> decode_posterior(std::string_view bytes, bool is_first_version) {
  ByteReader from(bytes);
  Posterior posterior;
  posterior.game = from.text();
  posterior.learnt_as = from.text();
  posterior.k = from.f64();
  posterior.games = from.f64();
  const std::uint64_t count = from.varint();
  if (count > most_weights || count > from.left()) return std::nullopt;
  for (std::uint64_t i = 0; i < count; ++i) posterior.weights.emplace_back(from.text());
  const std::uint64_t has_prior = is_first_version ? 0 : from.varint();
  if (from.bad() || has_prior > 1 || from.left() != bytes_of_numbers(count, 2 + has_prior)) return std::nullopt;
  const auto size = static_cast<Index>(count);
  posterior.centre = take_vector(from, size);
  posterior.slope = take_vector(from, size);
  if (has_prior == 1) posterior.prior = take_vector(from, size);
  posterior.precision.setZero(size, size);
  for (Index column = 0; column < size; ++column) {
    posterior.precision.col(column).tail(size - column) = take_vector(from, size - column);
  }
  return posterior;
}

// What is wrong with the numbers, if anything.
const char* fault_of(const Posterior& posterior) {
  const std::set<std::string> names(posterior.weights.begin(), posterior.weights.end());
  if (names.size() != posterior.weights.size()) return "a weight that occurs twice";
  if (!std::isfinite(posterior.k) || posterior.k <= 0) return "a K that is not positive";
  if (!std::isfinite(posterior.games) || posterior.games < 0) return "a wrong number of games";
  if (!posterior.centre.allFinite() || !posterior.slope.allFinite() || !posterior.prior.allFinite() ||
      !posterior.precision.allFinite()) {
    return "numbers that are not finite";
  }
  DampedFactor factor;
  const bool is_sound = posterior.weights.empty() || factor.compute(posterior.precision, rounding);
  return is_sound ? nullptr : "a precision that is not positive semidefinite";
}

}  // namespace

std::string format_posterior(const Posterior& posterior) {
  ByteWriter body;
  body.text(posterior.game);
  body.text(posterior.learnt_as);
  body.f64(posterior.k);
  body.f64(posterior.games);
  body.varint(posterior.weights.size());
  for (const std::string& weight : posterior.weights) body.text(weight);
  body.varint(posterior.has_prior() ? 1 : 0);
  put_vector(body, posterior.centre);
  put_vector(body, posterior.slope);
  if (posterior.has_prior()) put_vector(body, posterior.prior);
  const Index size = posterior.precision.rows();
  for (Index column = 0; column < size; ++column) put_vector(body, posterior.precision.col(column).tail(size - column));
  ByteWriter file;
  file.raw(posterior_signature);
  file.u64(checksum(body.bytes()));
  return file.bytes() + body.bytes();
}

Posterior parse_posterior(std::string_view bytes, const std::string& file) {
  ByteReader from(bytes);
  const std::string_view signature = from.raw(posterior_signature.size());
  if (signature != posterior_signature && signature != first_signature) {
    throw Error(file, 0, expected_found("what a fit has learnt, as --keep-posterior writes it", "something else"));
  }
  const std::uint64_t sum = from.u64();
  const std::string_view body = bytes.substr(bytes.size() - from.left());
  if (from.bad() || sum != checksum(body)) throw Error(file, 0, "is damaged: its checksum is wrong");
  std::optional<Posterior> posterior = decode_posterior(body, signature == first_signature);
  if (!posterior) throw Error(file, 0, expected_found("a posterior", "other contents"));
  if (const char* fault = fault_of(*posterior)) throw Error(file, 0, fmt::format("holds {}", fault));
  return std::move(*posterior);
}

Posterior read_posterior(const std::filesystem::path& file) {
  const std::uint64_t most = bytes_of_numbers(most_weights, 3) + largest_read;
  return parse_posterior(read_file(file, most), file.string());
}

void write_posterior(const std::filesystem::path& file, const Posterior& posterior) {
  write_file_atomically(file, format_posterior(posterior));
}

}  // namespace hone::learn
