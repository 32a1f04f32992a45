// chunk: base
/**
 * An id that the browser draws, so that a repeated call finds what it has stored. Not
 * `crypto.randomUUID`, which browsers lack on a site without TLS.
 */
export function newId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte, n) =>
    (n === 6 ? (byte & 0x0f) | 0x40 : n === 8 ? (byte & 0x3f) | 0x80 : byte)
      .toString(16)
      .padStart(2, '0'),
  );
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
