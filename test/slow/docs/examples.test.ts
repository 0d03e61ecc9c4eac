/** Runs every example of the documents for users, and compares the shown outcome with the real one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { CLIENT_PATH } from '../../../src/extras/embed/released-files.ts';
import { perQuota } from '../../../src/core/quotas/quota-table.ts';
import { loadCuration } from '../../../src/build/sources/register/curation.ts';
import { loadRegister } from '../../../src/build/sources/register/register.ts';
import { main, runProcess } from '../../cli/command.ts';
import { temporaryFile } from '../../temporary.ts';
import { expectHeader, expectJson, expectText } from '../../docs/excerpt.ts';
import { type Block, blocksOf, inlineCode, readDocument, root } from '../../docs/markdown.ts';
import { sampleForFile, serveSample } from '../../docs/sample-service.ts';
import { has } from '../../has.ts';

const SHOWN_ADDRESS = 'http://127.0.0.1:8080';
/** Commands that take long, never end or need the internet. Other tests check that they exist, and what `npm start` prints. */
const NOT_CARRIED_OUT = /^(?:npm|alias|gnd-links (?:build|serve|demo|fetch|update))\b/;

const hasCurl = has('curl');
const hasPython = has('python3');
const hasPhp = has('php');

const service = sampleForFile({ limits: {} });

const real = (example: string) =>
  example
    .replaceAll(SHOWN_ADDRESS, service.url)
    .replaceAll('data/sample', service.folder)
    // A program has the file next to it.
    .replaceAll("'./client.js'", `'${join(root, 'src/extras/embed/released', CLIENT_PATH)}'`);
const shown = (output: string) =>
  output.replaceAll(service.url, SHOWN_ADDRESS).replaceAll(service.folder, 'data/sample');

async function shell(commands: string): Promise<string> {
  const preamble = `set -euo pipefail; gnd-links() { '${process.execPath}' '${main}' "$@"; };`;
  const ran = await runProcess([], { shell: `${preamble}\n${real(commands)}` });
  expect(ran, commands).toMatchObject({ code: 0 });
  return shown(ran.out);
}

