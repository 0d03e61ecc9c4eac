/** The one table of settings: each is a flag of the command line, an environment variable, a default and a line of help. */
import {
  baseUrl,
  contactUri,
  day,
  flag,
  headerText,
  integer,
  limiterUrl,
  networks,
  oneOf,
  text,
  type Setting,
} from './setting.ts';

/** Settings of the server. */
export const SERVE_SETTINGS = {
  host: {
    flag: '--host <address>',
    env: 'GND_LINKS_HOST',
    default: '127.0.0.1',
    help: 'address to listen on; 0.0.0.0 or :: for all',
    parse: text,
  },
  port: {
    flag: '--port <number>',
    env: 'GND_LINKS_PORT',
    default: '8080',
    help: 'port to listen on; 0 takes a free one',
    parse: integer(0, 65_535),
  },
  baseUrl: {
    flag: '--base-url <url>',
    env: 'GND_LINKS_BASE_URL',
    default: undefined,
    help: 'address under which clients reach the service; without it the one it listens on',
    parse: baseUrl,
  },
  trustedProxies: {
    flag: '--trusted-proxies <networks>',
    env: 'GND_LINKS_TRUSTED_PROXIES',
    default: '',
    help: 'networks whose X-Forwarded-For is believed, separated by commas',
    parse: networks,
  },
  linksQuota: {
    flag: '--links-quota <requests>',
    env: 'GND_LINKS_LINKS_QUOTA',
    default: '600',
    help: 'requests per minute and client for /gnd/{gnd}/links',
    parse: integer(1, 1_000_000),
  },
  linksBurst: {
    flag: '--links-burst <requests>',
    env: 'GND_LINKS_LINKS_BURST',
    default: '300',
    help: 'of these at most so many within one second',
    parse: integer(1, 1_000_000),
  },
  searchQuota: {
    flag: '--search-quota <requests>',
    env: 'GND_LINKS_SEARCH_QUOTA',
    default: '300',
    help: 'requests per minute and client for /search',
    parse: integer(1, 1_000_000),
  },
  searchBurst: {
    flag: '--search-burst <requests>',
    env: 'GND_LINKS_SEARCH_BURST',
    default: '150',
    help: 'of the searches at most so many within one second',
    parse: integer(1, 1_000_000),
  },
  coverageQuota: {
    flag: '--coverage-quota <requests>',
    env: 'GND_LINKS_COVERAGE_QUOTA',
    default: '120',
    help: 'requests per minute and client for /coverage, of 100 identifiers each',
    parse: integer(1, 1_000_000),
  },
  coverageBurst: {
    flag: '--coverage-burst <requests>',
    env: 'GND_LINKS_COVERAGE_BURST',
    default: '60',
    help: 'of the coverage requests at most so many within one second',
    parse: integer(1, 1_000_000),
  },
  siteFactor: {
    flag: '--site-factor <number>',
    env: 'GND_LINKS_SITE_FACTOR',
    default: '16',
    help: 'an IPv6 /48 has so many times the quota of one client, which is a /64; 0 for no such limit',
    parse: integer(0, 65_536),
  },
  exemptNetworks: {
    flag: '--exempt-networks <networks>',
    env: 'GND_LINKS_EXEMPT_NETWORKS',
    default: '',
    help: 'networks whose requests are not counted, separated by commas',
    parse: networks,
  },
  limiterUrl: {
    flag: '--limiter-url <url>',
    env: 'GND_LINKS_LIMITER_URL',
    default: undefined,
    help: 'Valkey or Redis that counts for several hosts: redis://host:6379/0 or rediss://; without it this host counts by itself',
    parse: limiterUrl,
  },
  workers: {
    flag: '--workers <number>',
    env: 'GND_LINKS_WORKERS',
    default: '1',
    help: 'processes that answer; 0 for one per core',
    parse: integer(0, 256),
  },
  followSeconds: {
    flag: '--follow-seconds <number>',
    env: 'GND_LINKS_FOLLOW_SECONDS',
    default: '5',
    help: 'how often to look whether another snapshot is current; 0 for only at SIGHUP',
    parse: integer(0, 86_400),
  },
  drainSeconds: {
    flag: '--drain-seconds <number>',
    env: 'GND_LINKS_DRAIN_SECONDS',
    default: '0',
    help: 'after SIGTERM, how long to answer on while /readyz already says no, so that a balancer notices',
    parse: integer(0, 300),
  },
  adminPort: {
    flag: '--admin-port <number>',
    env: 'GND_LINKS_ADMIN_PORT',
    default: undefined,
    help: 'port of /livez, /readyz and /metrics; without it there are none',
    parse: integer(0, 65_535),
  },
  adminHost: {
    flag: '--admin-host <address>',
    env: 'GND_LINKS_ADMIN_HOST',
    default: '127.0.0.1',
    help: 'address of the admin port',
    parse: text,
  },
  securityContact: {
    flag: '--security-contact <uri>',
    env: 'GND_LINKS_SECURITY_CONTACT',
    default: undefined,
    help: 'whom to tell of a vulnerability, mailto: or https:, for /.well-known/security.txt',
    parse: contactUri,
  },
  warmUp: {
    flag: '--warm-up <on|off>',
    env: 'GND_LINKS_WARM_UP',
    default: 'on',
    help: 'after the start read the files of the snapshot once, as far as memory is free, and verify them',
    parse: oneOf('on', 'off'),
  },
  accessLog: {
    flag: '--access-log <on|off>',
    env: 'GND_LINKS_ACCESS_LOG',
    default: 'on',
    help: 'whether each request is logged',
    parse: oneOf('on', 'off'),
  },
  logLevel: {
    flag: '--log-level <level>',
    env: 'GND_LINKS_LOG_LEVEL',
    default: 'info',
    help: 'what is logged: debug, info, warn, error or silent',
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
} as const satisfies Record<string, Setting<unknown>>;

/** Where a snapshot is read from. */
export const SNAPSHOT_SETTING: Setting<string> = {
  flag: '--snapshot <dir>',
  env: 'GND_LINKS_SNAPSHOT',
  default: 'data/snapshots',
  help: 'folder of snapshots, or one snapshot',
  parse: text,
};

/** Where downloads are kept. */
export const SOURCES_SETTING = {
  flag: '--sources <dir>',
  env: 'GND_LINKS_SOURCES',
  default: 'data/sources',
  help: 'folder of downloads: for each source the copy in use, what was held, and its history',
  parse: text,
} as const satisfies Setting<string>;

/** Settings of downloads. */
export const FETCH_SETTINGS = {
  concurrency: {
    flag: '--concurrency <hosts>',
    env: 'GND_LINKS_CONCURRENCY',
    default: '4',
    help: 'hosts to ask at a time; each is asked for one file after the other',
    parse: integer(1, 64),
  },
  contact: {
    flag: '--contact <address>',
    env: 'GND_LINKS_CONTACT',
    default: undefined,
    help: 'web or mail address that the User-Agent names, for whoever wonders who fetches',
    parse: headerText,
  },
  allowPrivateAddresses: {
    flag: '--allow-private-addresses',
    env: 'GND_LINKS_ALLOW_PRIVATE_ADDRESSES',
    default: undefined,
    help: 'connect to loopback and private networks as well (the variable: 1 or 0)',
    parse: flag,
  },
} as const satisfies Record<string, Setting<unknown>>;

/** Settings of harvests. */
export const HARVEST_SETTINGS = {
  maxPages: {
    flag: '--max-pages <number>',
    env: 'GND_LINKS_MAX_PAGES',
    default: '4000',
    help: 'pages of records to harvest from a repository at a time; the next harvest goes on there',
    parse: integer(1, 10_000_000),
  },
  pagePause: {
    flag: '--page-pause <milliseconds>',
    env: 'GND_LINKS_PAGE_PAUSE',
    default: '500',
    help: 'pause between two pages of a harvest',
    parse: integer(0, 600_000),
  },
} as const satisfies Record<string, Setting<unknown>>;

/** Days of a harvest, for its command only. */
export const HARVEST_DAYS = {
  from: {
    flag: '--from <day>',
    default: undefined,
    help: 'forget what is older than this day, YYYY-MM-DD, and harvest anew from here on',
    parse: day,
  },
  until: {
    flag: '--until <day>',
    default: undefined,
    help: 'harvest up to the end of this day; without it up to now',
    parse: day,
  },
} as const satisfies Record<string, Setting<unknown>>;

/** Settings of a build. */
export const BUILD_SETTINGS = {
  register: {
    flag: '--register <file>',
    env: 'GND_LINKS_REGISTER',
    default: undefined,
    help: 'register of sources (YAML)',
    parse: text,
  },
  out: {
    flag: '--out <dir>',
    env: 'GND_LINKS_OUT',
    default: 'data/snapshots',
    help: 'folder of snapshots; the new one becomes its current one',
    parse: text,
  },
  config: {
    flag: '--config <dir>',
    env: 'GND_LINKS_CONFIG',
    default: undefined,
    help: 'folder with categories.yaml, collections.yaml and vocabulary; without it the one that comes along',
    parse: text,
  },
  keep: {
    flag: '--keep <number>',
    env: 'GND_LINKS_KEEP',
    default: '2',
    help: 'snapshots to keep, the current one included',
    parse: integer(1, 1000),
  },
  threads: {
    flag: '--threads <number>',
    env: 'GND_LINKS_BUILD_THREADS',
    default: undefined,
    help: 'threads that build, 0 for none besides the main one; without it one per processor, at most 4',
    parse: integer(0, 32),
  },
  ignoreDiskSpace: {
    flag: '--ignore-disk-space',
    default: undefined,
    help: 'begin even if the disk seems too small',
    parse: flag,
  },
} as const satisfies Record<string, Setting<unknown>>;
