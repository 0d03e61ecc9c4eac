import { hash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, inject, it } from 'vitest';
import { lockFolder } from '../../src/sources/lock.ts';
import { temporaryDirectory } from '../temporary.ts';
import { main, run } from './command.ts';

const register = 'sample/sources.yaml';
const folder = inject('sample');
const current = join(folder, 'current');

/** A copy of the snapshot that may be spoilt. */
function copy(): string {
  const directory = temporaryDirectory();
  for (const name of readdirSync(current)) copyFileSync(join(current, name), join(directory, name));
  return directory;
}

describe('gnd-links build', () => {
  it('prints a report for people, and one for machines', async () => {
    const out = join(temporaryDirectory(), 'snapshots');
    const table = await run(['build', '--register', register, '--out', out]);
    expect(table).toMatchObject({ code: 0, out: expect.stringMatching(/entities: Person \d+/) as string });
    expect(table.out).toMatch(/^gnd-persons +gnd-jsonld +\d+/m);
    expect(table.err).toMatch(/^merge: \d+ in \d+\.\d s/m);
    const json = await run(['build', '--register', register, '--out', out, '--json']);
    expect(JSON.parse(json.out)).toHaveProperty('sources');
    expect(readdirSync(out).filter((name) => !name.startsWith('.')).length).toBe(3);
  });

  it('keeps as many snapshots as asked for', async () => {
    const out = join(temporaryDirectory(), 'snapshots');
    for (let i = 0; i < 2; i += 1) await run(['build', '--register', register, '--out', out, '--keep', '1']);
    expect(readdirSync(out).filter((name) => !name.startsWith('.lock'))).toEqual([
      readlinkSync(join(out, 'current')),
      'current',
    ]);
  });

  it('leaves a folder alone in which another one builds', async () => {
    const out = join(temporaryDirectory(), 'snapshots');
    const lock = lockFolder(out, 'build', new Date());
    const ran = await run(['build', '--register', register, '--out', out]);
    lock.release();
    expect(ran).toMatchObject({ code: 1, err: expect.stringMatching(/is in use by gnd-links build/) as string });
    expect((await run(['build', '--register', register, '--out', out])).code).toBe(0);
  });

  it.each([
    ['a register that is missing', ['--register', 'nowhere.yaml'], 1, /nowhere\.yaml: cannot be read/],
    ['no register', [], 2, /--register/],
    ['a number that is none', ['--register', register, '--keep', 'x'], 2, /must be a whole number from 1 to 1000/],
    ['an option that does not exist', ['--nonsense'], 2, /unknown option/],
  ])('ends with a sentence on %s', async (_, args, code, sentence) => {
    const ran = await run(['build', '--out', temporaryDirectory(), ...args]);
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(sentence);
  });

  it('names file, line and column of what is wrong in a register', async () => {
    const file = join(temporaryDirectory(), 'sources.yaml');
    writeFileSync(file, 'sources:\n  - key: Bad Key\n    kind: entities\n');
    const ran = await run(['build', '--register', file, '--out', temporaryDirectory()]);
    expect(ran.code).toBe(1);
    expect(ran.err).toContain(`${file}:2:10:`);
  });

  it('ends with a sentence when the folder cannot be written, and when the disk is full', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    const blocked = await run(['build', '--register', register, '--out', join(file, 'below')]);
    expect(blocked).toMatchObject({ code: 1, err: expect.stringMatching(/not a directory/) as string });
    const out = temporaryDirectory();
    const command = `${process.execPath} ${main} build --register ${register} --out ${out}`;
    const full = await run([], { shell: `trap '' XFSZ; ulimit -f 200; ${command}` });
    expect(full.code).toBe(1);
    expect(full.err).toMatch(/disk|file too large/i);
    expect(readdirSync(out).filter((name) => !name.startsWith('.lock'))).toEqual([]);
  });
});

