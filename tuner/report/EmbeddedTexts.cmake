# SPDX-License-Identifier: MIT

# The page's templates and dygraphs become a source file of the library: ${embedded_texts}.
function(debian_file variable package file)
  find_file(${variable} ${file} PATHS ${ARGN})
  if(NOT ${variable})
    message(FATAL_ERROR "${file} is missing, of Debian's package ${package}: run scripts/install-packages, or apt-get install ${package}")
  endif()
endfunction()

debian_file(DYGRAPHS_JS libjs-dygraphs dygraph.min.js /usr/share/javascript/dygraphs)
debian_file(DYGRAPHS_CSS libjs-dygraphs dygraph.min.css /usr/share/javascript/dygraphs)
debian_file(DYGRAPHS_LICENCE libjs-dygraphs copyright /usr/share/doc/libjs-dygraphs)
debian_file(MUSTACHE_HEADER libkainjow-mustache-dev kainjow/mustache.hpp)

set(templates ${CMAKE_CURRENT_LIST_DIR}/templates)
set(texts page_template=${templates}/page.mustache
          compare_template=${templates}/compare.mustache
          refine_template=${templates}/refine.mustache
          page_style=${templates}/page.css
          page_script=${templates}/page.js
          replay_script=${templates}/replay.js
          dygraphs_script=${DYGRAPHS_JS}
          dygraphs_style=${DYGRAPHS_CSS}
          dygraphs_licence=${DYGRAPHS_LICENCE})
list(TRANSFORM texts REPLACE "^[^=]*=" "" OUTPUT_VARIABLE files)
set(embedded_texts ${CMAKE_CURRENT_BINARY_DIR}/embedded_texts.cpp)
add_custom_command(OUTPUT ${embedded_texts}
                   COMMAND ${CMAKE_COMMAND} -DOUT=${embedded_texts} -DHEADER=tuner/report/embedded_texts.hpp -DNAMESPACE=hone::report "-DTEXTS=${texts}"
                           -P ${PROJECT_SOURCE_DIR}/cmake/EmbedTexts.cmake
                   DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/EmbedTexts.cmake VERBATIM)
