/** compose.yaml and deploy/cluster/compose.yaml: rights and settings of services agree with image and program. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { RELEASE } from '../../src/cli/installation.ts';
import { GRACE_MS } from '../../src/cli/exit.ts';
import { SETTINGS_BY_VARIABLE } from '../../src/cli/settings/settings.ts';
import { root, run } from '../cli/command.ts';
import { pairsOf, readDockerfile, type Stage, textOf } from './dockerfile.ts';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string } | null>>;
  readonly mem_limit: string;
  readonly stop_grace_period?: string;
  readonly [key: string]: unknown;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { internal?: boolean; ipam?: { config: { gateway: string }[] } } | null>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const FOUR_GB_IN_MB = 4096;
/** Megabytes left for the system, the proxy and the page cache. */
const LEFT_MB = 512;
const CLUSTER = 'deploy/cluster';

const read = <T>(file: string) => parse(readFileSync(join(root, file), 'utf8'), { merge: true }) as T;
const compose = read<Compose>('compose.yaml');
const cluster = read<Compose>(`${CLUSTER}/compose.yaml`);
const { 'gnd-links': server, update, valkey } = compose.services as Record<'gnd-links' | 'update' | 'valkey', Service>;
const image = readDockerfile().at(-1) as Stage;
const volume = textOf(image, 'VOLUME');
const networksOf = ({ networks }: Service) => (Array.isArray(networks) ? networks : Object.keys(networks)) as string[];

describe.each([
  ['compose.yaml', '.', compose],
  [`${CLUSTER}/compose.yaml`, CLUSTER, cluster],
])('every service of %s', (_, folder, { services, networks, volumes }) => {
  it.each(Object.entries(services))('%s has limits and a version, and uses existing files', (name, service) => {
    expect(service).toMatchObject({ cap_drop: ['ALL'], mem_limit: expect.stringMatching(/^[\d.]+[mg]$/) as string });
    for (const key of ['privileged', 'network_mode', 'pid', 'devices']) expect(service).not.toHaveProperty(key);
    expect(service.image).toMatch(/:\d+\.\d+\.\d+(?:-|$)/);
    if (service.image.startsWith('gnd-links:')) expect(service.image).toBe(`gnd-links:${RELEASE}`);
    expect(networksOf(service).filter((network) => !(network in networks))).toEqual([]);
    for (const [from = ''] of (service.volumes ?? []).map((mount) => mount.split(':'))) {
      // The operator creates these: docs/cluster.md.
      if (/^\.\/(?:certificates|backups)\b/.test(from)) continue;
      expect(from.startsWith('.') ? existsSync(join(root, folder, from)) : from in volumes, `${name} ${from}`).toBe(
        true,
      );
    }
  });

  it.each(Object.entries(services))('%s has only known settings', (_, { image: own, environment = {} }) => {
    if (!own.startsWith('gnd-links:')) return;
    for (const [name, value] of Object.entries(environment)) {
      const setting = SETTINGS_BY_VARIABLE.get(name);
      expect(() => setting?.parse(String(value)) ?? expect.fail('no setting'), name).not.toThrow();
    }
  });
});

