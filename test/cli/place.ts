/** A place for commands: a register with persons and one list on a server of the test. */
import { cpSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { identifiers, type MisbehavingServer, startServer, validated } from '../build/fetch/misbehaving-server.ts';
import { dump, record } from '../build/ingest/site.ts';
import { temporaryDirectory } from '../temporary.ts';
import { run } from './command.ts';

/** Serves a few persons at `/persons`. */
export async function startOrigin(): Promise<MisbehavingServer> {
  const server = await startServer();
  const persons = identifiers(100).map((gnd) => record(gnd, `Person, ${gnd}`));
  server.on('/persons', validated(dump([record('118540238', 'Goethe, Johann Wolfgang von'), ...persons]), '"persons"'));
  return server;
}

const label = { de: 'Probe', en: 'Trial' };
const common = {
  title: label,
  description: label,
  licence: { statement: 'not stated' },
  redistributable: true,
  scope: { description: label },
};
let number = 0;

/** A new folder with a register of the persons and one list at `path`. */
export function place(
  server: MisbehavingServer,
  more: Readonly<Record<string, unknown>> = {},
  folder = temporaryDirectory(),
): Place {
  number += 1;
  const path = `/list-${number}`;
  const origin = (address: string, format: string) => ({
    publisher: 'Trial',
    downloadUrl: server.url + address,
    format,
  });
  const sources = [
    { key: 'persons', kind: 'entities', cadence: 'daily', origin: origin('/persons', 'gnd-jsonld'), ...common },
    { key: 'list', kind: 'links', cadence: 'weekly', origin: origin(path, 'beacon'), ...common, ...more },
    {
      key: 'gone',
      kind: 'links',
      cadence: 'never',
      state: 'retired',
      retired: { since: '2024-01-06', reason: { de: 'abgeschaltet', en: 'switched off' } },
      origin: origin('/gone', 'beacon'),
      ...common,
    },
  ];
  writeFileSync(join(folder, 'sources.yaml'), JSON.stringify({ sources }, null, 2));
  return commandsAt(folder, path);
}

export type Place = ReturnType<typeof commandsAt>;

/** A copy of the place in another folder. */
export function copyOf(place: Place): Place {
  const folder = temporaryDirectory();
  cpSync(place.folder, folder, { recursive: true, verbatimSymlinks: true });
  return commandsAt(folder, place.path);
}

/** Does work at an instant of the clock. @param now in milliseconds */
export async function atInstant<T>(now: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now });
  return work().finally(() => vi.useRealTimers());
}

function commandsAt(folder: string, path: string) {
  const register = join(folder, 'sources.yaml');
  const kept = ['--register', register, '--sources', join(folder, 'sources')];
  const loopback = '--allow-private-addresses';
  const out = join(folder, 'snapshots');
  /** Replaces texts in the register. @returns undoes it */
  const changeRegister = (...pairs: readonly (readonly [from: string, to: string])[]) => {
    const former = readFileSync(register, 'utf8');
    const changed = pairs.reduce((text, [from, to]) => text.replace(from, to), former);
    writeFileSync(register, changed);
    return () => writeFileSync(register, former);
  };
  return {
    folder,
    path,
    register,
    out,
    sources: join(folder, 'sources'),
    fetch: (...args: string[]) => run(['fetch', loopback, ...kept, ...args]),
    update: (...args: string[]) => run(['update', loopback, ...kept, '--out', out, ...args]),
    list: (...args: string[]) => run(['sources', ...args, ...kept]),
    current: () => realpathSync(join(out, 'current')),
    changeRegister,
    misspellRegister: () => changeRegister(['"weekly"', '"wekly"']),
    /** Names addresses without TLS: requests fail immediately and permanently. */
    cutOff: () => changeRegister(['http://127.0.0.1', 'https://127.0.0.1'], ['http://127.0.0.1', 'https://localhost']),
    /** Overwrites the copy of the persons that is in use. */
    damageCopy() {
      const own = join(folder, 'sources/persons');
      const copy = join(own, readdirSync(own).find((name) => name.startsWith('accepted-')) ?? '');
      const former = readFileSync(copy);
      writeFileSync(copy, 'x'.repeat(former.length));
      return { copy, restore: () => writeFileSync(copy, former) };
    },
  };
}
