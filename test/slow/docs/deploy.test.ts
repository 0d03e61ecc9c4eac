/** Unit files, settings and commands for operators agree with the program and with docs/operations.md. */
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { EXIT, GRACE_MS } from '../../../src/cli/exit.ts';
import { RELEASE } from '../../../src/cli/installation.ts';
import { SERVE_SETTINGS } from '../../../src/cli/settings/serve-settings.ts';
import { SETTINGS_BY_VARIABLE } from '../../../src/cli/settings/settings.ts';
import { createNodeServer } from '../../../src/core/http/node-server.ts';
import { METRICS } from '../../../src/core/http/metric-table.ts';
import { MAX_TARGET } from '../../../src/core/http/request.ts';
import { main, run, runProcess } from '../../cli/command.ts';
import { endProcesses, type Serving, startProcess } from '../../e2e/process.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { blocksOf, inlineCode, readDocument, root, tableUnder } from '../../docs/markdown.ts';
import { has } from '../../has.ts';

const INSTALLED = '/usr/local/lib/gnd-links/';
const STATE = '/var/lib/gnd-links';
const operations = readDocument('docs/operations.md');
const server = readUnit('gnd-links@.service');
const update = readUnit('gnd-links-update.service');

/** Values of a unit file by key; a repeated key has several. */
function readUnit(name: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [, key = '', value = ''] of readDocument(`deploy/systemd/${name}`).matchAll(/^(\w+)=(.*)$/gm)) {
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return values;
}

/** The last value, which systemd uses. */
const one = (unit: ReadonlyMap<string, readonly string[]>, key: string) => unit.get(key)?.at(-1);

/** Variables with their values, also in lines that are commented out. */
function assignments(lines: readonly string[]): readonly (readonly [string, string])[] {
  return lines.flatMap((line) => {
    const [, name, value = ''] = /^#?(\w+)=(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  });
}

describe.each([
  ['gnd-links@.service', server, 'serve'],
  ['gnd-links-update.service', update, 'update'],
])('%s', (_, unit, command) => {
  it('runs an existing program, with flags that its command knows', async () => {
    const [program = '', ...args] = one(unit, 'ExecStart')?.split(' ') ?? [];
    expect(program.startsWith(INSTALLED)).toBe(true);
    expect(() => accessSync(join(root, program.slice(INSTALLED.length)), constants.X_OK)).not.toThrow();
    expect(args[0]).toBe(command);
    const help = (await run([command, '--help'])).out.replace(/\s+/g, ' ');
    for (const flag of args.filter((word) => word.startsWith('--'))) expect(help).toContain(`${flag} `);
  });

  it('reads the same file of settings as a typed command', () => {
    expect(operations).toContain(`\`${one(unit, 'EnvironmentFile')}\``);
    expect(readDocument('deploy/gnd-links')).toContain(`settings=${one(unit, 'EnvironmentFile')}\n`);
    expect(one(unit, 'Environment') ?? '').not.toContain('GND_LINKS_');
  });

  it('is hardened as much as the JIT compiler allows', () => {
    expect(Object.fromEntries([...unit].map(([key, values]) => [key, values.at(-1)]))).toMatchObject({
      User: 'gnd-links',
      ProtectSystem: 'strict',
      ProtectHome: 'true',
      PrivateTmp: 'true',
      PrivateDevices: 'true',
      NoNewPrivileges: 'true',
      CapabilityBoundingSet: '',
      RestrictAddressFamilies: expect.stringContaining('AF_INET AF_INET6 AF_UNIX'),
      SystemCallFilter: '@system-service',
      SystemCallErrorNumber: 'EPERM',
    });
    expect(unit.has('MemoryDenyWriteExecute')).toBe(false);
    expect(unit.has('ReadWritePaths')).toBe(false);
  });
});

describe('the units', () => {
  it('let the server read what the update writes, and let only the update write', () => {
    const {
      GND_LINKS_SNAPSHOT: read,
      GND_LINKS_OUT: written,
      GND_LINKS_SOURCES: sources = '',
    } = Object.fromEntries(assignments(readDocument('deploy/systemd/gnd-links.env').split('\n')));
    expect(read).toBe(written);
    for (const path of [read, sources]) {
      expect(path?.startsWith(`${STATE}/`)).toBe(true);
      expect(operations).toContain(`\`${path}\``);
    }
    expect(server.has('StateDirectory')).toBe(false);
    expect(`/var/lib/${one(update, 'StateDirectory')}`).toBe(STATE);
  });

  it('agree with exit codes, grace and signals of the program', () => {
    expect(Number(one(update, 'SuccessExitStatus'))).toBe(EXIT.attention);
    expect(Number(one(server, 'RestartPreventExitStatus'))).toBe(EXIT.usage);
    const drain = Number(SERVE_SETTINGS.drainSeconds.default);
    expect(Number(one(server, 'TimeoutStopSec'))).toBeGreaterThan(drain + GRACE_MS / 1000);
    expect(one(server, 'ExecReload')).toBe('/bin/kill -HUP $MAINPID');
    expect(one(readUnit('gnd-links-update.timer'), 'Persistent')).toBe('true');
  });

  it.skipIf(!has('systemd-analyze'))('are valid (needs systemd-analyze)', () => {
    const folder = temporaryDirectory();
    const names = readdirSync(join(root, 'deploy/systemd')).filter((name) => !name.endsWith('.env'));
    for (const name of names) {
      const text = readDocument(`deploy/systemd/${name}`).replaceAll(INSTALLED, `${root}/`);
      writeFileSync(join(folder, name), text);
    }
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...names.map((name) => join(folder, name))], {
      encoding: 'utf8',
    });
    expect(verified).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });
});

