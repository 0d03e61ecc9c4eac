/**
 * Commands in a root folder of their own, with mounts and process numbers of their own: what a container engine would set up,
 * with the programs of this machine in place of those of a base image. Nothing stays mounted when the command has ended.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Of this machine, as far as it has them. */
const SYSTEM = ['bin', 'etc', 'lib', 'lib32', 'lib64', 'libx32', 'sbin', 'usr'];
const UNSHARE = ['unshare', '--mount', '--pid', '--fork', '--kill-child'] as const;

export interface Place {
  readonly root: string;
  /** Working folder below the root. */
  readonly folder: string;
  /** Nothing below the root can be written, but for mounts and /tmp. */
  readonly readOnly?: boolean;
  readonly mounts?: readonly Mount[];
}

export interface Mount {
  readonly from: string;
  /** Below the root. */
  readonly to: string;
  readonly readOnly?: boolean;
}

/** Why it cannot be done here, or undefined. */
export function whyNoOwnRoot(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux';
  const [program, ...args] = UNSHARE;
  const tried = spawnSync(program, [...args, 'setpriv', '--reuid=1000', '--clear-groups', 'true']);
  return tried.status === 0 ? undefined : 'needs namespaces, which cannot be made here';
}

/** What stands for a base image: folders to mount on, and below /usr/local Node and npm, which can be written over. */
export function makeRoot(root: string): void {
  for (const name of ['dev', 'proc', 'root', 'tmp', '.local/bin', '.local/lib/node_modules']) {
    mkdirSync(join(root, name), { recursive: true });
  }
  chmodSync(join(root, 'tmp'), 0o1777);
  for (const name of SYSTEM) {
    const there = lstatSync(join('/', name), { throwIfNoEntry: false });
    if (there?.isSymbolicLink()) symlinkSync(readlinkSync(join('/', name)), join(root, name));
    else if (there?.isDirectory()) mkdirSync(join(root, name));
  }
  cpSync(process.execPath, join(root, '.local/bin/node'), { dereference: true });
  const npm = spawnSync('sh', ['-c', 'realpath "$(command -v npm)"'], { encoding: 'utf8' }).stdout.trim();
  cpSync(resolve(npm, '../..'), join(root, '.local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, '.local/bin/npm'));
}

/** The command line that carries out another one there, as process 1. */
export function commandIn({ root, folder, readOnly = false, mounts = [] }: Place, words: readonly string[]): string[] {
  const script = [
    // `chroot` is where an account without rights does not look.
    'set -eu; PATH=$PATH:/usr/sbin:/sbin',
    mount(root, root),
    ...SYSTEM.filter((name) => lstatSync(join(root, name), { throwIfNoEntry: false })?.isDirectory()).map((name) =>
      mount(`/${name}`, join(root, name), '--rbind -o ro'),
    ),
    mount(join(root, '.local'), join(root, 'usr/local')),
    mount('/dev', join(root, 'dev'), '--rbind'),
    mount('proc', join(root, 'proc'), '-t proc'),
    ...(readOnly
      ? [
          mount('tmpfs', join(root, 'tmp'), '-t tmpfs'),
          mount(join(root, 'usr/local'), join(root, 'usr/local'), '-o remount,bind,ro'),
          mount(root, root, '-o remount,bind,ro'),
        ]
      : []),
    ...mounts.map(({ from, to, readOnly: ro }) =>
      mount(from, join(root, to), `--bind -o ${ro === true ? 'ro' : 'rw'}`),
    ),
    `exec chroot ${quoted(root)} sh -c 'cd "$0" && exec "$@"' ${quoted(folder)} "$@"`,
  ];
  return [...UNSHARE, 'sh', '-c', script.join('\n'), 'sh', ...words];
}

function mount(from: string, to: string, how = '--bind'): string {
  return `mount ${how} ${quoted(from)} ${quoted(to)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
