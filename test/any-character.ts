/** Any character: fast-check's own unit `binary` costs each process a second. */
import fc from 'fast-check';

/** A code point, but no half of a surrogate pair. */
export const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0x20, max: 0x7e }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map(
    (code) => String.fromCodePoint(code),
    // With the way back, fast-check also tries texts such as `__proto__`.
    (text) => (typeof text === 'string' ? (text.codePointAt(0) ?? 0) : Number.NaN),
  );
