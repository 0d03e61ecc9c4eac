/** `gnd-links withhold`: the entry in the file, what the command says about it, and the update that applies it. */
import { existsSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { lockFolder } from '../../src/shared/files/lock.ts';
import { answerOf, build, dump, otherConfig, record, registered, sameAs } from '../build/ingest/site.ts';
import { temporaryDirectory } from '../temporary.ts';
import { PERSONS, writeRegister } from '../build/register/entry.ts';
import { expectEnd, run } from './command.ts';

const [PERSON, OTHER] = ['118540238', '118607626'];

async function installation() {
  const folder = temporaryDirectory();
  const config = otherConfig(folder);
  const persons = { key: 'persons', content: dump([record(PERSON, 'Musterfrau, Erika', sameAs('https://viaf.org/viaf/24602065'))]) }; // prettier-ignore
  const { directory } = await build(folder, [registered(folder, persons)], { config });
  const file = join(config, 'entities.yaml');
  const settings = ['--config', config, '--out', join(folder, 'snapshots'), '--sources', join(folder, 'sources')];
  const register = writeRegister(folder, [PERSONS]);
  const withhold = (...more: readonly string[]) => run(['withhold', ...more, ...settings]);
  return { file, directory, register, withhold, entries: () => readFileSync(file, 'utf8') };
}

it('withhold adds entries, keeps the comments of the file, and says what the next update removes', async () => {
  const { withhold, entries } = await installation();
  const before = entries();
  const first = await withhold(`gnd:${PERSON}`, '--reason', 'Request 12/2026: of the person', '--until', '2027-12-01');
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toMatch(/entities\.yaml:\d+:\d+\n.*removes the entry with 1 link and 2 names; 0 references to it/);
  const second = await withhold(OTHER, '--reason', 'x', '--attribute', 'dateOfBirth', 'placeOfBirth', '--name', 'A, B', '--by', 'me'); // prettier-ignore
  expect(second.out).toContain(`${OTHER} is not in the current snapshot`);
  const comments = (text: string) => text.split('\n').filter((line) => line.startsWith('#'));
  expect(comments(entries())).toEqual(comments(before));
  const written = entries();
  expect(written).toContain(`gnd: "${PERSON}"`);
  expect(written).toContain('reason: "Request 12/2026: of the person"');
  expect(written).toMatch(/attributes:\n\s+- dateOfBirth\n\s+- placeOfBirth\n\s+names:\n\s+- A, B\n/);
  expect(written).toMatch(/verdict: withheld[^]*by: operator\n\s+until: 2027-12-01[^]*verdict: without[^]*by: me/);
});

it('withhold refuses what the file could not have, and then leaves the file as it is', async () => {
  const { withhold, entries, file } = await installation();
  const before = entries();
  const reason = ['--reason', 'x'];
  await expectEnd(withhold('Erika', ...reason), 2, /Erika is not a GND identifier/);
  await expectEnd(withhold(PERSON, ...reason, '--name', 'Erika Musterfrau'), 2, /preferred name.*withhold the whole/);
  await expectEnd(
    withhold(PERSON, ...reason, '--attribute', 'dateOfBrith'),
    1,
    /^gnd-links: there is no attribute dateOfBrith\n$/,
  );
  await expectEnd(withhold(PERSON, ...reason, '--until', '1999-01-01'), 1, /"until" must be later than "since"/);
  expect(entries()).toBe(before);
  await withhold(PERSON, ...reason);
  const written = entries();
  await expectEnd(
    withhold(PERSON, ...reason),
    1,
    /entities\.yaml:\d+:\d+: there is already a decision about 118540238/,
  );
  expect(entries()).toBe(written);
  writeFileSync(file, 'decisions: nobody\n');
  await expectEnd(withhold(OTHER, ...reason), 1, /entities\.yaml:1:12: /);
});

it('withhold writes into the file to which a symbolic link leads', async () => {
  const { withhold, file } = await installation();
  const target = join(temporaryDirectory(), 'decisions.yaml');
  renameSync(file, target);
  symlinkSync(target, file);
  expect(await withhold(PERSON, '--reason', 'x')).toMatchObject({ code: 0 });
  expect(readlinkSync(file)).toBe(target);
  expect(readFileSync(target, 'utf8')).toContain(PERSON);
});

it('withhold makes no folder and replaces no link where the path of the configuration is wrong', async () => {
  const { withhold, file } = await installation();
  const nowhere = join(temporaryDirectory(), 'nowhere');
  const elsewhere = run(['withhold', PERSON, '--reason', 'x', '--config', nowhere, '--out', nowhere]);
  await expectEnd(elsewhere, 1, /there is no folder .*nowhere/);
  expect(existsSync(nowhere)).toBe(false);
  rmSync(file);
  symlinkSync('/nowhere/entities.yaml', file);
  await expectEnd(withhold(PERSON, '--reason', 'x'), 1, /ENOENT/);
  expect(readlinkSync(file)).toBe('/nowhere/entities.yaml');
});

it('withhold is refused while another one writes', async () => {
  const { withhold, entries, file } = await installation();
  const before = entries();
  const other = lockFolder(dirname(file), 'withhold', new Date());
  await expectEnd(withhold(PERSON, '--reason', 'x'), 1, /is in use by gnd-links withhold .* try again/);
  expect(entries()).toBe(before);
  other.release();
  expect(await withhold(PERSON, '--reason', 'x')).toMatchObject({ code: 0 });
});

it('withhold --now runs the update', async () => {
  const { withhold, directory, register } = await installation();
  expect(await answerOf(directory, PERSON)).toMatchObject({ entity: { gnd: PERSON } });
  const { code, out } = await withhold(PERSON, '--reason', 'x', '--now', '--register', register);
  expect(out).toContain('The update begins.');
  expect(code).not.toBe(1);
  const lookup = await run(['lookup', join(directory, '../current'), PERSON]);
  expect(lookup).toMatchObject({ code: 1, err: expect.stringContaining('is withheld') as string });
});
