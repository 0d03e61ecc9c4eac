/** Reads the project's documents: their fenced blocks, links, headings, tables and prose. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** All documents, relative to the project's root. */
export const DOCUMENTS: readonly string[] = [
  ...globSync('*.md', { cwd: root }),
  ...globSync('docs/**/*.md', { cwd: root }),
  'sample/README.md',
  'test/README.md',
].sort();

export interface Block {
  /** Info string of the fence: `sh`, `json` …; may be empty. */
  readonly language: string;
  readonly text: string;
  /** 1-based line of the fence. */
  readonly line: number;
  /** The nearest heading above the block. */
  readonly heading: string;
}

export function readDocument(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

export function blocksOf(document: string): Block[] {
  const blocks: Block[] = [];
  let open: { language: string; line: number; lines: string[] } | undefined;
  let heading = '';
  for (const [index, line] of document.split('\n').entries()) {
    const fence = /^```(\w*)\s*$/.exec(line);
    if (open === undefined) {
      heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
      if (fence !== null) open = { language: fence[1] ?? '', line: index + 1, lines: [] };
    } else if (fence !== null) {
      blocks.push({ language: open.language, line: open.line, text: open.lines.join('\n'), heading });
      open = undefined;
    } else {
      open.lines.push(line);
    }
  }
  if (open !== undefined) throw new Error(`the fence in line ${open.line} is never closed`);
  return blocks;
}

/** The document without fenced blocks. */
export function withoutBlocks(document: string): string {
  return document.replace(/^```\w*\s*$[^]*?^```\s*$/gm, '');
}

/** Texts in backticks. */
export function inlineCode(document: string): string[] {
  return [...withoutBlocks(document).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** The text without code of any kind. */
export function proseOf(document: string): string {
  return withoutBlocks(document)
    .replace(/`[^`\n]+`/g, '')
    .replace(/<!--[^]*?-->/g, '');
}

/** Targets of links, without those in code. */
export function linksOf(document: string): string[] {
  const text = withoutBlocks(document).replace(/`[^`\n]+`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

/** Anchors of the headings, as code hosting sites generate them. */
export function anchorsOf(document: string): Set<string> {
  const headings = [...withoutBlocks(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** {@link rawTableUnder} without backticks. */
export function tableUnder(document: string, heading: string): string[][] {
  return rawTableUnder(document, heading).map((cells) => cells.map((cell) => cell.replaceAll('`', '')));
}

/** Rows of the first table under a heading, without its head row. */
export function rawTableUnder(document: string, heading: string): string[][] {
  const lines = document.split('\n');
  const from = lines.findIndex(
    (line) => line.replace(/^#+ /, '').replaceAll('`', '') === heading && line.startsWith('#'),
  );
  if (from < 0) throw new Error(`there is no heading “${heading}”`);
  const first = lines.findIndex((line, index) => index > from && line.startsWith('|'));
  const rows: string[][] = [];
  for (const line of lines.slice(first + 2)) {
    if (!line.startsWith('|')) break;
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    rows.push(cells.map((cell) => cell.trim()));
  }
  return rows;
}
