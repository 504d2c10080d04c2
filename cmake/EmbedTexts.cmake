# SPDX-License-Identifier: MIT

# Texts as C++ constants: cmake -DOUT=F.cpp -DHEADER=F.hpp -DNAMESPACE=N -DTEXTS=NAME=FILE;NAME=FILE... -P EmbedTexts.cmake
# NAME is declared in the header, as std::string_view in the namespace NAMESPACE.
set(source "#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\n")
foreach(pair IN LISTS TEXTS)
  string(REGEX MATCH "^([^=]+)=(.+)$" matched "${pair}")
  set(name "${CMAKE_MATCH_1}")
  file(READ "${CMAKE_MATCH_2}" text)
  # Debian's files name their source maps, for which a browser would ask.
  string(REGEX REPLACE "/[/*]# sourceMappingURL=[^\n]*" "" text "${text}")
  string(APPEND source "\nconst std::string_view ${name} = R\"~embedded~(${text})~embedded~\";\n")
endforeach()
string(APPEND source "\n}  // namespace ${NAMESPACE}\n")
file(WRITE "${OUT}" "${source}")
