/**
 * Writes the generated parts of documents from tables in the code, and the committed copy of the OpenAPI description:
 * `node docs/generate.ts`. A test fails while a document is stale.
 */
import { createLink } from '../src/core/http/door-link.ts';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { parse } from 'yaml';
import { answerTypes } from './answer-types.ts';
import { INTERFACE } from '../src/core/interface/interface.ts';
import { servicesDocument } from '../src/core/interface/services.ts';
import { openapiDocument } from '../src/core/interface/openapi.ts';
import { problemCacheControl, type ProblemCode, PROBLEMS } from '../src/core/http/problems.ts';
import { EXTRA_NAMES, EXTRAS, openDoors } from '../src/cli/doors.ts';
import { EXIT } from '../src/cli/exit.ts';
import { openCuration } from '../src/cli/installation.ts';
import { createProgram } from '../src/cli/program.ts';
import { SERVE_SETTINGS } from '../src/cli/settings/serve-settings.ts';
import { SETTINGS_BY_VARIABLE } from '../src/cli/settings/settings.ts';
import { QUOTAS } from '../src/core/quotas/quota-table.ts';
import { isLaterStage, UPDATE_STAGES, type UpdateStage } from '../src/build/runs/update-stages.ts';
import { METRICS } from '../src/core/http/metric-table.ts';
import { BOX_PATH, CLIENT_PATH } from '../src/extras/embed/released-files.ts';
import { ATTRIBUTES } from '../src/core/model/entity.ts';
import { GND_FORMS } from '../test/core/model/identifier-forms.ts';
import { PROBLEM_TEXT } from '../src/extras/pages/problem-answer.ts';
import type { Category } from '../src/core/model/source.ts';
import { ATTEMPTS } from '../src/core/search/search.ts';
import { REWRITINGS, RUN_TOGETHER } from '../src/core/search/attempts/variants.ts';
import { TRANSCRIPTIONS, WORD_FORMS } from '../src/core/search/query/word-forms.ts';
import {
  CATEGORY_POINTS,
  COSTS,
  COVER,
  LIMITS,
  MATCH_CLASSES,
  NAME_POINTS,
  SIGNALS,
  WEIGHTS,
} from '../src/core/search/tuning.ts';

/** Documents with generated parts, relative to the project. */
export const GENERATED_DOCUMENTS = [
  'ARCHITECTURE.md',
  'docs/api.md',
  'docs/limits.md',
  'docs/metrics.md',
  'docs/operations.md',
  'docs/reconciliation.md',
  'docs/search.md',
] as const;

const root = join(import.meta.dirname, '..');
const { schemes } = await openCuration();
const extraDoors = await Promise.all(
  EXTRA_NAMES.map(async (name) => [name, (await EXTRAS[name].load()).doors({ release: '', schemes })] as const),
);
const program = createProgram();

/** The generated parts by the name in their markers. */
const PARTS: Readonly<Record<string, () => string>> = {
  problems: problemsTable,
  spellings: spellingsList,
  attributes: attributesTable,
  categories: categoriesTable,
  endpoints: endpointsTable,
  extras: extrasTable,
  quotas: quotasTable,
  settings: settingsTable,
  updateStages: updateStagesTable,
  metrics: metricsTable,
  attempts: attemptsTable,
  rewritings: rewritingsTable,
  wordForms: wordFormsTable,
  transcriptions: transcriptionsTable,
  cover: () => tuningTable('number', COVER),
  fits: matchClassesTable,
  signals: signalsTable,
  limits: () => tuningTable('limit', LIMITS),
  costs: () => tuningTable('step', COSTS),
  prominence: prominenceTable,
  matchNames: matchNamesTable,
  matchWeights: matchWeightsTable,
};

/**
 * Renews the generated parts of the document, each between `<!-- generated: NAME -->` and `<!-- end -->`.
 * @throws when a marker names no part
 */