describe('gnd-links verify', () => {
  it('finds every claim of a sound snapshot true', async () => {
    const ran = await run(['verify', folder]);
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toMatch(/^All \d+ claims hold/m);
  });

  it.each([
    ['a missing file', (dir: string) => rmSync(join(dir, 'search.sqlite')), /search\.sqlite .+ missing/],
    [
      'a cut file',
      (dir: string) => truncateSync(join(dir, 'entities.sqlite'), 8192),
      /entities\.sqlite .+ bytes: stated/,
    ],
    [
      'a changed count',
      (dir: string) => edit(dir, (h) => (h.counts.links += 1)),
      /counts\.links: links: stated \d+, found \d+/,
    ],
    [
      'a changed type count',
      (dir: string) => edit(dir, (h) => (h.counts.byType['Person'] = 1)),
      /counts\.byType: Person/,
    ],
    ['a changed hash', (dir: string) => edit(dir, (h) => (h.contentHash = 'x')), /contentHash/],
    [
      'another identifier',
      (dir: string) => edit(dir, (h) => (h.id = '20000101-00000000')),
      /the answer is of snapshot/,
    ],
    [
      'an answer that is gone',
      (dir: string) => spoil(dir, 'entities', 'DELETE FROM entity WHERE id % 7 = 0'),
      /counts\.entities|coverage row/,
    ],
    [
      'a redirect into nothing',
      (dir: string) => spoil(dir, 'entities', 'UPDATE redirect SET target = 1'),
      /every redirect leads to an entity/,
    ],
    [
      'a search row that is gone',
      (dir: string) => spoil(dir, 'search', 'DELETE FROM hit WHERE rank = 5'),
      /one search row per entity/,
    ],
    [
      'a search row of another entity',
      (dir: string) => spoil(dir, 'search', "UPDATE hit SET card = json_set(card, '$[1]', 99) WHERE rank = 1"),
      /as its coverage row does/,
    ],
    [
      'a table that is gone',
      (dir: string) => spoil(dir, 'search', 'DROP TABLE identifier'),
      /search\.sqlite has the tables of its format: identifier\.\w+ is missing; identifier\.\w+ is missing/,
    ],
    [
      'a table of another format',
      (dir: string) => spoil(dir, 'entities', 'ALTER TABLE coverage RENAME COLUMN entry TO row'),
      /entities\.sqlite has the tables of its format: coverage\.entry is missing; coverage\.row is unknown/,
    ],
    [
      'a dangling name',
      (dir: string) =>
        spoil(
          dir,
          'search',
          "UPDATE full_name SET pairs = x'00ffff7f' WHERE first = (SELECT min(first) FROM full_name)",
        ),
      /every key of full_name leads to search rows: dangling ranks: stated 0, found 1/,
    ],
    [
      'an identifier that is not where it is looked for',
      (dir: string) =>
        spoil(
          dir,
          'search',
          "UPDATE identifier SET pairs = x'0001ffffffffffff3f01' WHERE first = (SELECT min(first) FROM identifier)",
        ),
      /every key of identifier leads to search rows: pairs out of order: stated 0, found 1/,
    ],
    [
      'a candidate that is gone',
      (dir: string) => spoil(dir, 'search', 'DELETE FROM candidate WHERE rank = 5'),
      /the word index holds every/,
    ],
    [
      'a name with another word',
      (dir: string) => spoil(dir, 'search', "UPDATE candidate SET names = 'x y z a b c d' WHERE rank = 1"),
      /the word index holds every/,
    ],
    [
      'a word that is gone',
      (dir: string) => spoil(dir, 'search', "DELETE FROM vocabulary WHERE word = 'gothe'"),
      /the vocabulary counts the words/,
    ],
    [
      'a beginning that few have',
      (dir: string) => spoil(dir, 'search', "INSERT INTO beginning VALUES ('goth', 1000, 1)"),
      /every frequent beginning counts its entities: goth/,
    ],
    ['a damaged page', (dir: string) => overwrite(dir), /intact database|SHA-256/],
  ])('names the claim that %s makes false', async (_, spoiling, falsehood) => {
    const directory = copy();
    spoiling(directory);
    const ran = await run(['verify', '--quiet', directory]);
    expect(ran.code).toBe(1);
    expect(ran.out).toMatch(falsehood);
    expect(ran.err).toMatch(/claims are false/);
  });
});

