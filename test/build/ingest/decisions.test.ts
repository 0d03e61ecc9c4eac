/** Decisions about individual links in a build: their effect on links, and their part of the report. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readBuildNotes } from '../../../src/core/snapshot/build-notes.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { decision } from '../register/entry.ts';
import { build, dump, linksOf, otherConfig, record, registered, sameAs } from './site.ts';

const ENTITY = '118540238';
const viaf = (id: number) => `https://viaf.org/viaf/${id}`;
const [VIAF, WRONG, RIGHT] = [viaf(24602065), viaf(1234567), viaf(7654321)];
const PAGE = 'https://www.example.org/page';

const entry = (...lines: readonly string[]) => decision(ENTITY, ...lines);

async function built(decisions: string, now = '2026-11-21T03:00:00Z') {
  const folder = temporaryDirectory();
  const config = otherConfig(folder);
  writeFileSync(join(config, 'links.yaml'), `decisions:\n${decisions}`);
  const content = dump([record(ENTITY, 'Goethe', sameAs(WRONG, PAGE)), record('118607626', 'Schiller', sameAs(VIAF))]);
  const log: string[] = [];
  const outcome = await build(folder, [registered(folder, { key: 'persons', content })], {
    config,
    now: new Date(now),
    log: (line) => void log.push(line),
  });
  const [notes] = (await readBuildNotes(outcome.directory))?.sources ?? [];
  const links = (await linksOf(outcome.directory, ENTITY)).map(({ url, relation }) => `${relation} ${url}`);
  return { ...outcome, links: links.toSorted(), decisions: notes?.decisions, log };
}

it('decisions refuse links, move them and distinguish them, and are in the report of the source', async () => {
  const { links, decisions, log } = await built(
    entry(`url: ${WRONG}`, 'verdict: moved', `to: ${RIGHT}`) +
      entry(`url: ${PAGE}`, 'verdict: relation', 'relation: about'),
  );
  expect(links).toEqual([`about ${PAGE}`, `sameAs ${RIGHT}`]);
  expect(decisions).toMatchObject([
    { gnd: ENTITY, url: WRONG, verdict: 'moved', to: RIGHT, by: 'editors', links: 1 },
    { gnd: ENTITY, url: PAGE, verdict: 'relation', links: 1 },
  ]);
  expect(log.filter((line) => line.includes('decision'))).toEqual([]);
  expect((await built(entry('source: persons', 'verdict: refused'))).links).toEqual([]);
});

it('a build warns of a decision without a link, and of one whose link was corrected', async () => {
  const { links, log, report } = await built(
    entry('collection: wikidata', 'verdict: refused') + entry(`url: ${WRONG}`, 'verdict: relation', 'relation: sameAs'),
  );
  expect(links).toHaveLength(2);
  expect(report.unusedDecisions).toEqual(['links.yaml:2:5', 'links.yaml:8:5']);
  expect(log.filter((line) => line.includes('this decision no longer applies'))).toHaveLength(2);
});

it('a build does not warn of a decision about an address in a collection of which it has no link', async () => {
  const elsewhere = entry('url: https://isni.org/isni/0000000121033123', 'verdict: refused');
  expect((await built(elsewhere)).report.unusedDecisions).toEqual([]);
});

it('a build gives another snapshot when a decision ends', async () => {
  const refused = entry(`url: ${WRONG}`, 'verdict: refused', "until: '2026-12-01'");
  const [before, after] = [await built(refused), await built(refused, '2026-12-01T03:00:00Z')];
  expect([before.links.length, after.links.length]).toEqual([1, 2]);
  expect(after.snapshot.id).not.toBe(before.snapshot.id);
});
