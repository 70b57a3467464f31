// SPDX-License-Identifier: MIT
#include "core/store/private_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace penstock {

namespace {

namespace fs = std::filesystem;

// Made under the first name and given the second once it is locked: a folder with the second name
// and no lock is a leftover, without a moment of doubt.
constexpr std::string_view kNewPrefix = ".penstock-new-";
constexpr std::string_view kPrefix = "penstock-";
constexpr std::time_t kNewIsOld = 60; // seconds; between making and locking are microseconds

/// The folder's descriptor, locked; -1 when its owner lives, or it is no folder of this user's.
int openLocked(const std::string& path)
{
    const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return -1;
    struct stat status
    {
    };
    if (::fstat(fd, &status) == 0 && status.st_uid == ::geteuid() &&
        ::flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    ::close(fd);
    return -1;
}

bool isOld(const std::string& path)
{
    struct stat status
    {
    };
    return ::stat(path.c_str(), &status) == 0 && std::time(nullptr) - status.st_mtime > kNewIsOld;
}

/// mkdtemp's six characters and nothing else: whatever has another name is not ours.
bool isName(std::string_view name, std::string_view prefix)
{
    constexpr std::size_t kRandom = 6;
    return name.starts_with(prefix) && name.size() == prefix.size() + kRandom;
}

void removeLeftovers(const std::string& base)
{
    std::error_code error;
    std::vector<std::string> candidates;
    for (fs::directory_iterator it(base, error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        const std::string path = it->path().string();
        if (isName(name, kPrefix) || (isName(name, kNewPrefix) && isOld(path)))
            candidates.push_back(path);
    }
    for (const std::string& path : candidates) {
        if (const int fd = openLocked(path); fd >= 0) {
            fs::remove_all(path, error);
            ::close(fd);
        }
    }
}

struct LockedFolder
{
    std::string path;
    int lock = -1;
};

/// errno's value when it cannot be made.
tl::expected<LockedFolder, int> makeIn(const std::string& base)
{
    std::string made = base + '/' + std::string(kNewPrefix) + "XXXXXX";
    if (!::mkdtemp(made.data()))
        return tl::unexpected(errno);
    const std::string random = made.substr(made.size() - 6);
    const std::string path = base + '/' + std::string(kPrefix) + random;
    const int lock = openLocked(made);
    if (lock >= 0 && ::rename(made.c_str(), path.c_str()) == 0)
        return LockedFolder{path, lock};
    const int error = errno;
    if (lock >= 0)
        ::close(lock);
    ::rmdir(made.c_str());
    return tl::unexpected(error);
}

} // namespace

Result<std::unique_ptr<PrivateFolder>> PrivateFolder::make(std::span<const std::string> bases)
{
    std::string problems;
    std::optional<LockedFolder> folder;
    for (const std::string& base : bases) {
        if (base.empty())
            continue;
        removeLeftovers(base);
        if (folder)
            continue;
        problems += problems.empty() ? "" : "; ";
        if (base.size() + 1 + kPrefix.size() + 6 > kMaxPath) {
            problems += base + ": the path is too long for a unix socket";
            continue;
        }
        if (auto made = makeIn(base))
            folder = std::move(*made);
        else
            problems += base + ": " + std::system_category().message(made.error());
    }
    if (folder)
        return std::unique_ptr<PrivateFolder>(new PrivateFolder(folder->path, folder->lock));
    return tl::unexpected(
        Error{ErrorKind::InputOutput, "no folder for the private server's socket: " + problems,
              "set XDG_RUNTIME_DIR or TMPDIR to a short path that can be written"});
}

PrivateFolder::~PrivateFolder()
{
    std::error_code error;
    fs::remove_all(m_path, error);
    ::close(m_lock);
}

} // namespace penstock
