/** deploy/cluster: the parts name each other rightly, settings are settings, files are there. What they do is seen in test/cluster. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { RELEASE } from '../../src/cli/installation.ts';
import { SETTINGS_BY_VARIABLE } from '../../src/cli/settings.ts';
import { root } from '../cli/command.ts';

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly networks: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string } | null>>;
  readonly [key: string]: unknown;
}

const folder = join(root, 'deploy/cluster');
const read = <T>(name: string): T => parse(readFileSync(join(folder, name), 'utf8'), { merge: true }) as T;
const compose = read<{
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}>('compose.yaml');
const services = Object.entries(compose.services);
const nodes = services.map(([name]) => name).filter((name) => name.startsWith('opensearch-'));
const servers = services.map(([name]) => name).filter((name) => name.startsWith('gnd-links-'));
const networksOf = ({ networks }: Service) => (Array.isArray(networks) ? networks : Object.keys(networks)) as string[];

describe.each(services)('the service %s', (_, service) => {
  it('is bounded, of a version, and uses what there is', () => {
    expect(service).toMatchObject({ cap_drop: ['ALL'], mem_limit: expect.stringMatching(/^[\d.]+[mg]$/) as string });
    expect(service.image).toMatch(/:\d+\.\d+\.\d+(?:-|$)/);
    expect(networksOf(service).filter((name) => !(name in compose.networks))).toEqual([]);
    for (const mount of service.volumes ?? []) {
      const [from = ''] = mount.split(':');
      // Made by the operator: docs/cluster.md.
      if (/^\.\/(?:certificates|backups)\b/.test(from)) continue;
      expect(from.startsWith('.') ? existsSync(join(folder, from)) : from in compose.volumes, mount).toBe(true);
    }
  });

  it('has settings that are settings', () => {
    if (!service.image.startsWith('gnd-links:')) return;
    expect(service.image).toBe(`gnd-links:${RELEASE}`);
    for (const [name, value] of Object.entries(service.environment ?? {}))
      expect(
        () => SETTINGS_BY_VARIABLE.get(name)?.parse(String(value)) ?? expect.fail('no setting'),
        name,
      ).not.toThrow();
  });
});

it('names the nodes alike everywhere', () => {
  const settings = read<Readonly<Record<string, unknown>>>('opensearch.yml');
  expect(settings['discovery.seed_hosts']).toEqual(nodes);
  expect(settings['cluster.initial_cluster_manager_nodes']).toEqual(nodes);
  expect(readFileSync(join(folder, 'certificates.sh'), 'utf8')).toContain(`set -- ${nodes.join(' ')}`);
  const address = `opensearch+https://${nodes.map((name) => `${name}:9200`).join(',')}/gnd`;
  for (const name of servers) expect(compose.services[name]?.environment?.['GND_LINKS_SNAPSHOT']).toBe(address);
  expect(compose.services['update']?.environment?.['GND_LINKS_PUBLISH_TO']).toBe(address);
});

it('believes the proxy, which knows both servers, and shows nothing else to the outside', () => {
  const { proxy } = compose.services;
  const networks = proxy?.networks as Readonly<Record<string, { readonly ipv4_address?: string }>>;
  expect(proxy?.environment?.['GND_LINKS_SERVERS']).toBe(servers.map((name) => `${name}:8080`).join(' '));
  for (const name of servers)
    expect(compose.services[name]?.environment?.['GND_LINKS_TRUSTED_PROXIES']).toBe(networks['front']?.ipv4_address);
  expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['proxy']);
});
