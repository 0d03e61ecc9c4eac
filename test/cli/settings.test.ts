/** Every setting in every command, by variable and flag: the values that help promises are accepted, others refused. */
import { spawnSync } from 'node:child_process';
import type { Command } from 'commander';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { clusterAccess } from '../../src/cli/cluster-access.ts';
import { createProgram } from '../../src/cli/program.ts';
import { CLUSTER_SETTINGS } from '../../src/cli/settings/cluster-settings.ts';
import { variableOf } from '../../src/cli/settings/setting.ts';
import { EXTRA_NAMES } from '../../src/cli/doors.ts';
import { QUOTAS } from '../../src/core/quotas/quota-table.ts';
import { temporaryDirectory, temporaryFile } from '../temporary.ts';
import { expectEnd, main, run } from './command.ts';
import { SETTINGS_BY_VARIABLE } from '../../src/cli/settings/settings.ts';

interface Promised {
  /** Written texts, and the values that the command gets. */
  readonly good: readonly (readonly [text: string, value: unknown])[];
  readonly bad: readonly string[];
}

const same = (...texts: readonly string[]): Promised['good'] => texts.map((value) => [value, value]);
const path: Promised = { good: same('/srv/gnd', 'a folder/ä'), bad: [' '] };
const switched: Promised = {
  good: [
    ['1', true],
    ['true', true],
    ['0', false],
    ['false', false],
  ],
  bad: ['yes', 'no', 'off', '2', ' ', 'TRUE'],
};
const choice = (...values: readonly string[]): Promised => ({ good: same(...values), bad: ['1', 'ON', 'loud'] });
const number = (minimum: number, maximum: number): Promised => ({
  good: [minimum, minimum + 1, maximum].map((value) => [String(value), value]),
  bad: [String(minimum - 1), String(maximum + 1), '1.5', '1e3', '0x10', 'many', ' 1'],
});
const networks: Promised = {
  good: [
    ['10.0.0.0/8, fd00::/8 192.0.2.1', ['10.0.0.0/8', 'fd00::/8', '192.0.2.1']],
    ['::1', ['::1']],
  ],
  bad: ['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8,fd00::/', 'localhost', '10.0.0', 'fd00::/129'],
};
const web: Promised = {
  good: [...same('https://example.org', 'mailto:a@example.org', 'tel:+49301234')].map(([text]) => [
    text,
    new URL(text).href,
  ]),
  bad: ['example.org', 'ftp://example.org', 'https://user:secret@example.org'],
};
const port = number(0, 65_535);
const quota = number(1, 1_000_000);

