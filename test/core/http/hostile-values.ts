/** Hostile values, texts and bodies. */
import fc from 'fast-check';

/** Values as they are sent, percent-encoded where necessary. */
export const HOSTILE_VALUES: readonly string[] = [
  '',
  '%00',
  '%ff%fe',
  '%zz',
  '%',
  '%F0%9F%98%80',
  '%E2%80%AE118540238',
  '..%2f..%2fetc%2fpasswd',
  '__proto__',
  'constructor',
  '-1',
  '1e308',
  '99999999999999999999',
  'null',
  '*',
  '%22%20OR%201%3D1%20--',
  'NEAR(a%20b)',
  '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
  'javascript:alert(1)',
  '%0d%0aset-cookie:%20a%3Db',
  'http://169.254.169.254/',
  '%7B%22a%22:%5B%5B%5B%5B%5B%5D%5D%5D%5D%5D%7D',
  '='.repeat(50),
  ','.repeat(500),
  'x'.repeat(4_000),
  '%C3%A4'.repeat(400),
  '118540238,'.repeat(300),
];

/** Texts before they are encoded. */
export const HOSTILE_TEXTS: readonly string[] = [
  '', ' ', '%', '%00', '%zz', '%ff', '%C0%80', '%ED%A0%80', '%F4%90%80%80', '\u0000', '\u0301\u0301', '\u202Eab\u202C', '\uFEFF', '\uFFFE',
  '\uD800', '\u2028', '😀', 'مرحبا', 'שלום', '"', "'", '*', '-', '--', 'NEAR(a b, 2)', 'a OR b', 'a AND NOT b', 'preferredName : a',
  '^a + "b" *', '\\', '../..', '..%2f..%2fetc%2fpasswd', '<script>alert(1)</script>', '"onload="', '*/alert(1)/*', '=1+1', '${7*7}',
  '; drop table entity; --', '__proto__', 'constructor', 'hasOwnProperty', 'toString', 'null', '1e9', '-1', '0x10', '٣', '9'.repeat(30),
  'ä'.repeat(200), 'a'.repeat(7_000), 'a'.repeat(8_200), '118540238,'.repeat(101), ';;;', '"] }', '-dewp', 'a.b._0', 'Q5879',
  'https://viaf.org/viaf/1', 'http://169.254.169.254/', 'geb. geb. -1- ', 'Müller, Hans 1900-', ',,,,',
]; // prettier-ignore

/** Texts for which JSON parsers need long, or fail. */
export const HOSTILE_JSON: Readonly<Record<string, string>> = {
  'half a megabyte of nested arrays': '['.repeat(250_000) + ']'.repeat(250_000),
  'half a megabyte of nested objects': `${'{"ids":'.repeat(60_000)}1${'}'.repeat(60_000)}`,
  'brackets that nobody closes': '['.repeat(500_000),
  'many empty arrays': `[${'[],'.repeat(150_000)}[]]`,
};

/** JSON values of unexpected types; some cannot be converted to a text or a number. */
export const ODD_JSON: readonly string[] = [
  'null', 'true', '0', '-1', '0.5', '1e308', '1e999', '9007199254740993', '""', '"\\u0000"', '"\\ud800"', '"__proto__"', '"1e9"', '[]', '{}', '[[]]', '[null]',
  '{"toString":1,"valueOf":1}', '[{"toString":1,"valueOf":1}]', '{"length":9}', '{"__proto__":{"id":"1"}}', '{"id":"1"}', '{"id":1}', '{"then":1}',
]; // prettier-ignore

/** A text that a backtracking parser can read in very many ways, all of which fail. */
const DOUBTFUL = `DE-588${'\t'.repeat(485)}a\u2028b`;

/** Bodies of up to a megabyte by media type that slow parsers take minutes for. @param field parameter with the body */
export const LONG_BODIES: Readonly<Record<string, (field: string) => readonly string[]>> = {
  'application/json': (field) => [
    JSON.stringify({ [field]: Array(1_000).fill(DOUBTFUL) }),
    JSON.stringify({ [field]: [`https:${'\uE000'.repeat(300_000)}`] }),
    JSON.stringify({ [field]: Array(450_000).fill(1) }),
    JSON.stringify(Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [n, n]))),
  ],
  'text/plain': () => [Array(1_000).fill(DOUBTFUL).join('\n'), '1\n'.repeat(500_000), 'x'.repeat(1_000_000)],
  'application/x-www-form-urlencoded': (field) => [
    `${field}=https:${'%2C'.repeat(330_000)}`,
    `${field}=${'1%2C'.repeat(250_000)}`,
    `${field}=${'1+'.repeat(500_000)}`,
    `${field}=1&`.repeat(100_000),
    'a&'.repeat(500_000),
  ],
};

/** Percent-encodes the text; some texts stay as they are, if Node's own client can send them. */
export const encoded = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(text, fc.boolean())
    .map(([value, isBare]) => (isBare && /^[!-~]*$/.test(value) ? value : encodeURIComponent(value.toWellFormed())))
    .map((value) => value.replace(/[ #]/g, '_'));
