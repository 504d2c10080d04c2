# SPDX-License-Identifier: MIT

# The main job of ./quickstart, on the terminal.
add_custom_target(quickstart COMMAND ${PROJECT_SOURCE_DIR}/scripts/first-run $<TARGET_FILE:hone>
                  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} USES_TERMINAL VERBATIM)

file(GLOB_RECURSE formatted CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} *.?pp)
list(FILTER formatted EXCLUDE REGEX "^(build|runs)/")
find_program(CLANG_FORMAT NAMES clang-format-14 clang-format)
if(CLANG_FORMAT)
  add_custom_target(format COMMAND ${CLANG_FORMAT} -i ${formatted} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM)
  add_custom_target(format-check COMMAND ${CLANG_FORMAT} --dry-run -Werror ${formatted}
                    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM)
endif()
