# SPDX-License-Identifier: MIT
#
# Two components: hone, the program with its pages, and dev, what programs are built with that use hone's libraries.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# All libraries at once. It has no code of its own.
add_library(hone_hone INTERFACE)
add_library(hone::hone ALIAS hone_hone)
set_target_properties(hone_hone PROPERTIES EXPORT_NAME hone)
target_link_libraries(hone_hone INTERFACE hone_tuner hone_engine hone_games hone_data)
install(TARGETS hone_hone EXPORT hone)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/hone)
install(EXPORT hone NAMESPACE hone:: DESTINATION ${package_dir} FILE honeTargets.cmake COMPONENT dev)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/honeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
configure_file(cmake/honeConfig.cmake ${PROJECT_BINARY_DIR}/honeConfig.cmake @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/honeConfig.cmake ${PROJECT_BINARY_DIR}/honeConfigVersion.cmake
              cmake/honePrograms.cmake DESTINATION ${package_dir} COMPONENT dev)

# What programs with games of their own are made of, and the laws that all games are held to, as sources.
install(DIRECTORY cmake/own_game DESTINATION ${package_dir} COMPONENT dev)
set(laws tests/random_play.hpp tests/games/conformance.hpp tests/games/conformance_board_test.cpp
         tests/games/conformance_evaluation_test.cpp tests/games/conformance_perft_test.cpp
         tests/games/conformance_rules_test.cpp tests/games/conformance_text_test.cpp tests/engine/searcher_test.cpp)
foreach(file IN LISTS laws)
  cmake_path(GET file PARENT_PATH folder)
  install(FILES ${file} DESTINATION ${package_dir}/laws/${folder} COMPONENT dev)
endforeach()
# The shortest complete game, to be copied, and what builds it.
install(FILES games/tic_tac_toe/tic_tac_toe.hpp games/tic_tac_toe/tic_tac_toe.cpp data/tic_tac_toe/perft.epd
              tests/package/own_game/CMakeLists.txt
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libhone-dev/examples/own_game COMPONENT dev)

install(DIRECTORY data/weights DESTINATION ${CMAKE_INSTALL_DATADIR}/hone COMPONENT hone)
install(FILES LICENSE CHANGELOG.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT hone)
# Where Debian looks for the licence of a package.
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/hone RENAME copyright COMPONENT hone)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libhone-dev RENAME copyright COMPONENT dev)

# The pages that messages and README.md refer to, and the header that authors copy, where they are in the tree.
file(GLOB_RECURSE pages CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
     data/*.md games/*.md engine/*.md tuner/*.md tests/*.md)
foreach(page IN LISTS pages ITEMS README.md tuner/exchange/probe/hone_rows.h)
  cmake_path(GET page PARENT_PATH folder)
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder} COMPONENT hone)
endforeach()

# Man pages and completion, which only the program can write. One that is built for another machine does not run here.
if(NOT CMAKE_CROSSCOMPILING)
  set(pages_dir ${PROJECT_BINARY_DIR}/pages)
  add_custom_command(OUTPUT ${pages_dir}.stamp
                     COMMAND ${CMAKE_COMMAND} -E rm -rf ${pages_dir}
                     COMMAND hone help --pages ${pages_dir}
                     COMMAND find ${pages_dir}/man -name "*.1" -exec gzip -9n {} +
                     COMMAND ${CMAKE_COMMAND} -E touch ${pages_dir}.stamp
                     DEPENDS hone COMMENT "Writing man pages and completion" VERBATIM)
  add_custom_target(hone_pages ALL DEPENDS ${pages_dir}.stamp)
  install(DIRECTORY ${pages_dir}/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT hone)
endif()
