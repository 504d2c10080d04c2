// SPDX-License-Identifier: MIT
#include "tuner/units/launch_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "data/error.hpp"
#include "tuner/text/options.hpp"

namespace hone::units {

namespace {

constexpr std::string_view this_machine = "local";
constexpr std::int64_t most_slots = 10'000;

std::string shown_hosts(const std::vector<LaunchHost>& hosts) {
  std::vector<std::string> words;
  for (const LaunchHost& host : hosts) {
    const std::string name = host.name.empty() ? std::string(this_machine) : host.name;
    words.push_back(host.slots > 0 ? fmt::format("{}/{}", name, host.slots) : name);
  }
  return text::join(words, ",");
}

// What ssh or a shell would not take for a name.
bool is_host_name(std::string_view name) {
  const auto is_plain = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           std::string_view("-_.@").find(letter) != std::string_view::npos;
  };
  return !name.empty() && name.front() != '-' && std::ranges::all_of(name, is_plain);
}

LaunchHost parse_host(std::string_view word) {
  const std::size_t slash = word.find('/');
  LaunchHost host{.name = std::string(word.substr(0, slash))};
  if (!is_host_name(host.name)) throw Error(expected_found("hosts as pc2,pc3/16,local/8", word));
  if (slash != std::string_view::npos) {
    host.slots = static_cast<int>(text::parse_integer(word.substr(slash + 1), {1, most_slots}));
  }
  if (host.name == this_machine) host.name.clear();
  return host;
}

}  // namespace

const char* to_string(Launch launch) {
  switch (launch) {
    case Launch::local:
      return "local";
    case Launch::hand:
      return "hand";
    case Launch::slurm:
      return "slurm";
    case Launch::ssh:
      return "ssh";
  }
  return "";
}

std::vector<LaunchHost> parse_hosts(std::string_view words) {
  std::vector<LaunchHost> hosts;
  for (const std::string_view word : text::split_at_commas(words)) {
    hosts.push_back(parse_host(word));
    const auto same = [&](const LaunchHost& host) { return host.name == hosts.back().name; };
    if (std::ranges::count_if(hosts, same) > 1) throw Error(fmt::format("host {} is there twice", word));
  }
  return hosts;
}

namespace {

constexpr int guessed_slots = 8;  // of a host that did not say yet

int number_of(const char* variable) {
  const char* text = std::getenv(variable);
  const int number = text == nullptr ? 0 : std::atoi(text);
  return std::max(1, number);
}

}  // namespace

int slurm_nodes() { return number_of("SLURM_JOB_NUM_NODES"); }
int slurm_slots() { return slurm_nodes() * number_of("SLURM_CPUS_ON_NODE"); }

int expected_slots(const LaunchOptions& options, int threads) {
  if (options.launch == Launch::slurm) return slurm_slots();
  if (options.launch != Launch::ssh) return threads;
  int slots = 0;
  for (const LaunchHost& host : options.hosts) slots += host.slots > 0 ? host.slots : guessed_slots;
  return slots;
}

void LaunchOptions::declare(text::Options& options) {
  options.group("More machines");
  options
      .choice<Launch>(
          "launch", {{"local", Launch::local}, {"hand", Launch::hand}, {"slurm", Launch::slurm}, {"ssh", Launch::ssh}},
          launch,
          "where games are played: on the threads of this process; as units by workers (hone work) that "
          "you start, and by this process; by a worker on each node of the Slurm job that this runs in; or "
          "on --hosts by GNU parallel over ssh. The results are the same bytes")
      .free_on_resume();
  options
      .custom(
          "hosts", "H,...", [this](std::string_view words) { hosts = parse_hosts(words); },
          [this] { return shown_hosts(hosts); },
          "of --launch ssh: names as ssh knows them, with the number of games at a time after a slash, otherwise as "
          "many as they have processors; local is this machine")
      .free_on_resume();
  options
      .integer("unit-games", "N", unit_games, {0, 1'000'000},
               "games of a unit, which a worker plays and hands in as a whole; 0: about a minute of play")
      .free_on_resume();
  options
      .integer("replays", "N", replays, {0, 1'000'000},
               "games of each unit that are played again here, to see whether its worker told the truth")
      .free_on_resume();
  options.text("remote-hone", "PROGRAM", remote_program, "of --launch ssh: what hone is called on the other machines")
      .free_on_resume();
}

void LaunchOptions::validate() const {
  if (launch == Launch::ssh && hosts.empty()) throw Error("--launch ssh takes --hosts, as pc2,pc3/16,local/8");
  if (launch != Launch::ssh && !hosts.empty()) throw Error("--hosts goes with --launch ssh");
  if (launch == Launch::slurm && std::getenv("SLURM_JOB_ID") == nullptr) {
    throw Error("--launch slurm: this is no Slurm job; begin with sbatch -N8 --exclusive --wrap 'hone run ...'");
  }
}

}  // namespace hone::units
