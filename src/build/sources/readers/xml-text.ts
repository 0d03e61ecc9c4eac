/** Text of XML that may have faults: decodes it as it declares, and replaces characters that XML forbids. */
import { TextDecoder } from 'node:util';
import { UnusableSource } from './reader.ts';

/** Number of bytes at the beginning in which the encoding is declared. */
const HEAD = 256;
const DECLARATION = /^(?:\u00EF\u00BB\u00BF)?\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.:-]*)["']/;

/**
 * Decodes by the byte order mark, else as declared, else as UTF-8; bytes that are not valid become U+FFFD. XML 1.0 §4.3.3
 * @throws UnusableSource `wrong_format` for an encoding that is not known
 */
export async function* decodeXml(input: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  let head = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  for await (const chunk of input) {
    if (decoder === undefined) {
      head = Buffer.concat([head, chunk]);
      if (head.length >= HEAD) yield (decoder = decoderOf(head)).decode(head, { stream: true });
    } else yield decoder.decode(chunk, { stream: true });
  }
  yield decoder === undefined ? decoderOf(head).decode(head) : decoder.decode();
}

function decoderOf(head: Buffer): TextDecoder {
  const [first, second] = head;
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return new TextDecoder('utf-16be');
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return new TextDecoder('utf-16le');
  const declared = DECLARATION.exec(head.toString('latin1', 0, HEAD))?.[1] ?? 'utf-8';
  try {
    // An encoding of two bytes would have been recognised above.
    return new TextDecoder(/^(?:utf-?16|ucs-?2|iso-10646)/i.test(declared) ? 'utf-8' : declared);
  } catch (cause) {
    throw new UnusableSource('wrong_format', `The file is in an unknown encoding, ${declared.slice(0, 40)}.`, {
      cause,
    });
  }
}

/** Control characters and others that XML 1.0 forbids, raw or as references. Libraries write them by mistake. */
const FORBIDDEN =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|&#(?:x0*(?:[0-8bcef]|1[\da-f]|d[89a-f][\da-f]{2}|fff[ef])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/gi;

/** Replaces forbidden characters by U+FFFD. */
export function replaceForbidden(xml: string): string {
  return xml.replace(FORBIDDEN, '\uFFFD');
}

/** The text around a fault, for a report. @param at position of the fault */
export function textAround(xml: string, at: number): string {
  return xml.slice(Math.max(0, at - 80), at + 40);
}

/** The name of an element without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
