import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCuration } from '../../../src/build/sources/register/curation.ts';
import { temporaryForFile } from '../../temporary.ts';

const folder = temporaryForFile();

const CATEGORIES = `categories:
  - key: authority
    label: { de: Normdatei, en: Authority file }
    description: { de: Normdatei, en: Authority file }
  - key: other
    label: { de: Sonstiges, en: Other }
    description: { de: Sonstiges, en: Other }
`;

async function load(collections: string, categories = CATEGORIES): Promise<Awaited<ReturnType<typeof loadCuration>>> {
  await writeFile(join(folder, 'categories.yaml'), categories);
  await writeFile(join(folder, 'collections.yaml'), collections);
  return loadCuration(folder);
}

/** A file with one collection, to which lines are added; the first added line is line 5. */
function collection(...lines: string[]): string {
  return [
    'collections:',
    '  - key: viaf',
    '    label: VIAF',
    '    category: authority',
    ...lines.map((line) => `    ${line}`),
    '',
  ].join('\n');
}

describe('a valid file', () => {
  it('is loaded', async () => {
    const curation = await load(
      collection(
        "where: { id: '\\d+' }",
        "targets: ['viaf.org/viaf/{id}']",
        'canonical: https://viaf.org/viaf/{id}',
        'example: https://viaf.org/viaf/1',
      ),
    );
    expect([...curation.collections.keys()]).toEqual(['viaf', 'other']);
    expect(curation.target('http://viaf.org/viaf/12/')).toMatchObject({
      url: 'https://viaf.org/viaf/12',
      collection: 'viaf',
    });
    expect(curation.target('http://viaf.org/viaf/x')?.collection).toBeUndefined();
  });

  it('prefers the more specific pattern in any order', async () => {
    const curation = await load(
      collection("targets: ['example.org/{id}']", 'canonical: https://example.org/{id}') +
        "  - { key: special, label: S, category: other, targets: ['example.org/{id}#note'], canonical: 'https://example.org/{id}#note' }\n",
    );
    expect(curation.target('http://example.org/a#note')?.collection).toBe('special');
    expect(curation.target('http://example.org/a#other')).toMatchObject({
      collection: 'viaf',
      url: 'https://example.org/a',
    });
  });

  it('matches all addresses below a pattern, with https if it requires that', async () => {
    const curation = await load(collection('under: [https://secure.example.org/a, http://plain.example.org/]'));
    expect(curation.target('http://secure.example.org/a/b?c#d')).toMatchObject({
      url: 'https://secure.example.org/a/b?c#d',
      collection: 'viaf',
    });
    expect(curation.target('http://secure.example.org/ab')?.collection).toBeUndefined();
    expect(curation.target('http://plain.example.org/x')).toMatchObject({
      url: 'http://plain.example.org/x',
      collection: 'viaf',
    });
  });
});

it('a valid file may have expressions that a backtracking engine cannot match in time', async () => {
  const curation = await load(
    collection(
      "where: { id: '(?:a+)+b' }",
      "identifier: { scheme: viaf, bare: '(?:a|a)*b' }",
      "targets: ['viaf.org/viaf/{id}']",
      'canonical: https://viaf.org/viaf/{id}',
    ),
  );
  const long = 'a'.repeat(1_900);
  expect(curation.target(`https://viaf.org/viaf/${long}`)?.collection).toBeUndefined();
  expect(curation.identify(long)).toEqual([]);
  expect(curation.identify(`viaf:${long}b`)).toEqual([`viaf:${long}b`]);
});

