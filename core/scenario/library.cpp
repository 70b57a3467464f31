// SPDX-License-Identifier: MIT
#include "core/scenario/library.h"

#include "core/util/nearest_name.h"

#include <QFile>
#include <QFileInfo>

/// Registers the compiled-in files. Outside the namespace, as Q_INIT_RESOURCE demands; needed
/// because a linker drops the self-registering object of a static library.
static void initScenarioResources()
{
    Q_INIT_RESOURCE(scenarios);
}

namespace penstock {

namespace {

/// `first-look` comes first: it is what the window opens with.
constexpr const char* kNames[] = {"first-look",      "article",      "flash-sale",
                                  "steady-overload", "slow-backend", "many-workers"};

/// More than any scenario needs; a mistaken path to a huge file must not fill the memory.
constexpr qint64 kMostBytes = 4 * 1024 * 1024;

Result<std::string> readFile(const QString& path)
{
    const std::string name = path.toStdString();
    if (QFileInfo(path).isDir())
        return tl::unexpected(Error{ErrorKind::InputOutput, name + " is a folder", {}});
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return tl::unexpected(Error{ErrorKind::InputOutput,
                                    "cannot read " + name + ": " + file.errorString().toStdString(),
                                    {}});
    const QByteArray bytes = file.read(kMostBytes + 1);
    if (file.error() != QFileDevice::NoError)
        return tl::unexpected(Error{ErrorKind::InputOutput,
                                    "cannot read " + name + ": " + file.errorString().toStdString(),
                                    {}});
    if (bytes.size() > kMostBytes)
        return tl::unexpected(
            Error{ErrorKind::InputOutput, name + " is too large for a scenario (over 4 MiB)", {}});
    return bytes.toStdString();
}

Error unknownName(const std::string& name)
{
    std::vector<std::string> names(std::begin(kNames), std::end(kNames));
    return {ErrorKind::InputOutput,
            "there is no scenario or file called \"" + name + '"' + didYouMean(name, names),
            "penstock-cli scenario list names the built-in ones"};
}

} // namespace

const std::vector<Scenario>& builtinScenarios()
{
    static const std::vector<Scenario> scenarios = [] {
        initScenarioResources();
        std::vector<Scenario> all;
        for (const char* name : kNames) {
            const auto text = readFile(
                QStringLiteral(":/penstock/scenarios/%1.json").arg(QString::fromLatin1(name)));
            // A test reads every one of them, so a broken one never ships.
            if (auto scenario = text ? parseScenario(*text) : tl::unexpected(Problems{}))
                all.push_back(*std::move(scenario));
        }
        return all;
    }();
    return scenarios;
}

Result<Scenario> loadScenario(const std::string& nameOrPath)
{
    for (const Scenario& scenario : builtinScenarios()) {
        if (scenario.name == nameOrPath)
            return scenario;
    }
    const QString path = QString::fromStdString(nameOrPath);
    if (nameOrPath.empty() || !QFileInfo::exists(path))
        return tl::unexpected(unknownName(nameOrPath));
    const Result<std::string> text = readFile(path);
    if (!text)
        return tl::unexpected(text.error());
    auto scenario = parseScenario(*text);
    if (!scenario)
        return tl::unexpected(
            Error{ErrorKind::InvalidScenario,
                  nameOrPath + " is no valid scenario:\n" + toText(scenario.error()),
                  {}});
    return *std::move(scenario);
}

} // namespace penstock
