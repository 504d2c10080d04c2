# SPDX-License-Identifier: MIT
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/hone)
install(EXPORT hone NAMESPACE hone:: DESTINATION ${package_dir} FILE honeTargets.cmake)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/honeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/honeConfig.cmake ${PROJECT_BINARY_DIR}/honeConfigVersion.cmake DESTINATION ${package_dir})
install(DIRECTORY data/weights DESTINATION ${CMAKE_INSTALL_DATADIR}/hone)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
