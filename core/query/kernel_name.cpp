// SPDX-License-Identifier: Apache-2.0
#include "core/query/kernel_name.h"

#include "core/base/trimmed.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)";

bool isIdentifierChar(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

std::string withoutAnonymous(std::string_view name)
{
    std::string result(name);
    for (std::size_t at = result.find(kAnonymous); at != std::string::npos; at = result.find(kAnonymous, at)) {
        std::size_t length = kAnonymous.size();
        if (result.compare(at + length, 2, "::") == 0)
            length += 2;
        result.erase(at, length);
    }
    return result;
}

// The part before the parameter list: up to the first '(' outside of template arguments that follows a name.
std::string_view withoutParameters(std::string_view name)
{
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (c == '<')
            ++depth;
        else if (c == '>' && depth > 0)
            --depth;
        else if (c == '(' && depth == 0 && i > 0 && (isIdentifierChar(name[i - 1]) || name[i - 1] == '>'))
            return name.substr(0, i);
    }
    return name;
}

// The last component of a qualified name: "a::b<c::d>" gives "b".
std::string_view lastComponent(std::string_view qualified)
{
    std::size_t begin = 0;
    std::size_t end = qualified.size();
    int depth = 0;
    for (std::size_t i = 0; i < qualified.size(); ++i) {
        const char c = qualified[i];
        if (c == '<' && depth++ == 0)
            end = i;
        else if (c == '>' && depth > 0)
            --depth;
        else if (depth == 0 && (c == ':' || c == ' ')) {
            begin = i + 1;
            end = qualified.size();
        }
    }
    return qualified.substr(begin, end > begin ? end - begin : std::string_view::npos);
}

std::string_view templateArguments(std::string_view name)
{
    const std::size_t open = name.find('<');
    const std::size_t close = name.rfind('>');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        return {};
    return name.substr(open + 1, close - open - 1);
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool tellsKernelsApart(std::string_view identifier)
{
    constexpr std::array kParts{std::string_view("Functor"), std::string_view("functor"),
                                std::string_view("_kernel_cuda"), std::string_view("_kernel_impl"),
                                std::string_view("cutlass_")};
    constexpr std::array kNoise{std::string_view("gpu_kernel_impl"), std::string_view("BinaryOpScalarFunctor"),
                                std::string_view("UnaryOpFunctor"),  std::string_view("TernaryOpScalarFunctor"),
                                std::string_view("func_wrapper"),    std::string_view("BinaryFunctor"),
                                std::string_view("AUnaryFunctor"),   std::string_view("BUnaryFunctor")};
    const auto isIn = [identifier](std::string_view part) { return contains(identifier, part); };
    return std::any_of(kParts.begin(), kParts.end(), isIn) && std::none_of(kNoise.begin(), kNoise.end(), isIn);
}

// PyTorch's foreach kernels name their operation as the last functor or a std:: operation: std::plus, Sqrt.
std::string_view operationIn(std::string_view arguments)
{
    constexpr std::array kOperations{
        std::string_view("plus"),       std::string_view("minus"),         std::string_view("multiplies"),
        std::string_view("divides"),    std::string_view("negate"),        std::string_view("Sqrt"),
        std::string_view("Reciprocal"), std::string_view("ReduceAdd"),     std::string_view("maximum"),
        std::string_view("minimum"),    std::string_view("MaxNanFunctor"), std::string_view("LpNormFunctor"),
    };
    std::string_view fallback;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= arguments.size(); ++i) {
        if (i < arguments.size() && isIdentifierChar(arguments[i]))
            continue;
        const std::string_view identifier = arguments.substr(begin, i - begin);
        begin = i + 1;
        if (tellsKernelsApart(identifier))
            return identifier;
        if (fallback.empty() && std::find(kOperations.begin(), kOperations.end(), identifier) != kOperations.end())
            fallback = identifier;
    }
    return fallback;
}

bool saysNothing(std::string_view base)
{
    return base.empty() || base == "Kernel" || base == "Kernel2" || base == "device_kernel" || base == "kernel";
}

} // namespace

std::string shortKernelName(std::string_view name)
{
    const bool isSignature = name.starts_with("void ") || contains(name, "::") || contains(name, "<");
    if (!isSignature) {
        const std::string_view bare = withoutParameters(name);
        return std::string(bare.empty() ? name : bare);
    }
    const std::string plain = withoutAnonymous(name);
    const std::string_view signature = trimmed(withoutParameters(plain));
    const std::string_view base = lastComponent(signature);
    const std::string_view operation = operationIn(templateArguments(signature));
    if (saysNothing(base) && !operation.empty())
        return std::string(operation);
    if (base.empty())
        return std::string(name);
    std::string result(base);
    if (!operation.empty())
        result.append("<").append(operation).append(">");
    return result;
}

} // namespace lanescope
