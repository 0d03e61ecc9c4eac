/** Settings of the server. */
import { EXTRA_NAMES } from '../doors.ts';
import { QUOTAS, type QuotaName } from '../../core/quotas/quota-table.ts';
import { BASE_URL_SETTING, CONTACT_SETTING, DUMPS_SETTING, THUMBNAILS_SETTING } from './common-settings.ts';
import {
  contactUri,
  flag,
  integer,
  limiterUrl,
  networks,
  oneOf,
  someOf,
  text,
  type Setting,
  type SettingTable,
} from './setting.ts';

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
    help: 'port to listen on; 0 for any free port',
    parse: integer(0, 65_535),
  },
  reusePort: {
    flag: '--reuse-port',
    help: 'share the port with other processes that have this option; the kernel distributes connections (as an environment variable: 1 or 0)',
    parse: flag,
  },
  baseUrl: BASE_URL_SETTING,
  doors: {
    flag: '--doors <names>',
    default: 'all',
    help: 'extras to serve in addition to the interface, separated by commas; “interface” for no extras',
    parse: someOf(EXTRA_NAMES, 'interface'),
  },
  dumps: DUMPS_SETTING,
  trustedProxies: {
    flag: '--trusted-proxies <networks>',
    default: '',
    help: 'networks from which X-Forwarded-For is trusted, separated by commas; if there is any, the privacy notice says that a web server stands in front and logs nothing',
    parse: networks,
  },
  ...limitSettings(),
  siteFactor: {
    flag: '--site-factor <number>',
    default: '16',
    help: 'quota of an IPv6 /48 as a multiple of the quota of a client, which is a /64; 0 for no such limit',
    parse: integer(0, 65_536),
  },
  exemptNetworks: {
    flag: '--exempt-networks <networks>',
    default: '',
    help: 'networks from which requests are not counted, separated by commas',
    parse: networks,
  },
  limiterUrl: {
    flag: '--limiter-url <url>',
    help: 'address of a Valkey or Redis server where several processes share a counter of requests: redis://host:6379/0 or rediss://; without this address, each process counts only its own requests',
    parse: limiterUrl,
  },
  followSeconds: {
    flag: '--follow-seconds <number>',
    default: '5',
    help: 'seconds between two checks for a new current snapshot; 0 for checks on SIGHUP only',
    parse: integer(0, 86_400),
  },
  drainSeconds: {
    flag: '--drain-seconds <number>',
    default: '0',
    help: 'seconds after SIGTERM during which requests are still answered while /readyz already answers 503, so that a load balancer notices the shutdown',
    parse: integer(0, 300),
  },
  adminPort: {
    flag: '--admin-port <number>',
    help: 'port of /livez, /readyz and /metrics; without it they are not served',
    parse: integer(0, 65_535),
  },
  adminHost: { flag: '--admin-host <address>', default: '127.0.0.1', help: 'address of the admin port', parse: text },
  contact: CONTACT_SETTING,
  operator: {
    flag: '--operator <text>',
    help: 'name and address of the operator, whom the privacy notice names as controller, and contact of the data protection officer; a semicolon begins a new line',
    parse: text,
  },
  legalBasis: {
    flag: '--legal-basis <interest|task>',
    help: 'legal basis in the privacy notice: a legitimate interest, or the task of a public body; without it the notice names both',
    parse: oneOf('interest', 'task'),
  },
  imprint: {
    flag: '--imprint <url>',
    help: 'page that names the responsible persons, linked from every page',
    parse: contactUri,
  },
  privacy: {
    flag: '--privacy <url>',
    help: 'privacy notice of the operator, linked from every page; without it the service has a page /privacy',
    parse: contactUri,
  },
  accessibility: {
    flag: '--accessibility <url>',
    help: 'accessibility statement of the operator, linked from every page; without it the service has a page /accessibility',
    parse: contactUri,
  },
  securityContact: {
    flag: '--security-contact <uri>',
    help: 'security contact for /.well-known/security.txt, as a mailto: or https: address',
    parse: contactUri,
  },
  pictures: {
    flag: '--pictures <ask|show|off>',
    default: 'ask',
    help: 'when to load pictures from Wikimedia: after a click, immediately, or never; Wikimedia learns the IP address of everybody who loads one',
    parse: oneOf('ask', 'show', 'off'),
  },
  thumbnails: THUMBNAILS_SETTING,
  warmUp: {
    flag: '--warm-up <on|off>',
    default: 'on',
    help: 'after the start, read and verify as many files of the snapshot as fit into free memory',
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
    help: 'lowest level of logged messages: debug, info, warn, error or silent',
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
} as const satisfies SettingTable;

type LimitSetting = Setting<number> & { readonly default: string };

/** Two settings for each quota: requests per minute, and requests within one second. */
function limitSettings() {
  const parse = integer(1, 1_000_000);
  const settings = Object.entries(QUOTAS).flatMap(([name, { quota, burst, counted }]): [string, LimitSetting][] => [
    [
      `${name}Quota`,
      { flag: `--${name}-quota <number>`, default: String(quota), help: `per minute and client: ${counted}`, parse },
    ],
    [
      `${name}Burst`,
      {
        flag: `--${name}-burst <number>`,
        default: String(burst),
        help: `how much of the ${name} quota may be used within one second`,
        parse,
      },
    ],
  ]);
  return Object.fromEntries(settings) as Readonly<Record<`${QuotaName}${'Quota' | 'Burst'}`, LimitSetting>>;
}

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
