/** A PostgreSQL of our own in a temporary folder, on a Unix socket only, and a connection to it that is kept open. */
import { execFileSync, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

export interface PostgresCluster {
  readonly version: string;
  connect(): PostgresConnection;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

export interface PostgresConnection {
  /** One statement. @returns its rows as psql prints them, unaligned. @throws PostgresError */
  run(statement: string): Promise<readonly string[]>;
  /** Rows in the text format of `COPY`. */
  copy(table: string, rows: Iterable<string>): Promise<void>;
  close(): Promise<void>;
}

export class PostgresError extends Error {
  override readonly name = 'PostgresError';
}

const DATABASE = 'postgres';
const START_TIMEOUT_MS = 30_000;
/** Bytes written to psql at a time. */
const BATCH = 1 << 16;

/** Where initdb and the others are; undefined when PostgreSQL is not installed. */
export function findPostgres(): string | undefined {
  const homes = globSync('/usr/lib/postgresql/*/bin').toSorted(
    (a, b) => Number(b.split('/').at(-2)) - Number(a.split('/').at(-2)),
  );
  return homes.find((home) => ['initdb', 'postgres', 'psql'].every((program) => existsSync(join(home, program))));
}

/** @param binaries what {@link findPostgres} found */
export async function startPostgres(binaries: string): Promise<PostgresCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-pg-'));
  const user = unprivileged();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const options: SpawnOptions = { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] };
  const data = join(folder, 'data');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    execFileSync(join(binaries, 'initdb'), ['-D', data, '-U', DATABASE, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], options); // prettier-ignore
    const settings = Object.entries(serverSettings(folder)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(join(binaries, 'postgres'), ['-D', data, ...settings], options);
    const exited = once(server, 'exit');
    const connect = () => openConnection(join(binaries, 'psql'), folder);
    const stop = async () => {
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      // A fast shutdown: connections that are left are closed.
      server.kill('SIGINT');
      await exited;
      remove();
    };
    const interrupted = () => void stop().then(() => process.exit(1));
    process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
    try {
      await waitUntilReady(join(binaries, 'pg_isready'), folder);
    } catch (error) {
      await stop();
      throw error;
    }
    return {
      version: execFileSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' }).trim(),
      connect,
      stop,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Read-only in the end and measured on one connection: memory for the cache, nothing for safety, no second core. */
function serverSettings(socketFolder: string): Readonly<Record<string, string>> {
  const cacheMebibytes = Math.floor(Math.min(2048, totalmem() / 1024 ** 2 / 4));
  return {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    shared_buffers: `${cacheMebibytes}MB`,
    effective_cache_size: `${2 * cacheMebibytes}MB`,
    maintenance_work_mem: `${Math.floor(cacheMebibytes / 2)}MB`,
    work_mem: '64MB',
    random_page_cost: '1.1',
    wal_level: 'minimal',
    max_wal_senders: '0',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    max_wal_size: '8GB',
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    log_min_messages: 'fatal',
  };
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string, user: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })); // prettier-ignore
  try {
    return { uid: id('-u', 'postgres'), gid: id('-g', 'postgres') };
  } catch {
    return { uid: id('-u', 'nobody'), gid: id('-g', 'nobody') };
  }
}

async function waitUntilReady(isReady: string, socketFolder: string): Promise<void> {
  const end = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < end) {
    try {
      execFileSync(isReady, ['-q', '-h', socketFolder, '-U', DATABASE, '-d', DATABASE], { stdio: 'ignore' });
      return;
    } catch {
      await setTimeout(50);
    }
  }
  throw new PostgresError('the server did not come up');
}

/** Through psql, which comes with the server: statements in, rows out, and after each a line that no row can be. */
function openConnection(psql: string, socketFolder: string): PostgresConnection {
  const args = [
    '-h',
    socketFolder,
    '-U',
    DATABASE,
    '-d',
    DATABASE,
    '--no-psqlrc',
    '--quiet',
    '--tuples-only',
    '--no-align',
  ];
  const child = spawn(psql, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  const DONE = '\u0001';
  let rows: string[] = [];
  let settle: ((complaint: string | undefined) => void) | undefined;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith(DONE)) rows.push(line);
    // The message is that of the last failure, whenever it was.
    else settle?.(line.startsWith(`${DONE}false`) ? undefined : line.slice(`${DONE}true `.length));
  });
  const finish = async (): Promise<readonly string[]> => {
    const done = new Promise<string | undefined>((resolve) => (settle = resolve));
    child.stdin.write(`\\echo ${DONE}:ERROR :LAST_ERROR_MESSAGE\n`);
    const complaint = await Promise.race([done, exited.then(() => 'the connection is gone')]);
    const found = rows;
    rows = [];
    if (complaint !== undefined) throw new PostgresError(complaint);
    return found;
  };
  return {
    run(statement) {
      child.stdin.write(`${statement};\n`);
      return finish();
    },
    async copy(table, lines) {
      child.stdin.write(`COPY ${table} FROM STDIN;\n`);
      let batch = '';
      for (const line of lines) {
        batch += `${line}\n`;
        if (batch.length < BATCH) continue;
        if (!child.stdin.write(batch)) await once(child.stdin, 'drain');
        batch = '';
      }
      child.stdin.write(`${batch}\\.\n`);
      await finish();
    },
    async close() {
      child.stdin.end();
      await exited;
    },
  };
}
