// SPDX-License-Identifier: MIT
#include "tuner/play/uci/process.hpp"

#include <fmt/format.h>
#include <linux/close_range.h>
#include <unistd.h>
#include <uv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "data/error.hpp"
#include "tuner/play/uci/line_buffer.hpp"

namespace hone::play {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t last_words_limit = 2'000;
constexpr milliseconds kill_patience{5'000};  // a killed process that still exists then hangs in the kernel
constexpr milliseconds helper_patience{500};  // from SIGTERM to SIGKILL, for what an ended process has left behind

void ignore_broken_pipes() {
  static const bool done = std::signal(SIGPIPE, SIG_IGN) != SIG_ERR;
  static_cast<void>(done);
}

// Keeps the child from inheriting files that other parts of the program, or a library, have open.
void close_all_on_exec() { close_range(3, ~0U, CLOSE_RANGE_CLOEXEC); }

uv_stream_t* stream(uv_pipe_t& pipe) { return reinterpret_cast<uv_stream_t*>(&pipe); }

uv_buf_t buffer(char* bytes, std::size_t size) { return uv_buf_init(bytes, static_cast<unsigned>(size)); }

void require(int result, std::string_view what) {
  if (result < 0) throw Error(fmt::format("{}: {}", what, uv_strerror(result)));
}

// A pipe whose end `child_end` (0 reads, 1 writes) is for the child. libuv by itself would make sockets, which cost the
// kernel twice the work.
class Pipe {
 public:
  explicit Pipe(std::size_t child_end) : child_end_(child_end) {
    require(uv_pipe(ends_.data(), child_end == 0 ? 0 : UV_NONBLOCK_PIPE, child_end == 0 ? UV_NONBLOCK_PIPE : 0),
            "cannot make a pipe");
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close(ends_[child_end_]);
    if (!connected_) close(ends_[1 - child_end_]);
  }

  [[nodiscard]] uv_stdio_container_t for_child() const {
    uv_stdio_container_t container{};
    container.flags = UV_INHERIT_FD;
    container.data.fd = ends_[child_end_];
    return container;
  }
  void connect(uv_pipe_t& own_end) {
    require(uv_pipe_open(&own_end, ends_[1 - child_end_]), "cannot use a pipe");
    connected_ = true;
  }

 private:
  std::size_t child_end_;
  std::array<uv_file, 2> ends_{};
  bool connected_ = false;
};

// The rest of a text that the pipe did not take at once.
struct PendingWrite {
  explicit PendingWrite(std::string_view rest) : text(rest) { request.data = this; }

  uv_write_t request;
  std::string text;
};

// Whether processes of the group are left. EPERM means some that may not be signalled.
bool group_exists(int group) { return kill(-group, 0) == 0 || errno == EPERM; }

// Gives what is left of a group the chance to end in order, then kills it.
void end_group(int group) {
  kill(-group, SIGTERM);
  const auto end = std::chrono::steady_clock::now() + helper_patience;
  while (group_exists(group) && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(milliseconds(2));
  kill(-group, SIGKILL);
}

// Reads from a pipe that only this program writes to: the group of the engine, and then nothing. The end of the pipe is
// the end of this program.
constexpr const char* guard_script =
    R"(read -r group || exit; read -r _ || { kill -s TERM -- "-$group"; sleep 1; kill -s KILL -- "-$group"; })";
constexpr const char* guard_name = "hone: ends the engine when hone is gone";

}  // namespace

std::string to_string(const ExitStatus& status) {
  if (status.signal == 0) return fmt::format("exited with code {}", status.code);
  return fmt::format("killed by signal {} ({})", status.signal, ::strsignal(status.signal));
}

struct Process::State {
  State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State();

  void spawn(const std::vector<std::string>& command, const std::filesystem::path& directory);
  void spawn_guard();
  void name_to_guard() const;
  void dismiss_guard();
  void end_helpers();
  void start_reading();
  bool write(std::string_view text);
  void arm(Time deadline);
  template <class Done>
  void run_until(const Done& done, milliseconds patience);
  void run_once() { uv_run(&loop, UV_RUN_ONCE); }
  [[nodiscard]] bool runs() const { return started && !exit; }
  void signal_all(int number) const { kill(-process.pid, number); }

  static State& of(const void* data) { return *static_cast<State*>(const_cast<void*>(data)); }
  static void give_space(uv_handle_t* from, std::size_t size, uv_buf_t* space);
  static void take_output(uv_stream_t* from, ssize_t count, const uv_buf_t* bytes);
  static void give_error_space(uv_handle_t* from, std::size_t size, uv_buf_t* space);
  static void take_errors(uv_stream_t* from, ssize_t count, const uv_buf_t* bytes);

  uv_loop_t loop{};
  uv_process_t process{};
  uv_process_t guard{};
  uv_pipe_t input{}, output{}, errors{};
  uv_timer_t timer{};
  uv_async_t interrupt{};

  bool started = false;
  bool guarded = false;
  bool has_helpers = false;  // the process has ended, and others of its group have not
  int lifeline = -1;         // the end of the guard's pipe that is closed when this program ends
  bool input_open = true, output_open = true;
  bool late = false, interrupted = false;
  bool discarding = false;  // lines are not read any more
  std::uint64_t output_bytes = 0;
  LineBuffer lines{line_limit};
  std::array<char, 4096> error_space{};
  std::string last_words;
  std::function<void(std::string_view)> on_errors;
  std::optional<ExitStatus> exit;
};

Process::State::State() {
  ignore_broken_pipes();
  require(uv_loop_init(&loop), "cannot make an event loop");
  loop.data = this;
  for (uv_pipe_t* pipe : {&input, &output, &errors}) {
    uv_pipe_init(&loop, pipe, 0);
    pipe->data = this;
  }
  uv_timer_init(&loop, &timer);
  timer.data = this;
  uv_async_init(&loop, &interrupt, [](uv_async_t* from) { of(from->data).interrupted = true; });
  interrupt.data = this;
}

// Closing a handle takes a turn of the loop.
Process::State::~State() {
  if (runs()) {
    signal_all(SIGKILL);
    discarding = true;
    run_until([this] { return exit.has_value(); }, kill_patience);
  }
  end_helpers();
  dismiss_guard();
  const auto close = [](uv_handle_t* handle, void*) {
    if (uv_is_closing(handle) == 0) uv_close(handle, nullptr);
  };
  uv_walk(&loop, close, nullptr);
  uv_run(&loop, UV_RUN_DEFAULT);
  uv_loop_close(&loop);
}

void Process::State::spawn(const std::vector<std::string>& command, const std::filesystem::path& directory) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  Pipe to_child(0), from_child(1), errors_of_child(1);
  std::array pipes{to_child.for_child(), from_child.for_child(), errors_of_child.for_child()};

  uv_process_options_t options{};
  options.file = arguments.front();
  options.args = arguments.data();
  options.cwd = directory.empty() ? nullptr : directory.c_str();
  options.flags = UV_PROCESS_DETACHED;
  options.stdio_count = static_cast<int>(pipes.size());
  options.stdio = pipes.data();
  options.exit_cb = [](uv_process_t* from, std::int64_t code, int signal) {
    State& state = of(from->data);
    state.exit = ExitStatus{code, signal};
    state.has_helpers = group_exists(from->pid);
  };
  process.data = this;
  close_all_on_exec();
  spawn_guard();
  require(uv_spawn(&loop, &process, &options), fmt::format("cannot start '{}'", command.front()));
  started = true;
  name_to_guard();
  to_child.connect(input);
  from_child.connect(output);
  errors_of_child.connect(errors);
}

// It is there before the engine is, and is told of it as soon as it runs. In the moment between, and where there is no
// shell and so no guard, an engine that does not heed the end of its input is left over when this program is killed.
void Process::State::spawn_guard() {
  std::array<uv_file, 2> ends{};
  if (uv_pipe(ends.data(), 0, 0) < 0) return;
  std::array words{const_cast<char*>("sh"), const_cast<char*>("-c"), const_cast<char*>(guard_script),
                   const_cast<char*>(guard_name), static_cast<char*>(nullptr)};
  std::array<uv_stdio_container_t, 3> stdio{};
  stdio[0].flags = UV_INHERIT_FD;
  stdio[0].data.fd = ends[0];
  uv_process_options_t options{};
  options.file = words.front();
  options.args = words.data();
  options.cwd = "/";
  options.flags = UV_PROCESS_DETACHED;
  options.stdio_count = static_cast<int>(stdio.size());
  options.stdio = stdio.data();
  options.exit_cb = [](uv_process_t* from, std::int64_t, int) { of(from->data).guarded = false; };
  guard.data = this;
  guarded = uv_spawn(&loop, &guard, &options) == 0;
  close(ends[0]);
  lifeline = ends[1];
}

void Process::State::name_to_guard() const {
  const std::string group = fmt::format("{}\n", process.pid);
  if (lifeline >= 0) (void)!::write(lifeline, group.data(), group.size());  // in vain where the guard could not start
}

// Killed before its pipe ends, the guard does nothing.
void Process::State::dismiss_guard() {
  if (guarded) {
    uv_process_kill(&guard, SIGKILL);
    run_until([this] { return !guarded; }, kill_patience);
  }
  if (lifeline >= 0) close(std::exchange(lifeline, -1));
}

void Process::State::end_helpers() {
  if (std::exchange(has_helpers, false)) end_group(process.pid);
}

void Process::State::start_reading() {
  require(uv_read_start(stream(output), give_space, take_output), "cannot read from a process");
  require(uv_read_start(stream(errors), give_error_space, take_errors), "cannot read from a process");
}

void Process::State::give_space(uv_handle_t* from, std::size_t /*size*/, uv_buf_t* space) {
  const std::span<char> free = of(from->data).lines.space();
  *space = buffer(free.data(), free.size());
}

// Without space (UV_ENOBUFS) the output waits in the pipe until lines have been read.
void Process::State::take_output(uv_stream_t* from, ssize_t count, const uv_buf_t* /*bytes*/) {
  State& state = of(from->data);
  if (count == UV_ENOBUFS) return;
  if (count < 0) {
    state.output_open = false;
    uv_read_stop(from);
    return;
  }
  state.output_bytes += static_cast<std::uint64_t>(count);
  state.lines.added(static_cast<std::size_t>(count));
  if (state.discarding) state.lines.clear();
}

void Process::State::give_error_space(uv_handle_t* from, std::size_t /*size*/, uv_buf_t* space) {
  auto& bytes = of(from->data).error_space;
  *space = buffer(bytes.data(), bytes.size());
}

void Process::State::take_errors(uv_stream_t* from, ssize_t count, const uv_buf_t* bytes) {
  if (count < 0) {
    uv_read_stop(from);
    return;
  }
  State& state = of(from->data);
  const std::string_view said(bytes->base, static_cast<std::size_t>(count));
  if (state.on_errors) state.on_errors(said);
  std::string& words = state.last_words;
  words += said;
  if (words.size() > last_words_limit) words.erase(0, words.size() - last_words_limit);
}

bool Process::State::write(std::string_view text) {
  if (!input_open) return false;
  if (text.empty()) return true;
  const uv_buf_t bytes = buffer(const_cast<char*>(text.data()), text.size());
  const int written = uv_try_write(stream(input), &bytes, 1);
  if (written == static_cast<int>(text.size())) return true;
  if (written < 0 && written != UV_EAGAIN) return input_open = false;

  auto pending = std::make_unique<PendingWrite>(text.substr(static_cast<std::size_t>(std::max(written, 0))));
  const uv_buf_t rest = buffer(pending->text.data(), pending->text.size());
  const auto done = [](uv_write_t* request, int) { delete static_cast<PendingWrite*>(request->data); };
  if (uv_write(&pending->request, stream(input), &rest, 1, done) < 0) return input_open = false;
  static_cast<void>(pending.release());  // done() deletes it
  return true;
}

// A turn of the loop runs timers first and then waits for events, unless it is told to stop.
void Process::State::arm(Time deadline) {
  const auto ring = [](uv_timer_t* from) {
    of(from->data).late = true;
    uv_stop(from->loop);
  };
  late = interrupted = false;
  const auto left = std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now());
  uv_update_time(&loop);
  uv_timer_start(&timer, ring, static_cast<std::uint64_t>(std::max(left, milliseconds::zero()).count()), 0);
}

