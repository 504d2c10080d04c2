# SPDX-License-Identifier: MIT
#
# The game of the tutorial (games/README.md) as one from outside: a copy of it under another name, built against an
# installed hone by the CMakeLists.txt of own_game/, which has to play, learn and print what the game does inside.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE errors
                  WORKING_DIRECTORY ${WORK})
  if(NOT code EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${code}:\n${out}${errors}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

# refuse(MESSAGE WORD...): the command ends with exit code 2 and says so.
function(refuse message)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE errors
                  WORKING_DIRECTORY ${WORK})
  list(JOIN ARGN " " command)
  if(NOT code EQUAL 2 OR NOT errors MATCHES "${message}")
    message(SEND_ERROR "${command}: expected exit code 2 and '${message}', found ${code} and '${errors}'")
  endif()
endfunction()

function(expect what found expected)
  if(NOT found STREQUAL expected)
    message(SEND_ERROR "${what}: expected '${expected}', found '${found}'")
  endif()
endfunction()

function(expect_match what found expected)
  if(NOT found MATCHES "${expected}")
    message(SEND_ERROR "${what}: expected '${expected}', found '${found}'")
  endif()
endfunction()

# A file of the tree, as the file of the outside game.
function(copy_renamed from to)
  file(READ ${SOURCE}/${from} text)
  string(REPLACE "games/breakthrough/" "" text "${text}")
  string(REPLACE "breakthrough" "my_game" text "${text}")
  string(REPLACE "Breakthrough" "MyGame" text "${text}")
  file(WRITE ${WORK}/my_game/${to} "${text}")
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/first)
file(RENAME ${WORK}/first ${WORK}/prefix)
file(COPY ${SOURCE}/tests/package/own_game/ DESTINATION ${WORK}/my_game)
file(GLOB sources RELATIVE ${SOURCE}/games/breakthrough ${SOURCE}/games/breakthrough/*.?pp)
foreach(file IN LISTS sources)
  string(REPLACE "breakthrough" "my_game" to ${file})
  copy_renamed(games/breakthrough/${file} ${to})
endforeach()
copy_renamed(data/weights/breakthrough.weights my_game.weights)
file(COPY ${SOURCE}/data/breakthrough/perft.epd DESTINATION ${WORK}/my_game)
# And a program that gives its game twice.
file(WRITE ${WORK}/my_game/twice/clash.cpp "#include \"engine/driver_of.hpp\"
#include \"tuner/cli/program.hpp\"
namespace hone_program { hone::OwnGame game(); }
int main(int count, char** words) {
  return hone::cli::run_program({\"clash\", {hone_program::game(), hone_program::game()}}, count, words);
}
")
file(APPEND ${WORK}/my_game/CMakeLists.txt "add_executable(clash twice/clash.cpp)
target_link_libraries(clash PRIVATE my_game_game hone::cli)
")

run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${WORK}/my_game -B ${WORK}/build -DCMAKE_PREFIX_PATH=${WORK}/prefix
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS})
run(${CMAKE_COMMAND} --build ${WORK}/build)
set(hone ${WORK}/prefix/bin/hone)
set(mine ${WORK}/build/my_game)

# The same game as inside: its moves, its search, its weights.
run(${mine} --version)
expect_match("my_game --version" "${out}" "^my_game, hone ${VERSION} ")
run(${mine} perft --depth 4)
set(leaves "${out}")
run(${hone} perft --game breakthrough --depth 4)
expect("leaves" "${leaves}" "${out}")
foreach(arguments "bench --quiet" "search --depth 6 --quiet" "search --compare --quiet --depth 3")
  separate_arguments(arguments)
  run(${mine} ${arguments} --json outside.json)
  run(${hone} ${arguments} --game breakthrough --json inside.json)
  foreach(name outside inside)
    file(READ ${WORK}/${name}.json ${name})
    string(REGEX REPLACE "\"(nps|elapsed_ms|seconds|time_ms|milliseconds)\": [0-9.e+-]+" "" ${name} "${${name}}")
    string(REGEX REPLACE "\"seconds\": {[^}]*}" "" ${name} "${${name}}")
    string(REPLACE "my_game" "breakthrough" ${name} "${${name}}")
  endforeach()
  expect("${arguments}" "${outside}" "${inside}")
endforeach()

# It says its name wherever it says a command, and still knows the games of hone.
foreach(command help "run --help" "match --help" "help --man tune" "help --completion bash" "help --completion zsh")
  separate_arguments(command)
  run(${mine} ${command})
  expect_match("my_game ${command}" "${out}" "my_game")
  if(out MATCHES "hone (run|match|tune|COMMAND|help) ")
    message(SEND_ERROR "my_game ${command} says '${CMAKE_MATCH_0}'")
  endif()
endforeach()
run(${mine} perft --game tic_tac_toe --depth 5)
expect_match("perft of a game of hone" "${out}" "15120\n$")
run(${mine} help --pages ${WORK}/pages)
foreach(file man/man1/my_game.1 man/man1/my_game-run.1 bash-completion/completions/my_game
             zsh/vendor-completions/_my_game fish/vendor_completions.d/my_game.fish)
  if(NOT EXISTS ${WORK}/pages/${file})
    message(SEND_ERROR "my_game help --pages did not write ${file}")
  endif()
endforeach()
file(WRITE ${WORK}/complete "source pages/bash-completion/completions/my_game
compopt() { :; }
COMP_WORDS=(my_game perft --game my) COMP_CWORD=3
_my_game
echo \${COMPREPLY[@]}
")
run(bash complete)
expect("what bash completes" "${out}" "my_game\n")

# It plays, learns and is measured: alone, as an engine of others, and in the loop.
run(${mine} selfplay --games 40 --nodes 100 --quiet --out a.games)
run(${mine} data info a.games)
expect_match("my_game data info" "${out}" "my_game")
refuse("a game: .*\"my_game\"" ${hone} data info a.games)
run(${mine} data convert a.games --out a.txt --quiet)
run(${mine} tune --data a.games --out tuned.weights --quiet)
run(${mine} match --player tuned=weights:tuned.weights --player piped=uci:${mine} --games 2 --nodes 50 --quiet)
run(${mine} match --player tuned=weights:tuned.weights --player default=weights:default --games 4 --nodes 50 --quiet
    --record match.games --launch hand --unit-games 2)
run(${mine} run --generations 1 --games 40 --nodes 50 --match-nodes 50 --gate-games 40 --final-games 4 --quiet --out R)
run(${mine} run --status R)
expect_match("the page of a run" "${out}" "R")
file(READ ${WORK}/R/report.html page)
expect_match("the page of a run" "${page}" "my_game export --weights")
run(bash -c "printf 'uci\\nposition startpos\\ngo nodes 50\\n' | ${mine}")
expect_match("my_game on a pipe" "${out}" "id name my_game .hone ${VERSION}.*bestmove")

# What is wrong is told.
refuse("my_game: .*Try 'my_game selfplay --help'" ${mine} selfplay --gmaes 1)
refuse("clash: there is a game \"my_game\" already" ${WORK}/build/clash bench)
file(GLOB_RECURSE functions ${WORK}/prefix/honePrograms.cmake)
file(WRITE ${WORK}/wrong.cmake "include(${functions})\nhone_add_program(wrong GAME MyGame)\n")
execute_process(COMMAND ${CMAKE_COMMAND} -P ${WORK}/wrong.cmake ERROR_VARIABLE errors RESULT_VARIABLE code)
expect_match("hone_add_program without a header" "${errors}" "expected hone_add_program")

# The laws of all games, where there is GoogleTest.
if(EXISTS ${WORK}/build/my_game_laws)
  run(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build --output-on-failure)
  expect_match("the laws" "${out}" "100% tests passed, 0 tests failed out of 1")
  run(${WORK}/build/my_game_laws --gtest_filter=GamePerft*:Searcher*ATable*)
  expect_match("the laws" "${out}" "PASSED.*2 tests")
endif()
