/** Reports of benchmarks: aligned Markdown tables, the machine, and `bench/RESULTS.md`, which keeps the reports. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';

const RESULTS_FILE = join(import.meta.dirname, 'RESULTS.md');
const PREAMBLE = `# Results of the benchmarks

Written by the programs in this folder when they are run with \`--record\`; each replaces its own section.
Figures of different sections are comparable only where machine and corpus are the same.
`;

export interface Report {
  /** Prints the report; with `--record` also writes it into its section. @param corpus e.g. "12,644 entities" */
  publish(corpus: string, body: string): void;
}

/** Call this before the measurement: the load of the machine is read at once. */
export function openReport(name: string, title: string, record: boolean): Report {
  const machine = describeMachine();
  return {
    publish(corpus, body) {
      const day = new Date().toISOString().slice(0, 10);
      const section = `## ${title} (${day}, ${corpus})\n\n${machine}\n\n${body.trim().replace(/\n{3,}/g, '\n\n')}`;
      console.log(section);
      if (!record) return;
      const kept = existsSync(RESULTS_FILE) ? readFileSync(RESULTS_FILE, 'utf8') : PREAMBLE;
      writeFileSync(RESULTS_FILE, replaceSection(kept, name, section));
    },
  };
}

/** Replaces the section between `<!-- name -->` and `<!-- /name -->`, or appends it. */
export function replaceSection(text: string, name: string, section: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const block = `${start}\n\n${section.trim()}\n\n${end}`;
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) return `${text.trimEnd()}\n\n${block}\n`;
  return text.slice(0, from) + block + text.slice(to + end.length);
}

/** A Markdown table, aligned as the formatter aligns it. All columns but the first hold figures. */
export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, index) =>
    Math.max(3, column.length, ...rows.map((row) => (row[index] ?? '').length)),
  );
  const line = (cells: readonly string[]) => {
    const padded = widths.map((width, index) => {
      const cell = cells[index] ?? '';
      return index === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${padded.join(' | ')} |`;
  };
  const rule = line(widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)));
  return [line(columns), rule, ...rows.map(line)].join('\n');
}

/** A whole number with separators of thousands. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}

export function mebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(bytes < 10 * 1024 ** 2 ? 1 : 0);
}

function describeMachine(): string {
  const [first] = cpus();
  const load = loadavg().map((value) => value.toFixed(2));
  const parts = [
    first?.model.trim() ?? 'unknown processor',
    `${cpus().length} cores`,
    `${(totalmem() / 1024 ** 3).toFixed(0)} GiB`,
    `${type()} ${release()}`,
    `Node ${process.version}`,
    `load average before the run ${load.join(' ')}`,
  ];
  return `${parts.join(', ')}.`;
}
