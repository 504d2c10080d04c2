# SPDX-License-Identifier: MIT
#
# Debian packages, a component each: cpack --preset deb. They need dpkg-dev.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME hone)
set(CPACK_PACKAGE_VENDOR "The hone authors")
set(CPACK_PACKAGE_CONTACT "The hone authors <hone@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL hone dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)

set(processor "")
if(HONE_ARCH)
  set(processor "\n This build is for processors of the kind ${HONE_ARCH} (-march).")
endif()
set(CPACK_DEBIAN_HONE_PACKAGE_NAME hone)
set(CPACK_DEBIAN_HONE_PACKAGE_SECTION science)
set(CPACK_DEBIAN_HONE_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_HONE_DESCRIPTION "${PROJECT_DESCRIPTION}
 hone sharpens the evaluation function of a board-game engine by letting it
 play: the engine plays itself, a fit turns the outcomes into weights, a match
 says how much stronger they are. It knows chess, checkers, othello and smaller
 games, and tunes UCI engines from outside.${processor}")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libhone-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libboost-program-options-dev, libedit-dev, libeigen3-dev, libfmt-dev, libspdlog-dev, libtbb-dev, libtomlplusplus-dev, \
libuv1-dev, libxxhash-dev, libzstd-dev, nlohmann-json3-dev, pkg-config, zlib1g-dev")
set(CPACK_COMPONENT_DEV_DESCRIPTION "${PROJECT_DESCRIPTION}: libraries
 The static libraries and headers of hone, for find_package(hone) in CMake.${processor}")
include(CPack)
