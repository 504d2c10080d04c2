# SPDX-License-Identifier: MIT
#
# Installs hone, moves what was installed elsewhere, and builds and runs the example with nothing but that.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT code EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${code}:\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

function(expect what found expected)
  if(NOT found STREQUAL expected)
    message(SEND_ERROR "${what}: expected '${expected}', found '${found}'")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/first)
file(RENAME ${WORK}/first ${WORK}/prefix)
file(COPY ${EXAMPLE}/ DESTINATION ${WORK}/example)

set(hone ${WORK}/prefix/bin/hone)
run(${hone} --version)
if(NOT out MATCHES "^hone ${VERSION} ")
  message(SEND_ERROR "hone --version says ${out}")
endif()
set(share ${WORK}/prefix/share)
foreach(file man/man1/hone.1.gz man/man1/hone-selfplay.1.gz bash-completion/completions/hone
             zsh/vendor-completions/_hone fish/vendor_completions.d/hone.fish hone/weights/chess.weights doc/hone/LICENSE
             doc/hone/README.md doc/hone/CHANGELOG.md doc/hone/data/ROWS.md doc/hone/tuner/exchange/export/TEMPLATES.md)
  if(NOT EXISTS ${share}/${file})
    message(SEND_ERROR "share/${file} was not installed")
  endif()
endforeach()

run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${WORK}/example -B ${WORK}/build -DCMAKE_PREFIX_PATH=${WORK}/prefix
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS})
run(${CMAKE_COMMAND} --build ${WORK}/build)

# The program says of the same weights what the example says.
set(weights ${share}/hone/weights/chess.simplified.weights)
set(position "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3")
run(${hone} search --game chess --weights ${weights} --position ${position} --depth 6 --quiet --json ${WORK}/found.json)
file(READ ${WORK}/found.json found)
string(JSON move GET ${found} move)
string(JSON score GET ${found} score)
string(JSON nodes GET ${found} nodes)
run(${WORK}/build/score_position chess ${weights} 6 ${position})
string(REGEX REPLACE "^evaluation -?[0-9]+\n" "" after "${out}")
expect("the example, run" "${after}" "score ${score} nodes ${nodes}\nmove ${move}\n")
expect("the mate in one" "${move}" "f3f7")

# Material alone, from the definition of the game: a queen is 900, a pawn 100.
run(${WORK}/build/score_position chess material 1 "4k3/8/8/8/8/8/P7/3QK3 w - - 0 1")
string(REGEX MATCH "^evaluation [0-9]+" evaluation "${out}")
expect("material" "${evaluation}" "evaluation 1000")

execute_process(COMMAND ${WORK}/build/score_position chess ${WORK}/missing.weights 1 RESULT_VARIABLE code
                ERROR_VARIABLE error)
expect("exit code without weights" "${code}" "2")
if(NOT error MATCHES "missing.weights")
  message(SEND_ERROR "the example does not name the missing file: ${error}")
endif()
