// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/pickle_machine.h"

#include "core/annotate/pickle_objects.h"
#include "core/annotate/pickle_text.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <optional>
#include <vector>

namespace lanescope {
namespace {

constexpr std::size_t kOpcodesBetweenStopChecks = 1 << 16;
constexpr std::size_t kLongestNumber = 400; // bytes or digits: a node id has 20 digits

class Machine : private PickleObjects {
public:
    Machine(std::string_view bytes, const JobControl& job, std::uint64_t mostBytes)
        : PickleObjects(bytes, mostBytes), m_job(job)
    {}

    Result<PickleDocument> run()
    {
        for (std::size_t count = 1; !m_error && !m_hasStopped; ++count) {
            if (count % kOpcodesBetweenStopChecks == 0 && m_job.stopRequested())
                return JobControl::stopped();
            m_opcodeAt = m_at;
            const std::string_view opcode = take(1);
            if (opcode.empty())
                break;
            (this->*kOperations[static_cast<unsigned char>(opcode[0])])();
            if (m_values.isOverLimit())
                fail(ErrorCode::TooLarge, "the pickle's values need more memory than is given to an annotation file");
        }
        if (m_error)
            return tl::unexpected<Error>(*m_error);
        if (m_at < m_bytes.size())
            m_report.add("pickle-more-behind-end", "bytes behind the end of the pickle were not read", m_at, {},
                         m_bytes.size() - m_at);
        return PickleDocument{std::move(m_values), m_stack.back(), std::move(m_report)};
    }

private:
    using Operation = void (Machine::*)();

    void unknown()
    {
        failDamaged(fmt::format("an unknown instruction, 0x{:02x},", static_cast<unsigned char>(m_bytes[m_opcodeAt])));
    }
    void protocol()
    {
        const std::uint64_t version = takeUnsigned(1);
        if (!m_error && version > 5)
            fail(ErrorCode::NotAnnotations, fmt::format("a Python pickle of protocol {}; up to 5 is read", version));
    }
    void frame()
    {
        if (takeUnsigned(8) > m_bytes.size() - m_at)
            failCut();
    }
    void stop()
    {
        m_hasStopped = top().has_value();
        if (m_hasStopped && !m_marks.empty())
            failDamaged("a container is not complete");
    }
    void popMark() { (void)popToMark(); } // the values are what is thrown away
    void duplicate()
    {
        if (const auto value = top())
            push(*value);
    }

    template<PickleKind Kind>
    void constant()
    {
        push(m_values.addConstant(Kind, m_opcodeAt));
    }

    template<std::size_t Size>
    void binaryInteger()
    {
        const std::uint64_t number = takeUnsigned(Size);
        const bool isSigned = Size == 4;
        push(m_values.addInteger(isSigned ? std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(number))}
                                          : static_cast<std::int64_t>(number),
                                 m_opcodeAt));
    }

    template<std::size_t SizeOfLength>
    void binaryLong()
    {
        const std::uint64_t length = takeUnsigned(SizeOfLength);
        const std::string_view bytes = take(length);
        if (bytes.size() > kLongestNumber)
            return failDamaged("a number that is too long");
        pushDecimal(littleEndianAsDecimal(bytes));
    }

    void textInteger()
    {
        const std::string_view line = takeLine();
        if (line == "00" || line == "01") // how protocols 0 and 1 write bool
            return push(m_values.addConstant(line == "01" ? PickleKind::True : PickleKind::False, m_opcodeAt));
        pushTextNumber(line);
    }
    void textLong()
    {
        std::string_view line = takeLine();
        if (line.ends_with('L'))
            line.remove_suffix(1);
        pushTextNumber(line);
    }
    void pushTextNumber(std::string_view line)
    {
        if (m_error)
            return;
        std::optional<std::string> digits;
        if (line.size() <= kLongestNumber)
            digits = decimalInteger(line);
        if (!digits)
            return failDamaged("a number that is none");
        pushDecimal(*std::move(digits));
    }
    void pushDecimal(std::string digits)
    {
        std::int64_t number = 0;
        const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        push(error == std::errc() ? m_values.addInteger(number, m_opcodeAt)
                                  : m_values.addOwned(PickleKind::BigInteger, std::move(digits), m_opcodeAt));
    }

