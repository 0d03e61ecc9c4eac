/** Commands as processes: full disks, closed pipes, standard input, and settings from a file. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, inject, it } from 'vitest';
import { expectEnd, main, runProcess } from '../../cli/command.ts';
import { temporaryDirectory, temporaryFile } from '../../temporary.ts';

const folder = inject('sample');

it('build ends with a sentence when the disk is full', async () => {
  const out = temporaryDirectory();
  const command = `${process.execPath} ${main} build --register sample/sources.yaml --out ${out}`;
  const full = runProcess([], { shell: `trap '' XFSZ; ulimit -f 200; ${command}` });
  await expectEnd(full, 1, /disk|file too large/i);
  expect(readdirSync(out).filter((name) => !/^\.lock|^updates\.json$/.test(name))).toEqual(['.building']);
});

it('commands fail when output cannot be written, but not when the reader closes the pipe', async () => {
  const command = `${process.execPath} ${main} verify --json ${folder}`;
  await expectEnd(runProcess([], { shell: `${command} > /dev/full` }), 1, /could not be written: .*ENOSPC/);
  const head = await runProcess([], { shell: `${command} | true; exit \${PIPESTATUS[0]}` });
  expect(head).toEqual({ code: 0, out: '', err: '' });
});

it('commands take settings from a file, unless the environment has them', async () => {
  const file = temporaryFile('# settings\nGND_LINKS_SNAPSHOT=/from/file\nGND_LINKS_PORT=0\n', 'gnd-links.env');
  const args = ['serve', '--env-file', file];
  expect((await runProcess(args)).err).toContain('/from/file');
  expect((await runProcess(args, { env: { GND_LINKS_SNAPSHOT: '/from/here' } })).err).toContain('/from/here');
});

it('gnd-links mcp reaches the tools over a local snapshot', async () => {
  const made = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const args = ['src/cli/main.ts', 'mcp', folder];
  await made.connect(new StdioClientTransport({ command: process.execPath, args }));
  const result = await made.callTool({ name: 'check_ids', arguments: { ids: ['118540238'] } });
  expect(result.structuredContent).toMatchObject({ items: [{ gnd: '118540238' }] });
  await made.close();
});

it('gnd-links mcp ends with a sentence at an endless line', () => {
  const args = ['src/cli/main.ts', 'mcp', folder];
  const { status, stderr } = spawnSync(process.execPath, args, { input: 'x'.repeat(12_000_000), encoding: 'utf8' });
  expect(stderr).toContain('gnd-links: the input could not be read: ');
  expect(status).toBe(1);
});
