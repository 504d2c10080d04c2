# SPDX-License-Identifier: MIT
#
# Builds the Debian packages and reads what is in them. scripts/try-debs installs them.
cmake_minimum_required(VERSION 3.25)

find_program(SHLIBDEPS dpkg-shlibdeps)
if(NOT SHLIBDEPS)
  message(STATUS "skipped: there is no dpkg-shlibdeps (apt-get install dpkg-dev)")
  return()
endif()

file(REMOVE_RECURSE ${WORK})
execute_process(COMMAND ${CPACK} -G DEB --config ${BUILD}/CPackConfig.cmake -B ${WORK} RESULT_VARIABLE code
                OUTPUT_VARIABLE out ERROR_VARIABLE out)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "cpack ended with ${code}:\n${out}")
endif()

# expect_deb(NAME EXPECTED... WITHOUT UNEXPECTED...): regular expressions for what dpkg-deb says of the package.
function(expect_deb name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "WITH;WITHOUT")
  file(GLOB deb ${WORK}/${name}_${VERSION}_*.deb)
  execute_process(COMMAND dpkg-deb --info "${deb}" OUTPUT_VARIABLE info)
  execute_process(COMMAND dpkg-deb --contents "${deb}" OUTPUT_VARIABLE contents)
  foreach(expected IN LISTS arg_WITH)
    if(NOT "${info}${contents}" MATCHES "${expected}")
      message(SEND_ERROR "${name} lacks '${expected}':\n${info}${contents}")
    endif()
  endforeach()
  foreach(unexpected IN LISTS arg_WITHOUT)
    if("${info}${contents}" MATCHES "${unexpected}")
      message(SEND_ERROR "${name} has '${unexpected}':\n${info}${contents}")
    endif()
  endforeach()
endfunction()

expect_deb(hone WITH "Package: hone\n" "Version: ${VERSION}\n" "Section: science\n" "Depends: [^\n]*libc6 "
           "rwxr-xr-x root/root [^\n]* ./usr/bin/hone\n" "rw-r--r-- root/root [^\n]* ./usr/share/man/man1/hone.1.gz\n"
           "./usr/share/bash-completion/completions/hone\n" "./usr/share/zsh/vendor-completions/_hone\n"
           "./usr/share/doc/hone/data/ROWS.md\n" "./usr/share/doc/hone/copyright\n" "./usr/share/doc/hone/tuner/exchange/probe/hone_rows.h\n"
           "./usr/share/hone/weights/chess.weights\n"
           WITHOUT "\\.hpp\n" "\\.a\n" "\\.cmake\n")
expect_deb(libhone-dev WITH "Package: libhone-dev\n" "Depends: [^\n]*libfmt-dev" "/libhone_engine.a\n"
           "./usr/include/hone/engine/score.hpp\n" "/cmake/hone/honeConfig.cmake\n"
           "./usr/share/doc/libhone-dev/copyright\n"
           "/libhone_cli.a\n" "./usr/include/hone/tuner/cli/program.hpp\n" "/cmake/hone/honePrograms.cmake\n"
           "/laws/tests/games/conformance.hpp\n" "./usr/share/doc/libhone-dev/examples/own_game/CMakeLists.txt\n"
           WITHOUT "./usr/bin/" "/man1/" "/tuner/cli/command")