describe('gnd-links.env', () => {
  const lines = readDocument('deploy/systemd/gnd-links.env').split('\n');

  const own = assignments(lines).filter(([name]) => name.startsWith('GND_LINKS_'));
  it.each(own)('sets %s to the valid value %s', (name, value) => {
    expect(() => SETTINGS_BY_VARIABLE.get(name)?.parse(value) ?? expect.fail('no setting')).not.toThrow();
  });
});

/** Commands of the shell blocks under a heading, continued lines joined. */
function commandsUnder(heading: string): string[] {
  const blocks = blocksOf(operations).filter((block) => block.heading === heading && block.language === 'sh');
  return blocks.flatMap(({ text }) => text.replaceAll('\\\n', ' ').split('\n'));
}

async function shell(lines: readonly string[], places: Readonly<Record<string, string>>): Promise<string> {
  let script = lines.filter((line) => !/^(?:systemctl|journalctl|adduser|npm|apt-get|chgrp) /.test(line)).join('\n');
  for (const [shown, real] of Object.entries(places)) script = script.replaceAll(shown, real);
  const program = `gnd-links() { '${process.execPath}' '${main}' "$@"; };`;
  const ran = await runProcess([], { shell: `set -euo pipefail; ${program}\n${script}` });
  expect(ran, script).toMatchObject({ code: 0 });
  return ran.out;
}