const PROMISED: Readonly<Record<string, Promised>> = {
  GND_LINKS_SNAPSHOT: path,
  GND_LINKS_HOST: { good: same('0.0.0.0', '::', 'localhost'), bad: [' '] },
  GND_LINKS_PORT: port,
  GND_LINKS_REUSE_PORT: switched,
  GND_LINKS_BASE_URL: {
    good: [
      ...same('https://example.org', 'http://127.0.0.1:8080/gnd'),
      ['https://example.org/', 'https://example.org'],
    ],
    bad: ['example.org', 'ftp://example.org', 'https://example.org/?a', 'https://a:b@example.org'],
  },
  GND_LINKS_DOORS: {
    good: [
      ['all', EXTRA_NAMES],
      ['interface', []],
      ['interface,pages', ['pages']],
      ['resolve, mcp', ['mcp', 'resolve']],
    ],
    bad: ['nothing', 'interface pages', 'well-known', 'constructor'],
  },
  GND_LINKS_DUMPS: path,
  GND_LINKS_THUMBNAILS: path,
  GND_LINKS_TRUSTED_PROXIES: networks,
  ...Object.fromEntries(
    Object.keys(QUOTAS).flatMap((name) =>
      ['QUOTA', 'BURST'].map((kind) => [`GND_LINKS_${name.toUpperCase()}_${kind}`, quota]),
    ),
  ),
  GND_LINKS_SITE_FACTOR: number(0, 65_536),
  GND_LINKS_EXEMPT_NETWORKS: networks,
  GND_LINKS_LIMITER_URL: {
    good: same('redis://host:6379/0', 'rediss://host'),
    bad: ['host:6379', 'http://host', 'redis://h/99999', 'redis:///0', 'redis://h/a'],
  },
  GND_LINKS_FOLLOW_SECONDS: number(0, 86_400),
  GND_LINKS_DRAIN_SECONDS: number(0, 300),
  GND_LINKS_ADMIN_PORT: port,
  GND_LINKS_ADMIN_HOST: { good: same('0.0.0.0', '::'), bad: [] },
  GND_LINKS_CONTACT: {
    good: same('https://example.org', 'a@example.org'),
    bad: ['two words', '(a)', 'https://user:secret@example.org'],
  },
  GND_LINKS_OPERATOR: { good: same('Stadtbibliothek, Markt 1, 12345 Beispielstadt'), bad: [' '] },
  GND_LINKS_LEGAL_BASIS: choice('interest', 'task'),
  GND_LINKS_IMPRINT: web,
  GND_LINKS_PRIVACY: web,
  GND_LINKS_ACCESSIBILITY: web,
  GND_LINKS_SECURITY_CONTACT: web,
  GND_LINKS_PICTURES: choice('ask', 'show', 'off'),
  GND_LINKS_WARM_UP: choice('on', 'off'),
  GND_LINKS_ACCESS_LOG: choice('on', 'off'),
  GND_LINKS_LOG_LEVEL: choice('debug', 'info', 'warn', 'error', 'silent'),
  GND_LINKS_REGISTER: path,
  GND_LINKS_SOURCES: path,
  GND_LINKS_CONFIG: path,
  GND_LINKS_OUT: path,
  GND_LINKS_ALLOW_PRIVATE_ADDRESSES: switched,
  GND_LINKS_MAX_PAGES: number(0, 10_000_000),
  GND_LINKS_PAGE_PAUSE: number(0, 600_000),
  GND_LINKS_AUDIT_REQUESTS: number(0, 100_000),
  GND_LINKS_KEEP: number(1, 1000),
  GND_LINKS_KEEP_READ: switched,
  GND_LINKS_CHANGES_DAYS: number(1, 10_000),
  GND_LINKS_BUILD_THREADS: number(0, 32),
  GND_LINKS_UPDATE_EVERY: number(1, 8760),
  GND_LINKS_PUBLISH_TO: {
    good: same('opensearch+https://host:9200,host:9200/prefix', 'opensearch+http://127.0.0.1:9200/gnd'),
    bad: ['https://host:9200/prefix', 'host'],
  },
  GND_LINKS_CLUSTER_SHARDS: number(1, 1024),
  GND_LINKS_CLUSTER_REPLICAS: { good: [['all', 'all'], ...number(0, 100).good], bad: ['-1', '101', 'none'] },
  GND_LINKS_CLUSTER_USER: { good: same('reader'), bad: [] },
  GND_LINKS_CLUSTER_PASSWORD: { good: same('a b', '0'), bad: [] },
  GND_LINKS_CLUSTER_API_KEY: { good: same('key'), bad: [] },
  GND_LINKS_CLUSTER_CA: path,
  GND_LINKS_CLUSTER_TIMEOUT: number(100, 60_000),
};

/** Every command with settings, as the words that call it. */
const program = createProgram();
const COMMANDS = commandsBelow(program, []);

function commandsBelow(command: Command, words: readonly string[]): readonly (readonly string[])[] {
  return command.commands.flatMap((below) => {
    const called = [...words, below.name()];
    const own = below.options.some(({ envVar }) => envVar !== undefined) ? [called] : [];
    return [...own, ...commandsBelow(below, called)];
  });
}

interface Option {
  readonly words: readonly string[];
  readonly variable: string;
  readonly long: string;
  readonly attribute: string;
}

