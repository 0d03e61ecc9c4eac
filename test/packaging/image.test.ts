/** The image made and run without an engine: nothing but its volume is written to, and it ends well as process 1. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { descendantsOf, endProcesses, isRunning, startProcess } from '../e2e/process.ts';
import { freePort } from '../free-port.ts';
import { type ContainerOptions, type Image, makeImage } from './container.ts';
import { healthCommand, readDockerfile, type Stage } from './dockerfile.ts';
import { whyNoOwnRoot } from './own-root.ts';

const reason = whyNoOwnRoot();
const execute = promisify(execFile);

const title = `the image, made and run without an engine${reason === undefined ? '' : ` (${reason})`}`;

describe.skipIf(reason !== undefined)(title, () => {
  let image: Image;
  let volume: string;
  beforeAll(async () => {
    image = await makeImage();
    volume = image.makeVolume();
  }, 120_000);
  afterAll(() => {
    endProcesses();
    image?.remove();
  });

  async function run(words: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }> {
    const [program = '', ...args] = words;
    return execute(program, args);
  }
  const shell = (script: string) => run(image.exec(['sh', '-c', script], { volume }));

  it('is not root, and can write to its volume and /tmp only', async () => {
    expect((await shell('id -u; id -g; grep -E "^Cap(Eff|Bnd)" /proc/self/status')).stdout).toMatch(
      /^1000\n1000\nCapEff:\t0+\nCapBnd:\t0+\n$/,
    );
    const tried =
      'for d in / /app /usr/local/bin /etc /data /tmp; do touch $d/x 2> /dev/null && echo $d && rm $d/x; done';
    expect((await shell(`${tried}; true`)).stdout).toBe('/data\n/tmp\n');
  });

  it('has of the dependencies only what runs, and no package manager', async () => {
    const listed = async (folder: string) => (await shell(`ls ${folder}`)).stdout.trim().split('\n');
    expect(await listed('/app/node_modules')).toContain('commander');
    expect(await listed('/app/node_modules')).not.toContain('typescript');
    expect(await listed('/usr/local/bin')).toEqual(['gnd-links', 'node']);
    expect(await listed('/usr/local/lib')).not.toContain('node_modules');
  });

  it('builds into its volume, serves from it read-only as process 1, tells that it is well, and ends', async () => {
    const built = await run(
      image.run(['build', '--threads', '2', '--register', '/app/sample/sources.yaml'], { volume }),
    );
    expect(built.stdout).toMatch(/324 entities/);
    expect(readdirSync(volume)).toEqual(['snapshots']);
    expect(statSync(join(volume, 'snapshots/current')).uid).toBe(1000);

    const port = String(await freePort());
    const env = { GND_LINKS_HOST: '127.0.0.1', GND_LINKS_PORT: '0', GND_LINKS_ADMIN_PORT: port };
    const options: ContainerOptions = { volume, env, readOnlyVolume: true };
    const server = await startProcess([], { command: image.run(['serve'], options) });
    const [first = 0] = descendantsOf(server.pid);
    for (const path of ['/api/v1/status', '/api/v1/search?q=goethe', '/gnd/118540238']) {
      expect((await fetch(server.url + path)).status, path).toBe(200);
    }
    const check = async () => {
      const [program = '', ...args] = image.exec(healthCommand(readDockerfile().at(-1) as Stage), options);
      const [code] = await once(spawn(program, args), 'exit');
      return code as number | null;
    };
    expect(await check()).toBe(0);

    process.kill(first, 'SIGTERM');
    expect(await server.ended).toBe(0);
    expect(isRunning(first)).toBe(false);
    expect(await check()).toBe(1);
    expect(readdirSync(volume)).toEqual(['snapshots']);
  });
});
