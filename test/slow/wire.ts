/** Parses HTTP/1.1 answers from the bytes of a connection; the service always sends Content-Length. */

export interface Answer {
  readonly status: number;
  /** Field values by name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** Bytes of the complete answer. */
  readonly length: number;
  /** Milliseconds from the request to the last byte; 0 if unknown. */
  readonly milliseconds: number;
}

/** @returns undefined for an incomplete answer @throws when the bytes are not an answer */
export function readAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  if (Number.isNaN(status)) throw new Error(`no status line: ${first.slice(0, 80)}`);
  const headers = new Map(lines.map(fieldOf));
  const size = status === 204 || status === 304 || status < 200 ? 0 : Number(headers.get('content-length'));
  if (Number.isNaN(size)) throw new Error(`an answer ${status} without its length`);
  const length = end + 4 + size;
  if (bytes.length < length) return undefined;
  return { status, headers, body: bytes.subarray(end + 4, length), length, milliseconds: 0 };
}

/** All answers on one connection. @throws when the bytes are not a sequence of complete answers */
export function readAnswers(bytes: Buffer): readonly Answer[] {
  const answers: Answer[] = [];
  for (let rest = bytes; rest.length > 0;) {
    const answer = readAnswer(rest);
    if (answer === undefined) throw new Error(`an answer breaks off: ${rest.toString('latin1', 0, 80)}`);
    answers.push(answer);
    rest = rest.subarray(answer.length);
  }
  return answers;
}

function fieldOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
