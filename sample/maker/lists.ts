/** From memberships to BEACON lists as they are found: headers, line ends, encodings and oddities included. */
import type { Memberships } from './facts.ts';

export interface List {
  readonly file: string;
  readonly header: readonly string[];
  /** Pattern of a line. */
  readonly line: string;
  /** Key of the memberships; `dewiki` stands for all entities with an article. */
  readonly members: string;
  /** Lines at the end, as they are. */
  readonly after?: readonly string[];
  readonly eol?: 'lf' | 'crlf' | 'cr';
  readonly encoding?: 'latin1';
  readonly bom?: boolean;
  readonly finalNewline?: boolean;
}

/** What a line may say of an entity beyond its membership. */
export interface Listed {
  readonly name: string;
  readonly dewiki?: string;
}

const LINE_ENDS = { lf: '\n', crlf: '\r\n', cr: '\r' } as const;

/** The list's bytes; a line per member, by GND ID. */
export function printList(list: List, memberships: Memberships, entities: ReadonlyMap<string, Listed>): Buffer {
  const members = list.members === 'dewiki' ? articles(entities) : Object.entries(memberships[list.members] ?? {});
  const lines = members
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([gnd, value]) => fill(list.line, gnd, value, entities.get(gnd)?.name ?? ''));
  const all = [...list.header, ...lines, ...(list.after ?? [])];
  const eol = LINE_ENDS[list.eol ?? 'lf'];
  const text = (list.bom === true ? '\uFEFF' : '') + all.join(eol) + (list.finalNewline === false ? '' : eol);
  return Buffer.from(text, list.encoding ?? 'utf8');
}

function articles(entities: ReadonlyMap<string, Listed>): [string, string][] {
  return [...entities].flatMap(([gnd, { dewiki }]) =>
    dewiki === undefined ? [] : [[gnd, encodeURI(dewiki.replaceAll(' ', '_'))]],
  );
}

/** A part that has no value takes its bar with it. */
function fill(pattern: string, gnd: string, value: string, name: string): string {
  const [hits = '', key = ''] = value.split(' ');
  const parts: Record<string, string> = { id: gnd, x: gnd.toLowerCase(), value, title: value, hits, key, name };
  return pattern.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '').replace(/\|$/, '');
}
