// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace penstock::console {

namespace {

std::string& problem()
{
    static std::string text;
    return text;
}

/// All of @p text, whatever the size of the pipe. Returns errno, 0 when it was written.
int writeAll(int fd, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written < 0 && errno == EAGAIN) { // another program made the terminal non-blocking
            pollfd writable = {fd, POLLOUT, 0};
            ::poll(&writable, 1, -1);
            continue;
        }
        if (written < 0 && errno != EINTR)
            return errno;
        if (written > 0)
            text.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

std::string withoutControls(std::string_view text, bool keepsLines)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool isC1 = byte == 0xc2 && i + 1 < text.size() &&
                          static_cast<unsigned char>(text[i + 1]) < 0xa0; // U+0080 to U+009F
        if (isC1)
            ++i;
        const bool isKept = keepsLines && byte == '\n';
        out += !isKept && (byte < 0x20 || byte == 0x7f || isC1) ? ' ' : text[i];
    }
    return out;
}

} // namespace

void reserveOutputs()
{
    // open() gives the lowest free number. Read-only on purpose: writing must fail.
    int fd = 0;
    while (fd >= 0 && fd <= STDERR_FILENO)
        fd = ::open("/dev/null", O_RDONLY);
    if (fd > STDERR_FILENO)
        ::close(fd);
}

bool write(std::string_view text)
{
    if (!problem().empty())
        return false;
    if (const int error = writeAll(STDOUT_FILENO, text); error != 0)
        problem() = std::strerror(error);
    return problem().empty();
}

const std::string& outputProblem()
{
    return problem();
}

void note(std::string_view text)
{
    writeError("penstock-cli: " + withoutControls(text, true) + '\n');
}

void writeError(std::string_view text)
{
    // When stderr is gone there is nobody left to tell.
    (void)writeAll(STDERR_FILENO, text);
}

ExitCode fail(const Error& error)
{
    note(error.message);
    if (!error.hint.empty())
        writeError("  " + error.hint + '\n');
    return exitCodeOf(error.kind);
}

bool isErrorTerminal()
{
    return ::isatty(STDERR_FILENO) == 1;
}

std::string printable(std::string_view text)
{
    return withoutControls(text, false);
}

} // namespace penstock::console