export function renew(document: string): string {
  return document.replace(
    /(<!-- generated: (\w+) -->)(?:(?!<!-- )[^])*(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => {
      const part = PARTS[name];
      if (part === undefined) throw new Error(`nothing generates “${name}”`);
      return `${begin}\n\n${part()}\n\n${end}`;
    },
  );
}

function attemptsTable(): string {
  const rows = ATTEMPTS.map(({ name, meaning }, place) => [String(place + 1), `\`${name}\``, meaning]);
  return markdownTable(['', 'attempt', 'what it tries'], rows);
}

function rewritingsTable(): string {
  const rows = [...REWRITINGS, RUN_TOGETHER].map(({ name, meaning }) => [name, meaning]);
  return markdownTable(['rewriting', 'what'], rows);
}

function wordFormsTable(): string {
  const rows = WORD_FORMS.map(({ name, meaning, examples, cost }) => [
    name,
    meaning,
    examples.map(([typed, form]) => `\`${typed}\` → \`${form}\``).join(' · '),
    String(cost),
  ]);
  return markdownTable(['form', 'what', 'examples', 'cost'], rows);
}

function transcriptionsTable(): string {
  const rows = Object.entries(TRANSCRIPTIONS).map(([name, letters]) => [
    name,
    Object.entries(letters)
      .map(([typed, scientific]) => `${typed} ${scientific}`)
      .join(', '),
  ]);
  return markdownTable(['transcription', 'letters, each with its scientific one'], rows);
}

function matchClassesTable(): string {
  const rows = Object.entries(MATCH_CLASSES).map(([match, { meaning, tier, weight, begun, score }]) => [
    `\`${match}\``,
    meaning,
    String(tier),
    String(weight),
    String(begun),
    String(score),
  ]);
  return markdownTable(['match class', 'what', 'tier', 'weight', 'as a beginning', 'score'], rows);
}

function matchNamesTable(): string {
  return markdownTable(
    ['points', 'for'],
    Object.values(NAME_POINTS).map(({ value, meaning }) => [String(value), meaning]),
  );
}

function matchWeightsTable(): string {
  const rows = Object.values(WEIGHTS).map(({ points, rulesOut, meaning }) => [
    points > 0 ? `+${points}` : `−${-points}`,
    rulesOut ? 'yes' : '',
    meaning,
  ]);
  return markdownTable(['points', 'rules out a match', 'for'], rows);
}

function signalsTable(): string {
  const rows = Object.entries(SIGNALS).map(([signal, { meaning, tier, weight, score }]) => [
    `\`${signal}\``,
    meaning,
    String(tier),
    String(weight),
    String(score),
  ]);
  return markdownTable(['signal', 'what', 'tiers back', 'weight', 'score'], rows);
}

function tuningTable(name: string, tuning: Readonly<Record<string, { value: number; meaning: string }>>): string {
  const rows = Object.entries(tuning).map(([dial, { value, meaning }]) => [`\`${dial}\``, String(value), meaning]);
  return markdownTable([name, 'value', 'what'], rows);
}

function prominenceTable(): string {
  const rows = Object.entries(CATEGORY_POINTS).map(([category, points]) => [`\`${category}\``, String(points)]);
  return markdownTable(['category', 'points'], rows);
}

/** The forms of an identifier that all doors read, as the tests have them. */
function spellingsList(): string {
  const examples = GND_FORMS.map(({ write, of }) => write(of === 'hyphenated' ? '4018118-2' : '118540238'));
  const visible = [...new Set(examples.filter((text) => /^[ -~„“]+$/u.test(text)).map((text) => text.trim()))];
  const isAddress = (text: string) => /[a-z]\.[a-z]|:\d{4}\//iu.test(text);
  const spans = (texts: readonly string[]) => texts.map((text) => `\`${text}\``).join(', ');
  return [
    `- **Numbers and labels**, also with blanks around them, any dash for the hyphen and digits of any script: ${spans(visible.filter((text) => !isAddress(text)))}`,
    `- **Addresses**, of this service as well, at any host and below any path: ${spans(visible.filter(isAddress))}`,
  ].join('\n');
}

function problemsTable(): string {
  const rows = (Object.keys(PROBLEMS) as ProblemCode[]).map((code) => {
    const cached = /max-age=(\d+)/.exec(problemCacheControl(code))?.[1];
    return [
      `\`${code}\``,
      String(PROBLEMS[code].status),
      PROBLEM_TEXT[code].meaning.en,
      cached === undefined ? 'no' : `${cached} s`,
    ];
  });
  return markdownTable(['`code`', 'status', 'meaning', 'cached'], rows);
}

function attributesTable(): string {
  const rows = Object.entries(ATTRIBUTES).map(([type, keys]) => [
    `\`${type}\``,
    keys.map((key) => `\`${key}\``).join(' '),
  ]);
  return markdownTable(['type', 'attributes, in the order of the answer'], rows);
}

function categoriesTable(): string {
  const { categories } = parse(readFileSync(join(root, 'config/categories.yaml'), 'utf8')) as {
    categories: Category[];
  };
  return markdownTable(
    ['category', 'English', 'German', 'what its links lead to'],
    categories.map(({ key, label, description }) => [`\`${key}\``, label.en, label.de, description.en]),
  );
}

function endpointsTable(): string {
  const rows = INTERFACE.map(({ path, summary, quota, cacheControl, dependsOn }) => [
    `\`${path}\``,
    summary,
    quota?.name ?? 'none',
    `\`${cacheControl}\``,
    dependsOn === 'snapshot' ? 'request and snapshot' : `those and the ${dependsOn}`,
  ]);
  return markdownTable(['`GET`', 'what', 'quota', '`Cache-Control` of a 200', 'answer depends on'], rows);
}

/** The extras and their addresses, without assets and single versions of a file. */
function extrasTable(): string {
  const rows = extraDoors.map(([name, doors]) => {
    const paths = doors.map(({ path }) => path).filter((path) => !/^\/assets\/|\/\d+\.\d+\.\d+\/|[^/]\/$/.test(path));
    const shown = paths.slice(0, 4).map((path) => `\`${path}\``);
    return [`\`${name}\``, EXTRAS[name].what, [...shown, ...(paths.length > shown.length ? ['…'] : [])].join(' ')];
  });
  return markdownTable(['name', 'what', 'answers at'], rows);
}

function quotasTable(): string {
  const factor = Number(SERVE_SETTINGS.siteFactor.default);
  const rows = Object.entries(QUOTAS).map(([name, { quota, burst, counted }]) => [
    `\`${name}\``,
    counted,
    String(quota),
    String(burst),
    String(quota * factor),
  ]);
  const head = ['quota', 'what costs one', 'in 60 s', 'of these in 1 s: `…-burst`', 'of an IPv6 /48 in 60 s: `…-site`'];
  return markdownTable(head, rows);
}

function settingsTable(): string {
  const commands = commandsByVariable();
  const rows = [...SETTINGS_BY_VARIABLE].map(([variable, setting]) => {
    const fallback = setting.default === undefined || setting.default === '' ? 'none' : `\`${setting.default}\``;
    // Secrets have no flag: command lines are visible to other users.
    const flag = setting.flag === '' ? 'none' : `\`${setting.flag}\``;
    return [flag, `\`${variable}\``, fallback, setting.help, commands.get(variable)?.join(', ') ?? 'with a cluster'];
  });
  return markdownTable(['flag', 'environment variable', 'default', 'what', 'commands'], rows);
}

function updateStagesTable(): string {
  const rows = Object.entries(UPDATE_STAGES).map(([stage, { needs, failure, next }]) => {
    const [kind, exitCode] = isLaterStage(stage as UpdateStage) ? [stage, EXIT.partly] : ['update', EXIT.failed];
    return [`\`${stage}\``, needs, failure, `\`The last ${kind} …\``, `\`kind="${kind}"\``, String(exitCode), next];
  });
  const head = [
    'stage',
    'needs',
    'when it fails',
    'check `updates`',
    '`update_last_failed`',
    'exit code',
    'the next run',
  ];
  return markdownTable(head, rows);
}

function metricsTable(): string {
  const rows = Object.entries(METRICS).map(([name, { type, labels, help }]) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
  ]);
  return markdownTable(['metric', 'type', 'labels', 'what'], rows);
}

