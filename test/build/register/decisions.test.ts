/** Decisions about individual links: the valid forms in the file, mistakes, and the affected links. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCuration } from '../../../src/build/sources/register/curation.ts';
import { applyDecision, type Decision, readDecisions } from '../../../src/build/sources/register/decisions.ts';
import { temporaryForFile } from '../../temporary.ts';
import { decision } from './entry.ts';

const folder = temporaryForFile();
const collection = (key: string, pattern: string) => {
  return { key, label: key, category: 'authority', targets: [pattern], canonical: `https://${pattern}` };
};
const curation = createCuration(
  [],
  [collection('ndb', 'example.org/ndb/{id}'), collection('viaf', 'viaf.org/viaf/{id}')],
);
const GND = '118540238';

const DAY = '2026-11-20';

async function load(entries: string) {
  const file = join(folder, 'links.yaml');
  await writeFile(file, `decisions:\n${entries}`);
  return readDecisions(file, curation.target, new Set(curation.collections.keys()));
}

const entry = (...lines: readonly string[]) => decision(GND, ...lines);

const stated = (url: string, source = 'a-list', gnd = GND) => {
  const target = curation.target(url);
  if (target === undefined) throw new Error(`${url} is no address`);
  return { gnd: gnd as never, target, source, relation: 'sameAs' as const };
};

describe('a decision', () => {
  it('affects one address in any form, and no other entity', async () => {
    const decisions = await load(entry('url: http://www.example.org/ndb/7/', 'verdict: refused'));
    expect(decisions.about(stated('https://example.org/ndb/7'), DAY)?.verdict).toBe('refused');
    expect(decisions.about(stated('https://example.org/ndb/8'), DAY)).toBeUndefined();
    expect(decisions.about(stated('https://example.org/ndb/7', 'a-list', '118505793'), DAY)).toBeUndefined();
  });

  it.each([
    ['collection: viaf', 'https://viaf.org/viaf/1', 'https://example.org/ndb/1'],
    ['source: a-list', 'https://example.org/ndb/1', undefined],
  ])('can affect all links with %s', async (selector, meant, other) => {
    const decisions = await load(entry(selector, 'verdict: refused'));
    expect(decisions.about(stated(meant), DAY)).toBeDefined();
    expect(decisions.about(stated(other ?? meant, 'another-list'), DAY)).toBeUndefined();
  });

  it('about an address has precedence over one about its collection, and this over one about its source', async () => {
    const three = [
      entry('source: a-list', 'verdict: refused'),
      entry('collection: ndb', 'verdict: relation', 'relation: about'),
      entry('url: https://example.org/ndb/1', 'verdict: moved', 'to: https://example.org/ndb/2'),
    ];
    const decisions = await load(three.join(''));
    const verdict = (url: string) => decisions.about(stated(url), DAY)?.verdict;
    expect(['ndb/1', 'ndb/3'].map((path) => verdict(`https://example.org/${path}`))).toEqual(['moved', 'relation']);
    expect(verdict('https://viaf.org/viaf/1')).toBe('refused');
  });

  it.each([
    ['refused', [], undefined],
    ['moved', ['to: http://example.org/ndb/9'], { url: 'https://example.org/ndb/9', relation: 'sameAs' }],
    ['relation', ['relation: about'], { url: 'https://example.org/ndb/1', relation: 'about' }],
  ])('with the verdict %s changes the link', async (verdict, more, expected) => {
    const decisions = await load(entry('url: https://example.org/ndb/1', `verdict: ${verdict}`, ...more));
    const link = stated('https://example.org/ndb/1');
    const outcome = applyDecision(link, decisions.about(link, DAY) as Decision);
    expect(outcome && { url: outcome.target.url, relation: outcome.relation }).toEqual(expected);
  });

  it.each([
    ['2026-09-30', false],
    ['2026-10-01', true],
    ['2026-12-31', true],
    ['2027-01-01', false],
  ])('is in force from its first day to its last: on %s %s', async (day, holds) => {
    const decisions = await load(entry('collection: ndb', 'verdict: refused', "until: '2027-01-01'"));
    expect(decisions.about(stated('https://example.org/ndb/1'), day) !== undefined).toBe(holds);
    expect(decisions.all).toHaveLength(1);
  });
});

it('does not exist without a file', async () => {
  const decisions = await readDecisions(join(folder, 'none.yaml'), curation.target, new Set());
  expect(decisions.all).toEqual([]);
  expect(decisions.about(stated('https://example.org/ndb/1'), DAY)).toBeUndefined();
});

it.each([
  [entry('verdict: refused'), '2:10', 'exactly one of "url", "collection" and "source"'],
  [entry('url: https://example.org/ndb/1', 'collection: ndb', 'verdict: refused'), '2:10', 'exactly one of'],
  [entry('collection: nobody', 'verdict: refused'), '3:17', 'there is no collection nobody'],
  [entry('url: http://10.0.0.1/', 'verdict: refused'), '3:10', 'not a usable address'],
  [entry('url: https://example.org/ndb/1', 'verdict: moved'), '4:14', 'is required with the verdict "moved"'],
  [
    entry('collection: ndb', 'verdict: moved', 'to: https://example.org/ndb/1'),
    '4:14',
    '"moved" needs the wrong address',
  ],
  [entry('collection: ndb', 'verdict: refused', 'to: https://example.org/ndb/1'), '4:14', 'not allowed with any other'],
  [entry('collection: ndb', 'verdict: relation'), '4:14', 'is required with the verdict "relation"'],
  [entry('collection: ndb', 'verdict: refused', "until: '2026-10-01'"), '5:12', 'must be later than "since'],
  [entry('collection: ndb', 'verdict: deleted'), '4:14', 'must'],
  [entry('collection: ndb', 'verdict: refused').replace(GND, 'Goethe'), '2:10', 'not a GND identifier'],
  [
    entry('collection: ndb', 'verdict: refused') + entry('collection: ndb', 'verdict: relation', 'relation: about'),
    '8:5',
    'already a decision about these links',
  ],
])('a mistake is reported with its position: %#', async (text, place, sentence) => {
  await expect(load(text)).rejects.toThrow(new RegExp(`links\\.yaml:${place}: .*${sentence}`));
});