const OPTIONS: readonly Option[] = COMMANDS.flatMap((words) =>
  find(words).options.flatMap((option) =>
    option.envVar === undefined
      ? []
      : [{ words, variable: option.envVar, long: option.long ?? '', attribute: option.attributeName() }],
  ),
);

function find(words: readonly string[]): Command {
  return words.reduce((command, word) => command.commands.find((below) => below.name() === word) as Command, program);
}

/** Words for the arguments and options without which the command does not run. */
function argumentsOf(command: Command, given: Readonly<Record<string, string>> = {}): readonly string[] {
  const options = command.options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [long ?? '', 'text']);
  const required = command.registeredArguments.filter((argument) => argument.required);
  const words = required.map((argument) => given[argument.name()] ?? argument.name());
  return [...words, ...options];
}

/** The values of the settings with which the command would run. */
async function valuesOf(words: readonly string[], args: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const command = find(words);
  const needed = argumentsOf(command);
  let values: Readonly<Record<string, unknown>> | undefined;
  command.action(() => void (values = command.opts()));
  await program.parseAsync([...words, ...args, ...needed], { from: 'user' });
  if (values === undefined) throw new Error(`${words.join(' ')} does not run`);
  return values;
}

afterEach(() => vi.unstubAllEnvs());

it('the table of promised values has every variable', () => {
  expect(Object.keys(PROMISED).toSorted()).toEqual([...SETTINGS_BY_VARIABLE.keys()].toSorted());
  const reached = new Set([
    ...OPTIONS.map(({ variable }) => variable),
    ...Object.values(CLUSTER_SETTINGS).map(variableOf),
  ]);
  expect([...SETTINGS_BY_VARIABLE.keys()].filter((variable) => !reached.has(variable))).toEqual([]);
});

/** The option of each variable in one command: its values come from the table of settings, whatever the command. */
const DISTINCT = new Map(OPTIONS.map((option) => [option.variable, option])).values();

describe.each([...DISTINCT].map((option) => ({ ...option, name: `${option.variable} of ${option.words.join(' ')}` })))(
  '$name',
  ({ words, variable, long, attribute }) => {
    const { good, bad } = PROMISED[variable] ?? { good: [], bad: [] };
    const isSwitch = PROMISED[variable] === switched;

    it('accepts by variable and by flag what help promises', async () => {
      for (const [text, value] of good) {
        vi.stubEnv(variable, text);
        expect((await valuesOf(words, []))[attribute], `${variable}=${text}`).toEqual(value);
        vi.unstubAllEnvs();
        if (!isSwitch) expect((await valuesOf(words, [long, text]))[attribute], `${long} ${text}`).toEqual(value);
      }
      if (isSwitch) expect((await valuesOf(words, [long]))[attribute]).toBe(true);
    });

    it('refuses any other value as wrong usage, and names it', async () => {
      for (const text of bad) {
        const needed = argumentsOf(find(words));
        await expectEnd(run([...words, ...needed], { [variable]: text }), 2, /^gnd-links: .*(?:must|cluster)/);
      }
    });
  },
);

it.each(OPTIONS)(
  '$variable of $words is read, and its flag $long preferred',
  async ({ words, variable, long, attribute }) => {
    const [first, , last = first] = PROMISED[variable]?.good ?? [];
    const isSwitch = PROMISED[variable] === switched;
    vi.stubEnv(variable, (isSwitch ? '0' : last?.[0]) ?? '');
    expect((await valuesOf(words, []))[attribute]).toEqual(isSwitch ? false : last?.[1]);
    expect((await valuesOf(words, isSwitch ? [long] : [long, first?.[0] ?? '']))[attribute]).toEqual(first?.[1]);
  },
);

