// SPDX-License-Identifier: Apache-2.0
#include "core/file/unpack_zip.h"

#include "core/file/content_kind.h"
#include "core/file/inflate.h"
#include "core/file/zip_directory.h"
#include "core/file/zip_member.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace lanescope {
namespace {

// Enough to pass over the header of a trace of a large job, whose process groups are listed before its events.
constexpr std::size_t kHeadBytes = std::size_t{1} << 20;

bool isOfInterest(std::string_view name)
{
    const std::string_view base = name.substr(name.find_last_of("/\\") + 1);
    return !base.empty() && !base.starts_with("._") && base != ".DS_Store" && base != "Thumbs.db" &&
           base != "desktop.ini" && name.find("__MACOSX/") == std::string_view::npos;
}

// A member's name for a message: one line, not long, cut between characters where the name is UTF-8.
std::string shownName(std::string_view name)
{
    constexpr std::size_t kLongest = 80;
    constexpr std::size_t kLongestCharacter = 4;
    std::size_t end = std::min(name.size(), kLongest);
    while (end < name.size() && end > kLongest - kLongestCharacter &&
           (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80)
        --end;
    std::string shown(name.substr(0, end));
    std::replace_if(
        shown.begin(), shown.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
    return end < name.size() ? shown + "…" : shown;
}

std::string shownNames(const std::vector<const ZipMember*>& members)
{
    constexpr std::size_t kMost = 4;
    std::string list;
    for (std::size_t i = 0; i < std::min(members.size(), kMost); ++i)
        list += (i == 0 ? "" : ", ") + shownName(members[i]->name);
    return members.size() > kMost ? fmt::format("{} and {} more", list, members.size() - kMost) : list;
}

bool looksLikeTrace(std::string_view text)
{
    return text.find("\"traceEvents\"") != std::string_view::npos ||
           (text.substr(0, text.find('{')).find('[') != std::string_view::npos &&
            text.find("\"ph\"") != std::string_view::npos);
}

class Choice {
public:
    Choice(const ByteSource& archive, std::string_view name, const JobControl& job)
        : m_archive(archive), m_name(name), m_job(job)
    {}

    Result<const ZipMember*> choose(const std::vector<ZipMember>& members)
    {
        for (const ZipMember& member : members) {
            if (isOfInterest(member.name))
                m_files.push_back(&member);
        }
        if (m_files.empty())
            return refuse("the zip archive holds no file");
        if (m_files.size() == 1) {
            const std::string obstacle = zipMemberObstacle(*m_files.front());
            return obstacle.empty() ? Result<const ZipMember*>(m_files.front()) : unreadable(*m_files.front());
        }
        for (const ZipMember* file : m_files) {
            if (m_job.stopRequested())
                return JobControl::stopped();
            if (const auto sorted = sort(*file); !sorted)
                return failureOf(sorted);
        }
        return chosen();
    }

private:
    Result<void> sort(const ZipMember& file)
    {
        if (!zipMemberObstacle(file).empty()) {
            m_unreadable.push_back(&file);
            return {};
        }
        auto head = zipMemberHead(m_archive, file, kHeadBytes);
        if (!head && head.error().code != ErrorCode::Damaged)
            return failureOf(head);
        if (!head)
            return {};
        if (contentKindOf(std::string_view(*head).substr(0, 64)) == ContentKind::Gzip) {
            const auto inflated = inflateGzip(contentInMemory(*head), m_name, m_job);
            if (!inflated && inflated.error().code == ErrorCode::Stopped)
                return failureOf(inflated);
            if (!inflated)
                return {};
            *head = (*inflated)->text({0, kHeadBytes}).value_or(std::string());
        }
        if (contentKindOf(std::string_view(*head).substr(0, 64)) == ContentKind::Json)
            (looksLikeTrace(*head) ? m_traces : m_otherJson).push_back(&file);
        return {};
    }

    [[nodiscard]] Result<const ZipMember*> chosen() const
    {
        if (m_traces.size() == 1)
            return m_traces.front();
        if (m_traces.size() > 1)
            return refuse(fmt::format("the zip archive holds {} traces ({}); unpack it and open one of them",
                                      m_traces.size(), shownNames(m_traces)));
        if (!m_unreadable.empty())
            return unreadable(*m_unreadable.front());
        if (m_otherJson.size() == 1)
            return m_otherJson.front();
        return refuse(fmt::format("the zip archive holds {} files, and none looks like a trace ({})", m_files.size(),
                                  shownNames(m_otherJson.empty() ? m_files : m_otherJson)));
    }

    [[nodiscard]] Result<const ZipMember*> unreadable(const ZipMember& file) const
    {
        return refuse(fmt::format("{} in the zip archive {}", shownName(file.name), zipMemberObstacle(file)));
    }

    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view why) const
    {
        return failure(ErrorCode::Refused, fmt::format("{}: {}", m_name, why));
    }

    const ByteSource& m_archive;
    std::string_view m_name;
    const JobControl& m_job;
    std::vector<const ZipMember*> m_files;
    std::vector<const ZipMember*> m_traces;
    std::vector<const ZipMember*> m_otherJson;
    std::vector<const ZipMember*> m_unreadable;
};

} // namespace

Result<std::shared_ptr<const ByteSource>> unpackZip(const std::shared_ptr<const ByteSource>& archive,
                                                    std::string_view name, const JobControl& job)
{
    const auto directory = readZipDirectory(*archive, name, job);
    if (!directory)
        return failureOf(directory);
    const auto member = Choice(*archive, name, job).choose(directory->members);
    if (!member)
        return failureOf(member);
    return unpackZipMember(archive, **member, directory->damage, name, job);
}

} // namespace lanescope
