/** The documents agree with the code and with each other: links, files, command lines, generated parts, wording. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ANSWER_TYPES_FILE, answerTypesText, GENERATED_DOCUMENTS, openapiText, renew } from '../docs/generate.ts';
import { run } from './cli/command.ts';
import {
  anchorsOf,
  blocksOf,
  DOCUMENTS,
  inlineCode,
  linksOf,
  proseOf,
  readDocument,
  root,
  tableUnder,
} from './docs/markdown.ts';

/** All files and folders, one a line; documents name them by the end of their path. */
const PATHS = globSync('{*,{src,test,docs,config,sample,bench,deploy}/**/*}', { cwd: root })
  .map((path) => `/${path}\n`)
  .join('');

describe.each(DOCUMENTS)('%s', (document) => {
  const text = readDocument(document);

  it('links only to documents and headings that exist', () => {
    const broken = linksOf(text).filter((target) => {
      if (/^(?:https?|mailto):/.test(target)) return false;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? document : join(dirname(document), path);
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && !anchorsOf(readDocument(file)).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('names only files and folders that exist', () => {
    const named = inlineCode(text).filter((code) =>
      /^(?:src|test|docs|config|sample|bench|deploy)\/[\w./-]+$|^\w[\w./-]*\.(?:ts|js|css|tsv)$|^(?:[\w-]+\/){2,}$/.test(
        code,
      ),
    );
    expect(named.filter((name) => !PATHS.includes(`/${name.replace(/\/$/, '')}\n`))).toEqual([]);
  });

  it('names only scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('has no exclamation marks', () => {
    expect(proseOf(text)).not.toMatch(/!(?!\[)/);
  });

  it('names no path of the machine where it was written, and no unknown address', () => {
    const places = [...text.matchAll(/(?<![\p{L}\p{N}.~:/})…*>-])\/(\w+)\/[\w./-]+/gu)].map(([path]) => path);
    expect(
      places.filter(
        (path) =>
          !/^\/(?:about|api|changes|context|coverage|data|docs|dumps|embed|etc|gnd|openapi|problems|reconcile|resolve|seealso|srv|usr|var)\//.test(
            path,
          ) && !path.startsWith('/dev/null'),
      ),
    ).toEqual([]);
    expect(text).not.toContain(resolve(root));
    expect(text).not.toMatch(/\bregistry\.\w/i);
  });
});

describe('ARCHITECTURE.md', () => {
  const text = readDocument('ARCHITECTURE.md');

  it('describes every room, and no other', () => {
    const described = tableUnder(text, 'Storeys').map(([room = '']) => room);
    const roomsOf = (storey: string) => readdirSync(join(root, 'src', storey)).map((room) => `${storey}/${room}/`);
    const rooms = [...roomsOf('core'), 'shared/', ...roomsOf('build'), 'extras/', 'cli/'];
    expect(described.toSorted()).toEqual(rooms.toSorted());
  });
});

describe('generated parts', () => {
  it.each(GENERATED_DOCUMENTS)('of %s are current (else run: node docs/generate.ts)', (document) => {
    const text = readDocument(document);
    expect(text).toMatch(/<!-- generated: \w+ -->/);
    expect(renew(text)).toBe(text);
  });

  it('include the OpenAPI description (else run: node docs/generate.ts)', () => {
    expect(readFileSync(join(root, 'docs/openapi.json'), 'utf8')).toBe(openapiText());
  });

  it('include the types of the client (else run: node docs/generate.ts)', () => {
    expect(readFileSync(join(root, ANSWER_TYPES_FILE), 'utf8')).toBe(answerTypesText());
  });

  it('replace the text between markers and nothing else', () => {
    const renewed = renew(
      'before\n<!-- generated: categories -->\n<!-- end -->\nbetween\n<!-- generated: problems -->\nold\n<!-- end -->\nafter',
    );
    expect(renewed).toMatch(/^before\n<!-- generated: categories -->\n\n\|[^]+\|\n\n<!-- end -->\nbetween\n/);
    expect(renewed).toMatch(/\n<!-- generated: problems -->\n\n\|[^]+\|\n\n<!-- end -->\nafter$/);
    expect(renewed).not.toContain('old');
    expect(() => renew('<!-- generated: nonsense --><!-- end -->')).toThrow('nonsense');
  });
});

describe('command lines', () => {
  const shown = [...new Set(DOCUMENTS.flatMap((document) => commandLinesOf(readDocument(document))))];
  const helps = new Map<string, string>();

  beforeAll(async () => {
    const names = [...new Set(shown.map((line) => line.split(' ')[1] ?? ''))];
    for (const name of names) await readHelp(helps, name);
    const inner = shown
      .map((line) => line.split(' ').slice(1, 3))
      .filter(([name = '', sub = '']) => isCommandOf(helps.get(name), sub));
    for (const path of new Set(inner.map((words) => words.join(' ')))) await readHelp(helps, path);
  });

  it('are shown for every command', async () => {
    const { out } = await run(['--help']);
    const commands = [...out.matchAll(/^ {2}([a-z]+)(?: \[| <)/gm)]
      .map(([, name]) => name)
      .filter((name) => name !== 'help');
    expect(commands.filter((name) => !shown.some((line) => line.startsWith(`gnd-links ${name}`)))).toEqual([]);
  });

  it.each(shown)('have an existing command and existing flags: %s', (line) => {
    const [, name = '', sub = ''] = line.split(' ');
    const help = helps.get(`${name} ${sub}`) ?? helps.get(name) ?? '';
    expect(help).toContain('Usage: gnd-links');
    const flags = line.match(/(?<=\s)--?[a-z][\w-]*/g) ?? [];
    expect(flags.filter((flag) => !new RegExp(`${flag}[\\s,=]`).test(help))).toEqual([]);
  });
});

async function readHelp(helps: Map<string, string>, path: string): Promise<void> {
  const ran = await run([...path.split(' '), '--help']);
  helps.set(path, ran.code === 0 ? ran.out : '');
}

function isCommandOf(help: string | undefined, name: string): boolean {
  const commands = help?.split('\nCommands:\n')[1] ?? '';
  return new RegExp(`^ {2}${name}\\b`, 'm').test(commands) && name !== '';
}

/** `gnd-links …` in shell blocks and in backticks, without the rest of the shell's line. */
function commandLinesOf(document: string): string[] {
  const blocks = blocksOf(document).filter(({ language }) => ['sh', 'console'].includes(language));
  const lines = [...blocks.flatMap((block) => block.text.replaceAll('\\\n', ' ').split('\n')), ...inlineCode(document)];
  return lines.flatMap((line) => /(?:^|[\s;&|] *)(gnd-links [a-z][^|&;#>]*)/.exec(line)?.[1]?.trim() ?? []);
}
