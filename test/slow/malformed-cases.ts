/** Kinds of malformed requests; each draws a random one. */
import type { Random } from '../../bench/random.ts';

export interface MalformedCase {
  readonly bytes: Buffer;
  /** True: any server must refuse it. False: it may also be understood. */
  readonly mustRefuse: boolean;
  /** Number of preceding valid requests on the same connection, which must be answered. */
  readonly answeredFirst?: number;
}

const PATH = '/api/v1/status';
const VALID = `GET ${PATH} HTTP/1.1\r\nHost: localhost\r\n`;
/** A request that must not be smuggled in. */
const SMUGGLED = 'GET /api/v1/sources HTTP/1.1\r\nHost: smuggled\r\n\r\n';
const CONTROLS = ['\0', '\x01', '\x08', '\x0b', '\x1f', '\x7f'];
const KINDS_OF_CODING = ['chunked', ' chunked', 'Chunked', 'chunked, identity', 'identity, chunked', 'xchunked', 'chunked,chunked', '"chunked"', 'gzip', 'chunked;a=b', '\tchunked']; // prettier-ignore

type Draw = (random: Random) => MalformedCase;

const refuse = (text: string): MalformedCase => ({ bytes: Buffer.from(text, 'latin1'), mustRefuse: true });
const maybe = (text: string): MalformedCase => ({ bytes: Buffer.from(text, 'latin1'), mustRefuse: false });