    void textFloat()
    {
        const std::string_view line = takeLine();
        double number = 0;
        const auto [stop, error] = std::from_chars(line.data(), line.data() + line.size(), number);
        if (!m_error &&
            ((error != std::errc() && error != std::errc::result_out_of_range) || stop != line.data() + line.size()))
            return failDamaged("a number that is none");
        push(m_values.addFloat(number, m_opcodeAt));
    }
    void binaryFloat()
    {
        std::uint64_t bits = 0;
        for (const char c : take(8)) // highest byte first
            bits = (bits << 8) | static_cast<unsigned char>(c);
        push(m_values.addFloat(std::bit_cast<double>(bits), m_opcodeAt));
    }

    template<PickleKind Kind, std::size_t SizeOfLength>
    void counted()
    {
        const std::uint64_t length = takeUnsigned(SizeOfLength);
        const std::string_view piece = take(length);
        if (!m_error)
            push(m_values.addPiece(Kind, piece, m_opcodeAt));
    }
    void quotedText()
    {
        std::optional<std::string> text = decodePythonQuoted(takeLine());
        if (!m_error && !text)
            return failDamaged("a string without its quotes");
        if (!m_error)
            push(m_values.addOwned(PickleKind::Text, *std::move(text), m_opcodeAt));
    }
    void escapedText() { push(m_values.addOwned(PickleKind::Text, decodeRawUnicodeEscape(takeLine()), m_opcodeAt)); }

    template<PickleKind Kind>
    void emptyContainer()
    {
        push(m_values.addContainer(Kind, {}, m_opcodeAt));
    }
    template<PickleKind Kind>
    void containerOfMarked()
    {
        const auto items = popToMark();
        if (!items)
            return;
        if (Kind == PickleKind::Dict && items->size() % 2 != 0)
            return failDamaged("a key without a value");
        push(m_values.addContainer(Kind, *items, m_opcodeAt));
    }
    template<std::size_t Count>
    void shortTuple()
    {
        std::array<PickleId, Count> items{};
        for (std::size_t i = Count; i-- > 0;)
            items[i] = pop().value_or(PickleId{0});
        if (!m_error)
            push(m_values.addContainer(PickleKind::Tuple, items, m_opcodeAt));
    }

    void appendTo(PickleKind kind, std::span<const PickleId> items)
    {
        const std::optional<PickleId> container = top();
        if (!container)
            return;
        if (m_values.kind(*container) != kind)
            return failDamaged("a value is put into what cannot hold it");
        m_values.append(*container, items);
    }
    void appendOne()
    {
        if (const auto value = pop())
            appendTo(PickleKind::List, std::array{*value});
    }
    void setOne()
    {
        const auto value = pop();
        const auto key = pop();
        if (value && key)
            appendTo(PickleKind::Dict, std::array{*key, *value});
    }
    template<PickleKind Kind>
    void appendMarked()
    {
        const auto items = popToMark();
        if (!items)
            return;
        if (Kind == PickleKind::Dict && items->size() % 2 != 0)
            return failDamaged("a key without a value");
        appendTo(Kind, *items);
    }

    void putText() { memoize(takeMemoLine()); }
    void getText() { recall(takeMemoLine()); }
    template<std::size_t Size>
    void put()
    {
        memoize(takeUnsigned(Size));
    }
    template<std::size_t Size>
    void get()
    {
        recall(takeUnsigned(Size));
    }

    template<std::size_t Size>
    void extension()
    {
        registeredClass(Size);
    }

    static std::array<Operation, 256> operations();
    static const std::array<Operation, 256> kOperations;

    const JobControl& m_job;
    bool m_hasStopped = false;
};

