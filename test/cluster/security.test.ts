/** A cluster with TLS and the settings, users and roles of `deploy/cluster`: what each account may and may not do. */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { expectEnd, root, run } from '../cli/command.ts';
import { endProcesses, FEW, startProcess } from '../e2e/process.ts';
import { storeCheck } from '../e2e/snapshots.ts';
import { type Distribution, openSearch } from './distribution.ts';
import { temporaryForFile } from '../temporary.ts';
import { learnAnswers } from './load.ts';
import { type OpenSearchCluster, startCluster } from './nodes.ts';

const distribution = await openSearch();
const deploy = join(root, 'deploy/cluster');
const READER = { user: 'gnd_links_reader', password: 'what the reader knows' };
const PUBLISHER = { user: 'gnd_links_publisher', password: 'what the publisher knows' };

/** A cluster as in `deploy/cluster`, but on loopback and without changes to the machine. */
async function startSecured({ home }: Distribution, folder: string): Promise<OpenSearchCluster> {
  const certificates = join(folder, 'certificates');
  execFileSync(join(deploy, 'certificates.sh'), [certificates, 'node-1'], { stdio: 'ignore' });
  const deployed = parse(readFileSync(join(deploy, 'opensearch.yml'), 'utf8')) as object;
  const here = {
    'network.host': '127.0.0.1',
    'discovery.seed_hosts': [],
    'cluster.initial_cluster_manager_nodes': ['node-1'],
    'bootstrap.memory_lock': false,
    'path.repo': [],
  };
  return startCluster({ home }, 1, {
    settings: { ...deployed, ...here },
    configure(config) {
      for (const from of [join(home, 'plugins/opensearch-security/config'), join(deploy, 'security')])
        cpSync(from, join(config, 'opensearch-security'), { recursive: true });
      cpSync(certificates, join(config, 'certificates'), { recursive: true });
    },
    env: { READER_PASSWORD: READER.password, PUBLISHER_PASSWORD: PUBLISHER.password },
    tls: { ca: readFileSync(join(certificates, 'ca.pem'), 'utf8'), authorization: basic(PUBLISHER) },
  });
}

function basic({ user, password }: typeof READER): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

describe.skipIf('reason' in distribution)('a secured cluster (skipped where OpenSearch cannot be run)', () => {
  let cluster: OpenSearchCluster;
  const folder = temporaryForFile();
  beforeAll(async () => {
    if (!('reason' in distribution)) cluster = await startSecured(distribution, folder);
  });
  afterAll(async () => {
    endProcesses();
    await cluster?.remove();
  });

  const access = ({ user, password }: typeof READER) => ({
    GND_LINKS_CLUSTER_USER: user,
    GND_LINKS_CLUSTER_PASSWORD: password,
    GND_LINKS_CLUSTER_CA: join(folder, 'certificates/ca.pem'),
  });

  it('is written by one account and served by the other', async () => {
    const ran = await run(['publish', inject('sample'), '--to', cluster.url('gnd')], access(PUBLISHER));
    expect(ran.code, ran.err).toBe(0);
    Object.assign(process.env, access(READER));
    const server = await startProcess(['serve', '--snapshot', cluster.url('gnd'), '--port', '0', ...FEW]);
    await learnAnswers(server.url);
    expect(await storeCheck(server.url)).toMatchObject({ status: 'pass' });
  });

  const as = (account: typeof READER, method: string, path: string) =>
    cluster.ask(path, { method, headers: { authorization: basic(account) } });

  it.each([
    ['the reader', READER, 'PUT', '/gnd-1'],
    ['the reader', READER, 'GET', '/_cluster/settings'],
    ['the publisher', PUBLISHER, 'PUT', '/other'],
    ['the publisher', PUBLISHER, 'GET', '/_nodes'],
    ['the publisher', PUBLISHER, 'GET', '/_plugins/_security/api/internalusers'],
  ])('forbids requests of %s beyond its role', async (_, account, method, path) => {
    await expect(as(account, method, path)).rejects.toThrow(' answered 403: ');
  });

  it('refuses a wrong password with a sentence, to serve and to publish', async () => {
    const wrong = access({ ...READER, password: 'another' });
    const to = cluster.url('gnd');
    await expectEnd(run(['serve', '--snapshot', to, '--port', '0'], wrong), 1, /the cluster answered 401 /);
    await expectEnd(run(['publish', inject('sample'), '--to', to], wrong), 1, /the cluster answered 401 /);
  });
});
