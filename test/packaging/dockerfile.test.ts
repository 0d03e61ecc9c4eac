/** The Dockerfile agrees with the program, drops privileges, and has a health check. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { RELEASE } from '../../src/cli/installation.ts';
import { BUILD_SETTINGS } from '../../src/cli/settings/build-settings.ts';
import { SNAPSHOT_SETTING } from '../../src/cli/settings/common-settings.ts';
import { SOURCES_SETTINGS } from '../../src/cli/settings/fetch-settings.ts';
import { SERVE_SETTINGS } from '../../src/cli/settings/serve-settings.ts';
import { SETTINGS_BY_VARIABLE } from '../../src/cli/settings/settings.ts';
import { root } from '../cli/command.ts';
import { endProcesses, startProcess } from '../e2e/process.ts';
import { freePort } from '../free-port.ts';
import { letIn } from './context.ts';
import { execForm, healthCommand, pairsOf, readDockerfile, type Stage, textOf, textsOf } from './dockerfile.ts';

const stages = readDockerfile();
const final = stages.at(-1) as Stage;
const json = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  license: string;
  description: string;
  devDependencies: Record<string, string>;
};

describe('the image', () => {
  it('has the pinned Node of the development in all stages', () => {
    expect(stages).toHaveLength(2);
    for (const { image } of stages) expect(image).toBe(`node:${json.devDependencies['node']}-trixie-slim`);
  });

  it('has the labels of package.json', () => {
    expect(pairsOf(final, 'LABEL')).toEqual({
      'org.opencontainers.image.title': 'GND Links',
      'org.opencontainers.image.description': json.description,
      'org.opencontainers.image.licenses': json.license,
      'org.opencontainers.image.version': RELEASE,
    });
  });

  it('copies existing files that .dockerignore admits', () => {
    const copied = stages.flatMap((stage) => textsOf(stage, 'COPY')).filter((text) => !text.startsWith('--from='));
    expect(copied.length).toBeGreaterThan(0);
    const sources = copied.flatMap((text) => text.split(' ').slice(0, -1)).filter((source) => source !== '.');
    expect(sources.filter((source) => !letIn().includes(source))).toEqual([]);
    const left = ['.git', 'data', 'dist', 'node_modules', 'test', ...globSync('*.env', { cwd: root })];
    expect(letIn().filter((name) => left.includes(name))).toEqual([]);
  });

  it('runs without root and without a shell, and ends at SIGTERM', () => {
    expect(textOf(final, 'USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(execForm(textOf(final, 'ENTRYPOINT'))).toEqual(['gnd-links']);
    expect(execForm(textOf(final, 'CMD'))).toEqual(['serve']);
    expect(textOf(final, 'STOPSIGNAL')).toBe('SIGTERM');
  });

  it('has only known settings, and exposes the port on which it listens', () => {
    const own = Object.entries(pairsOf(final, 'ENV')).filter(([name]) => name.startsWith('GND_LINKS_'));
    expect(own.length).toBeGreaterThan(0);
    for (const [name, value] of own) {
      const setting = SETTINGS_BY_VARIABLE.get(name);
      expect(() => setting?.parse(value) ?? expect.fail('no setting'), name).not.toThrow();
    }
    expect(textOf(final, 'EXPOSE')).toBe(SERVE_SETTINGS.port.default);
  });

  it('keeps data in its volume, which is the default of all commands', () => {
    const volume = textOf(final, 'VOLUME');
    for (const { default: folder } of [SNAPSHOT_SETTING, SOURCES_SETTINGS.sources, BUILD_SETTINGS.out]) {
      expect(join(textOf(final, 'WORKDIR'), folder).startsWith(`${volume}/`)).toBe(true);
    }
    expect(pairsOf(final, 'ENV')).toMatchObject({ TMPDIR: volume, SQLITE_TMPDIR: volume });
  });
});

describe('the health check', () => {
  afterAll(endProcesses);

  it('returns 0 while the server is ready, and 1 without a server', async () => {
    const port = String(await freePort());
    const [program = '', ...args] = healthCommand(final);
    expect(program).toBe('node');
    const check = async () => {
      const env = { ...process.env, GND_LINKS_ADMIN_PORT: port };
      const [code] = await once(spawn(process.execPath, args, { env, stdio: 'inherit' }), 'exit');
      return code as number | null;
    };
    expect(await check()).toBe(1);
    const places = ['--snapshot', inject('sample'), '--port', '0', '--admin-port', port];
    const server = await startProcess(['serve', ...places, '--drain-seconds', '20']);
    expect(await check()).toBe(0);
    // The server still answers, but is no longer ready.
    server.signal('SIGTERM');
    await expect.poll(check, { timeout: 240_000 }).toBe(1);
    expect((await fetch(`${server.url}/api/v1/status`)).status).toBe(200);
  });
});
