"""A reader of QR codes, apart from the writer that it tests."""

from __future__ import annotations

CHECKS = (10, 16, 26, 18, 24, 16, 18, 22, 22, 26)
BLOCKS = (1, 1, 1, 2, 2, 4, 4, 4, 5, 5)
WORDS = (26, 44, 70, 100, 134, 172, 196, 242, 292, 346)
ALIGN = ((), (6, 18), (6, 22), (6, 26), (6, 30), (6, 34), (6, 22, 38), (6, 24, 42), (6, 26, 46), (6, 28, 50))


def read_qr(dark: list[list[bool]]) -> bytes:
    """What a QR code of error correction M says; fails where a frame, a format or a block is not as it must be."""
    size = len(dark)
    version = (size - 17) // 4
    format_bits = sum(dark[y][8] << n for n, y in enumerate((0, 1, 2, 3, 4, 5, 7, 8)))
    format_bits |= sum(dark[8][x] << n for n, x in enumerate((7, 5, 4, 3, 2, 1, 0), 8))
    second = sum(dark[8][size - 1 - n] << n for n in range(8)) | sum(
        dark[size - 15 + n][8] << n for n in range(8, 15)
    )
    assert format_bits == second
    format_bits ^= 0x5412
    rest = format_bits
    for bit in range(14, 9, -1):
        rest ^= (0x537 << (bit - 10)) * (rest >> bit & 1)
    assert rest == 0
    assert format_bits >> 13 == 0, "error correction M"
    mask = (
        lambda x, y: (x + y) % 2 == 0,
        lambda x, y: y % 2 == 0,  # noqa: ARG005
        lambda x, y: x % 3 == 0,  # noqa: ARG005
        lambda x, y: (x + y) % 3 == 0,
        lambda x, y: (x // 3 + y // 2) % 2 == 0,
        lambda x, y: x * y % 2 + x * y % 3 == 0,
        lambda x, y: (x * y % 2 + x * y % 3) % 2 == 0,
        lambda x, y: ((x + y) % 2 + x * y % 3) % 2 == 0,
    )[format_bits >> 10 & 7]
    fixed = {(x, y) for x in range(size) for y in range(size) if x == 6 or y == 6}
    fixed |= {(x, y) for x in range(9) for y in range(9)}
    fixed |= {(x, y) for x in range(size - 8, size) for y in range(9)}
    fixed |= {(y, x) for x in range(size - 8, size) for y in range(9)}
    ends = {(6, 6), (6, size - 7), (size - 7, 6)}
    for x in ALIGN[version - 1]:
        for y in ALIGN[version - 1]:
            if (x, y) not in ends:
                assert dark[y][x]
                assert not dark[y][x + 1]
                assert dark[y][x + 2]
                fixed |= {(x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 3)}
    if version >= 7:
        fixed |= {(x, y) for x in range(size - 11, size - 8) for y in range(6)}
        fixed |= {(y, x) for x in range(size - 11, size - 8) for y in range(6)}
    bits = []
    for column, right in enumerate([*range(size - 1, 6, -2), 5, 3, 1]):
        for step in range(size):
            y = size - 1 - step if column % 2 == 0 else step
            bits += [dark[y][x] ^ mask(x, y) for x in (right, right - 1) if (x, y) not in fixed]
    words = [
        sum(bit << (7 - n) for n, bit in enumerate(bits[at : at + 8]))
        for at in range(0, WORDS[version - 1] * 8, 8)
    ]
    return _frame(_blocks(words, version), version)


def _blocks(words: list[int], version: int) -> list[int]:
    count, checks = BLOCKS[version - 1], CHECKS[version - 1]
    long = len(words) % count
    short = len(words) // count - checks
    blocks: list[list[int]] = [[] for _ in range(count)]
    at = 0
    for n in range(short + 1):
        for number, block in enumerate(blocks):
            if n < short or number >= count - long:
                block.append(words[at])
                at += 1
    data = [word for block in blocks for word in block]
    for _ in range(checks):
        for block in blocks:
            block.append(words[at])
            at += 1
    for block in blocks:
        for power in range(checks):
            root, value = 1, 0
            for _ in range(power):
                root = root << 1 ^ (0x11D if root & 128 else 0)
            for word in block:
                value = _times(value, root) ^ word
            assert value == 0, "a block whose checks do not fit"
    return data


def _times(x: int, y: int) -> int:
    product = 0
    while y:
        product ^= x * (y & 1)
        x = x << 1 ^ (0x11D if x & 128 else 0)
        y >>= 1
    return product


def _frame(data: list[int], version: int) -> bytes:
    whole = int.from_bytes(bytes(data), "big")
    left = len(data) * 8
    assert whole >> (left - 4) == 4, "byte mode"
    length_bits = 8 if version < 10 else 16
    length = whole >> (left - 4 - length_bits) & ((1 << length_bits) - 1)
    return (whole >> (left - 4 - length_bits - 8 * length) & ((1 << 8 * length) - 1)).to_bytes(length, "big")
