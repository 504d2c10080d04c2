// SPDX-License-Identifier: MIT
//
// Line editing with libedit.
#include <histedit.h>
#include <unistd.h>

#include <array>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <string_view>
#include <utility>

#include "tuner/cli/playing/line_reader.hpp"
#include "tuner/cli/print/board_text.hpp"
#include "tuner/cli/print/lines.hpp"
#include "tuner/cli/standard_streams.hpp"

namespace hone::cli {

namespace {

class EditedLineReader final : public LineReader {
 public:
  EditedLineReader(PlaySignals& signals, Completion completion)
      : signals_(signals), completion_(std::move(completion)), history_(history_init()) {
    if (std::setlocale(LC_CTYPE, "") == nullptr && is_utf8_environment()) std::setlocale(LC_CTYPE, "C.UTF-8");
    edit_ = el_init("hone", stdin, stdout, stderr);
    if (edit_ == nullptr || history_ == nullptr) return;
    HistEvent event{};
    ::history(history_, &event, H_SETSIZE, history_size);
    el_set(edit_, EL_CLIENTDATA, this);
    el_set(edit_, EL_PROMPT, prompt_of);
    el_set(edit_, EL_EDITOR, "emacs");
    el_set(edit_, EL_HIST, ::history, history_);
    el_set(edit_, EL_GETCFN, read_character);
    el_source(edit_, nullptr);  // the user's bindings, ~/.editrc
    // The wide form, because el_set would never free its copies of the texts.
    el_wset(edit_, EL_ADDFN, L"hone-complete", L"completes a move or a command", complete);
    el_set(edit_, EL_BIND, "^I", "hone-complete", nullptr);
    // Between two lines the terminal edits the input itself, and a Ctrl-D that came then is handed on as a zero byte,
    // as Ctrl-Space is, which then means the same.
    el_set(edit_, EL_BIND, "^@", "em-delete-or-list", nullptr);
  }
  ~EditedLineReader() override {
    if (edit_ != nullptr) el_end(edit_);
    if (history_ != nullptr) history_end(history_);
  }
  EditedLineReader(const EditedLineReader&) = delete;
  EditedLineReader& operator=(const EditedLineReader&) = delete;

  [[nodiscard]] bool is_ready() const { return edit_ != nullptr && history_ != nullptr; }

  TypedLine read(const std::string& prompt) override {
    prompt_ = prompt;
    stop_ = TypedLine::Kind::end;
    std::fflush(stdout);
    el_resize(edit_);
    int count = 0;
    const char* const text = el_gets(edit_, &count);
    if (text == nullptr || count <= 0) {
      say("\n");
      return {stop_, {}};
    }
    std::string line(text, static_cast<std::size_t>(count));
    while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
    if (line.size() > longest_line) return {TypedLine::Kind::too_long, line.substr(0, longest_line)};
    HistEvent event{};
    if (!line.empty()) ::history(history_, &event, H_ENTER, line.c_str());
    return {TypedLine::Kind::text, std::move(line)};
  }

 private:
  static constexpr int history_size = 1000;

  static EditedLineReader& self(EditLine* edit) {
    void* data = nullptr;
    el_get(edit, EL_CLIENTDATA, &data);
    return *static_cast<EditedLineReader*>(data);
  }

  static char* prompt_of(EditLine* edit) { return self(edit).prompt_.data(); }

  static int read_character(EditLine* edit, wchar_t* character) { return self(edit).take(character); }

  // Returns 1, or at the end of the input and where a signal came 0. Bytes that are no character become '?'.
  int take(wchar_t* character) {
    std::mbstate_t state{};
    for (int bytes = 1; bytes <= 4; ++bytes) {
      char byte = 0;
      if (!take_byte(&byte)) return 0;
      const std::size_t result = std::mbrtowc(character, &byte, 1, &state);
      if (result == static_cast<std::size_t>(-2)) continue;  // the character goes on
      if (result == static_cast<std::size_t>(-1)) *character = L'?';
      return 1;
    }
    *character = L'?';
    return 1;
  }

  bool take_byte(char* byte) {
    switch (wait_for_input(signals_)) {
      case Arrival::interrupt:
        stop_ = TypedLine::Kind::interrupted;
        return false;
      case Arrival::end:
        stop_ = TypedLine::Kind::closing;
        return false;
      case Arrival::input:
        break;
    }
    return ::read(STDIN_FILENO, byte, 1) == 1;
  }

  // Completes the word before the cursor as far as all candidates agree, and otherwise lists them.
  static unsigned char complete(EditLine* edit, std::wint_t /*key*/) {
    const LineInfo* const info = el_line(edit);
    const std::string_view line(info->buffer, static_cast<std::size_t>(info->cursor - info->buffer));
    const std::size_t blank = line.find_last_of(' ');
    const std::string_view word = blank == std::string_view::npos ? line : line.substr(blank + 1);
    const std::vector<std::string> words = self(edit).completion_(line);
    if (words.empty()) return CC_REFRESH_BEEP;
    std::string rest = common_beginning(words).substr(word.size());
    if (words.size() == 1) rest += ' ';
    if (rest.empty()) return list(words);
    return el_insertstr(edit, rest.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
  }

  static unsigned char list(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    say("\n{}\n", wrapped(text, style_of_standard_output().width, 0));
    std::fflush(stdout);
    return CC_REDISPLAY;
  }

  PlaySignals& signals_;
  Completion completion_;
  History* history_;
  EditLine* edit_ = nullptr;
  std::string prompt_;
  TypedLine::Kind stop_ = TypedLine::Kind::end;  // why the last line did not come to its end
};

bool can_edit_lines() {
  const char* const terminal = std::getenv("TERM");
  const std::string_view name = terminal == nullptr ? "" : terminal;
  return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 && !name.empty() && name != "dumb";
}

}  // namespace

std::unique_ptr<LineReader> edited_line_reader(PlaySignals& signals, Completion completion) {
  if (!can_edit_lines()) return nullptr;
  auto reader = std::make_unique<EditedLineReader>(signals, std::move(completion));
  if (!reader->is_ready()) return nullptr;
  return reader;
}

}  // namespace hone::cli
