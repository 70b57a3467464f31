// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/console.h"

#include <QCoreApplication>

#include <csignal>
#include <exception>

namespace {

using namespace penstock;

/// The exit code of the process. A result that was lost is told whatever else went wrong; a run
/// that stopped early stopped because of it.
int finished(ExitCode code)
{
    if (!console::outputProblem().empty() && code != ExitCode::StoppedEarly) {
        const ExitCode lost = console::fail(
            {ErrorKind::InputOutput, "cannot write the result: " + console::outputProblem(), {}});
        code = code == ExitCode::Ok ? lost : code;
    }
    return static_cast<int>(code);
}

} // namespace

int main(int argc, char** argv)
{
    // A reader that went away (`| head`) and a server that died are errors to handle, not to die
    // of.
    std::signal(SIGPIPE, SIG_IGN);

    console::reserveOutputs();
    const auto action = readCommandLine(argc, argv);
    if (!action)
        return finished(action.error());

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
    return finished(code);
}
