# SPDX-License-Identifier: MIT
#
# Programs with games of their own, against an installed hone.
set(HONE_OWN_GAME_DIR ${CMAKE_CURRENT_LIST_DIR}/own_game)
set(HONE_LAWS_DIR ${CMAKE_CURRENT_LIST_DIR}/laws)

# hone_add_program(NAME GAME STRUCT HEADER FILE SOURCES FILE... [WEIGHTS FILE])
#
# An executable NAME that has all commands of hone for the game STRUCT (games/game.hpp says what that is), which HEADER
# declares: `NAME run`, `NAME match`. WEIGHTS is a weights file, which becomes a part of the program as `default`. The
# game is compiled for the instruction set of the installed hone, and optimised where the project names no build type.
function(hone_add_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "GAME;HEADER;WEIGHTS" "SOURCES")
  if(NOT arg_GAME OR NOT arg_HEADER OR NOT arg_SOURCES OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "expected hone_add_program(NAME GAME STRUCT HEADER FILE SOURCES FILE... [WEIGHTS FILE]), "
                        "found hone_add_program(${ARGV})")
  endif()
  set(game ${arg_GAME})
  cmake_path(ABSOLUTE_PATH arg_HEADER BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE header)
  set(weights "")
  if(arg_WEIGHTS)
    cmake_path(ABSOLUTE_PATH arg_WEIGHTS BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    file(READ ${arg_WEIGHTS} weights)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${arg_WEIGHTS})
  endif()
  set(made ${CMAKE_CURRENT_BINARY_DIR}/${name}_made)
  configure_file(${HONE_OWN_GAME_DIR}/game.cpp.in ${made}/game.cpp @ONLY)
  configure_file(${HONE_OWN_GAME_DIR}/program.cpp.in ${made}/program.cpp @ONLY)

  add_library(${name}_game STATIC ${arg_SOURCES} ${made}/game.cpp)
  target_link_libraries(${name}_game PUBLIC hone::engine PRIVATE fmt::fmt)
  target_include_directories(${name}_game PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  target_compile_options(${name}_game PUBLIC -ffp-contract=off $<$<BOOL:${HONE_ARCH}>:-march=${HONE_ARCH}>
                                      PRIVATE $<$<STREQUAL:$<CONFIG>,>:-O3;-DNDEBUG>)
  set_target_properties(${name}_game PROPERTIES HONE_GAME ${game} HONE_GAME_HEADER ${header})
  add_executable(${name} ${made}/program.cpp)
  target_link_libraries(${name} PRIVATE ${name}_game hone::cli)
endfunction()

# hone_add_laws(NAME [PERFT FILE...])
#
# A test NAME_laws that holds the game of hone_add_program(NAME) to the laws of all games: rules, text forms, features,
# board, search, and the counts of PERFT files ("POSITION ;D1 20 ;D2 400" a line). It needs GoogleTest; without it there
# is a warning and no test. `NAME_laws` is the program of these tests, CTest runs it after enable_testing().
function(hone_add_laws name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PERFT")
  if(NOT TARGET ${name}_game OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "expected hone_add_laws(NAME [PERFT FILE...]) after hone_add_program(NAME ...), "
                        "found hone_add_laws(${ARGV})")
  endif()
  find_package(GTest QUIET)
  if(NOT TARGET GTest::gtest)
    message(WARNING "${name} is not held to the laws of games: there is no GoogleTest (apt-get install libgtest-dev)")
    return()
  endif()
  get_target_property(game ${name}_game HONE_GAME)
  get_target_property(header ${name}_game HONE_GAME_HEADER)
  set(files "")
  foreach(file IN LISTS arg_PERFT)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    string(APPEND files "R\"~file~(${file})~file~\", ")
  endforeach()
  set(made ${CMAKE_CURRENT_BINARY_DIR}/${name}_made)
  configure_file(${HONE_OWN_GAME_DIR}/tested_games.hpp.in ${made}/tests/tested_games.hpp @ONLY)
  configure_file(${HONE_OWN_GAME_DIR}/perft_files.hpp.in ${made}/tests/perft_files.hpp @ONLY)
  configure_file(${HONE_OWN_GAME_DIR}/laws.cpp.in ${made}/laws.cpp @ONLY)

  file(GLOB_RECURSE laws ${HONE_LAWS_DIR}/*_test.cpp)
  if(NOT arg_PERFT)
    list(FILTER laws EXCLUDE REGEX "perft_test")
  endif()
  add_executable(${name}_laws ${made}/laws.cpp ${laws})
  target_link_libraries(${name}_laws PRIVATE ${name}_game GTest::gtest)
  target_include_directories(${name}_laws PRIVATE ${made} ${HONE_LAWS_DIR})
  target_compile_options(${name}_laws PRIVATE $<$<STREQUAL:$<CONFIG>,>:-O1>)
  # GoogleTest is parsed once.
  set_target_properties(${name}_laws PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  add_test(NAME ${name}_laws COMMAND ${name}_laws --gtest_filter=-Full*)
endfunction()
