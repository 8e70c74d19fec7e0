// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/pickle_objects.h"

#include "core/annotate/pickle_globals.h"

#include <fmt/format.h>

#include <utility>

namespace lanescope {

void PickleObjects::nameGlobal(std::string_view module, std::string_view name)
{
    if (m_error)
        return;
    std::string full = pickleGlobalName(module, name);
    const std::optional<PickleKind> kind = allowedGlobal(full);
    if (!kind)
        return refuse("names " + full);
    push(m_values.addOwned(*kind, std::move(full), m_opcodeAt));
}

void PickleObjects::textGlobal()
{
    const std::string_view module = takeLine();
    nameGlobal(module, takeLine());
}

void PickleObjects::stackGlobal()
{
    const auto name = pop();
    const auto module = pop();
    if (!name || !module)
        return;
    if (m_values.kind(*name) != PickleKind::Text || m_values.kind(*module) != PickleKind::Text)
        return failDamaged("a global whose name is no text");
    nameGlobal(m_values.text(*module), m_values.text(*name));
}

void PickleObjects::instance()
{
    const std::string_view module = takeLine();
    const std::string_view name = takeLine();
    if (!m_error)
        refuse("makes an object of " + pickleGlobalName(module, name));
}

void PickleObjects::object()
{
    const auto items = popToMark();
    if (items && items->empty())
        failDamaged("an object without a class");
    else if (items)
        refuse(fmt::format("makes an object of {}", nameOf(items->front())));
}

void PickleObjects::call()
{
    const auto arguments = pop();
    const auto callee = pop();
    if (!arguments || !callee)
        return;
    if (m_values.kind(*callee) != PickleKind::Global || m_values.kind(*arguments) != PickleKind::Tuple)
        return refuse(fmt::format("calls {}", nameOf(*callee)));
    const std::span<const PickleId> items = m_values.items(*arguments);
    const auto made = makeOfGlobal(m_values, m_values.text(*callee), items, m_opcodeAt);
    if (!made)
        return refuse(fmt::format("calls {} in a way that Python does not write", nameOf(*callee)));
    push(*made);
}

void PickleObjects::callWithKeywords()
{
    (void)pop(); // whatever they are, data needs none
    (void)pop();
    if (const auto callee = pop())
        refuse(fmt::format("makes an object of {}", nameOf(*callee)));
}

void PickleObjects::setState()
{
    (void)pop(); // attributes of a dict or set are no part of an annotation
    const std::optional<PickleId> object = top();
    if (!object)
        return;
    if (!m_values.isContainer(*object))
        return failDamaged("a state is given to what has none");
    m_report.add("pickle-attributes-ignored", "attributes of an object in the pickle were not used", m_opcodeAt);
}

void PickleObjects::persistentText()
{
    (void)takeLine(); // what it names lies outside of the file
    if (!m_error)
        refuse("refers to objects outside of itself");
}

void PickleObjects::persistent()
{
    refuse("refers to objects outside of itself");
}
std::string PickleObjects::nameOf(PickleId callee) const
{
    const PickleKind kind = m_values.kind(callee);
    return kind == PickleKind::Global || kind == PickleKind::Dtype ? std::string(m_values.text(callee))
                                                                   : "what is no class";
}

void PickleObjects::registeredClass(std::size_t sizeOfNumber)
{
    const std::uint64_t number = takeUnsigned(sizeOfNumber);
    if (!m_error)
        refuse(fmt::format("names the registered class number {}", number));
}

} // namespace lanescope