async function program(interpreter: string, name: string, source: string): Promise<string> {
  const file = temporaryFile(real(source), name);
  const child = spawn(interpreter, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  expect({ code: code as number, err }).toEqual({ code: 0, err: '' });
  return shown(out);
}

const COMPARE: Readonly<Record<string, (shown: string, actual: string) => void>> = {
  json: expectJson,
  http: expectHeader,
  csv: expectText,
  text: expectText,
};

function expectOutcome(outcome: Block | undefined, output: string): void {
  if (outcome !== undefined) COMPARE[outcome.language]?.(outcome.text, output);
}

/** Commands of a block, continued lines joined, without those that are not run. */
function commandsOf(block: Block): string {
  const lines = block.text.replaceAll('\\\n', ' ').split('\n');
  return lines.filter((line) => !NOT_CARRIED_OUT.test(line)).join('\n');
}

async function carryOutConsole(block: Block): Promise<void> {
  for (const exchange of block.text.split(/^\$ /m).slice(1)) {
    const [command = '', ...expected] = exchange.split('\n');
    expectText(expected.join('\n'), await shell(command));
  }
}

async function loadShownRegister(block: Block): Promise<void> {
  const file = temporaryFile(block.text, 'sources.yaml');
  const { collections } = await loadCuration(join(root, 'config'));
  expect(await loadRegister(file, new Set(collections.keys()))).not.toEqual([]);
}

function exampleTests(document: string): void {
  const blocks = blocksOf(readDocument(document));
  blocks.forEach((block, index) => {
    const next = blocks[index + 1];
    const outcome = next !== undefined && next.language in COMPARE ? next : undefined;
    const title = `line ${block.line}, ${block.heading}:`;
    switch (block.language) {
      case 'sh':
        if (commandsOf(block) !== '')
          it.skipIf(!hasCurl)(`${title} the commands have the shown outcome (needs curl)`, async () =>
            expectOutcome(outcome, await shell(commandsOf(block))),
          );
        break;
      case 'console':
        it(`${title} the commands print the shown text`, () => carryOutConsole(block));
        break;
      case 'ts':
        it(`${title} the program prints the shown text`, async () =>
          expectOutcome(outcome, await program(process.execPath, 'example.mts', block.text)));
        break;
      case 'python':
        it.skipIf(!hasPython)(`${title} the program prints the shown text (optional: needs python3)`, async () =>
          expectOutcome(outcome, await program('python3', 'example.py', block.text)),
        );
        break;
      case 'php':
        it.skipIf(!hasPhp)(`${title} the program prints the shown text (needs php)`, async () =>
          expectOutcome(outcome, await program('php', 'example.php', block.text)),
        );
        break;
      case 'r':
      case 'grel':
        // No test runs R or GREL.
        break;
      case 'yaml':
        it(`${title} the register can be read`, () => loadShownRegister(block));
        break;
      default:
        it(`${title} the outcome follows its example`, () => {
          expect(Object.keys(COMPARE)).toContain(block.language);
          expect(['sh', 'ts', 'python', 'php']).toContain(blocks[index - 1]?.language);
        });
    }
  });
}

const EXECUTED = [
  'README.md',
  'docs/api.md',
  'docs/seealso.md',
  'docs/resolve.md',
  'docs/relations.md',
  'docs/migrate.md',
  'docs/client.md',
];
describe.each(EXECUTED)('%s', (document) => {
  exampleTests(document);
});

describe('README.md', () => {
  it('has exactly two lines to begin with', () => {
    const lines = blocksOf(readDocument('README.md')).map((block) => block.text);
    expect(lines).toContain('npm ci && npm start');
    expect(lines).toContain('npm ci && npm test');
  });

  it.skipIf(!hasCurl)('has a working example for each of the six endpoints (needs curl)', async () => {
    const commands = inlineCode(readDocument('README.md')).filter((code) => code.startsWith('curl '));
    expect(commands.length).toBe(6);
    for (const command of commands) await shell(`${command} --fail --silent --output /dev/null`);
  });
});

describe('docs/api.md', () => {
  const polite = blocksOf(readDocument('docs/api.md')).filter(({ heading }) => heading === 'How to be polite');

  async function expectPoliteness(language: string, interpreter: string, name: string): Promise<void> {
    const source = polite.find((block) => block.language === language)?.text ?? '';
    const statuses: number[] = [];
    const quota = { quota: 1, windowSeconds: 2, burst: 1 };
    const narrow = await serveSample({
      limits: perQuota(() => quota),
      observers: [{ finished: ({ status }) => void statuses.push(status) }],
    });
    try {
      await program(interpreter, name, source.replaceAll(SHOWN_ADDRESS, narrow.url));
    } finally {
      await narrow.close();
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 304]);
    expect(new Set(statuses.slice(1, -1))).toEqual(new Set([429]));
    // A client that waits as long as the service says is not refused repeatedly.
    expect(statuses.length).toBeLessThanOrEqual(4);
  }

  it('has a loop in TypeScript that waits after a refusal, and fetches nothing twice', () =>
    expectPoliteness('ts', process.execPath, 'example.mts'));

  it.skipIf(!hasPython)('has a loop in Python that does the same (optional: needs python3)', () =>
    expectPoliteness('python', 'python3', 'example.py'),
  );

  it('shows only spellings of identifiers that the service understands', async () => {
    const [, listed = ''] = /<!-- generated: spellings -->([^]*?)<!-- end -->/.exec(readDocument('docs/api.md')) ?? [];
    const spellings = inlineCode(listed);
    expect(spellings.length).toBeGreaterThan(60);
    for (const spelling of spellings) {
      const answer = await fetch(`${service.url}/api/v1/gnd/${encodeURIComponent(spelling)}/links`);
      expect(answer.status, spelling).toBe(200);
    }
  });
});