describe('the other commands', () => {
  it.each([['inspect'], ['verify'], ['lookup', '118540238'], ['search', 'goethe']])(
    '%s says that there is no snapshot',
    async (command, ...rest) => {
      const ran = await run([command, temporaryDirectory(), ...rest]);
      expect(ran.code).toBe(1);
      expect(ran.err).toMatch(/no snapshot in/);
    },
  );

  it('refuse a snapshot of another version, or one that is damaged', async () => {
    const other = copy();
    edit(other, (header) => (header.format = 99));
    expect(await run(['inspect', other])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/format 99; this release reads format 4/) as string,
    });
    const damaged = copy();
    writeFileSync(join(damaged, 'header.json'), '{');
    expect(await run(['serve', '--snapshot', damaged])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/damaged/) as string,
    });
    const cut = copy();
    truncateSync(join(cut, 'search.sqlite'), 100);
    expect(await run(['search', cut, 'goethe'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/search\.sqlite cannot be read/) as string,
    });
  });

  it('inspect shows header, counts and sources', async () => {
    const ran = await run(['inspect', folder]);
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/^entities +\d+ \(Person \d+/m);
    expect(ran.out).toMatch(/^gnd-persons +2026-/m);
    expect(JSON.parse((await run(['inspect', '--json', folder])).out)).toHaveProperty('contentHash');
  });

  it('lookup shows an entity, says what became of a merged or deleted one', async () => {
    expect((await run(['lookup', folder, 'https://d-nb.info/gnd/118540238'])).out).toMatch(
      /^Johann Wolfgang von Goethe\n/,
    );
    expect((await run(['lookup', folder, '1012979499'])).out).toMatch(/^1012979499 was merged into 118540238/);
    expect(JSON.parse((await run(['lookup', '--json', folder, '118540238'])).out)).toHaveProperty(
      'entity.gnd',
      '118540238',
    );
    expect(await run(['lookup', folder, 'nonsense'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/not a GND identifier/) as string,
    });
    expect(await run(['lookup', folder, '100000088'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/not in snapshot/) as string,
    });
  });

  it('search finds the best first', async () => {
    expect((await run(['search', folder, 'bach', '1685'])).out).toMatch(/^11850553X/);
    expect((await run(['search', folder, 'Q5879'])).out).toMatch(/^118540238/);
    expect((await run(['search', folder, 'goethe'])).out).not.toMatch(/near spellings/);
    expect((await run(['search', folder, 'Göhte'])).out).toMatch(
      /^118540238[^]*found, nothing exactly so: near spellings$/m,
    );
    expect((await run(['search', folder, 'goethe', '--limit', '0'])).code).toBe(2);
  });

  it('demo keeps away from the folder of real snapshots', async () => {
    const ran = await run(['help', 'demo'], { env: { GND_LINKS_OUT: '/nowhere' } });
    expect(ran.out).toMatch(/--out <dir>/);
    expect(ran.out).not.toMatch(/GND_LINKS_OUT/);
  });

  it('search knows identifiers by the configuration that it is told', async () => {
    const config = temporaryDirectory();
    for (const name of ['categories.yaml', 'collections.yaml']) {
      const text = readFileSync(join('config', name), 'utf8');
      writeFileSync(join(config, name), text.replace('scheme: wikidata', 'scheme: wd'));
    }
    cpSync('config/vocabulary', join(config, 'vocabulary'), { recursive: true });
    const out = join(temporaryDirectory(), 'snapshots');
    expect((await run(['build', '--register', register, '--out', out, '--config', config])).code).toBe(0);
    expect((await run(['search', out, 'Q5879', '--config', config])).out).toMatch(/^118540238/);
    expect((await run(['search', out, 'Q5879'])).out).toMatch(/^0 found/);
  });

  it('help shows examples, and an unknown command is wrong usage', async () => {
    for (const command of ['build', 'serve', 'verify', 'inspect', 'lookup', 'search', 'demo']) {
      const ran = await run(['help', command]);
      expect(ran.code).toBe(0);
      expect(ran.out).toMatch(/Examples?:\n {2}gnd-links /);
    }
    expect((await run(['nonsense'])).code).toBe(2);
    expect((await run([])).code).toBe(2);
  });
});

interface Header {
  id: string;
  format: number;
  contentHash: string;
  counts: { links: number; byType: Record<string, number> };
  files: Record<string, { bytes: number; sha256: string }>;
}

function edit(directory: string, change: (header: Header) => unknown): void {
  const file = join(directory, 'header.json');
  const header = JSON.parse(readFileSync(file, 'utf8')) as Header;
  change(header);
  writeFileSync(file, JSON.stringify(header));
}

/** Changes the data behind the header's back: its hashes are made to fit. */
function spoil(directory: string, name: 'entities' | 'search', sql: string): void {
  const file = join(directory, `${name}.sqlite`);
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
  fitHash(directory, `${name}.sqlite`);
}

function overwrite(directory: string): void {
  const file = join(directory, 'search.sqlite');
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4096, 8192);
  writeFileSync(file, bytes);
  fitHash(directory, 'search.sqlite');
}

function fitHash(directory: string, name: string): void {
  const bytes = readFileSync(join(directory, name));
  const sha256 = hash('sha256', bytes, 'hex');
  edit(directory, (header) => (header.files[name] = { bytes: bytes.length, sha256 }));
}
