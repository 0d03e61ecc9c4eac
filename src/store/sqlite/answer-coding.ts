/** How answers are stored: without what all answers of a type begin with, and one concatenation away from a gzip member. */
import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** RFC 1952: deflate, no flags, no time, unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** Behind the compressed data: CRC-32 and length of the answer, as gzip has them. */
const TRAILER = 8;

/** For a text that such a window holds it compresses as well, and need not make the large tables ready. */
const SMALL_WINDOW = { windowBits: 13, memLevel: 6 };
const SHORT = 2 ** 12;
/** Most results fit into one piece; larger pieces are garbage for the most part. */
const CHUNK = 1024;

/** Beginnings by number; 0 is the empty one, for an answer that begins otherwise. */
export type Openings = readonly string[];

/** An answer names the snapshot before it comes to this. */
const BEHIND_SNAPSHOT = '"conflicts":';

/** What an answer says, or an opening, behind the snapshot that it names; nothing when it is none. */
export function behindSnapshot(answer: Buffer): Buffer | undefined {
  const start = answer.indexOf(BEHIND_SNAPSHOT);
  return start < 0 ? undefined : answer.subarray(start);
}

/**
 * What an answer's data may refer to: the opening without the name of the snapshot, so that an entity that did not change
 * is stored as the same bytes in the next one.
 */
function dictionaryOf(opening: string): Buffer {
  const bytes = Buffer.from(opening);
  return behindSnapshot(bytes) ?? bytes;
}

export function createAnswerEncoder(openings: Openings) {
  const dictionaries = openings.map(dictionaryOf);
  return (answer: string): Buffer => {
    const number = Math.max(
      0,
      openings.findLastIndex((opening) => opening !== '' && answer.startsWith(opening)),
    );
    const opening = openings[number] ?? '';
    const dictionary = dictionaries[number];
    const rest = deflateRawSync(answer.slice(opening.length), {
      level: 6,
      chunkSize: CHUNK,
      ...(answer.length < SHORT && SMALL_WINDOW),
      ...(opening !== '' && dictionary !== undefined && { dictionary }),
    });
    const bytes = Buffer.from(answer);
    const trailer = Buffer.allocUnsafe(TRAILER);
    trailer.writeUInt32LE(crc32(bytes), 0);
    trailer.writeUInt32LE(bytes.length, 4);
    return Buffer.concat([Uint8Array.of(number), rest, trailer]);
  };
}

export interface AnswerDecoder {
  /** The whole answer as one gzip member. */
  gzip(stored: Uint8Array): Uint8Array;
  /** The whole answer, uncompressed. @throws when it is damaged */
  plain(stored: Uint8Array): Buffer;
}

export function createAnswerDecoder(openings: Openings): AnswerDecoder {
  const plainOpenings = openings.map((opening) => Buffer.from(opening));
  const dictionaries = openings.map(dictionaryOf);
  // A block that ends on a byte's border, and does not end the stream.
  const headers = plainOpenings.map((opening) =>
    opening.length === 0
      ? GZIP_HEADER
      : Buffer.concat([GZIP_HEADER, deflateRawSync(opening, { level: 9, finishFlush: constants.Z_SYNC_FLUSH })]),
  );
  return {
    gzip(stored) {
      const header = headers[stored[0] ?? 0] ?? GZIP_HEADER;
      const whole = Buffer.allocUnsafe(header.length + stored.length - 1);
      whole.set(header);
      whole.set(stored.subarray(1), header.length);
      return whole;
    },
    plain(stored) {
      const opening = plainOpenings[stored[0] ?? 0];
      const dictionary = dictionaries[stored[0] ?? 0];
      if (opening === undefined || dictionary === undefined) throw new Error(`there is no opening ${stored[0]}`);
      const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
      const [crc, length] = [
        bytes.readUInt32LE(bytes.length - TRAILER),
        bytes.readUInt32LE(bytes.length - TRAILER + 4),
      ];
      const rest = inflateRawSync(bytes.subarray(1, -TRAILER), {
        maxOutputLength: Math.max(1, length - opening.length),
        ...(dictionary.length > 0 && { dictionary }),
      });
      const answer = Buffer.concat([opening, rest]);
      if (answer.length !== length || crc32(answer) !== crc) throw new Error('its checksum is wrong');
      return answer;
    },
  };
}
