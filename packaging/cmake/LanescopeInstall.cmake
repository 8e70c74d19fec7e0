# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts beside the programs; each target installs itself where it is defined.
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/LICENSE-Apache-2.0"
              "${PROJECT_SOURCE_DIR}/LICENSE-GPL-3.0"
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
