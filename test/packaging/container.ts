/** The image made and run as the Dockerfile says, without a container engine. */
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { copyContext } from './context.ts';
import { execForm, pairsOf, readDockerfile, type Stage, textOf } from './dockerfile.ts';
import { npm } from './npm.ts';
import { commandIn, makeRoot, PATH } from './own-root.ts';

const NPM_CACHE = '/tmp/npm-cache';

export interface ContainerOptions {
  /** Folder that stands for the volume. */
  readonly volume: string;
  readonly readOnlyVolume?: boolean;
  /** Goes before that of the image. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Its commands are carried out with all but the volume and /tmp read-only, without capabilities. */
export interface Image {
  /** Its owner and rights are those of the folder in the image. */
  makeVolume(): string;
  /** `docker run IMAGE ARGS` */
  run(args: readonly string[], options: ContainerOptions): readonly string[];
  /** `docker exec CONTAINER WORDS`, or `docker run --entrypoint`. */
  exec(words: readonly string[], options: ContainerOptions): readonly string[];
  remove(): void;
}

/** @throws with what a step printed that failed */
export async function makeImage(): Promise<Image> {
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-image-'));
  chmodSync(folder, 0o755);
  const stages = readDockerfile();
  const built = new Map<string, string>();
  const context = join(folder, 'context');
  copyContext(context);
  const npmCache = (await npm(folder, 'config', 'get', 'cache')).trim();
  for (const stage of stages) {
    const root = join(folder, `stage-${stage.name}`);
    makeRoot(root);
    built.set(stage.name, root);
    await carryOut(stage, { root, context, built, npmCache });
  }
  const final = stages.at(-1) as Stage;
  const root = built.get(final.name) ?? '';

  function exec(
    words: readonly string[],
    { volume, readOnlyVolume = false, env }: ContainerOptions,
  ): readonly string[] {
    const [user, group] = textOf(final, 'USER').split(':');
    const rights = ['--clear-groups', '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs'];
    const all = Object.entries({ PATH, HOME: '/home/node', ...pairsOf(final, 'ENV'), ...env });
    const mounts = [{ from: volume, to: textOf(final, 'VOLUME'), readOnly: readOnlyVolume }];
    return commandIn({ root, folder: textOf(final, 'WORKDIR'), readOnly: true, mounts }, [
      'setpriv',
      `--reuid=${user}`,
      `--regid=${group}`,
      ...rights,
      'env',
      '--ignore-environment',
      ...all.map(([name, value]) => `${name}=${value}`),
      ...words,
    ]);
  }

  return {
    makeVolume() {
      const volume = mkdtempSync(join(folder, 'volume-'));
      spawnSync('cp', ['--archive', '--no-target-directory', join(root, textOf(final, 'VOLUME')), volume]);
      return volume;
    },
    run: (args, options) => exec([...execForm(textOf(final, 'ENTRYPOINT')), ...args], options),
    exec,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface Site {
  readonly root: string;
  readonly context: string;
  /** Roots of the stages so far, by name. */
  readonly built: ReadonlyMap<string, string>;
  /** That of this machine, so that nothing is fetched twice. */
  readonly npmCache: string;
}

async function carryOut({ instructions }: Stage, site: Site): Promise<void> {
  let folder = '/';
  for (const { name, text } of instructions) {
    if (name === 'WORKDIR') {
      folder = text;
      mkdirSync(join(site.root, folder), { recursive: true });
    } else if (name === 'COPY') {
      copy(text, folder, site);
    } else if (name === 'RUN') {
      await runStep(text, folder, site);
    }
  }
}

function copy(text: string, folder: string, { root, context, built }: Site): void {
  const words = text.split(' ').filter((word) => !word.startsWith('--'));
  const stage = /^--from=(\S+)/.exec(text)?.[1];
  const from = stage === undefined ? context : (built.get(stage) ?? '');
  const target = join(root, resolve(folder, words.at(-1) ?? ''));
  for (const source of words.slice(0, -1)) {
    // The content of a folder, but a file under its name.
    const isFolder = lstatSync(join(from, source)).isDirectory();
    cpSync(join(from, source), isFolder ? target : join(target, source), { recursive: true, verbatimSymlinks: true });
  }
}

async function runStep(command: string, folder: string, { root, npmCache }: Site): Promise<void> {
  mkdirSync(join(root, NPM_CACHE), { recursive: true });
  const mounts = [{ from: npmCache, to: NPM_CACHE }];
  const [program = '', ...args] = commandIn({ root, folder, mounts }, ['sh', '-c', command]);
  const npmSettings = { npm_config_cache: NPM_CACHE, npm_config_prefer_offline: 'true' };
  await promisify(execFile)(program, args, { env: { ...process.env, PATH, HOME: '/root', ...npmSettings } });
}
