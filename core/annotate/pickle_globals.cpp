// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/pickle_globals.h"

#include "core/annotate/pickle_text.h"
#include "core/load/utf8.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lanescope {
namespace {

constexpr std::size_t kLongestNameShown = 120;

// Python writes bytes as _codecs.encode(text, 'latin1') below protocol 3, sets as calls below protocol 4.
constexpr std::array<std::string_view, 15> kClasses{"collections.defaultdict",
                                                    "collections.OrderedDict",
                                                    "builtins.set",
                                                    "builtins.frozenset",
                                                    "builtins.bytes",
                                                    "builtins.bytearray",
                                                    "builtins.list",
                                                    "builtins.dict",
                                                    "builtins.tuple",
                                                    "builtins.str",
                                                    "builtins.int",
                                                    "builtins.float",
                                                    "builtins.bool",
                                                    "_codecs.encode",
                                                    "builtins.unicode"};

bool isTorchDtype(std::string_view name)
{
    constexpr std::array<std::string_view, 10> kWords{"float", "double", "half",   "short",   "int",
                                                      "long",  "bool",   "cfloat", "cdouble", "chalf"};
    if (std::find(kWords.begin(), kWords.end(), name) != kWords.end())
        return true;
    constexpr std::array<std::string_view, 8> kFamilies{"float", "bfloat", "int",  "uint",
                                                        "bits",  "quint",  "qint", "complex"};
    const std::size_t digits = name.find_first_of("0123456789");
    if (digits == std::string_view::npos || name.size() > 24 ||
        std::find(kFamilies.begin(), kFamilies.end(), name.substr(0, digits)) == kFamilies.end())
        return false;
    return name.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos;
}

bool isSequence(PickleKind kind)
{
    return kind == PickleKind::List || kind == PickleKind::Tuple || kind == PickleKind::Set;
}

// defaultdict(factory), OrderedDict(), and Python 2's OrderedDict([[key, value], …]).
std::optional<PickleId> makeDict(PickleValues& values, std::string_view name, std::span<const PickleId> arguments,
                                 std::uint64_t atByte)
{
    if (arguments.empty())
        return values.addContainer(PickleKind::Dict, {}, atByte);
    const PickleKind kind = values.kind(arguments[0]);
    if (arguments.size() > 1)
        return std::nullopt;
    if (name == "collections.defaultdict") {
        if (kind != PickleKind::Global && kind != PickleKind::None)
            return std::nullopt;
        return values.addContainer(PickleKind::Dict, {}, atByte);
    }
    if (!isSequence(kind))
        return std::nullopt;
    std::vector<PickleId> items;
    for (const PickleId pair : values.items(arguments[0])) {
        const std::span<const PickleId> both = values.items(pair);
        if (!isSequence(values.kind(pair)) || both.size() != 2)
            return std::nullopt;
        items.insert(items.end(), both.begin(), both.end());
    }
    return values.addContainer(PickleKind::Dict, items, atByte);
}

std::optional<PickleId> makeBytes(PickleValues& values, std::string_view name, std::span<const PickleId> arguments,
                                  std::uint64_t atByte)
{
    if (arguments.empty() && name != "_codecs.encode")
        return values.addOwned(PickleKind::Bytes, {}, atByte);
    if (arguments.size() == 1 && name == "builtins.bytearray" && values.kind(arguments[0]) == PickleKind::Bytes)
        return arguments[0];
    if (arguments.size() != 2 || name == "builtins.bytes" || values.kind(arguments[0]) != PickleKind::Text)
        return std::nullopt;
    const std::string_view encoding = values.text(arguments[1]);
    if (encoding != "latin1" && encoding != "latin-1")
        return std::nullopt;
    std::optional<std::string> bytes = latin1BytesOf(values.text(arguments[0]));
    if (!bytes)
        return std::nullopt;
    return values.addOwned(PickleKind::Bytes, *std::move(bytes), atByte);
}

} // namespace

std::string pickleGlobalName(std::string_view module, std::string_view name)
{
    std::string full(module == "__builtin__" ? std::string_view("builtins") : module.substr(0, kLongestNameShown));
    full += '.';
    full += name.substr(0, kLongestNameShown);
    std::string shown;
    for (std::size_t at = 0; at < full.size();) {
        const std::size_t length = utf8SequenceLengthAt(full, at);
        const bool isControl = static_cast<unsigned char>(full[at]) < 0x20 || full[at] == 0x7f;
        shown += length == 0 || isControl ? std::string_view("?") : std::string_view(full).substr(at, length);
        at += std::max<std::size_t>(length, 1);
    }
    return shown;
}

std::optional<PickleKind> allowedGlobal(std::string_view name)
{
    if (std::find(kClasses.begin(), kClasses.end(), name) != kClasses.end())
        return PickleKind::Global;
    if (name.starts_with("torch.") && isTorchDtype(name.substr(6)))
        return PickleKind::Dtype;
    return std::nullopt;
}

std::optional<PickleId> makeOfGlobal(PickleValues& values, std::string_view name, std::span<const PickleId> arguments,
                                     std::uint64_t atByte)
{
    if (name == "collections.defaultdict" || name == "collections.OrderedDict")
        return makeDict(values, name, arguments, atByte);
    if (name == "builtins.bytes" || name == "builtins.bytearray" || name == "_codecs.encode")
        return makeBytes(values, name, arguments, atByte);
    if (name != "builtins.set" && name != "builtins.frozenset")
        return std::nullopt;
    if (arguments.empty())
        return values.addContainer(PickleKind::Set, {}, atByte);
    if (arguments.size() > 1 || !isSequence(values.kind(arguments[0])))
        return std::nullopt;
    return values.addContainer(PickleKind::Set, values.items(arguments[0]), atByte);
}

} // namespace lanescope
