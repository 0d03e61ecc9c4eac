/** The one table of settings: each is a flag of the command line, an environment variable, a default and a line of help. */
import {
  baseUrl,
  clusterUrl,
  contactUri,
  dayOrInstant,
  flag,
  headerText,
  integer,
  limiterUrl,
  networks,
  oneOf,
  replicas,
  someOf,
  text,
  type Setting,
  type SettingTable,
  variableOf,
} from './setting.ts';
import { EXTRA_NAMES } from '../doors/doors.ts';
import { LIMITED, type LimitedName } from '../quotas/limited.ts';

/** The operators of the service. */
const CONTACT_SETTING = {
  flag: '--contact <address>',
  help: 'web or mail address of the operators, for the User-Agent of downloads and the description of the interface',
  parse: headerText,
} as const satisfies Setting<string>;

/** The public address of the service. */
const BASE_URL_SETTING = {
  flag: '--base-url <url>',
  help: 'address under which clients reach the service; without it the one it listens on',
  parse: baseUrl,
} as const satisfies Setting<string>;

/** Folder of public files. */
const DUMPS_SETTING = {
  flag: '--dumps <dir>',
  help: 'folder of dumps and changes that are offered under /dumps/ and /changes; without it there are none',
  parse: text,
} as const satisfies Setting<string>;

