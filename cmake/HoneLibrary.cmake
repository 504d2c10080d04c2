# SPDX-License-Identifier: MIT
include(GNUInstallDirs)

# hone_library(NAME SOURCES ... [HEADERS ...] [PUBLIC ...] [PRIVATE ...]): the static library of a folder, hone::NAME here
# and for those who install hone. Headers are included from the root in both places: "engine/score.hpp". All of the
# folder are for everybody, unless HEADERS are named; of tuner/cli none are otherwise.
function(hone_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;HEADERS;PUBLIC;PRIVATE")
  add_library(hone_${name} STATIC ${arg_SOURCES})
  add_library(hone::${name} ALIAS hone_${name})
  set_target_properties(hone_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(hone_${name} PUBLIC cxx_std_20)
  target_include_directories(hone_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                                                 $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/hone>)
  target_link_libraries(hone_${name} PUBLIC ${arg_PUBLIC} PRIVATE $<BUILD_INTERFACE:hone_build> ${arg_PRIVATE})
  target_precompile_headers(hone_${name} REUSE_FROM hone_precompiled)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.hpp)
  list(FILTER headers EXCLUDE REGEX "/tuner/cli/")
  list(APPEND headers ${arg_HEADERS})
  target_sources(hone_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${headers})
  # Each header alone, on demand: cmake --build --preset release --target all_verify_interface_header_sets
  set_target_properties(hone_${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  set_property(GLOBAL APPEND PROPERTY HONE_HEADERS ${headers})
  install(TARGETS hone_${name} EXPORT hone ARCHIVE COMPONENT dev
          FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hone COMPONENT dev)
endfunction()
