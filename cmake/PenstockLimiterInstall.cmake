# SPDX-License-Identifier: MIT
# Installs penstock_limiter as the CMake package PenstockLimiter: what a service links. Alone with
# cmake --install BUILD --component limiter.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/PenstockLimiter")
set_target_properties(penstock_limiter PROPERTIES EXPORT_NAME limiter)
install(TARGETS penstock_limiter EXPORT PenstockLimiterTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT limiter)
# The headers include each other as core/...; those of the client's inside name hiredis and stay.
install(DIRECTORY util limit DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/penstock/core"
    COMPONENT limiter FILES_MATCHING PATTERN "*.h")
install(DIRECTORY store/client DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/penstock/core/store"
    COMPONENT limiter FILES_MATCHING PATTERN "*.h"
    PATTERN "redis_connection.h" EXCLUDE PATTERN "reply_reader.h" EXCLUDE
    PATTERN "resp_encoder.h" EXCLUDE)
install(EXPORT PenstockLimiterTargets NAMESPACE Penstock:: DESTINATION "${package_dir}"
    COMPONENT limiter)

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/PenstockLimiterConfig.cmake.in"
    PenstockLimiterConfig.cmake INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(PenstockLimiterConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/PenstockLimiterConfig.cmake"
    "${CMAKE_CURRENT_BINARY_DIR}/PenstockLimiterConfigVersion.cmake"
    DESTINATION "${package_dir}" COMPONENT limiter)
