# SPDX-License-Identifier: MIT
include(CMakeFindDependencyMacro)
find_dependency(PkgConfig)
find_dependency(Threads)
find_dependency(fmt)
find_dependency(spdlog)
find_dependency(Eigen3 NO_MODULE)
find_dependency(tomlplusplus)
find_dependency(nlohmann_json)
find_dependency(ZLIB)
find_dependency(TBB)
find_dependency(Boost COMPONENTS program_options)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(LIBUV REQUIRED IMPORTED_TARGET libuv)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
include(${CMAKE_CURRENT_LIST_DIR}/honeTargets.cmake)

set(HONE_ARCH "@HONE_ARCH@") # the instruction set that this hone was built for, as of -march
include(${CMAKE_CURRENT_LIST_DIR}/honePrograms.cmake)
