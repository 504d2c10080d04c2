# SPDX-License-Identifier: MIT

# The formats of weights that are templates become a source file of the library: ${export_templates}.
file(GLOB export_template_files CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/templates/*.mustache)
set(export_template_texts)
foreach(file IN LISTS export_template_files)
  get_filename_component(format ${file} NAME_WE)
  string(MAKE_C_IDENTIFIER ${format} format)
  list(APPEND export_template_texts ${format}_template=${file})
endforeach()
set(export_templates ${CMAKE_CURRENT_BINARY_DIR}/export_templates.cpp)
add_custom_command(OUTPUT ${export_templates}
                   COMMAND ${CMAKE_COMMAND} -DOUT=${export_templates} -DHEADER=tuner/exchange/export/export_templates.hpp -DNAMESPACE=hone::exchange
                           "-DTEXTS=${export_template_texts}" -P ${PROJECT_SOURCE_DIR}/cmake/EmbedTexts.cmake
                   DEPENDS ${export_template_files} ${PROJECT_SOURCE_DIR}/cmake/EmbedTexts.cmake VERBATIM)