describe('a setting that cannot be meant', () => {
  const given = { dir: inject('sample'), gnd: '118540238', file: import.meta.filename };

  // Without --now, withhold reads no register.
  const named = OPTIONS.filter(
    ({ variable, words }) => /_(?:CONFIG|REGISTER)$/.test(variable) && words[0] !== 'withhold',
  );

  it.each(named)('$variable of $words is named when it is not there', async ({ words, variable }) => {
    const needed = argumentsOf(find(words), given);
    const places = { GND_LINKS_OUT: temporaryDirectory(), GND_LINKS_SOURCES: temporaryDirectory() };
    const env = { ...places, GND_LINKS_SNAPSHOT: inject('sample'), GND_LINKS_REGISTER: 'sample/sources.yaml' };
    await expectEnd(run([...words, ...needed], { ...env, [variable]: '/nowhere' }), 1, /\/nowhere/);
  });

  it.each([
    'javascript:alert(1)',
    'javascript:a@b.org',
    'http://[',
    'mailto:',
    'ftp://example.org',
    'nobody',
    'http://u:p@example.org',
  ])('a contact to which no page can link is refused: %s', (contact) =>
    expectEnd(run(['serve', '--contact', contact], { GND_LINKS_SNAPSHOT: inject('sample') }), 2, /--contact/),
  );

  it.each([
    [['serve', '--admin-host', '0.0.0.0'], 2, /--admin-host has no effect without --admin-port/],
    [['update', '--register', 'sample/sources.yaml', '--publish-to', 'opensearch+http://h:99999/gnd'], 2, /cluster/],
  ])('%j is refused', (args, code, sentence) =>
    expectEnd(run(args, { GND_LINKS_SNAPSHOT: inject('sample') }), code, sentence),
  );

  it.each([
    [[], /"level":40,.*"setting":"--contact","msg":"the pages name no contact; the law requires/, /dumps/],
    [
      ['--contact', 'https://example.org', '--dumps', '/nowhere'],
      /"dumps":"\/nowhere","msg":"there is no folder of dumps yet"/,
      /--contact/,
    ],
    [['--doors', 'interface', '--dumps', '/nowhere'], /there is no folder of dumps yet/, /--contact/],
  ])('the start of serve with %j logs what is missing', (given, said, unsaid) => {
    const args = ['serve', '--snapshot', inject('sample'), '--host', '203.0.113.1', ...given];
    const { stdout } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
    expect(stdout).toMatch(said);
    expect(stdout).not.toMatch(unsaid);
  });
});

it.each([
  ['serve', '--host'],
  ['serve', '--snapshot'],
  ['build', '--out'],
  ['update', '--dumps'],
])('%s %s refuses an empty value', async (command, flag) => {
  await expectEnd(run([command, flag, '']), 2, new RegExp(`${flag} .*must not be empty`));
});

it.each(Object.entries(CLUSTER_SETTINGS).map(([name, setting]) => [variableOf(setting) ?? '', name] as const))(
  'the setting %s, which only the environment has, is read',
  (variable, name) => {
    const { good, bad } = PROMISED[variable] ?? { good: [], bad: [] };
    for (const [text, value] of good) expect(clusterAccess({ [variable]: text })).toHaveProperty(name, value);
    for (const text of bad) expect(() => clusterAccess({ [variable]: text })).toThrow(variable);
    expect(clusterAccess({ [variable]: '' })).toEqual(clusterAccess({}));
  },
);

it('a device is no file of settings: some never end', async () => {
  await expect(valuesOf(['serve'], ['--env-file', '/dev/null'])).rejects.toThrow('must be a readable file');
});

it('a file of settings switches settings on and off, and its empty lines have no effect', async () => {
  const file = temporaryFile('GND_LINKS_REUSE_PORT=0\nGND_LINKS_PORT=\nGND_LINKS_DUMPS=/srv/dumps\n', 'gnd-links.env');
  // The file is read into the environment: these variables are restored afterwards.
  for (const name of ['GND_LINKS_REUSE_PORT', 'GND_LINKS_PORT', 'GND_LINKS_DUMPS']) vi.stubEnv(name, undefined);
  const values = await valuesOf(['serve'], ['--env-file', file]);
  expect(values).toMatchObject({ reusePort: false, port: 8080, dumps: '/srv/dumps' });
});