/** The commands that read an environment variable, by its name, taken from the command line's definition. */
function commandsByVariable(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const command of program.commands.toSorted((a, b) => (a.name() < b.name() ? -1 : 1))) {
    for (const { envVar } of [command, ...command.commands].flatMap(({ options }) => options)) {
      if (envVar === undefined) continue;
      const commands = found.get(envVar) ?? [];
      if (!commands.includes(command.name())) found.set(envVar, [...commands, command.name()]);
    }
  }
  return found;
}

/** Aligns columns as the formatter does, so that formatting changes nothing. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [first = [], ...others] = cells;
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}

const BASE_URL = 'http://127.0.0.1:8080';
const DOORS = await openDoors({ release: '', dumps: 'dumps', schemes });
const LINK = createLink(DOORS, () => BASE_URL);

export function openapiText(): string {
  return `${JSON.stringify(openapiDocument({ baseUrl: BASE_URL, link: LINK, doors: INTERFACE }), null, 2)}\n`;
}

/** The OpenAPI description of all services other than the interface. */
export function servicesText(): string {
  return `${JSON.stringify(servicesDocument({ baseUrl: BASE_URL, link: LINK, doors: DOORS }), null, 2)}\n`;
}

export const ANSWER_TYPES_FILE = 'src/extras/client/answers.d.ts';