/** Settings of the server. */
export const SERVE_SETTINGS = {
  host: {
    flag: '--host <address>',
    default: '127.0.0.1',
    help: 'address to listen on; 0.0.0.0 or :: for all',
    parse: text,
  },
  port: {
    flag: '--port <number>',
    default: '8080',
    help: 'port to listen on; 0 takes a free one',
    parse: integer(0, 65_535),
  },
  reusePort: {
    flag: '--reuse-port',
    help: 'share the port with other processes that do so too; the kernel spreads connections (the variable: 1 or 0)',
    parse: flag,
  },
  baseUrl: BASE_URL_SETTING,
  doors: {
    flag: '--doors <names>',
    default: 'all',
    help: 'extras that are served beside the interface, with commas between, or interface for none',
    parse: someOf(EXTRA_NAMES, 'interface'),
  },
  dumps: DUMPS_SETTING,
  trustedProxies: {
    flag: '--trusted-proxies <networks>',
    default: '',
    help: 'networks whose X-Forwarded-For is believed, separated by commas',
    parse: networks,
  },
  ...limitSettings(),
  siteFactor: {
    flag: '--site-factor <number>',
    default: '16',
    help: 'quota of an IPv6 /48, in multiples of that of one client, which is a /64; 0 for no such limit',
    parse: integer(0, 65_536),
  },
  exemptNetworks: {
    flag: '--exempt-networks <networks>',
    default: '',
    help: 'networks whose requests are not counted, separated by commas',
    parse: networks,
  },
  limiterUrl: {
    flag: '--limiter-url <url>',
    help: 'Valkey or Redis that counts for several processes: redis://host:6379/0 or rediss://; without it each counts alone',
    parse: limiterUrl,
  },
  followSeconds: {
    flag: '--follow-seconds <number>',
    default: '5',
    help: 'seconds between two looks for another current snapshot; 0 for looks at SIGHUP only',
    parse: integer(0, 86_400),
  },
  drainSeconds: {
    flag: '--drain-seconds <number>',
    default: '0',
    help: 'seconds after SIGTERM for which requests are answered while /readyz already refuses, so that a balancer notices',
    parse: integer(0, 300),
  },
  adminPort: {
    flag: '--admin-port <number>',
    help: 'port of /livez, /readyz and /metrics; without it there are none',
    parse: integer(0, 65_535),
  },
  adminHost: { flag: '--admin-host <address>', default: '127.0.0.1', help: 'address of the admin port', parse: text },
  contact: CONTACT_SETTING,
  imprint: {
    flag: '--imprint <url>',
    help: 'page that says who is responsible, linked from every page',
    parse: contactUri,
  },
  securityContact: {
    flag: '--security-contact <uri>',
    help: 'security contact for /.well-known/security.txt, mailto: or https:',
    parse: contactUri,
  },
  warmUp: {
    flag: '--warm-up <on|off>',
    default: 'on',
    help: 'after the start read the files of the snapshot once, as far as memory is free, and verify them',
    parse: oneOf('on', 'off'),
  },
  accessLog: {
    flag: '--access-log <on|off>',
    default: 'on',
    help: 'whether each request is logged',
    parse: oneOf('on', 'off'),
  },
  logLevel: {
    flag: '--log-level <level>',
    default: 'info',
    help: 'what is logged: debug, info, warn, error or silent',
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
} as const satisfies SettingTable;

type LimitSetting = Setting<number> & { readonly default: string };

/** Two for each quota: requests per minute, and requests within one second. */
function limitSettings() {
  const parse = integer(1, 1_000_000);
  const settings = Object.entries(LIMITED).flatMap(([name, { quota, burst, counted }]): [string, LimitSetting][] => [
    [
      `${name}Quota`,
      { flag: `--${name}-quota <number>`, default: String(quota), help: `per minute and client: ${counted}`, parse },
    ],
    [
      `${name}Burst`,
      {
        flag: `--${name}-burst <number>`,
        default: String(burst),
        help: `most requests of the ${name} quota within one second`,
        parse,
      },
    ],
  ]);
  return Object.fromEntries(settings) as Readonly<Record<`${LimitedName}${'Quota' | 'Burst'}`, LimitSetting>>;
}

/** The place of the snapshot to read. */
export const SNAPSHOT_SETTING = {
  flag: '--snapshot <dir>',
  default: 'data/snapshots',
  help: 'folder of snapshots, or one snapshot; or the address of a cluster',
  parse: text,
} as const satisfies Setting<string>;

/** Categories, collections and vocabulary. */
export const CONFIG_SETTING = {
  flag: '--config <dir>',
  help: 'folder with categories.yaml, collections.yaml and vocabulary; without it the bundled one',
  parse: text,
} as const satisfies Setting<string>;

/** The demo ignores the variable of `--out`, so that it never touches the folder of real snapshots. */
export const DEMO_SETTINGS = {
  ...SERVE_SETTINGS,
  logLevel: { ...SERVE_SETTINGS.logLevel, default: 'warn' },
  out: {
    flag: '--out <dir>',
    env: false,
    default: 'data/sample',
    help: 'folder for the snapshot of the sample',
    parse: text,
  },
} as const satisfies SettingTable;

/** Settings of a build. */
export const BUILD_SETTINGS = {
  out: {
    flag: '--out <dir>',
    default: 'data/snapshots',
    help: 'folder of snapshots; the new one becomes its current one',
    parse: text,
  },
  config: CONFIG_SETTING,
  keep: {
    flag: '--keep <number>',
    default: '2',
    help: 'snapshots to keep, the current one included',
    parse: integer(1, 1000),
  },
  threads: {
    flag: '--threads <number>',
    env: 'GND_LINKS_BUILD_THREADS',
    help: 'threads that build, 0 for none besides the main one; without it one per processor, at most 4',
    parse: integer(0, 32),
  },
  ignoreDiskSpace: {
    flag: '--ignore-disk-space',
    env: false,
    help: 'begin even if the disk seems too small',
    parse: flag,
  },
} as const satisfies SettingTable;

/** The register, and the folder of copies. */
export const SOURCES_SETTINGS = {
  register: {
    flag: '--register <file>',
    help: 'register of sources (YAML); without it the bundled one',
    parse: text,
  },
  sources: {
    flag: '--sources <dir>',
    default: 'data/sources',
    help: 'folder of downloads: for each source the copy in use, a held copy, and the history',
    parse: text,
  },
  config: CONFIG_SETTING,
} as const satisfies SettingTable;

/** Settings of each download. */
export const DOWNLOAD_SETTINGS = {
  contact: CONTACT_SETTING,
  allowPrivateAddresses: {
    flag: '--allow-private-addresses',
    help: 'connect to loopback and private networks as well (the variable: 1 or 0)',
    parse: flag,
  },
} as const satisfies SettingTable;

/** Settings of all commands that fetch. */
export const FETCH_SETTINGS = {
  ...SOURCES_SETTINGS,
  concurrency: {
    flag: '--concurrency <hosts>',
    default: '4',
    help: 'hosts to download from at a time; files of one host are downloaded one after the other',
    parse: integer(1, 64),
  },
  ...DOWNLOAD_SETTINGS,
  maxPages: {
    flag: '--max-pages <number>',
    default: '4000',
    help: 'pages of records in one harvest of a repository; the next harvest goes on from there',
    parse: integer(1, 10_000_000),
  },
  pagePause: {
    flag: '--page-pause <milliseconds>',
    default: '500',
    help: 'pause between two pages of a harvest; the audit asks once a second at most, unless this is 0',
    parse: integer(0, 600_000),
  },
  auditRequests: {
    flag: '--audit-requests <number>',
    default: '300',
    help: 'requests per day by which a harvest is checked after 3 and after 14 days; 0 for no audit',
    parse: integer(0, 100_000),
  },
  auditSample: {
    flag: '--audit-sample <number>',
    default: '50',
    help: 'records per day that the audit compares with those at the address of the publisher; 0 for none',
    parse: integer(0, 1_000),
  },
} as const satisfies SettingTable;

/** Settings of a probe. */
export const PROBE_SETTINGS = {
  out: { ...BUILD_SETTINGS.out, help: 'folder of snapshots; addresses of the current one are looked at' },
  sources: SOURCES_SETTINGS.sources,
  ...DOWNLOAD_SETTINGS,
} as const satisfies SettingTable;

/** Settings of runs that a timer begins. */
const RECORD_SETTINGS = {
  every: {
    flag: '--every <hours>',
    env: 'GND_LINKS_UPDATE_EVERY',
    default: '24',
    help: 'hours until the next run is due; the status of the service warns when it is overdue',
    parse: integer(1, 8760),
  },
} as const satisfies SettingTable;

/** Settings of the command `completeness`. */
export const COMPLETENESS_SETTINGS = {
  ...FETCH_SETTINGS,
  out: { ...BUILD_SETTINGS.out, help: 'folder of snapshots, whose run log records the run' },
  ...RECORD_SETTINGS,
} as const satisfies SettingTable;

/** Settings of the command `harvest`. */
export const HARVEST_SETTINGS = {
  ...COMPLETENESS_SETTINGS,
  from: {
    flag: '--from <day or instant>',
    env: false,
    help: 'forget older records, and harvest anew from this day, YYYY-MM-DD, or instant, YYYY-MM-DDThh:mm:ssZ, on',
    parse: dayOrInstant,
  },
  until: {
    flag: '--until <day or instant>',
    env: false,
    help: 'harvest up to the end of this day, or up to this instant; without it up to now',
    parse: dayOrInstant,
  },
} as const satisfies SettingTable;

/** Credentials of a cluster, in the environment only: everybody on the machine can read a command line. */
export const CLUSTER_SETTINGS = {
  user: { flag: '', env: 'GND_LINKS_CLUSTER_USER', help: 'user of the cluster', parse: text },
  password: { flag: '', env: 'GND_LINKS_CLUSTER_PASSWORD', help: 'password of that user', parse: text },
  apiKey: {
    flag: '',
    env: 'GND_LINKS_CLUSTER_API_KEY',
    help: 'API key of the cluster, in place of user and password',
    parse: text,
  },
  ca: {
    flag: '',
    env: 'GND_LINKS_CLUSTER_CA',
    help: 'file with the certificates (PEM) to trust for the cluster; without it those of the system',
    parse: text,
  },
  timeout: {
    flag: '',
    env: 'GND_LINKS_CLUSTER_TIMEOUT',
    default: '3000',
    help: 'milliseconds to wait for a node before another one is asked',
    parse: integer(100, 60_000),
  },
} as const satisfies SettingTable;

const PUBLISH_TO = 'address of a cluster: opensearch+https://host:9200,host:9200/prefix';

/** Layout of a snapshot in a cluster. */
export const PUBLISH_SETTINGS = {
  shards: {
    flag: '--shards <number>',
    env: 'GND_LINKS_CLUSTER_SHARDS',
    default: '1',
    help: 'parts of each index in a cluster; more than one only where it does not fit on a node',
    parse: integer(1, 1024),
  },
  replicas: {
    flag: '--replicas <number|all>',
    env: 'GND_LINKS_CLUSTER_REPLICAS',
    default: 'all',
    help: 'copies of each part on other nodes, as far as there are nodes; all: one on each node',
    parse: replicas,
  },
} as const satisfies SettingTable;

/** The cluster to publish to. */
export const PUBLISH_TO_SETTING = {
  flag: '--to <url>',
  env: 'GND_LINKS_PUBLISH_TO',
  help: PUBLISH_TO,
  parse: clusterUrl,
} as const satisfies Setting<string>;

export const UPDATE_SETTINGS = {
  ...FETCH_SETTINGS,
  ...BUILD_SETTINGS,
  ...RECORD_SETTINGS,
  dumps: DUMPS_SETTING,
  baseUrl: BASE_URL_SETTING,
  publishTo: {
    ...PUBLISH_TO_SETTING,
    flag: '--publish-to <url>',
    help: `${PUBLISH_TO}; without it the snapshot stays on this machine`,
  },
  ...PUBLISH_SETTINGS,
} as const;

/** Settings of a dump. */
export const PRUNE_SETTINGS = {
  out: { ...BUILD_SETTINGS.out, help: 'folder of snapshots' },
  keep: { ...BUILD_SETTINGS.keep, help: 'snapshots and dumps to keep, the current ones included' },
  dumps: UPDATE_SETTINGS.dumps,
  publishTo: { ...UPDATE_SETTINGS.publishTo, help: `${PUBLISH_TO}; without it nothing is removed there` },
} as const satisfies SettingTable;

export const DUMP_SETTINGS = {
  out: { flag: '--out <dir>', env: false, default: 'data/dumps', help: 'folder of dumps', parse: text },
  baseUrl: BASE_URL_SETTING,
} as const satisfies SettingTable;

const TABLES: readonly SettingTable[] = [{ SNAPSHOT_SETTING }, SERVE_SETTINGS, UPDATE_SETTINGS, CLUSTER_SETTINGS];

/** Every setting that has an environment variable, by its variable. */
export const SETTINGS_BY_VARIABLE: ReadonlyMap<string, Setting<unknown>> = new Map(
  TABLES.flatMap((table) =>
    Object.values(table).flatMap((setting) => {
      const variable = variableOf(setting);
      return variable === undefined ? [] : [[variable, setting] as const];
    }),
  ),
);