export const CASES: Readonly<Record<string, Draw>> = {
  'broken request lines': (random) =>
    refuse(
      `${pick(random, ['GET', `GET${PATH}`, `GET ${PATH}`, `GET ${PATH} HTTP/9.9`, `GET ${PATH} HTTP/1.1 x`, ` GET ${PATH} HTTP/1.1`, `G\0T ${PATH} HTTP/1.1`, `GET ${PATH} http/1.1`, `GET ${PATH} HTTP/1`, `GET\t${PATH}\tHTTP/1.1`, `:GET ${PATH} HTTP/1.1`, `GET ${PATH} FTP/1.1`, `get ${PATH} HTTP/1.1`, `${garbage(random, 1 + random.below(40)).replaceAll(/[\r\n]/g, '?')} / HTTP/1.1`])}\r\nHost: localhost\r\n\r\n`,
    ),
  'header soup': (random) => {
    const fields = Array.from({ length: 1 + random.below(6) }, () => {
      const name = pick(random, ['Accept', 'X-A', 'Host', 'Cookie', 'If-None-Match']);
      return pick(random, [`${name} : a`, `${name}`, `: a`, ` ${name}: a`, `${name}(: a`, `${name}: a${pick(random, CONTROLS)}b`, `${name}\0: a`]);
    });
    return refuse(`GET ${PATH} HTTP/1.1\r\n${fields.join('\r\n')}\r\nHost: localhost\r\n\r\n`);
  },
  'two lengths': (random) => {
    const first = `Content-Length: ${random.below(50)}`;
    const second = pick(random, [`Content-Length: ${50 + random.below(50)}`, 'Transfer-Encoding: chunked', 'transfer-encoding:chunked']);
    const fields = random.shuffle([first, second]).join('\r\n');
    return refuse(`${VALID}${fields}\r\n\r\n0\r\n\r\n${SMUGGLED}`);
  },
  'odd lengths': (random) =>
    refuse(`${VALID}Content-Length: ${pick(random, ['-1', '+5', '0x10', '1e3', '5 5', '99999999999999999999999', '5,6', 'abc', '1.0'])}\r\n\r\n${SMUGGLED}`),
  'odd codings': (random) => maybe(`${VALID}Transfer-Encoding: ${pick(random, KINDS_OF_CODING)}\r\n\r\n0\r\n\r\n`),
  'bad chunks': (random) =>
    maybe(
      `${VALID}Transfer-Encoding: chunked\r\n\r\n${pick(random, ['zz\r\nabc\r\n0\r\n\r\n', '-1\r\na\r\n', '5\r\nabc\r\n0\r\n\r\n', 'fffffffffffffffff\r\na', '3\nabc\n0\n\n', '3;a=\0\r\nabc\r\n0\r\n\r\n', '3\r\nabcdef\r\n0\r\n\r\n', '0\r\nX: a\0\r\n\r\n', ''])}`,
    ),
  'oversized headers': (random) => {
    const size = 16_400 + random.below(40_000);
    return refuse(
      pick(random, [`${VALID}X-Long: ${'a'.repeat(size)}\r\n\r\n`, `${VALID}${'X-A: b\r\n'.repeat(size / 8 + 100)}\r\n`, `GET /${'a'.repeat(size)} HTTP/1.1\r\nHost: a\r\n\r\n`, `${VALID}${'x'.repeat(size)}: b\r\n\r\n`]),
    );
  },
  'NULs and controls': (random) => {
    const text = `${VALID}X-A: value\r\n\r\n`;
    // At any position outside the line ends.
    const at = 1 + random.below(text.length - 5);
    return maybe(`${text.slice(0, at)}${pick(random, CONTROLS)}${text.slice(at)}`);
  },
  'raw UTF-8': (random) => {
    const word = Buffer.from(pick(random, ['Köln', '日本', '😀', 'Ärger\u{2028}']), 'utf8').toString('latin1');
    return maybe(pick(random, [`GET /api/v1/search?q=${word} HTTP/1.1\r\nHost: localhost\r\n\r\n`, `GET /${word} HTTP/1.1\r\nHost: ${word}\r\n\r\n`, `${VALID}X-${word}: a\r\n\r\n`, `${VALID}X-A: ${word}\r\n\r\n`]));
  },
  'other forms of address': (random) =>
    maybe(
      `${pick(random, ['GET http://example.org/api/v1/status', 'GET http://example.org', 'GET //example.org/api/v1/status', 'GET *', 'OPTIONS *', 'GET example.org:80', 'CONNECT example.org:443', 'CONNECT /', 'GET ?q=a', 'GET #a', 'GET /api/v1/../../etc/passwd', 'GET /%00', 'GET /%', 'GET https://[::1', 'GET http://a@b:c/'])} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    ),
  'hosts': (random) => maybe(`GET ${PATH} HTTP/1.1\r\n${pick(random, ['', 'Host:\r\n', 'Host: a\r\nHost: b\r\n', 'Host: a b\r\n', 'Host: a,b\r\n', 'Host: http://a\r\n', `Host: ${'a'.repeat(5000)}\r\n`])}\r\n`),
  'garbage behind requests': (random) => {
    const before = 1 + random.below(4);
    const rest = `\x01${garbage(random, 1 + random.below(300))}\r\n\r\n`;
    return { ...refuse(`${`${VALID}\r\n`.repeat(before)}${rest}`), answeredFirst: before };
  },
  'half a request': (random) => {
    const text = `${VALID}Accept: application/json\r\n\r\n`;
    return refuse(text.slice(0, 1 + random.below(text.length - 3)));
  },
  'HTTP/2 preface': (random) => refuse(`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${garbage(random, random.below(60))}`),
  'upgrades': (random) => maybe(`${VALID}Connection: Upgrade${pick(random, [', HTTP2-Settings', ''])}\r\nUpgrade: ${pick(random, ['h2c', 'websocket', 'TLS/1.0', 'x'])}\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n${garbage(random, random.below(20))}`),
  'TLS hello': (random) => {
    const hello = Buffer.alloc(5 + 60 + random.below(400));
    hello.set([22, 3, 1 + random.below(3), (hello.length - 5) >> 8, (hello.length - 5) & 255, 1, 0, 0]);
    for (let at = 8; at < hello.length; at += 1) hello[at] = random.below(256);
    return { bytes: hello, mustRefuse: true };
  },
  'garbage': (random) => refuse(`\x80${garbage(random, 1 + random.below(2_000))}`),
}; // prettier-ignore

function garbage(random: Random, length: number): string {
  return Array.from({ length }, () => String.fromCharCode(random.below(256))).join('');
}

function pick<T>(random: Random, list: readonly [T, ...T[]] | readonly T[]): T {
  return random.pick(list) as T;
}