template <class Done>
void Process::State::run_until(const Done& done, milliseconds patience) {
  arm(std::chrono::steady_clock::now() + patience);
  while (!done() && !late) run_once();
}

Process::Process(const std::vector<std::string>& command, const std::filesystem::path& directory,
                 std::function<void(std::string_view)> on_errors)
    : state_(std::make_unique<State>()) {
  state_->on_errors = std::move(on_errors);
  if (!directory.empty() && !std::filesystem::is_directory(directory)) {
    throw Error(directory.string(), 0, "there is no such directory");
  }
  state_->spawn(command, directory);
  state_->start_reading();
}

Process::Process(Process&&) noexcept = default;
Process& Process::operator=(Process&&) noexcept = default;
Process::~Process() = default;

bool Process::write(std::string_view text) { return state_->write(text); }

Process::Wait Process::wait(Time deadline, const std::stop_token& stop,
                            const std::function<bool(std::string_view)>& is_answer) {
  State& state = *state_;
  state.arm(deadline);
  state.output_bytes = 0;
  const std::stop_callback on_stop(stop, [&state] { uv_async_send(&state.interrupt); });
  while (true) {
    while (const auto line = state.lines.next()) {
      if (is_answer(*line)) return Wait::answered;
    }
    if (!state.output_open) return Wait::closed;
    if (state.interrupted) return Wait::stopped;
    if (state.late) return Wait::late;
    if (state.output_bytes > output_limit) return Wait::flooded;
    state.run_once();
  }
}

std::optional<ExitStatus> Process::wait_for_end(milliseconds patience) {
  State& state = *state_;
  state.discarding = true;
  state.lines.clear();
  state.run_until([&] { return state.exit.has_value(); }, patience);
  return state.exit;
}

ExitStatus Process::end(std::string_view farewell, milliseconds patience) {
  write(farewell);
  std::optional<ExitStatus> status = wait_for_end(patience);
  for (const int signal : {SIGTERM, SIGKILL}) {
    if (status) break;
    state_->signal_all(signal);
    status = wait_for_end(signal == SIGKILL ? kill_patience : patience);
  }
  state_->end_helpers();
  return status.value_or(ExitStatus{0, SIGKILL});
}

int Process::id() const { return state_->process.pid; }

std::uint64_t Process::overlong_lines() const { return state_->lines.dropped(); }
std::string Process::last_words() const { return state_->last_words; }

}  // namespace hone::play
