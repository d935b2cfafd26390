// Decompression of a .lzma file with 3 context bits of literals, and none of positions.
//
// A range coder with adaptive bits; a packet is a literal, a match, or a match at one of the last
// four distances. After Igor Pavlov, "LZMA Specification" (public domain).

function unpackLzma(bytes) {
  const probs = count => new Uint16Array(count).fill(1024);
  const lengths = () => ({ choice: probs(2), low: probs(8), middle: probs(8), high: probs(256) });
  const out = new Uint8Array(new DataView(bytes.buffer, bytes.byteOffset).getUint32(5, true));
  const literals = probs(8 * 0x300), slots = probs(4 * 64), special = probs(115), align = probs(16);
  const [isMatch, isRep, isOther, isLater, isLast, isLong] = Array.from({ length: 6 }, () => probs(12));
  const matchLengths = lengths(), repLengths = lengths();
  let at = 14, range = 0xFFFFFFFF, code = 0;
  for (let i = 0; i < 4; i++) code = code * 256 + bytes[at++];

  const refill = () => {
    if (range < 0x1000000) {
      range *= 256;
      code = code * 256 + bytes[at++];
    }
  };
  const bit = (table, i) => {
    const bound = (range >>> 11) * table[i], one = code >= bound;
    if (one) {
      range -= bound;
      code -= bound;
      table[i] -= table[i] >> 5;
    } else {
      range = bound;
      table[i] += (2048 - table[i]) >> 5;
    }
    refill();
    return one ? 1 : 0;
  };
  const tree = (table, from, count) => {
    let node = 1;
    for (let i = 0; i < count; i++) node = node << 1 | bit(table, from + node);
    return node - (1 << count);
  };
  const reversed = (table, from, count) => {
    let node = 1, value = 0;
    for (let i = 0; i < count; i++) {
      const one = bit(table, from + node);
      node = node << 1 | one;
      value |= one << i;
    }
    return value;
  };
  const direct = count => {
    let value = 0;
    for (let i = 0; i < count; i++) {
      range = Math.floor(range / 2);
      const one = code >= range;
      if (one) code -= range;
      value = value * 2 + (one ? 1 : 0);
      refill();
    }
    return value;
  };
  const lengthOf = coder => {
    if (!bit(coder.choice, 0)) return 2 + tree(coder.low, 0, 3);
    return bit(coder.choice, 1) ? 18 + tree(coder.high, 0, 8) : 10 + tree(coder.middle, 0, 3);
  };
  const distanceOf = length => {
    const slot = tree(slots, 64 * Math.min(length - 2, 3), 6), count = (slot >> 1) - 1;
    if (slot < 4) return slot;
    const high = (2 | slot & 1) << count;
    return slot < 14 ? high + reversed(special, high - slot, count) : high + 16 * direct(count - 4) + reversed(align, 0, 4);
  };

  let state = 0, distances = [0, 0, 0, 0], end = 0;
  const literal = () => {
    const base = 0x300 * ((end ? out[end - 1] : 0) >> 5);
    let node = 1;
    if (state >= 7) {
      // After a match: beside the byte that would have continued it, until they differ.
      for (let other = out[end - distances[0] - 1], same = true; same && node < 256; other <<= 1) {
        const expected = other >> 7 & 1, one = bit(literals, base + (1 + expected << 8) + node);
        node = node << 1 | one;
        same = one === expected;
      }
    }
    while (node < 256) node = node << 1 | bit(literals, base + node);
    out[end++] = node & 255;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };
  const copy = length => {
    const from = end - distances[0] - 1;
    for (let i = 0; i < length; i++) out[end++] = out[from + i];
  };
  const again = () => {
    let recent = 0;
    if (bit(isOther, state)) recent = !bit(isLater, state) ? 1 : !bit(isLast, state) ? 2 : 3;
    else if (!bit(isLong, state)) {
      state = state < 7 ? 9 : 11;
      return copy(1);
    }
    distances.unshift(...distances.splice(recent, 1));
    state = state < 7 ? 8 : 11;
    copy(lengthOf(repLengths));
  };
  while (end < out.length) {
    if (!bit(isMatch, state)) literal();
    else if (bit(isRep, state)) again();
    else {
      const length = lengthOf(matchLengths);
      state = state < 7 ? 7 : 10;
      distances = [distanceOf(length), ...distances.slice(0, 3)];
      copy(length);
    }
  }
  return out;
}
