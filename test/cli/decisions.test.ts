/** Decisions about single links at the command line: which are in force, which were applied, which are obsolete. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { build, dump, otherConfig, record, registered, sameAs } from '../build/ingest/site.ts';
import { temporaryDirectory } from '../temporary.ts';
import { run } from './command.ts';

const ENTITY = '118540238';
const [LINK, MENDED] = ['https://viaf.org/viaf/24602065', 'https://viaf.org/viaf/1234567'];

const decision = (selector: string, ...more: readonly string[]) =>
  [`- gnd: ${ENTITY}`, ...[selector, 'verdict: refused', 'reason: wrong', 'by: editors', ...more].map((line) => `  ${line}`)] // prettier-ignore
    .map((line) => `  ${line}\n`)
    .join('');

/** Builds a snapshot with a `links.yaml` of these decisions. */
async function decided(text: string) {
  const folder = temporaryDirectory();
  const config = otherConfig(folder);
  const write = (decisions: string) => writeFileSync(join(config, 'links.yaml'), `decisions:\n${decisions}`);
  write(text);
  const persons = { key: 'persons', content: dump([record(ENTITY, 'Goethe', sameAs(LINK))]) };
  const { directory } = await build(folder, [registered(folder, persons)], { config });
  return { config, write, directory };
}

it('sources check names the decisions that no longer apply to any link, and no others', async () => {
  const since = "since: '2026-10-01'";
  const { config, write, directory } = await decided(decision(`url: ${LINK}`, since));
  const check = () => run(['sources', 'check', '--config', config, '--snapshot', directory]);
  expect(await check()).toMatchObject({ code: 0, err: expect.not.stringContaining('links.yaml') as string });
  write(
    decision(`url: ${MENDED}`, since) +
      decision(`url: ${LINK}`, since) +
      decision('collection: isni', "since: '2026-10-01'", "until: '2026-10-02'") +
      decision('source: nobody', since) +
      decision('collection: orcid', "since: '2999-10-01'"),
  );
  const { code, err } = await check();
  expect(code).toBe(3);
  expect(err.match(/links\.yaml:\d+:\d+: .*/g)).toEqual([
    expect.stringMatching(/^links\.yaml:2:5: no link of snapshot \S+ meets this decision$/),
    'links.yaml:14:5: this decision has ended',
    'links.yaml:21:5: there is no source nobody',
  ]);
});

it('sources check names obsolete decisions as well as the flaws of a list', async () => {
  const { config } = await decided(decision('source: vorarlberg-chronik', "since: '2026-10-01'"));
  const list = join(temporaryDirectory(), 'list.txt');
  writeFileSync(list, '#FORMAT: BEACON\n#TARGET: https://example.org/{ID}\n\n118607626\nNULL\nNULL\n');
  const { code, err } = await run(['sources', 'check', '--config', config, '--source', 'vorarlberg-chronik', list]);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/2 problems\n[^]*links\.yaml:2:5: /) as string });
});

it('sources check names decisions about entities that have ended, or that the snapshot does not apply yet', async () => {
  const { config, directory } = await decided(decision(`url: ${LINK}`, "since: '2026-10-01'"));
  const entry = (gnd: string, until: string) =>
    `  - { gnd: '${gnd}', verdict: withheld, reason: x, by: me, since: '2026-10-01'${until} }\n`;
  writeFileSync(
    join(config, 'entities.yaml'),
    `decisions:\n${entry(ENTITY, '')}${entry('118607626', ", until: '2026-10-02'")}`,
  );
  const { code, err } = await run(['sources', 'check', '--config', config, '--snapshot', directory]);
  expect(code).toBe(3);
  expect(err.match(/entities\.yaml:\d+:\d+: .*/g)).toEqual([
    expect.stringMatching(/^entities\.yaml:2:5: snapshot \S+ does not withhold this entity yet: gnd-links update$/),
    'entities.yaml:3:5: this decision has ended',
  ]);
});