describe('docs/operations.md', () => {
  const sample = inject('sample');
  let service: Serving;
  beforeAll(async () => {
    const places = ['--snapshot', sample, '--port', '0', '--admin-port', '0'];
    service = await startProcess(['serve', ...places, '--follow-seconds', '0']);
  });
  afterAll(endProcesses);

  it('installs a command that works', async () => {
    const place = temporaryDirectory();
    for (const folder of ['usr/local/lib', 'usr/local/bin', 'etc/systemd/system']) {
      mkdirSync(join(place, folder), { recursive: true });
    }
    symlinkSync(root, join(place, 'usr/local/lib/gnd-links-1.0.0'));
    const places = { '/usr/local': join(place, 'usr/local'), '/etc': join(place, 'etc') };
    const out = await shell(
      [...commandsUnder('Install'), '/usr/local/bin/gnd-links --version', 'cat /etc/gnd-links/gnd-links.env'],
      places,
    );
    expect(out.split('\n')[0]).toBe(RELEASE);
    expect(out).toContain(readDocument('deploy/systemd/gnd-links.env'));
    expect(readdirSync(join(place, 'etc/systemd/system')).sort()).toEqual(
      readdirSync(join(root, 'deploy/systemd'))
        .filter((name) => !name.endsWith('.env'))
        .sort(),
    );
  });

  it.skipIf(!has('curl'))('has commands that check a running service (needs curl)', async () => {
    const commands = commandsUnder('Check that it works');
    expect(commands.length).toBeGreaterThan(4);
    await shell(commands, {
      'http://127.0.0.1:8080': service.url,
      'http://127.0.0.1:9464': await service.adminUrl(),
      'https://gnd-links.example.org': service.url,
      [`${STATE}/snapshots`]: sample,
    });
  });

  it.skipIf(!has('rsync'))('copies snapshots to another host, and removes old ones there (needs rsync)', async () => {
    const copy = temporaryDirectory();
    mkdirSync(join(copy, '20200101-00000000'));
    // Longest first, because the path on the other host contains the path on the first.
    await shell(
      commandsUnder('First build').filter((line) => line.startsWith('rsync')),
      {
        [`server:${STATE}/snapshots`]: copy,
        [`${STATE}/snapshots`]: sample,
      },
    );
    const listed = (folder: string) => readdirSync(folder).filter((name) => !name.startsWith('.'));
    expect(listed(copy)).toEqual(listed(sample));
    expect(readlinkSync(join(copy, 'current'))).toBe(readlinkSync(join(sample, 'current')));
  });

  it('rolls back to the named snapshot', async () => {
    const folder = temporaryDirectory();
    cpSync(sample, folder, { recursive: true, verbatimSymlinks: true });
    const current = readlinkSync(join(folder, 'current'));
    cpSync(join(folder, current), join(folder, '20251120-0123abcd'), { recursive: true });
    await shell(commandsUnder('Roll back'), {
      [`${STATE}/snapshots`]: folder,
      '20261120-0123abcd': '20251120-0123abcd',
    });
    expect(readlinkSync(join(folder, 'current'))).toBe('20251120-0123abcd');
    expect(readdirSync(folder)).not.toContain('next');
  });

  it('shows a line of the log with its real fields', async () => {
    const [block] = blocksOf(operations).filter(({ heading }) => heading === 'Logs');
    const shown = JSON.parse(block?.text ?? '') as Record<string, unknown>;
    await (await fetch(`${service.url}/api/v1/gnd/118540238/links`)).arrayBuffer();
    const isOfLinks = (line: string) => line.includes('"/api/v1/gnd/{gnd}/links"');
    await vi.waitFor(() => expect(service.output().split('\n').some(isOfLinks)).toBe(true), { timeout: 240_000 });
    const logged = JSON.parse(service.output().split('\n').find(isOfLinks) ?? '') as Record<string, unknown>;
    expect(Object.keys(shown)).toEqual(Object.keys(logged));
    for (const same of ['level', 'method', 'route', 'status', 'msg']) expect(shown[same]).toBe(logged[same]);
    expect(block?.text).not.toContain('\n');
  });

  it('names existing metrics and lines of the log', () => {
    const shown = tableUnder(operations, 'What to watch').map(([what = '']) => what);
    const metrics = shown.flatMap((what) => /^metric (\w+)/.exec(what)?.[1] ?? []);
    const known = Object.keys(METRICS);
    expect(metrics.filter((name) => !known.includes(name) && !name.startsWith('nodejs_'))).toEqual([]);
    const messages = inlineCode(operations).filter((code) => shown.some((what) => what.includes(`log ${code}`)));
    expect(messages.length).toBeGreaterThan(2);
    const sources = ['cli', 'core/http', 'core/snapshot', 'extras/cluster'].flatMap((folder) =>
      readdirSync(join(root, 'src', folder))
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(join(root, 'src', folder, name), 'utf8')),
    );
    expect(messages.filter((message) => !sources.some((text) => text.includes(`'${message}'`)))).toEqual([]);
  });

  it('states the real time-outs and sizes', () => {
    const rows = new Map(tableUnder(operations, 'Built-in limits').map(([what = '', limit = '']) => [what, limit]));
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = createNodeServer();
    expect(rows.get('address of a request')).toBe(`${MAX_TARGET.toLocaleString('en')} characters`);
    expect(
      [
        'time for the header to arrive',
        'time for the request to arrive',
        'connection kept for another',
        'connection on which nothing moves',
        'requests under way at the end',
      ].map((what) => rows.get(what)),
    ).toEqual([headersTimeout, requestTimeout, keepAliveTimeout, timeout, GRACE_MS].map((ms) => `${ms / 1000} s`));
  });
});