/** TypeScript types of the answers that the client's methods return. */
export function answerTypesText(): string {
  const { components } = JSON.parse(openapiText()) as { components: { schemas: Parameters<typeof answerTypes>[0] } };
  const answers = ['LinksAnswer', 'SearchAnswer', 'CoverageAnswer', 'SourcesAnswer', 'StatusAnswer', 'Problem'];
  return answerTypes(components.schemas, answers);
}

/** Texts of the released files of the current versions by path; files of earlier versions never change. */
export function releasedTexts(): ReadonlyMap<string, string> {
  const texts = {
    [BOX_PATH]: bundled('embed/box.js', 'gnd-links box'),
    [CLIENT_PATH]: bundled('client/client.js', 'Client of GND Links'),
    [CLIENT_PATH.replace(/js$/, 'd.ts')]: clientTypes(),
  };
  return new Map(
    Object.entries(texts).map(([path, text]) => [join(root, 'src/extras/embed/released', path), text] as const),
  );
}

/** The declarations of the client in one file, which types the bundle next to it. */
function clientTypes(): string {
  const out = mkdtempSync(join(tmpdir(), 'gnd-links-types-'));
  const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', out];
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'src/extras/client'), ...emit]);
  const declarations = ['client', 'client-requests', 'client-attempt'].map((name) =>
    readFileSync(join(out, `${name}.d.ts`), 'utf8'),
  );
  rmSync(out, { recursive: true });
  return [...declarations, answerTypesText()].join('\n').replace(/^(?:import|export) [^;]* from '\.\/.*\n/gm, '');
}

/** A script as one file without dependencies. */
function bundled(entry: string, name: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(root, 'src/extras', entry)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    write: false,
    banner: { js: `/* ${name}, Apache-2.0 */` },
  });
  return outputFiles[0]?.text ?? '';
}

if (import.meta.main) {
  for (const file of GENERATED_DOCUMENTS) {
    const path = join(root, file);
    writeFileSync(path, renew(readFileSync(path, 'utf8')));
  }
  writeFileSync(join(root, 'docs/openapi.json'), openapiText());
  writeFileSync(join(root, 'docs/services.json'), servicesText());
  writeFileSync(join(root, ANSWER_TYPES_FILE), answerTypesText());
  for (const [file, text] of releasedTexts()) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