describe('compose.yaml', () => {
  it.each(Object.entries(compose.services))('lets %s write to its volume or nowhere', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      security_opt: ['no-new-privileges:true'],
      tmpfs: expect.any(Array) as string[],
      pids_limit: expect.any(Number) as number,
    });
    expect(service).not.toHaveProperty('cap_add');
  });

  it('runs the image of this release, as the server and as the update', () => {
    for (const service of [server, update])
      expect(service).toMatchObject({ image: `gnd-links:${RELEASE}`, build: '.' });
    expect(server.command).toBeUndefined();
    expect(update.command).toEqual(['update']);
  });

  it('lets the server read what the update writes, and only the update write', () => {
    expect(server.volumes).toEqual([`data:${volume}:ro`]);
    expect(update.volumes).toEqual([`data:${volume}`]);
  });

  it('exposes the server to this machine only, and Valkey to the server only', () => {
    expect(server.ports).toEqual([`127.0.0.1:${textOf(image, 'EXPOSE')}:${textOf(image, 'EXPOSE')}`]);
    expect([update.ports, valkey.ports]).toEqual([undefined, undefined]);
    expect(valkey.networks).toEqual(['limiter']);
    expect(compose.networks['limiter']?.internal).toBe(true);
    expect(update.networks).not.toContain('limiter');
  });

  it('trusts the gateway of its network as proxy, and waits for the limiter', () => {
    const environment = server.environment ?? {};
    expect(environment['GND_LINKS_TRUSTED_PROXIES']).toBe(compose.networks['front']?.ipam?.config[0]?.gateway);
    const limiter = new URL(environment['GND_LINKS_LIMITER_URL'] ?? '');
    expect(limiter.hostname).toBe('valkey');
    expect(server['depends_on']).toEqual({ valkey: { condition: 'service_healthy' } });
  });

  it('reads further settings from a file like deploy/systemd/gnd-links.env', async () => {
    expect(server.env_file).toEqual([{ path: 'gnd-links.env', required: false }]);
    expect(update.env_file).toEqual(server.env_file);
    expect(readFileSync(join(root, '.gitignore'), 'utf8')).toContain('\n/gnd-links.env\n');
    const lines = readFileSync(join(root, 'deploy/systemd/gnd-links.env'), 'utf8').split('\n');
    const settings = lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split('='));
    const env = { ...Object.fromEntries(settings), ...pairsOf(image, 'ENV'), ...server.environment } as Record<
      string,
      string
    >;
    // With all settings, the command proceeds until it looks for a snapshot.
    const ran = await run(['serve', '--snapshot', '/nowhere'], env);
    expect(ran).toMatchObject({ code: 1, err: 'gnd-links: there is no directory /nowhere\n' });
  });

  it('leaves room on a machine with 4 GB, and time for requests under way', () => {
    const limits = Object.values(compose.services).map((service) => Number.parseInt(service.mem_limit, 10));
    expect(limits.reduce((sum, limit) => sum + limit)).toBeLessThanOrEqual(FOUR_GB_IN_MB - LEFT_MB);
    expect(Number.parseInt(server.stop_grace_period ?? '', 10)).toBeGreaterThan(GRACE_MS / 1000);
  });

  it('stores nothing of Valkey on disk, and limits its memory', () => {
    const options = valkey.command?.join(' ') ?? '';
    expect(options).toBe('valkey-server --save  --appendonly no --maxmemory 64mb --maxmemory-policy volatile-ttl');
    expect(Number.parseInt(valkey.mem_limit, 10)).toBeGreaterThan(64);
  });

  const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;
  it.skipIf(!hasCompose)('is valid for Docker Compose (needs docker compose; no engine)', () => {
    const checked = spawnSync('docker', ['compose', '--profile', '*', 'config', '--quiet'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(checked).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });
});

/** Its behaviour is tested in test/cluster. */
describe('the cluster', () => {
  const services = Object.entries(cluster.services);
  const nodes = services.map(([name]) => name).filter((name) => name.startsWith('opensearch-'));
  const servers = services.map(([name]) => name).filter((name) => name.startsWith('gnd-links-'));

  it('has the same names of nodes everywhere', () => {
    const settings = read<Readonly<Record<string, unknown>>>(`${CLUSTER}/opensearch.yml`);
    expect(settings['discovery.seed_hosts']).toEqual(nodes);
    expect(settings['cluster.initial_cluster_manager_nodes']).toEqual(nodes);
    expect(readFileSync(join(root, CLUSTER, 'certificates.sh'), 'utf8')).toContain(`set -- ${nodes.join(' ')}`);
    const address = `opensearch+https://${nodes.map((name) => `${name}:9200`).join(',')}/gnd`;
    for (const name of servers) expect(cluster.services[name]?.environment?.['GND_LINKS_SNAPSHOT']).toBe(address);
    expect(cluster.services['update']?.environment?.['GND_LINKS_PUBLISH_TO']).toBe(address);
  });

  it('trusts the proxy, which knows both servers, and exposes nothing else', () => {
    const { proxy } = cluster.services;
    const networks = proxy?.networks as Readonly<Record<string, { readonly ipv4_address?: string }>>;
    expect(proxy?.environment?.['GND_LINKS_SERVERS']).toBe(servers.map((name) => `${name}:8080`).join(' '));
    for (const name of servers)
      expect(cluster.services[name]?.environment?.['GND_LINKS_TRUSTED_PROXIES']).toBe(networks['front']?.ipv4_address);
    expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['proxy']);
  });
});
