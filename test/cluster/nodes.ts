/** A real OpenSearch cluster for tests, whose nodes are processes on loopback that can be killed and restarted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, fetch, type RequestInit } from 'undici';
import { freePort } from '../free-port.ts';
import type { Distribution } from './distribution.ts';

export interface OpenSearchNode {
  readonly name: string;
  readonly url: string;
  /** Identifier of the current process; 0 before the first start. */
  readonly pid: number;
  /** @param signal `SIGKILL` and `SIGTERM` wait for the end of the process; `SIGSTOP` pauses, `SIGCONT` resumes it */
  signal(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Starts the node on the same ports and data as before, unless it runs. */
  start(): void;
}

/** What tests ask of running nodes. */
export interface Nodes {
  /** `opensearch+http://host:port,host:port/PREFIX`. */
  url(prefix: string): string;
  /** Asks the nodes in turn until one answers. @throws when none does, or when the status is not 2xx */
  ask<T>(path: string, init?: Asked): Promise<T>;
  /** Waits until all running nodes have joined, and the health of every shard is at least `status`. */
  joined(nodes: number, status?: 'green' | 'yellow'): Promise<void>;
}

export interface OpenSearchCluster extends Nodes {
  readonly nodes: readonly OpenSearchNode[];
  /** Ends all nodes, and removes their folder. */
  remove(): Promise<void>;
}

type Asked = Omit<RequestInit, 'headers' | 'body'> & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
};

export interface ClusterOptions {
  /** Settings in addition to those of every test. */
  readonly settings?: Settings;
  /** Adds files to a node's configuration folder. */
  readonly configure?: (config: string) => void;
  readonly env?: NodeJS.ProcessEnv;
  /** Options of Java, instead of the light ones. */
  readonly java?: readonly string[];
  /** Authority of the nodes' certificates, and credentials; without it nodes use plain HTTP. */
  readonly tls?: { readonly ca: string; readonly authorization: string };
}

type Settings = Readonly<Record<string, unknown>>;

const HEAP = ['-Xms256m', '-Xmx512m'];
/** A quick start and few threads, because tests are short. */
const LIGHT = [
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-XX:+UnlockDiagnosticVMOptions',
  '-XX:-BytecodeVerificationRemote',
];
/** The account nobody, because OpenSearch refuses root. */
const NOBODY = 65_534;
/** For hanging nodes; slow ones stay below. */
const DEADLINE_MS = 600_000;

const isRoot = process.getuid?.() === 0;
const running = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** @param urls addresses of the nodes */
export function nodesAt(urls: readonly string[], tls?: ClusterOptions['tls']): Nodes {
  const dispatcher = new Agent({ connect: { ca: tls?.ca } });
  const headers: Record<string, string> = tls === undefined ? {} : { authorization: tls.authorization };
  const [scheme] = (urls[0] ?? '').split(':');
  // A cluster on a busy machine answers slowly: that must not count as a failure.
  process.env['GND_LINKS_CLUSTER_TIMEOUT'] = '30000';
  const nodes: Nodes = {
    url: (prefix) => `opensearch+${scheme}://${urls.map((url) => new URL(url).host).join(',')}/${prefix}`,
    async ask<T>(path: string, { body, ...init }: Asked = {}) {
      const answer = await firstOf(urls, (url) =>
        fetch(url + path, {
          dispatcher,
          signal: AbortSignal.timeout(60_000),
          ...init,
          ...(body && { body: JSON.stringify(body) }),
          headers: { 'content-type': 'application/json', ...headers, ...init.headers },
        }),
      );
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
      return JSON.parse(text) as T;
    },
    async joined(count, status = 'yellow') {
      const path = `/_cluster/health?wait_for_nodes=${count}&wait_for_status=${status}&timeout=5s`;
      for (const begin = performance.now(); ; await pause(100)) {
        const failure = await nodes.ask(path).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (failure === undefined) return;
        if (performance.now() - begin > DEADLINE_MS) throw failure;
      }
    },
  };
  return nodes;
}

