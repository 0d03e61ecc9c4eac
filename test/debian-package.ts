/** A program that tests need: from the machine, or from a Debian package unpacked into the project's cache. */
import { execFile } from 'node:child_process';
import { accessSync, constants, globSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

export interface Program {
  readonly command: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The reason why a program is missing, as a sentence. */
export interface Missing {
  readonly reason: string;
}

const CACHE = resolve(import.meta.dirname, '../node_modules/.cache/debian');
const TIMEOUT_MS = 120_000;

const run = promisify(execFile);

/**
 * Searches the `PATH`, then downloads the package and its missing dependencies, and keeps them. This needs no root, and
 * installs nothing in the system. If both fail, the reason is also printed to standard error.
 */
export async function programOf(program: string, debianPackage: string = program): Promise<Program | Missing> {
  const installed = onPath(program);
  if (installed !== undefined) return { command: installed, env: process.env };
  const home = join(CACHE, debianPackage);
  try {
    if (!exists(home)) await unpackInto(home, debianPackage);
    const unpacked = programIn(home, program);
    await run(unpacked.command, ['--version'], { env: unpacked.env, timeout: TIMEOUT_MS });
    return unpacked;
  } catch (error) {
    const cause = error instanceof Error ? error.message.trim() : String(error);
    const reason = `${program} is not installed, and its Debian package cannot be used: ${cause}`;
    console.warn(reason);
    return { reason };
  }
}

function onPath(program: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, program)).find((file) => exists(file, constants.X_OK));
}

function exists(file: string, mode: number = constants.F_OK): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}

function programIn(home: string, program: string): Program {
  const [command] = globSync(`**/{bin,sbin}/${program}`, { cwd: home });
  if (command === undefined) throw new Error(`It contains no ${program}.`);
  const libraries = new Set(globSync('**/*.so*', { cwd: home }).map((file) => join(home, dirname(file))));
  const path = [...libraries, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter);
  return { command: join(home, command), env: { ...process.env, LD_LIBRARY_PATH: path } };
}

/** Several processes may call this at the same time: the first to finish wins. */
async function unpackInto(home: string, debianPackage: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const work = await mkdtemp(join(CACHE, '.unpacking-'));
  try {
    const env = { ...process.env, LC_ALL: 'C', APT_CONFIG: await privateConfiguration(work) };
    const apt = (...args: string[]) => run('apt-get', ['--quiet', ...args], { env, timeout: TIMEOUT_MS });
    await apt('update');
    await apt('--yes', '--no-install-recommends', '--download-only', 'install', debianPackage);
    const archives = globSync(join(work, 'cache/archives/*.deb'));
    if (archives.length === 0) throw new Error('There was nothing to fetch.');
    for (const archive of archives) await run('dpkg-deb', ['--extract', archive, join(work, 'root')]);
    await rename(join(work, 'root'), home).catch((error: unknown) => {
      if (!exists(home)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The machine's apt configuration with its proxies and sources, but with separate folders and without its hooks. */
async function privateConfiguration(work: string): Promise<string> {
  const parts = join(work, 'parts');
  for (const folder of ['parts', 'state/lists/partial', 'cache/archives/partial']) {
    await mkdir(join(work, folder), { recursive: true });
  }
  const machine = '/etc/apt/apt.conf.d';
  for (const name of await readdir(machine).catch(() => [])) {
    await copyFile(join(machine, name), join(parts, name)).catch(() => {});
  }
  await copyFile('/etc/apt/apt.conf', join(parts, 'yy-machine')).catch(() => {});
  await writeFile(
    join(parts, 'zz-private'),
    `#clear APT::Update;
#clear DPkg;
APT::Sandbox::User "root";
Acquire::Retries "0";
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
Debug::NoLocking "true";
Dir::State "${work}/state";
Dir::State::status "/var/lib/dpkg/status";
Dir::Cache "${work}/cache";
`,
  );
  const configuration = join(work, 'apt.conf');
  await writeFile(configuration, `Dir::Etc::parts "${parts}";\nDir::Etc::main "/dev/null";\n`);
  return configuration;
}
