/** Reads the parameter `to`: the schemes and the categories of links that are answered for each entity. */
import { spellingDistance } from '../../core/search/query/near-spelling.ts';
import { parameterError } from '../../core/http/query-string.ts';
import { type Problem, problem } from '../../core/http/problems.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { allWanted, GND, type WantedTarget } from './targets.ts';

/** Largest number of names of one request. */
const MAX_NAMES = 100;
/** Most characters of an unknown name that are compared and shown. */
const MAX_LETTERS = 50;
const LINKS = 'links';

/** @param names names as sent @returns each target once, under its requested name */
export function readTargets({ schemes, snapshot }: Store, names: readonly string[]): readonly WantedTarget[] | Problem {
  if (names.length > MAX_NAMES) return refusal(`accepts at most ${MAX_NAMES} names, not ${names.length}`, 'too_many');
  const wanted = new Map<string, WantedTarget>();
  for (const given of names) {
    const name = given.toLowerCase();
    const category = name.startsWith(`${LINKS}:`) ? name.slice(LINKS.length + 1) : undefined;
    const scheme = schemes.find((one) => one.names.includes(name));
    if (name === '*') for (const one of allWanted(schemes)) wanted.set(one.name, wanted.get(one.name) ?? one);
    else if (name === 'gnd') wanted.set(name, GND);
    else if (name === LINKS) wanted.set(name, { name, kind: LINKS, category: undefined });
    else if (scheme !== undefined) wanted.set(name, { name, kind: 'scheme', scheme });
    else if (snapshot.categories.some(({ key }) => key === category)) wanted.set(name, { name, kind: LINKS, category });
    else return unknownName(given, knownNames({ schemes, snapshot }));
  }
  return [...wanted.values()];
}

/** Names that are documented; further codes are also understood. */
function knownNames({ schemes, snapshot }: Pick<Store, 'schemes' | 'snapshot'>): readonly string[] {
  const own = schemes.flatMap(({ scheme, collection }) => (scheme === collection ? [scheme] : [scheme, collection]));
  return ['gnd', ...own, '*', LINKS, ...snapshot.categories.map(({ key }) => `${LINKS}:${key}`)];
}

function unknownName(given: string, names: readonly string[]): Problem {
  const shown = given.slice(0, MAX_LETTERS).toWellFormed();
  const distance = (name: string) => spellingDistance(name, shown.toLowerCase(), MAX_LETTERS);
  const nearest = names.reduce((best, name) => (distance(name) < distance(best) ? name : best));
  return refusal(
    `does not accept “${shown}”; the nearest name is “${nearest}”. It accepts ${names.join(', ')}`,
    'unknown_value',
  );
}

function refusal(what: string, code: string): Problem {
  const error = parameterError('to', code, what);
  return problem('invalid_request', { detail: error.detail, errors: [error] });
}
