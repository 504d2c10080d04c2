// SPDX-License-Identifier: MIT
#include "tuner/cli/application.hpp"

int main(int count, char** words) { return static_cast<int>(hone::cli::run_application({words + 1, words + count})); }
