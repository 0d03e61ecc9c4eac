/** Whether what a document shows is a true excerpt of a real answer, under the conventions that the documents state. */

/** Stands for further items of a list, further lines, or the rest of a line. */
const ELLIPSIS = '…';

/** Names of a snapshot change with every change of the sample or the release; their form does not. */
const SNAPSHOT_ID = /^\d{8}-[0-9a-f]{8}$/;

/** @returns the place and kind of the first untruth, or undefined */
export function jsonUntruth(shown: unknown, actual: unknown, at = '$'): string | undefined {
  if (Array.isArray(shown)) {
    return Array.isArray(actual) ? listUntruth(shown, actual, at) : `${at} is no list`;
  }
  if (isObject(shown)) {
    return isObject(actual) ? objectUntruth(shown, actual, at) : `${at} is no object`;
  }
  if (at.endsWith('.snapshot.id') && SNAPSHOT_ID.test(String(shown)) && SNAPSHOT_ID.test(String(actual)))
    return undefined;
  return shown === actual ? undefined : `${at}: shown ${JSON.stringify(shown)}, answered ${JSON.stringify(actual)}`;
}

/** Some of the members, in the order of the answer. */
function objectUntruth(
  shown: Record<string, unknown>,
  actual: Record<string, unknown>,
  at: string,
): string | undefined {
  for (const [key, value] of Object.entries(shown)) {
    if (!(key in actual)) return `${at}.${key} is not answered`;
    const untruth = jsonUntruth(value, actual[key], `${at}.${key}`);
    if (untruth !== undefined) return untruth;
  }
  const order = Object.keys(actual).filter((key) => key in shown);
  const sameOrder = order.every((key, index) => key === Object.keys(shown)[index]);
  return sameOrder ? undefined : `${at}: the members come in the order ${order.join(', ')}`;
}

/** All items, or those around the ellipses in their order. */
function listUntruth(shown: readonly unknown[], actual: readonly unknown[], at: string): string | undefined {
  let next = 0;
  let gap = false;
  for (const [index, item] of shown.entries()) {
    if (item === ELLIPSIS) {
      gap = true;
      continue;
    }
    const found = gap ? actual.findIndex((other, i) => i >= next && jsonUntruth(item, other, at) === undefined) : next;
    if (found < 0) return `${at}: item ${index + 1} of those shown is not answered`;
    const untruth = jsonUntruth(item, actual[found], `${at}[${found}]`);
    if (untruth !== undefined) return untruth;
    next = found + 1;
    gap = false;
  }
  return gap || next === actual.length ? undefined : `${at}: ${actual.length} items, shown as if there were ${next}`;
}

/** Lines in their order; a line `…` stands for any lines, `…` at the end of a line for its rest. */
export function textUntruth(shown: string, actual: string): string | undefined {
  const lines = actual.trimEnd().split('\n').map(normalised);
  let next = 0;
  let gap = false;
  for (const line of shown.trimEnd().split('\n').map(normalised)) {
    if (line === ELLIPSIS) {
      gap = true;
      continue;
    }
    const found = gap ? lines.findIndex((other, index) => index >= next && isShownAs(other, line)) : next;
    if (!isShownAs(lines[found] ?? '', line)) return `shown “${line}”, but it is “${lines[found] ?? '(nothing)'}”`;
    next = found + 1;
    gap = false;
  }
  return gap || next === lines.length ? undefined : `there are further lines: “${lines[next] ?? ''}”`;
}

/** Lines of a header in any order, names in any case. */
export function headerUntruth(shown: string, actual: string): string | undefined {
  const byName = (line: string) => line.trim().replace(/^[\w-]+:/, (name) => name.toLowerCase());
  const lines = actual.split('\n').map(byName);
  return shown
    .trim()
    .split('\n')
    .map(byName)
    .find((line) => !lines.some((other) => isShownAs(other, line)));
}

function isShownAs(actual: string, shown: string): boolean {
  return shown.endsWith(ELLIPSIS) ? actual.startsWith(shown.slice(0, -1)) : actual === shown;
}

function normalised(line: string): string {
  return line.trimEnd().replace(/\b\d{8}-[0-9a-f]{8}\b/g, '(snapshot)');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