describe('the refusal of an invalid file', () => {
  const other = (key: string): string => `  - { key: ${key}, label: V, category: other }\n`;
  const pattern = (...texts: readonly string[]): string =>
    collection(`targets: ${JSON.stringify(texts)}`, 'canonical: https://viaf.org/{id}');
  const under = 'under: [https://viaf.org/]';
  const nine = (name: string): string => `${`*${name}, `.repeat(9)}*${name}`;
  const bomb = `a: &a [${'x, '.repeat(9)}x]\nb: &b [${nine('a')}]\nc: &c [${nine('b')}]\nd: [${nine('c')}]\n`;

  it.each([
    ['an unknown field', collection('colour: red'), /collections\.yaml:\d+:\d+: .*additional.*colour/i],
    ['a missing label', 'collections:\n  - key: viaf\n    category: authority\n', /collections\.yaml:2:5: .*label/],
    ['no YAML', 'collections: [', /collections\.yaml:\d+:\d+: /],
    [
      'an unknown category',
      collection().replace('authority', 'authorities'),
      /collections\.yaml:4:15: there is no category authorities/,
    ],
    [
      'a key twice',
      collection() + other('viaf'),
      /collections\.yaml:5:12: viaf is already a key or code of collection viaf/,
    ],
    [
      'the key that is built in',
      collection().replace('viaf', 'other'),
      /other is already a key or code of collection other/,
    ],
    ['a code twice', collection('codes: [V]') + other('v'), /:6:12: v is already a key or code of collection viaf/],
    ['a key that is no slug', collection().replace('key: viaf', 'key: VIAF'), /collections\.yaml:2:10: /],
    [
      'a pattern without canonical form',
      collection("targets: ['viaf.org/{id}']"),
      /:5:15: collection viaf has no canonical form/,
    ],
    [
      'a template naming another placeholder',
      pattern('viaf.org/{number}'),
      /:5:15: "viaf\.org\/\{number\}" has no \{id\}/,
    ],
    ['a pattern with a scheme', pattern('https://viaf.org/{id}'), /:5:15: .* is not a pattern/],
    ['a pattern with a host in capitals', pattern('VIAF.org/{id}'), /is not a host name in lower case/],
    ['a placeholder twice', pattern('viaf.org/{id}/{id}'), /\{id\} occurs twice/],
    ['the same pattern twice', pattern('viaf.org/{id}', 'viaf.org/{id}'), /is already a pattern of collection viaf/],
    ['a broken expression', collection("where: { id: '[0-9' }"), /:5:18: .*regular expression/i],
    ['a capturing group', collection("where: { id: '(a)' }"), /capturing group/],
    ['a reference back', collection(String.raw`where: { id: 'a\1' }`), /not a valid RE2 regular expression/],
    ['a look ahead', collection("where: { id: '(?=a)a' }"), /not a valid RE2 regular expression/],
    [
      'an example of another collection',
      collection('example: https://example.org/'),
      /:5:14: the example of collection viaf belongs to no coll/,
    ],
    [
      'an example that is not canonical',
      collection(under, 'example: http://viaf.org/x'),
      /:6:14: the example of collection viaf is not in its canonical form, https:/,
    ],
    [
      'an area claimed twice',
      collection(under.replace(']', ', http://www.viaf.org]')),
      /everything under viaf\.org\/ already belongs/,
    ],
    ['aliases that expand without bound', bomb, /aliases cannot be expanded/],
    ['a homepage that is none', collection('homepage: javascript:alert(1)'), /collections\.yaml:5:15: /],
  ])('has the position of the mistake: %s', async (_, text, message) => {
    await expect(load(text)).rejects.toThrow(message);
  });

  it('has all mistakes', async () => {
    const text = collection('codes: [other]', 'example: https://example.org/').replace('authority', 'x');
    await expect(load(text)).rejects.toThrow(/^[^\n]+\n[^\n]+$/);
  });

  it('names a repeated category', async () => {
    await expect(load(collection(), CATEGORIES + CATEGORIES.split('\n').slice(1, 4).join('\n'))).rejects.toThrow(
      /categories\.yaml:8:10: category authority is defined twice/,
    );
  });

  it('names a missing file', async () => {
    await expect(loadCuration(join(folder, 'none'))).rejects.toThrow(/none.categories\.yaml/);
  });
});
