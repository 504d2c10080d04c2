// SPDX-License-Identifier: MIT
//
// What is refined: whole numbers with bounds, and players that have any values of them. They are numbers of the search
// and weights of this program's engine, or options of an engine in another process.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "engine/player.hpp"
#include "tuner/play/entrant.hpp"
#include "tuner/refine/spsa_list.hpp"

namespace hone::refine {

struct Parameter {
  std::string name;  // "search.delta_margin", "mobility.knight[3] mg", "Razor Margin"
  int start = 0, least = 0, most = 0;
  std::string meaning = {};
  bool is_weight = false;  // of an evaluation, so that a posterior may know it
};

// A player whose values can be changed between games.
struct TunedPlayer {
  std::unique_ptr<Player> player;
  std::function<void(std::span<const int> values)> set;  // one for each parameter, for the games from then on
};

// BASE.options, as `hone uci` and the interfaces of other engines read it.
[[nodiscard]] std::filesystem::path options_file(std::filesystem::path base);

class Subject {
 public:
  virtual ~Subject() = default;

  [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }
  // Whether the same values play the same game again.
  [[nodiscard]] virtual bool is_reproducible() const = 0;
  [[nodiscard]] virtual TunedPlayer tuned_player(std::size_t hash_bytes) const = 0;
  // With fixed values, for a match. The subject must outlive it.
  [[nodiscard]] virtual play::Entrant entrant(std::string name, std::span<const int> values) const = 0;
  // The values as files, BASE.options and others.
  virtual void write(const std::filesystem::path& base, std::span<const int> values) const = 0;

 protected:
  std::vector<Parameter> parameters_;
};

[[nodiscard]] std::vector<int> start_values(const std::vector<Parameter>& parameters);

// Numbers of the search ("search.NAME") and weights (by group, "mobility.*") that patterns name. Throws Error for a
// pattern that names nothing. The driver must outlive it.
class OwnSubject final : public Subject {
 public:
  OwnSubject(const GameDriver& driver, const Weights& start, const EngineOptions& engine,
             std::span<const std::string> patterns);

  [[nodiscard]] bool is_reproducible() const override { return true; }
  [[nodiscard]] TunedPlayer tuned_player(std::size_t hash_bytes) const override;
  [[nodiscard]] play::Entrant entrant(std::string name, std::span<const int> values) const override;
  // BASE.options for `hone uci` and other engines' interfaces, unless weights alone are refined, and BASE.weights.
  void write(const std::filesystem::path& base, std::span<const int> values) const override;

  [[nodiscard]] bool has_weights() const { return !weights_.empty(); }
  [[nodiscard]] Weights weights(std::span<const int> values) const;
  [[nodiscard]] SearchParameters search(std::span<const int> values) const;

 private:
  [[nodiscard]] SearchParameters search_at_start() const {
    return engine_.parameters.applied_to(driver_.search_parameters());
  }

  const GameDriver& driver_;
  Weights start_;
  EngineOptions engine_;
  std::vector<std::pair<std::size_t, const NamedParameter*>> search_;  // with the place among the parameters
  std::vector<std::pair<std::size_t, std::size_t>> weights_;           // place, and index of the value
};

// Options with whole numbers of a UCI engine: those of the list, with its starts and bounds, or if it is empty those
// that patterns name. Starts the engine to ask for them. Throws Error, with the line of the list whose option the
// engine does not have or whose bounds go beyond the engine's.
class UciSubject final : public Subject {
 public:
  UciSubject(const GameDriver& driver, play::PlayerSpec engine, std::span<const std::string> patterns,
             const SpsaList& list = {});

  [[nodiscard]] bool is_reproducible() const override { return false; }
  [[nodiscard]] TunedPlayer tuned_player(std::size_t hash_bytes) const override;
  [[nodiscard]] play::Entrant entrant(std::string name, std::span<const int> values) const override;
  void write(const std::filesystem::path& base, std::span<const int> values) const override;  // BASE.options

 private:
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> options_of(std::span<const int> values) const;

  const GameDriver& driver_;
  play::PlayerSpec engine_;
};

}  // namespace hone::refine
