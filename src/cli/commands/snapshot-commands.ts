/** The commands that make, serve, publish and remove snapshots. */
import { tell } from '../exit.ts';
import type { Command } from 'commander';
import { BUILD_SETTINGS } from '../settings/build-settings.ts';
import { PUBLISH_SETTINGS, PUBLISH_TO_SETTING } from '../settings/cluster-settings.ts';
import { CONFIG_SETTING, SNAPSHOT_SETTING } from '../settings/common-settings.ts';
import { SOURCES_SETTINGS } from '../settings/fetch-settings.ts';
import { DEMO_SETTINGS, SERVE_SETTINGS } from '../settings/serve-settings.ts';
import { DUMP_SETTINGS, PRUNE_SETTINGS } from '../settings/update-settings.ts';
import { command, SNAPSHOTS } from './command.ts';

const REGISTER = { ...SOURCES_SETTINGS.register, help: 'register of sources (YAML)' };

export const SNAPSHOT_COMMANDS: readonly ((program: Command) => Command)[] = [
  (program) =>
    command(program, 'build', {
      settings: { register: REGISTER, ...BUILD_SETTINGS, sources: SOURCES_SETTINGS.sources },
      summary: 'make a snapshot from the files that a register names',
      description:
        'Reads all sources in the register, merges their statements by GND identifier and writes one snapshot, ' +
        'which then becomes the current one in the folder. Until then, the previous snapshot stays current.',
      examples: `
  gnd-links build --register sample/sources.yaml --out data/sample
  gnd-links build --register /srv/gnd/sources.yaml --out /srv/gnd/snapshots --keep 3
  gnd-links build --register sources.yaml --json > report.json`,
    })
      .option('--allow-failed-sources', 'leave out sources that cannot be used, instead of stopping')
      .option('--accept-loss <snapshot>', 'use this snapshot, which is held because too much is missing from it')
      .option('--json', 'print the report as JSON')
      .action(async (values, build: Command) => {
        if (values.register === undefined) build.error("error: required option '--register <file>' not specified");
        await (await import('../build.ts')).runBuild(values);
      }),
  (program) =>
    command(program, 'serve', {
      settings: { snapshot: SNAPSHOT_SETTING, config: CONFIG_SETTING, ...SERVE_SETTINGS },
      summary: 'serve a snapshot over HTTP',
      description:
        'Serves the current snapshot of a folder over HTTP until it receives SIGTERM or SIGINT. When another snapshot becomes the current one, it is verified and then replaces the previous one without interruption. On SIGHUP, the server checks for another snapshot immediately.',
      examples: `
  gnd-links serve --snapshot data/sample
  gnd-links serve --snapshot /srv/gnd/snapshots --port 9000 --base-url https://gnd-links.example.org
  gnd-links serve --snapshot /srv/gnd/snapshots --reuse-port --admin-port 9464 --limiter-url redis://127.0.0.1:6379/0
  GND_LINKS_SNAPSHOT=/srv/gnd/snapshots gnd-links serve --trusted-proxies 10.0.0.0/8`,
    }).action(async (values) => {
      const { snapshot, url, adminUrl } = await (await import('../serve.ts')).serve(values);
      tell(`Serving ${snapshot ?? 'nothing yet'} on ${url}`);
      if (adminUrl !== undefined) tell(`Admin on ${adminUrl}`);
    }),
  (program) =>
    command(program, 'verify', {
      summary: 'check every claim of a snapshot against its contents',
      description:
        'Checks counts, hashes, references and search rows of a snapshot, and names each claim that is false.',
      examples: `
  gnd-links verify data/sample
  gnd-links verify --quiet /srv/gnd/snapshots/20261120-3f9c2a7d`,
    })
      .argument('<dir>', SNAPSHOTS)
      .option('--quiet', 'print false claims only')
      .option('--json', 'print each claim as a JSON object on its own line')
      .action(async (dir, options) => (await import('../snapshot.ts')).runVerify(dir, options)),
  (program) =>
    command(program, 'dump', {
      settings: DUMP_SETTINGS,
      summary: 'write public files with the parts of a snapshot that may be passed on',
      description:
        'Writes tables, BEACON lists and all answers of a snapshot into a new directory with an index. Lists with a ' +
        'licence that does not permit redistribution are left out; the index names them. An existing dump is kept.',
      examples: `
  gnd-links dump data/sample --out data/dumps
  gnd-links dump /srv/gnd/snapshots --out /srv/gnd/dumps --base-url https://gnd-links.example.org`,
    })
      .argument('<dir>', SNAPSHOTS)
      .action(async (dir, values) => (await import('../dump.ts')).runDump(dir, values)),
  (program) =>
    command(program, 'publish', {
      settings: { to: PUBLISH_TO_SETTING, ...PUBLISH_SETTINGS, keep: BUILD_SETTINGS.keep },
      summary: 'load a snapshot into an OpenSearch cluster and make it the current one there',
      description:
        'Loads a snapshot into new indices, verifies every answer there, adds replicas, and then points the alias of the cluster ' +
        'to them in one request. If the command is interrupted, the previous snapshot stays current, and the next publication continues the work. ' +
        'User, password, API key and certificate come from the environment: GND_LINKS_CLUSTER_USER and others.',
      examples: `
  gnd-links publish data/snapshots --to opensearch+http://127.0.0.1:9200/gnd
  gnd-links publish /srv/gnd/snapshots --to opensearch+https://search-1:9200,search-2:9200/gnd --keep 3 --replicas 1`,
    })
      .argument('<dir>', SNAPSHOTS)
      .action(async (dir, values) => (await import('../cluster.ts')).runPublish(dir, values)),
  (program) =>
    command(program, 'rollback', {
      settings: { to: PUBLISH_TO_SETTING },
      summary: 'make an earlier snapshot of a cluster the current one again',
      description:
        'Points the alias of the cluster to the earlier snapshot in one request; servers follow within seconds.',
      examples: `
  gnd-links rollback --to opensearch+http://127.0.0.1:9200/gnd
  gnd-links rollback 20261013-3f9c2a7d`,
    })
      .argument(
        '[snapshot]',
        'identifier of a snapshot; the default is the snapshot that was published before the current one',
      )
      .action(async (id, values) => (await import('../cluster.ts')).runRollback(id, values)),
  (program) =>
    command(program, 'prune', {
      settings: PRUNE_SETTINGS,
      summary: 'remove old snapshots and dumps',
      description:
        'Removes all but the newest snapshots, and all dumps but the newest one, as an update does at the end. The current ' +
        'snapshot is always kept, and so are snapshots that a server has open.',
      examples: `
  gnd-links prune --keep 1
  gnd-links prune --out /srv/gnd/snapshots --dumps /srv/gnd/dumps --keep 2`,
    }).action(async (values) => (await import('../prune.ts')).runPrune(values)),
  (program) =>
    command(program, 'demo', {
      settings: DEMO_SETTINGS,
      summary: 'build the bundled sample and serve it',
      description:
        'Builds a snapshot from the bundled sample of about 300 entities, which takes a few seconds, and serves it.',
      examples: '\n  gnd-links demo --port 9000',
    }).action(async (values) => (await import('../demo.ts')).runDemo(values)),
];
