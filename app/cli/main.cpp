// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/console.h"

#include <QCoreApplication>

#include <csignal>
#include <exception>

int main(int argc, char** argv)
{
    // A reader that went away (`| head`) and a server that died are errors to handle, not to die
    // of.
    std::signal(SIGPIPE, SIG_IGN);

    using namespace penstock;
    const auto action = readCommandLine(argc, argv);
    if (!action)
        return static_cast<int>(action.error());

    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("penstock"));
    QCoreApplication::setApplicationVersion(QStringLiteral(PENSTOCK_VERSION));
    ExitCode code = ExitCode::Internal;
    try {
        code = (*action)();
    } catch (const std::exception& exception) {
        // Out of memory and the like: nothing of ours throws.
        code = console::fail({ErrorKind::Internal, exception.what(), {}});
    }
    const bool isResultLost = code == ExitCode::Ok && !console::outputProblem().empty();
    if (isResultLost)
        return static_cast<int>(console::fail(
            {ErrorKind::InputOutput, "cannot write the result: " + console::outputProblem(), {}}));
    return static_cast<int>(code);
}