// pickletools lists what each letter means.
std::array<Machine::Operation, 256> Machine::operations()
{
    using K = PickleKind;
    std::array<Operation, 256> table{};
    table.fill(&Machine::unknown);
    const auto set = [&table](unsigned char opcode, Operation operation) { table[opcode] = operation; };
    set('(', &Machine::mark);
    set('.', &Machine::stop);
    set('0', &Machine::popOne);
    set('1', &Machine::popMark);
    set('2', &Machine::duplicate);
    set('F', &Machine::textFloat);
    set('G', &Machine::binaryFloat);
    set('I', &Machine::textInteger);
    set('L', &Machine::textLong);
    set('J', &Machine::binaryInteger<4>);
    set('K', &Machine::binaryInteger<1>);
    set('M', &Machine::binaryInteger<2>);
    set(0x8a, &Machine::binaryLong<1>);
    set(0x8b, &Machine::binaryLong<4>);
    set('N', &Machine::constant<K::None>);
    set(0x88, &Machine::constant<K::True>);
    set(0x89, &Machine::constant<K::False>);
    set('S', &Machine::quotedText);
    set('V', &Machine::escapedText);
    set('T', &Machine::counted<K::Text, 4>);
    set('U', &Machine::counted<K::Text, 1>);
    set('X', &Machine::counted<K::Text, 4>);
    set(0x8c, &Machine::counted<K::Text, 1>);
    set(0x8d, &Machine::counted<K::Text, 8>);
    set('B', &Machine::counted<K::Bytes, 4>);
    set('C', &Machine::counted<K::Bytes, 1>);
    set(0x8e, &Machine::counted<K::Bytes, 8>);
    set(0x96, &Machine::counted<K::Bytes, 8>);
    set(']', &Machine::emptyContainer<K::List>);
    set(')', &Machine::emptyContainer<K::Tuple>);
    set('}', &Machine::emptyContainer<K::Dict>);
    set(0x8f, &Machine::emptyContainer<K::Set>);
    set('l', &Machine::containerOfMarked<K::List>);
    set('t', &Machine::containerOfMarked<K::Tuple>);
    set('d', &Machine::containerOfMarked<K::Dict>);
    set(0x91, &Machine::containerOfMarked<K::Set>);
    set(0x85, &Machine::shortTuple<1>);
    set(0x86, &Machine::shortTuple<2>);
    set(0x87, &Machine::shortTuple<3>);
    set('a', &Machine::appendOne);
    set('s', &Machine::setOne);
    set('e', &Machine::appendMarked<K::List>);
    set('u', &Machine::appendMarked<K::Dict>);
    set(0x90, &Machine::appendMarked<K::Set>);
    set('p', &Machine::putText);
    set('q', &Machine::put<1>);
    set('r', &Machine::put<4>);
    set(0x94, &Machine::memoizeNext);
    set('g', &Machine::getText);
    set('h', &Machine::get<1>);
    set('j', &Machine::get<4>);
    set(0x80, &Machine::protocol);
    set(0x95, &Machine::frame);
    set('c', &Machine::textGlobal);
    set(0x93, &Machine::stackGlobal);
    set('i', &Machine::instance);
    set('o', &Machine::object);
    set('R', &Machine::call);
    set(0x81, &Machine::call);
    set(0x92, &Machine::callWithKeywords);
    set('b', &Machine::setState);
    set('P', &Machine::persistentText);
    set('Q', &Machine::persistent);
    set(0x82, &Machine::extension<1>);
    set(0x83, &Machine::extension<2>);
    set(0x84, &Machine::extension<4>);
    set(0x97, &Machine::persistent); // NEXT_BUFFER
    return table;
}

const std::array<Machine::Operation, 256> Machine::kOperations = Machine::operations();

// "module\nname\n": the operands of a global, printable.
bool isGlobalOperand(std::string_view text)
{
    const std::size_t end = text.substr(0, 200).find('\n');
    if (end == std::string_view::npos || end == 0)
        return false;
    return text.substr(0, end).find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") ==
           std::string_view::npos;
}

} // namespace

bool beginsAsPickle(std::string_view bytes)
{
    if (bytes.size() < 2)
        return false;
    switch (bytes[0]) {
    case '\x80':
        return bytes[1] >= 0 && bytes[1] <= 0x20; // protocols that do not exist yet are told as such
    case '(': // the text protocols: a mark and its container, which is put into the memo
        return std::string_view("dlt").find(bytes[1]) != std::string_view::npos;
    case '}':
    case ']':
        return std::string_view("qr(.").find(bytes[1]) != std::string_view::npos;
    case 'c':
    case 'i':
        return isGlobalOperand(bytes.substr(1));
    default:
        return false;
    }
}

Result<PickleDocument> readPickle(std::string_view bytes, const JobControl& job, std::uint64_t mostBytes)
{
    return Machine(bytes, job, mostBytes).run();
}

} // namespace lanescope
