/** What a build leaves out: facts that only a derived or former record has, and what the operator has decided about. */
import { writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../src/core/sqlite/open.ts';
import { openRows } from '../../../src/build/ingest/snapshot/read-rows.ts';
import type { LinksAnswer } from '../../../src/core/snapshot/links-answer.ts';
import { inflateAnswer } from '../../../src/core/snapshot/stored-answer.ts';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { decision } from '../register/entry.ts';
import { prune } from '../runs/running.ts';
import {
  answerOf,
  build,
  deprecated,
  dump,
  facts,
  falsehoods,
  literal,
  otherConfig,
  record,
  reference,
  registered,
  sameAs,
  type Written,
} from './site.ts';

const [PERSON, FORMER, RELATIVE, OTHER] = ['118540238', '118512676', '118607626', '118505793'];
const [NAME, VARIANT, BORN] = ['Musterfrau, Erika', 'Mustermann, Erika', '1964-08-12'];

const person = (more = {}) =>
  record(PERSON, NAME, {
    ...literal('variantNameForThePerson', VARIANT),
    ...literal('dateOfBirth', BORN),
    ...literal('biographicalOrHistoricalInformation', 'Malerin'),
    ...reference('familialRelationship', RELATIVE),
    ...deprecated(FORMER),
    ...sameAs('https://viaf.org/viaf/24602065'),
    ...more,
  });
const relative = record(RELATIVE, 'Vogel, Max', reference('familialRelationship', PERSON));
const other = record(OTHER, 'Unbeteiligt, Udo', sameAs('https://viaf.org/viaf/1234567'));

const GND = { key: 'gnd', content: dump([person(), relative, other]) };
const LIST: Written = {
  key: 'list',
  format: 'beacon',
  // A line that cannot be used is quoted in the report, whatever the spelling of its number.
  content: `#FORMAT: BEACON\n#TARGET: https://example.org/{ID}\n\n${[PERSON, FORMER, OTHER].join('\n')}\n118-540-238-0|Erika\n`,
  more: { change: { added: { ids: 2, first: [PERSON, OTHER] }, removed: { ids: 1, first: [FORMER] } } } as object,
};
/** A decision about a link, which the report repeats with its address and reason. */
const LINKS = decision(PERSON, 'url: https://viaf.org/viaf/24602065', 'verdict: refused').replace(
  'reason: request',
  'reason: The page is about the father of Erika.',
);

async function built(sources: readonly Written[], decisions = '', now = '2026-11-21T03:00:00Z') {
  const folder = temporaryDirectory();
  const config = otherConfig(folder);
  writeFileSync(join(config, 'entities.yaml'), `decisions:${decisions === '' ? ' []' : `\n${decisions}`}`);
  writeFileSync(join(config, 'links.yaml'), `decisions:\n${LINKS}`);
  const log: string[] = [];
  const outcome = await build(
    folder,
    sources.map((source) => registered(folder, source)),
    { config, now: new Date(now), log: (line) => void log.push(line) },
  );
  expect(await falsehoods(outcome.directory)).toBe('');
  return { ...outcome, log: log.filter((line) => line.startsWith('entities.yaml')) };
}

/** All that a snapshot holds, as one text: its files as they are, and its answers and gzipped files unpacked. */
async function wholeText(directory: string): Promise<string> {
  const files = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  const texts = files.map(async ({ parentPath, name }) => {
    const bytes = await readFile(join(parentPath, name));
    return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  });
  using rows = await openRows(directory);
  const answers = [...rows.all()].flatMap((row) =>
    row.kind === 'entity' ? [inflateAnswer(row.answer).toString()] : [],
  );
  return [...(await Promise.all(texts)), ...answers].join('\n');
}

const entityOf = async (directory: string, gnd: string) => ((await answerOf(directory, gnd)) as LinksAnswer).entity;

describe('a withheld entity', () => {
  it('leaves nothing in the snapshot but its identifiers', async () => {
    const before = await built([GND, LIST]);
    expect(await wholeText(before.directory)).toMatch(/Erika|erika/);
    const { directory, snapshot, report, log } = await built([GND, LIST], decision(PERSON, 'verdict: withheld'));
    const text = await wholeText(directory);
    for (const erased of [/erika/i, BORN, '1964', 'Malerin', '24602065', PERSON, FORMER])
      expect(text).not.toMatch(erased);
    expect(await Promise.all([PERSON, FORMER].map((gnd) => answerOf(directory, gnd)))).toEqual([
      'withheld',
      'withheld',
    ]);
    expect(await entityOf(directory, RELATIVE)).toMatchObject({ attributes: {}, preferredName: 'Vogel, Max' });
    expect(snapshot.counts).toMatchObject({ entities: 2, redirects: 0, withheld: 2 });
    expect(snapshot.entityDecisions).toEqual({ withheld: 1, without: 0 });
    expect(report.unusedDecisions).toEqual([]);
    expect(log).toEqual([]);
    const store = await openSqliteStore(directory);
    const ids = [PERSON, FORMER, OTHER] as GndId[];
    expect((await store.coverage(ids)).map(({ kind }) => kind)).toEqual(['withheld', 'withheld', 'found']);
    for (const q of [NAME, VARIANT, PERSON, FORMER])
      expect((await store.search({ q, limit: 5, offset: 0 })).items).toEqual([]);
    await store.close();
    const unrelated = await Promise.all([before.directory, directory].map((one) => answerOf(one, OTHER)));
    const [was, is] = unrelated.map((answer) => ({ ...(answer as LinksAnswer), snapshot: undefined }));
    expect(is).toEqual(was);
  });

  it.each([
    ['whose record was merged into a living one', [relative, other, person()], FORMER],
    ['that is only known from lists', [relative, other], PERSON],
  ])('%s stays withheld', async (_, records, gnd) => {
    const { directory } = await built(
      [{ key: 'gnd', content: dump(records) }, LIST],
      decision(gnd, 'verdict: withheld'),
    );
    expect(await answerOf(directory, PERSON)).toBe('withheld');
    expect(await wholeText(directory)).not.toMatch(/erika/i);
  });

  it('takes the successors of its split record with it, and leaves the list of successors of others', async () => {
    const split = [
      record(PERSON, NAME, deprecated(FORMER)),
      record(OTHER, 'Unbeteiligt, Udo', deprecated(FORMER)),
      relative,
    ];
    const gnd = { key: 'gnd', content: dump(split) };
    const one = await built([gnd], decision(PERSON, 'verdict: withheld'));
    const outcomes = (directory: string) => Promise.all([PERSON, FORMER].map((id) => answerOf(directory, id)));
    expect(await outcomes(one.directory)).toEqual(['withheld', 'deleted']);
    expect(await wholeText(one.directory)).not.toContain(PERSON);
    const all = await built([gnd], decision(FORMER, 'verdict: withheld'));
    expect(await outcomes(all.directory)).toEqual(['withheld', 'withheld']);
    expect(await answerOf(all.directory, OTHER)).toBe('withheld');
    expect(all.log).toEqual([expect.stringContaining(`${FORMER} became ${OTHER} and ${PERSON}`)]);
  });
});

describe('an entity without some attributes and names', () => {
  it('has them nowhere in the snapshot', async () => {
    const parts = { surname: 'Musterfrau', forename: 'Erika', variantName: ['Erika Mustermann'] };
    const content = [facts(PERSON, 'Erika Musterfrau', { ...parts, dateOfBirth: '12. August 1964' })];
    const derived: Written = { key: 'facts', format: 'entity-facts', content: JSON.stringify(content) };
    const withoutSome = decision(
      PERSON,
      'verdict: without',
      'attributes: [dateOfBirth]',
      "names: ['Erika Mustermann']",
    );
    const { directory, report, snapshot } = await built([GND, derived, LIST], withoutSome);
    const text = await wholeText(directory);
    for (const erased of [/mustermann/i, '1964']) expect(text).not.toMatch(erased);
    expect(await entityOf(directory, PERSON)).toMatchObject({
      preferredName: NAME,
      displayName: 'Erika Musterfrau',
      description: 'Malerin',
      variantNames: [],
      names: [{ value: NAME }],
      formerIds: [FORMER],
    });
    expect(report.unusedDecisions).toEqual([]);
    expect(snapshot.entityDecisions).toEqual({ withheld: 0, without: 1 });
  });

  it('is withheld if its preferred name is among them', async () => {
    const { directory, log } = await built(
      [GND, LIST],
      decision(PERSON, 'verdict: without', "names: ['Erika Musterfrau']"),
    );
    expect(await answerOf(directory, PERSON)).toBe('withheld');
    expect(log).toEqual([
      expect.stringMatching(
        /^entities\.yaml:2:5: .* is withheld, because it cannot be shown without its preferred name\.$/,
      ),
    ]);
  });
});

it('a snapshot that was built with other decisions is not kept', async () => {
  const folder = temporaryDirectory();
  const [config, snapshots] = [otherConfig(folder), join(folder, 'snapshots')];
  const after = async (name: string, decisions: string) => {
    writeFileSync(join(config, 'entities.yaml'), `decisions: ${decisions}`);
    const persons = { key: 'persons', content: dump([record(PERSON, NAME), record(OTHER, name)]) };
    return basename((await build(folder, [registered(folder, persons)], { config })).directory);
  };
  const former = [await after('One', '[]'), await after('Two', '[]')];
  expect(await prune(snapshots, 3)).toEqual([]);
  await after('Two', `\n${decision(PERSON, 'verdict: withheld')}`);
  expect((await prune(snapshots, 3)).toSorted()).toEqual(former.toSorted());
});

/** Entity Facts that mention the person, and a list that still has the link about which there is a decision. */
const MENTION: Written = {
  key: 'facts',
  format: 'entity-facts',
  content: JSON.stringify([
    facts(RELATIVE, 'Max Vogel', { familialRelationship: [facts(PERSON, 'Erika Musterfrau')] }),
  ]),
};
const LINKED: Written = {
  key: 'viaf',
  format: 'beacon',
  content: `#FORMAT: BEACON\n\n${PERSON}||https://viaf.org/viaf/24602065\n`,
};

describe('the report repeats no decision about a link of a deleted entity', () => {
  const deletions: Written = { key: 'gone', format: 'redirects', content: `${PERSON}\n` };

  it('whose record a dump still has', async () => {
    const { directory } = await built([GND, deletions]);
    expect(await answerOf(directory, PERSON)).toBe('deleted');
    expect(await wholeText(directory)).not.toMatch(/erika/i);
  });

  it('that only another record mentions', async () => {
    const others = { key: 'gnd', content: dump([relative, other]) };
    const { report, directory } = await built([others, MENTION, LINKED, deletions]);
    expect(report.sources.flatMap(({ decisions }) => decisions)).toEqual([]);
    const entity = { attributes: { familialRelationship: [{ gnd: PERSON }] } };
    expect(await answerOf(directory, RELATIVE)).toMatchObject({ entity });
    expect(await wholeText(directory)).not.toMatch(/erika/i);
  });
});

it('a build names decisions about entities that leave nothing out, and decisions that have ended', async () => {
  const { report, log } = await built(
    [GND],
    decision('4018118-2', 'verdict: withheld') +
      decision(RELATIVE, 'verdict: without', 'attributes: [dateOfDeath]') +
      decision(PERSON, 'verdict: withheld', "until: '2026-11-01'"),
  );
  expect(report.unusedDecisions).toEqual(['entities.yaml:2:5', 'entities.yaml:7:5', 'entities.yaml:13:5']);
  expect(log).toHaveLength(3);
});
