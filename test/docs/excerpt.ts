/** Compares the shown excerpt of an answer with the real answer; an ellipsis stands for omitted parts. */
import { expect } from 'vitest';

/** Stands for further items of a list, further lines, or the rest of a line. */
const ELLIPSIS = '…';

/** Replaces identifiers of snapshots, which change with every change of the sample or the release. */
const normalised = (text: string) => text.replace(/\b\d{8}-(?:[0-9a-f]{8}\b|…)/g, '(snapshot)');

/** Objects may have further members, and a list with an ellipsis further items. */
export function expectJson(shown: string, actual: string): void {
  const pattern = patternOf(JSON.parse(normalised(shown)), () => true);
  expect(JSON.parse(normalised(actual))).toEqual(pattern);
}

/** Objects and lists with a line of an ellipsis have further members and items; the others are whole. */
export function expectMarkedJson(shown: string, actual: string): void {
  const pattern = patternOf(JSON.parse(withGaps(normalised(shown))), (members) => ELLIPSIS in members);
  expect(JSON.parse(normalised(actual))).toEqual(pattern);
}

/** Makes lines of an ellipsis, and an ellipsis at the end of an object on one line, items and members of that name. */
function withGaps(shown: string): string {
  const open: (string | undefined)[] = [];
  const lines = shown.split('\n').map((line) => {
    if (/^\s*[\]}]/.test(line)) open.pop();
    if (/[[{]$/.test(line)) open.push(line.at(-1));
    if (line.trim() !== ELLIPSIS) return line;
    return open.at(-1) === '[' ? `"${ELLIPSIS}",` : `"${ELLIPSIS}": true,`;
  });
  const inline = lines.join('\n').replaceAll(/, … ?(?=\})/g, `, "${ELLIPSIS}": true`);
  return inline.replace(/,(\s*[\]}])/g, '$1');
}

function patternOf(shown: unknown, isPart: (members: object) => boolean): unknown {
  if (Array.isArray(shown)) {
    const items = shown.filter((item) => item !== ELLIPSIS).map((item) => patternOf(item, isPart));
    if (items.length === shown.length) return items;
    const [first] = shown;
    return first === ELLIPSIS ? expect.arrayContaining(items) : beginningWith(items);
  }
  if (typeof shown !== 'object' || shown === null) return shown;
  const { [ELLIPSIS]: _, ...named } = shown as Record<string, unknown>;
  const members = Object.fromEntries(Object.entries(named).map(([key, value]) => [key, patternOf(value, isPart)]));
  return isPart(shown) ? expect.objectContaining(members) : members;
}

/** A list with further items after these. */
const beginningWith = (items: readonly unknown[]) =>
  expect.toSatisfy((list: readonly unknown[]) => {
    expect(list.slice(0, items.length)).toEqual(items);
    return true;
  }, 'begins with the items that are shown');

/** Compares line by line; an ellipsis matches omitted parts. */
export function expectText(shown: string, actual: string): void {
  expect(normalised(actual).trimEnd()).toMatch(regExpOf(normalised(shown).trimEnd()));
}

/** Compares header lines in any order; field names in any case. */
export function expectHeader(shown: string, actual: string): void {
  const lines = actual.split('\n').map((line) => line.trimEnd());
  for (const line of shown.trim().split('\n')) {
    const pattern = new RegExp(regExpOf(line).source, line.startsWith('HTTP/') ? '' : 'i');
    expect(lines).toContainEqual(expect.stringMatching(pattern));
  }
}

/** An ellipsis alone on a line matches any number of lines; at the end of a line, the rest of the line. */
function regExpOf(shown: string): RegExp {
  const lines = shown.split('\n').map((line) => {
    if (line === ELLIPSIS) return '[^]*';
    return line
      .trimEnd()
      .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replace(ELLIPSIS, '.*');
  });
  return new RegExp(`^${lines.join('\\n')}$`);
}
