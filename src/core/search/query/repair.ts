/** Repairs of text that was not decoded, or wrongly: a table, applied from top to bottom. */
import { decodeCharacterReferences } from '../../model/text.ts';

interface Repair {
  readonly name: string;
  /** Sign that a text may need the repair; it is tested for every query, so it is cheap. */
  readonly sign: RegExp;
  readonly apply: (text: string) => string;
}

/** The characters that stand in Windows-1252 where Latin-1 has control characters, by their byte from 0x80 on. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
const FOLLOWING = `[\\u0080-\\u00BF${WINDOWS_1252}]`;
/** Letters in UTF-8 that were read as Windows-1252: a lead byte, which determines the length, and its continuation bytes. */
const MISREAD = new RegExp(
  `(?:[\\u00C2-\\u00DB]${FOLLOWING}|[\\u00E0-\\u00EF]${FOLLOWING}{2}|[\\u00F0-\\u00F4]${FOLLOWING}{3})+`,
  'gu',
);
/** Largest number of times that a text was misread. */
const MAX_MISREADINGS = 3;

export const REPAIRS: readonly Repair[] = [
  { name: 'percent codes', sign: /%[\dA-F]{2}/iu, apply: decodePercentCodes },
  { name: 'HTML entities', sign: /&(?:#\d{1,7}|#x[\dA-F]{1,6}|[a-z]{2,8});/iu, apply: decodeEntities },
  { name: 'UTF-8 read as Latin-1', sign: new RegExp(MISREAD.source, 'u'), apply: decodeMisread },
];

/** The repaired text, or the text itself. Ligatures, full-width forms and soft hyphens are folded anyway. */
export function repairText(text: string): string {
  return REPAIRS.reduce((repaired, { sign, apply }) => (sign.test(repaired) ? apply(repaired) : repaired), text);
}

function decodePercentCodes(text: string): string {
  // Forms write a blank as a plus sign, so a plus sign beside percent codes is a blank.
  const decoded = text.replaceAll('+', ' ').replace(/(?:%[\dA-F]{2})+/giu, (codes) => {
    const bytes = Buffer.from(codes.replaceAll('%', ''), 'hex');
    return decodeUtf8(bytes) ?? bytes.toString('latin1');
  });
  return decoded.replace(/\p{Cc}/gu, ' ');
}

function decodeEntities(text: string): string {
  return decodeCharacterReferences(text)
    .replace(/\p{Cc}/gu, ' ')
    .normalize('NFC');
}

function decodeMisread(text: string): string {
  let [repaired, before] = [text, ''];
  for (let times = 0; times < MAX_MISREADINGS && repaired !== before; times += 1) {
    before = repaired;
    repaired = repaired.replace(MISREAD, (run) => {
      const decoded = decodeUtf8(Uint8Array.from(run, byteOf)) ?? '';
      return TEXT.test(decoded) ? decoded : run;
    });
  }
  return repaired.normalize('NFC');
}

/** Decoded text that begins with a letter: a capital before a quotation mark would decode to a combining mark alone. */
const TEXT = /^[^\p{M}]/u;

function byteOf(character: string): number {
  const place = WINDOWS_1252.indexOf(character);
  return place < 0 ? (character.codePointAt(0) ?? 0) : 0x80 + place;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