/** Starts the nodes, and waits until they have joined. */
export async function startCluster(
  { home }: Distribution,
  size: number,
  { settings: more = {}, configure, env = {}, java = LIGHT, tls }: ClusterOptions = {},
): Promise<OpenSearchCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-cluster-'));
  const names = Array.from({ length: size }, (_, index) => `node-${index + 1}`);
  const ports = new Map<string, { readonly http: number; readonly transport: number }>();
  for (const name of names) ports.set(name, { http: await freePort(), transport: await freePort() });
  // A copy, because the account of the nodes may not be able to read the original.
  const filter = (path: string) => tls !== undefined || !path.startsWith(join(home, 'plugins/'));
  cpSync(home, join(folder, 'opensearch'), { recursive: true, filter });
  const shared = {
    'cluster.name': 'gnd-links-test',
    'cluster.initial_cluster_manager_nodes': names,
    'discovery.seed_hosts': [...ports.values()].map(({ transport }) => `127.0.0.1:${transport}`),
    'network.host': '127.0.0.1',
    // A full disk of the machine must not stop the test.
    'cluster.routing.allocation.disk.threshold_enabled': false,
    // A missing index is an error: it is never created implicitly, without its mapping.
    'action.auto_create_index': false,
    'node.processors': 2,
    'path.repo': join(folder, 'backups'),
    ...more,
  };
  const scheme = tls === undefined ? 'http' : 'https';
  const nodes = names.map((name) => {
    const { http = 0, transport = 0 } = ports.get(name) ?? {};
    const settings = { ...shared, 'node.name': name, 'http.port': http, 'transport.port': transport };
    return createNode(name, folder, `${scheme}://127.0.0.1:${http}`, settings, env, java);
  });
  for (const name of names) configure?.(join(folder, name, 'config'));
  if (isRoot) giveTo(NOBODY, folder);

  const cluster: OpenSearchCluster = {
    ...nodesAt(
      nodes.map(({ url }) => url),
      tls,
    ),
    nodes,
    async remove() {
      await Promise.all(nodes.map((node) => node.signal('SIGKILL')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  for (const node of nodes) node.start();
  try {
    await Promise.race([cluster.joined(size), ...nodes.map((node) => node.failed)]);
  } catch (error) {
    await cluster.remove();
    throw error;
  }
  return cluster;
}

/** A node that is not started yet. @property failed rejects when its process ends by itself */
function createNode(
  name: string,
  folder: string,
  url: string,
  settings: Settings,
  env: NodeJS.ProcessEnv,
  java: readonly string[],
) {
  const place = join(folder, name);
  for (const part of ['config', 'data', 'logs', 'tmp']) mkdirSync(join(place, part), { recursive: true });
  const paths = { 'path.data': join(place, 'data'), 'path.logs': join(place, 'logs') };
  writeFileSync(join(place, 'config/opensearch.yml'), JSON.stringify({ ...settings, ...paths }));
  writeFileSync(
    join(place, 'config/log4j2.properties'),
    `appender.out.type = Console
appender.out.name = out
appender.out.layout.type = PatternLayout
appender.out.layout.pattern = %p %c{1.} %m%n
rootLogger.level = warn
rootLogger.appenderRef.out.ref = out
`,
  );
  // These options would otherwise be computed by a second Java process of the distribution's script.
  const properties = {
    'file.encoding': 'UTF-8',
    'java.io.tmpdir': join(place, 'tmp'),
    'java.security.manager': 'allow',
    'jna.nosys': 'true',
    'log4j2.disable.jmx': 'true',
    'opensearch.path.conf': join(place, 'config'),
    'opensearch.path.home': join(folder, 'opensearch'),
  };
  const options = Object.entries(properties).map(([key, value]) => `-D${key}=${value}`);
  const main = ['-cp', join(folder, 'opensearch/lib/*'), 'org.opensearch.bootstrap.OpenSearch'];
  // The node ends with the process of the test, however that ends.
  const account = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  const rights = ['--pdeathsig', 'KILL', ...(isRoot ? account : [])];
  let child: ChildProcess | undefined;
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => {});

  return {
    name,
    url,
    failed,
    get pid() {
      return child?.pid ?? 0;
    },
    start() {
      if (child !== undefined && running.has(child)) return;
      const started = spawn('setpriv', [...rights, 'java', ...HEAP, ...java, ...options, ...main], {
        cwd: place,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      running.add(started);
      let complaints = '';
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-4_000)));
      }
      started.once('exit', (code) => {
        running.delete(started);
        reject(new Error(`${name} ended with ${code}: ${complaints}`));
      });
    },
    async signal(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT') {
      if (child === undefined || !running.has(child)) return;
      const isEnd = signal === 'SIGKILL' || signal === 'SIGTERM';
      const ended = isEnd ? once(child, 'exit') : undefined;
      child.kill(signal);
      await ended;
    },
  };
}

async function firstOf<T, R>(items: readonly T[], ask: (item: T) => Promise<R>): Promise<R> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      return await ask(item);
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, 'no node answers');
}

function giveTo(account: number, path: string): void {
  chownSync(path, account, account);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) giveTo(account, join(path, entry.name));
    else chownSync(join(path, entry.name), account, account);
  }
}
