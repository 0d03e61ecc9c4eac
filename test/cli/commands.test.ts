import {
  cpSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { lockFolder } from '../../src/shared/files/lock.ts';
import type { SearchPage } from '../../src/core/search/search.ts';
import { listenAnywhere } from '../core/http/serving.ts';
import { copySample, edit } from '../core/store/spoilt-snapshot.ts';
import { dump, record, sameAs } from '../build/ingest/site.ts';
import { PERSONS, writeRegister } from '../build/register/entry.ts';
import { temporaryDirectory, temporaryFile } from '../temporary.ts';
import { expectEnd, run } from './command.ts';

const register = 'sample/sources.yaml';
const folder = inject('sample');

/** A folder of snapshots of a few persons, the first of whom has a link. */
function site() {
  const folder = temporaryDirectory();
  const out = join(folder, 'snapshots');
  const file = writeRegister(folder, [{ ...PERSONS, redistributable: true }]);
  const write = (count: number) => {
    const persons = Array.from({ length: count }, (_, n) => record(String(118_500_000 + n), `Person ${n}`));
    const goethe = record('118540238', 'Goethe', sameAs('https://www.wikidata.org/entity/Q5879'));
    writeFileSync(join(folder, 'persons'), dump([goethe, ...persons]));
  };
  write(2);
  const build = (...more: string[]) => run(['build', '--register', file, '--out', out, ...more]);
  const names = () => readdirSync(out).filter((name) => !/^\.lock|^updates\.json$/.test(name));
  return { out, write, build, names, current: () => readlinkSync(join(out, 'current')) };
}

describe('gnd-links build', () => {
  it('prints a report as text or JSON, and keeps the newest issue of the same data', async () => {
    const { current, build, names } = site();
    const table = await build();
    expect(table).toMatchObject({ code: 0, out: expect.stringMatching(/entities: Person \d+/) as string });
    expect(table.out).toMatch(/^persons +gnd-jsonld +\d+/m);
    expect(table.err).toMatch(/^merge: \d+\.\d s/m);
    expect(names()).toHaveLength(2);
    expect(JSON.parse((await build('--json', '--keep', '1')).out)).toHaveProperty('sources');
    expect(names()).toEqual([current(), 'current']);
  });

  it('does not change a folder in which another process builds', async () => {
    const { out, build } = site();
    const lock = lockFolder(out, 'build', new Date());
    await expectEnd(build(), 1, /is in use by gnd-links build/);
    lock.release();
  });

  it('holds a snapshot that has lost more than its bounds, until a person accepts it', async () => {
    const { write, build, current } = site();
    write(299);
    expect((await build()).code).toBe(0);
    const before = current();
    write(149);
    const held = await build();
    expect(held).toMatchObject({ code: 1, err: expect.stringMatching(/It has 150 of 300 entities/) as string });
    expect(current()).toBe(before);
    expect((await build('--accept-loss', /--accept-loss (\S+)/.exec(held.err)?.[1] ?? '')).code).toBe(0);
    expect(current()).not.toBe(before);
  });

  it('ends with a sentence when the folder cannot be written', async () => {
    const file = temporaryFile('');
    const buildInto = (out: string) => run(['build', '--register', register, '--out', out]);
    await expectEnd(buildInto(file), 1, /not a directory/);
    await expectEnd(buildInto(join(file, 'below')), 1, /not a directory/);
    // Only Linux has a folder in which nobody may write.
    if (process.platform === 'linux') {
      await expectEnd(buildInto('/proc/none/below'), 1, /the folder cannot be created \(\/proc\/none\)/);
      await expectEnd(buildInto('/proc'), 1, /^gnd-links: no permission to read or write \(\/proc\/\.lock\)$/m);
    }
    const [loop, dangling] = [join(temporaryDirectory(), 'loop'), join(temporaryDirectory(), 'dangling')];
    symlinkSync(loop, loop);
    symlinkSync('/nowhere/at/all', dangling);
    await expectEnd(buildInto(loop), 1, /^gnd-links: the symbolic link leads to itself \(.*loop\)$/m);
    await expectEnd(buildInto(dangling), 1, /^gnd-links: not a directory \(.*dangling\)$/m);
    await expectEnd(buildInto(`/tmp/${'a'.repeat(5_000)}`), 1, /^gnd-links: the path is too long/m);
  });
});

describe('gnd-links verify', () => {
  it('confirms every claim of a sound snapshot', async () => {
    const ran = await run(['verify', folder]);
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toMatch(/^All \d+ claims hold/m);
  });

  it('names the claims that are false, and ends with 1', async () => {
    const directory = copySample();
    edit(directory, (header) => (header.counts.links += 1));
    const ran = await run(['verify', '--quiet', directory]);
    await expectEnd(ran, 1, /1 of \d+ claims is false/);
    expect(ran.out).toMatch(/^false {2}counts\.links: links: stated \d+, found \d+\n$/);
  });
});

describe('the other commands:', () => {
  it.each<[string, (directory: string) => unknown, RegExp, readonly string[]]>([
    ['is missing', (dir) => rmSync(join(dir, 'header.json')), /no snapshot in/, ['verify', 'lookup', 'search', 'serve']], // prettier-ignore
    ['is of another version', (dir) => edit(dir, (h) => (h.format = 99)), /format 99, but this release needs format 9/, ['verify']], // prettier-ignore
    ['is damaged', (dir) => writeFileSync(join(dir, 'header.json'), '{'), /damaged/, ['serve']],
    ['is cut', (dir) => truncateSync(join(dir, 'search.sqlite'), 100), /search\.sqlite cannot be read/, ['search']],
  ])('say that a snapshot %s', async (_, spoiling, sentence, names) => {
    const directory = copySample();
    spoiling(directory);
    const args = { serve: ['--snapshot', directory], lookup: [directory, '118540238'], search: [directory, 'goethe'] };
    for (const name of names) {
      await expectEnd(run([name, ...(name in args ? args[name as keyof typeof args] : [directory])]), 1, sentence);
    }
  });

  it('lookup shows an entity, and says what became of a merged or deleted one', async () => {
    const lookup = async (...args: string[]) => (await run(['lookup', folder, ...args])).out;
    expect(JSON.parse(await lookup('https://d-nb.info/gnd/118540238'))).toHaveProperty('entity.gnd', '118540238');
    expect(await run(['lookup', folder, '1012979490'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('"gnd":"118540238"') as string,
      err: '1012979490 was merged into 118540238\n',
    });
    await expectEnd(run(['lookup', folder, '100000088']), 1, /not in snapshot/);
  });

  it.each([
    [['bach', '1685'], /^11850553X/],
    [['Q5879'], /^118540238/],
    [['goethe'], /^118540238[^]*found$/m],
    [['goethe', 'xyzzy'], /^118540238[^]*found; no entity has all words; missing in the best match: “xyzzy”$/m],
    [['Göhte'], /^118540238[^]*found by similar spelling; nothing matches exactly$/m],
  ])('search finds the best first: %j', async (words, found) => {
    expect((await run(['search', folder, ...words])).out).toMatch(found);
  });

  it('search --explain prints JSON with the attempts, and how each hit was ranked', async () => {
    const page = JSON.parse((await run(['search', folder, 'Göhte', '--explain'])).out) as SearchPage;
    expect(page.explanation?.hits.map(({ score }) => score)).toEqual(page.items.map(({ score }) => score));
    expect(page.explanation?.attempts.some(({ isTried }) => isTried)).toBe(true);
  });

  it('demo does not write into the folder of real snapshots', async () => {
    const ran = await run(['help', 'demo'], { GND_LINKS_OUT: '/nowhere' });
    expect(ran.out).toMatch(/--out <dir>/);
    expect(ran.out).not.toMatch(/GND_LINKS_OUT/);
  });

  it('serve names a mistake in the configuration, not the snapshot', async () => {
    const config = join(temporaryDirectory(), 'none');
    const ran = run(['serve', '--snapshot', folder, '--port', '0', '--config', config]);
    await expectEnd(ran, 1, /none\/categories\.yaml cannot be read/);
  });

  it('search and lookup recognise identifiers of the given configuration', async () => {
    const config = temporaryDirectory();
    for (const name of ['categories.yaml', 'collections.yaml']) {
      const text = readFileSync(join('config', name), 'utf8');
      writeFileSync(join(config, name), text.replace('scheme: wikidata', 'scheme: wd'));
    }
    cpSync('config/vocabulary', join(config, 'vocabulary'), { recursive: true });
    const { out, build } = site();
    expect((await build('--config', config)).code).toBe(0);
    expect((await run(['search', out, 'Q5879', '--config', config])).out).toMatch(/^118540238/);
    expect((await run(['search', out, 'Q5879'])).out).toMatch(/^0 found/);
    expect((await run(['lookup', out, 'Q5879', '--config', config])).err).toMatch(/perhaps 118540238 was meant/);
    expect((await run(['lookup', out, 'Q5879'])).err).not.toMatch(/perhaps/);
  });

  it('dump prints the folder of the files, and keeps other files', async () => {
    const [{ out: snapshots, build }, out] = [site(), temporaryDirectory()];
    await build();
    const dump = () => run(['dump', snapshots, '--out', out]);
    const first = await dump();
    expect(first).toMatchObject({ code: 0, err: expect.stringMatching(/^dump: \d+\.\d s/) as string });
    expect(readdirSync(first.out.trim())).toContain('index.json');
    expect(readlinkSync(join(out, 'latest'))).toBe(readdirSync(out).find((name) => /^\d{8}-/.test(name)));
    const again = await dump();
    expect([again.code, again.out]).toEqual([0, first.out]);
    expect(again.err).toMatch(/^gnd-links: without --base-url there is no all\.beacon\.txt\.gz/);
  });

  it('help shows examples of every command', async () => {
    const { commands } = createProgram();
    for (const command of commands) {
      let text = '';
      command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
      expect(text).toMatch(/Examples?:\n {2}gnd-links /);
    }
    const ran = await run(['help', 'build']);
    expect(ran).toMatchObject({ code: 0, out: expect.stringMatching(/Examples:\n/) as string });
  });

  it('refuse an unknown variable that looks like a setting, and name the nearest one', async () => {
    expect(await run(['verify', '--quiet', folder], { GND_LINKS_LINK_QUOTA: '3' })).toEqual({
      code: 2,
      out: '',
      err:
        'gnd-links: the environment variable GND_LINKS_LINK_QUOTA is not a setting; ' +
        'the nearest setting is GND_LINKS_LINKS_QUOTA\n',
    });
    // Settings of other commands are accepted, because all commands read the same file of settings.
    expect((await run(['verify', '--quiet', folder], { GND_LINKS_LINKS_QUOTA: '3' })).code).toBe(0);
  });

  it.each<[string, readonly string[], number, RegExp]>([
    ['an argument that is missing', ['lookup', '12345'], 2, /^gnd-links: missing required argument 'gnd'/],
    [
      'what has a wrong check digit',
      ['lookup', folder, '118540239'],
      1,
      /118540239 is not in snapshot .*; perhaps 118540238 was meant/,
    ],
    ['what is no identifier', ['lookup', folder, '12345'], 1, /^gnd-links: 12345 is not a GND identifier: .*hyphen/],
    ['a command that is none', ['serv'], 2, /^gnd-links: unknown command 'serv'; did you mean serve\? \(/],
    [
      'one below a command',
      ['sources', 'chek'],
      2,
      /unknown command 'sources chek'; the commands are accept and check \(/,
    ],
    ['a register that is missing', ['build', '--register', 'nowhere.yaml'], 1, /nowhere\.yaml cannot be read/],
    ['no register', ['build'], 2, /--register/],
    [
      'a number that is none',
      ['build', '--register', register, '--keep', 'x'],
      2,
      /must be a whole number from 1 to 1000/,
    ],
    ['an option that does not exist', ['build', '--nonsense'], 2, /unknown option/],
    [
      'an address of another machine',
      ['serve', '--host', '192.0.2.1', '--port', '0', '--snapshot', folder],
      1,
      /^gnd-links: 192\.0\.2\.1 is not an address of this machine; choose another address with --host\n/,
    ],
    ['a proxy that is none', ['update'], 1, /^gnd-links: HTTPS_PROXY must be an address such as/],
  ])('report %s in one sentence', async (_, args, code, sentence) => {
    const out = temporaryDirectory();
    const places = { GND_LINKS_OUT: out, GND_LINKS_SOURCES: out };
    const ran = await run(args, { ...places, HTTPS_PROXY: 'proxy:3128', GND_LINKS_LOG_LEVEL: 'silent' });
    await expectEnd(ran, code, sentence);
    expect(ran.err.trim().split('\n')).toHaveLength(1);
  });

  it('serve fails with one sentence when a port is taken, or there is no snapshot', async () => {
    const other = createServer();
    const port = String(await listenAnywhere(other));
    const serve = (...more: string[]) =>
      run(['serve', '--snapshot', folder, '--port', '0', '--admin-port', '0', '--warm-up', 'off', ...more]);
    for (const flag of ['--port', '--admin-port']) {
      expect(await serve(flag, port)).toMatchObject({
        code: 1,
        err: `gnd-links: port ${port} is in use by another program; choose another port with ${flag}\n`,
      });
    }
    other.close();
    const missing = await serve('--snapshot', '/nowhere');
    expect(missing).toEqual({ code: 1, out: '', err: 'gnd-links: there is no directory /nowhere\n' });
  });

  it('have help that fits a terminal, without options of other commands', async () => {
    const { out } = await run(['help', 'update']);
    const prose = out.split('\n').filter((line) => !line.startsWith(' '));
    expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect((await run(['sources', 'accept', '--help'])).out).not.toContain('--json');
  });

  it('end with 2 when the name is unknown or absent', async () => {
    expect((await run(['nonsense'])).code).toBe(2);
    expect((await run([])).code).toBe(2);
  });
});
