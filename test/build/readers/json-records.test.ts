/** JSON records are found in any framing and any pieces of bytes, and a broken record loses only itself. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonFramer } from '../../../src/build/sources/readers/json-framer.ts';
import { readJsonRecords, type JsonItem } from '../../../src/build/sources/readers/json-records.ts';
import { pieces } from './statements.ts';

async function items(content: string | Uint8Array, lengths: readonly number[] = []): Promise<JsonItem[]> {
  const all: JsonItem[] = [];
  for await (const batch of readJsonRecords(pieces(content, lengths))) all.push(...batch);
  return all;
}

/** Records as JSON; `]` is the end of an array, `!reason` a defect. */
async function outline(content: string | Uint8Array, lengths: readonly number[] = []): Promise<string> {
  const words = (await items(content, lengths)).map((item) => {
    if (item.kind === 'record') return JSON.stringify(item.value);
    return item.kind === 'end' ? ']' : `!${item.reason}`;
  });
  return words.join(' ');
}

describe('readJsonRecords', () => {
  it.each([
    ['[[ {"a":1}, {"b":2} ],[ {"c":3} ]]', '{"a":1} {"b":2} ] {"c":3} ] ]'],
    ['[[ {"a":1}, {"b":2} ], \n [ {"c":3} ]]\n', '{"a":1} {"b":2} ] {"c":3} ] ]'],
    ['[{"a":1},{"b":2}]', '{"a":1} {"b":2} ]'],
    ['[\n{"a":1}\n,{"b":2}\n]\n', '{"a":1} {"b":2} ]'],
    ['{"a":1}\n{"b":2}\n', '{"a":1} {"b":2}'],
    ['{"a":1}\r\n\r\n{"b":2}', '{"a":1} {"b":2}'],
    ['{"a":1}{"b":2}', '{"a":1} {"b":2}'],
    ['\u001E{"a":1}\n\u001E{"b":2}\n', '{"a":1} {"b":2}'],
    ['\uFEFF [{"a":1}]', '{"a":1} ]'],
    ['{"a":1}\n\uFEFF{"b":2}\n', '{"a":1} {"b":2}'],
    ['[{"a":1},[{"b":2}],{"c":3}]', '{"a":1} {"b":2} ] {"c":3} ]'],
    ['{"a":{"b":[{"c":"}{]["}]}}', '{"a":{"b":[{"c":"}{]["}]}}'],
    [String.raw`{"a":"\"}\\"}{"b":"\\"}`, String.raw`{"a":"\"}\\"} {"b":"\\"}`],
    ['[]', ']'],
    ['[[],[]]', '] ] ]'],
    ['{}', '{}'],
    ['{"@graph":[{"a":1},{"b":2}]}', '{"a":1} {"b":2} ]'],
    ['{ "@context" : {"x":"y"}, "@graph" : [ {"a":1} ] , "@id":"u" }\n', '{"a":1} ]'],
    ['{"@graph":[{"a":1}],"@context":{"x":["y"]},"n":null,"l":[{"no":1}]}', '{"a":1} ]'],
    ['{"@graph":{"a":1},"@id":"x"}', '{"a":1}'],
    ['{"@graph":5}', '!malformed_json'],
    ['{"a":1}\n{"@graph":[1,{"b":2}]}', '{"a":1} !malformed_json {"b":2} ]'],
    ['{"@graph":[{"a":1}]}\n{"@graph":[{"b":2}]}', '{"a":1} ] {"b":2} ]'],
    ['[{"@id":"g","@graph":[{"a":1}]},{"b":2}]', '{"a":1} ] {"b":2} ]'],
    ['{"a":"@graph","b":[{"c":1}]}', '{"a":"@graph","b":[{"c":1}]}'],
    ['{"a":{"@graph":[{"c":1}]}}', '{"a":{"@graph":[{"c":1}]}}'],
  ])('reads %s', async (content, expected) => {
    expect(await outline(content)).toBe(expected);
    expect(await outline(content, [1])).toBe(expected);
  });

  it.each([
    ['a missing comma', '[{"a":1 "b":2},\n{"c":3}]', '!malformed_json {"c":3} ]'],
    ['a bare word', '{"a":nul}\n{"c":3}', '!malformed_json {"c":3}'],
    ['a bad escape', String.raw`[{"a":"\x"},{"c":3}]`, '!malformed_json {"c":3} ]'],
    ['a line without its end', '{"a":1\n{"c":3}\n{"d":4}', '!malformed_json {"c":3} {"d":4}'],
    ['a line cut in a string', '{"a":"b\n{"c":3}\n', '!malformed_json {"c":3}'],
    ['a line cut behind a backslash', '{"a":"b\\\n{"c":3}\n', '!malformed_json {"c":3}'],
    ['a line without its beginning', '{"b":2}\na":1}\n{"c":3}\n', '{"b":2} !malformed_json {"c":3}'],
    ['a bracket too many', '{"a":[[1]}\n{"c":3}\n', '!malformed_json {"c":3}'],
    ['braces doubled', '{{"a":1}}\n{"c":3}\n', '!malformed_json {"c":3}'],
    ['an array line without its end', '[{"a":1\n,{"c":3}\n,{"d":4}\n]', '!malformed_json {"c":3} {"d":4} ]'],
    [
      'a line of a graph without its end',
      '{"@graph":[\n{"a":1}\n,{"b":2\n,{"c":3}\n]}',
      '{"a":1} !malformed_json {"c":3} ]',
    ],
    ['a last array line without its end', '[{"a":1}\n,{"c":3\n]', '{"a":1} !malformed_json ]'],
    [
      'a pretty-printed record without the end of an array',
      '[[ {\n  "a" : [ {\n    "b" : 1\n  }\n}, {\n  "c" : 3\n} ],[ {\n  "d" : 4\n} ]]',
      '!malformed_json {"c":3} ] {"d":4} ] ]',
    ],
    [
      'a pretty-printed record with a brace too many',
      '[[ {\n  "a" : {\n    "b" : 1\n}, {\n  "c" : 3\n} ],[ {\n  "d" : 4\n} ]]',
      '!malformed_json {"c":3} ] {"d":4} ] ]',
    ],
    [
      'an indented record with a brace too many',
      '[\n  {\n    "z": 0\n  },\n  {\n    "a": {{\n      "b": 1\n    }\n  },\n  {\n    "c": 3\n  }\n]',
      '{"z":0} !malformed_json {"c":3} ]',
    ],
    ['a line feed in a string', '[ {\n  "a" : "x\n  y"\n}, {\n  "c" : 3\n} ]', '!malformed_json {"c":3} ]'],
    ['words between records', '{"a":1}\nnull 17\n{"c":3}', '{"a":1} !malformed_json {"c":3}'],
    ['a string with brackets between records', '[{"a":1},"}]{[",{"c":3}]', '{"a":1} !malformed_json {"c":3} ]'],
    ['words at the end', '{"a":1}\nthe end', '{"a":1} !malformed_json'],
  ])('loses only the record with %s', async (_, content, expected) => {
    expect(await outline(content)).toBe(expected);
    expect(await outline(content, [1])).toBe(expected);
    expect(await outline(content, [7, 2])).toBe(expected);
  });

  it('reports bytes that are not UTF-8, and continues', async () => {
    expect(await outline(Buffer.from('{"a":"M\xfcller"}\n{"b":2}', 'latin1'))).toBe(
      '!invalid_utf8 {"a":"M\uFFFDller"} {"b":2}',
    );
  });

  it.each([
    ['truncated', '[{"a":1},{"b":2'],
    ['truncated', '[{"a":1},'],
    ['truncated', '[[{"a":1}]'],
    ['truncated', '{"a":1}\n{"b":"x'],
    ['truncated', '{"@graph":[{"a":1}]'],
    ['wrong_format', '#FORMAT: BEACON'],
    ['wrong_format', '<?xml version="1.0"?>'],
    ['wrong_format', '"a"'],
    ['wrong_format', '\uFEFF118540238'],
  ] as const)('throws %s for %s', async (reason, content) => {
    await expect(items(content)).rejects.toMatchObject({ name: 'UnusableSource', reason });
    await expect(items(content, [1])).rejects.toMatchObject({ name: 'UnusableSource', reason });
  });

  it('reports the beginning of a file that is not JSON', async () => {
    await expect(items('\n#FORMAT: BEACON\n#VERSION: 0.1')).rejects.toThrow('the file begins with "#FORMAT: BEACON"');
  });

  it('reads an extremely deep record as malformed', async () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(await outline(`{"b":2}\n${deep}\n{"c":3}\n`)).toBe('{"b":2} !malformed_json {"c":3}');
  });

  it('reads the same from any pieces of any nesting', async () => {
    const value = fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme' });
    const record = fc.dictionary(
      fc.string({ unit: 'grapheme', maxLength: 8 }).filter((key) => key !== '__proto__'),
      value,
      { maxKeys: 4 },
    );
    const chunks = fc.array(fc.array(record, { maxLength: 4 }), { minLength: 1, maxLength: 4 });
    const linesOf = (all: object[][]) => all.flat().map((one) => JSON.stringify(one));
    const layout = fc.constantFrom<(all: object[][]) => string>(
      (all) => JSON.stringify(all),
      (all) => JSON.stringify(all, null, 2),
      (all) => JSON.stringify(all, null, '\t'),
      (all) => JSON.stringify(all.flat()),
      (all) => `[${linesOf(all).join('\n,')}\n]\n`,
      (all) => `{}${linesOf(all).join('\n')}`,
      (all) => JSON.stringify({ '@context': { a: '[{' }, '@graph': all }),
    );
    const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(chunks, layout, lengths, async (all, write, cut) => {
        fc.pre(!JSON.stringify(all).includes('@graph'));
        const found = (await items(write(all), cut)).flatMap((item) => (item.kind === 'record' ? [item.value] : []));
        const filled = (records: readonly object[]) => records.filter((one) => Object.keys(one).length > 0);
        expect(filled(found)).toEqual(filled(JSON.parse(JSON.stringify(all.flat())) as object[]));
      }),
      { numRuns: 300 },
    );
  });

  it('reads the same from any pieces of any bytes, and throws UnusableSource only', async () => {
    const bytes = fc
      .array(fc.constantFrom('{', '}', '[', ']', ':', ',', '"', '\\', '\n', ' ', '1', 'a'), { maxLength: 60 })
      .map((letters) => `[${letters.join('')}`);
    const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
    const result = async (content: string, cut: readonly number[]): Promise<string> => {
      const done: string[] = [];
      try {
        for await (const batch of readJsonRecords(pieces(content, cut)))
          done.push(...batch.map((item) => JSON.stringify(item)));
      } catch (error) {
        expect(error).toMatchObject({ name: 'UnusableSource' });
        done.push(String(error));
      }
      return done.join('\n');
    };
    await fc.assert(
      fc.asyncProperty(bytes, lengths, async (content, cut) => {
        expect(await result(content, cut)).toBe(await result(content, []));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('createJsonFramer', () => {
  it.each([[[]], [[1]], [[1000]]])('skips and counts a record above the limit in pieces of %j', (lengths) => {
    const framer = createJsonFramer(100);
    const frames = [];
    const all = Buffer.from(`[{"a":1},{"b":"${'x'.repeat(90_000)}"},{"c":3}]`);
    const step = lengths[0] ?? all.length;
    for (let i = 0; i < all.length; i += step) frames.push(...framer.push(all.subarray(i, i + step)));
    frames.push(...framer.finish());
    const excerpt = expect.stringMatching(/^\{"b":"x{20}/) as string;
    const tooLarge = { reason: 'record_too_large', severity: 'record', excerpt };
    expect(frames).toMatchObject(['{"a":1}', tooLarge, '{"c":3}', undefined]);
  });

  it('reads a file that is one graph record by record', () => {
    const framer = createJsonFramer(100);
    const records = Array.from({ length: 50 }, (_, number) => JSON.stringify({ number }));
    const blank = ' '.repeat(30);
    const text = `{"@context":{"a":"b"},"@graph"${blank}:\n${blank}[${records.join()}],"@id":"x"}`;
    expect([...framer.push(Buffer.from(text)), ...framer.finish()]).toEqual([...records, undefined]);
  });

  it('reads a first record with very many arrays at once', () => {
    const record = `{${Array.from({ length: 200_000 }, () => '"a":[]').join()}}`;
    const framer = createJsonFramer();
    expect([...framer.push(Buffer.from(record)), ...framer.finish()]).toEqual([record]);
  });
});
