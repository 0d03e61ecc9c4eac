/** Constraints on a match from the properties of a query: names, years, values of attributes, identifiers. */
import { entryOf } from '../http/locale.ts';
import { ATTRIBUTES } from '../../core/model/entity.ts';
import type { MatchQuery } from '../../core/search/match.ts';
import type { PropertyQuestion } from '../../core/search/query/constraints.ts';

type SentValue = string | number | boolean | { readonly id: string; readonly name?: string | undefined };
/** One value, or several alternatives. */
type SentValues = SentValue | readonly SentValue[];

/** Attributes by the plain words that people use for them. */
const GROUPS: Readonly<Record<string, RegExp>> = {
  place: /^place|SuperiorOfPlace|^geographicAreaCode/,
  profession: /^professionOrOccupation/,
  author: /^(?:first)?(?:author|composer)|^(?:artist|creator|contributor)/i,
};
const STARTS = /^(?:dateOfBirth|dateOfEstablishment|dateOfP\w+|dateOfConferenceOrEvent|birth|start)/i;
const ENDS = /^(?:dateOfDeath|dateOfTermination|death|end)$/i;
const NAMES = /^(?:preferred|variant|display)?name$/i;
/** Most properties, most values of each, and most identifiers: each takes time. */
const MAX_EACH = 10;
const ALL_KEYS = [...new Set(Object.values(ATTRIBUTES).flat())];

type Constraints = Required<Pick<MatchQuery, 'name' | 'years' | 'dates' | 'properties' | 'identifiers'>>;

/** Reads properties of a query: names, years, values of attributes; any other property may be an identifier. */
export function constraintsOf(sent: readonly { readonly pid: string; readonly v: SentValues }[]): Constraints {
  const constraints = {
    name: '',
    years: [] as (number | undefined)[],
    dates: [] as string[],
    properties: [] as PropertyQuestion[],
    identifiers: [] as string[],
  };
  for (const { pid, v } of sent.slice(0, MAX_EACH)) {
    const all = [v]
      .flat()
      .slice(0, MAX_EACH)
      .map((one) => (typeof one === 'object' ? one : { id: String(one) }));
    const values = all.flatMap(({ id, name = id }) => [...new Set([id, name])]).map((value) => value.slice(0, 300));
    const years = yearsIn(values.join(' '));
    const attributes = ALL_KEYS.filter((key) => key === pid || entryOf(GROUPS, pid)?.test(key));
    const isDate = /AndDeath$|^years$/i.test(pid) || STARTS.test(pid) || ENDS.test(pid);
    if (isDate) constraints.dates.push(...values.filter((value) => /\d/u.test(value)));
    if (NAMES.test(pid)) constraints.name ||= values[0] ?? '';
    else if (/AndDeath$|^years$/i.test(pid)) constraints.years = [...years];
    else if (STARTS.test(pid)) constraints.years[0] = years[0];
    else if (ENDS.test(pid)) constraints.years[1] = years[0];
    else if (attributes.length > 0) constraints.properties.push({ attributes, values, onlyConfirms: pid === 'place' });
    else constraints.identifiers.push(...values, ...values.map((value) => `${pid}: ${value}`));
  }
  const identifiers = constraints.identifiers.slice(0, MAX_EACH);
  return { ...constraints, identifiers, years: [constraints.years[0], constraints.years[1]] };
}

/** Years in "1749-08-28", "1749-1832" and "-0428": a hyphen after a digit is not a minus sign. */
function yearsIn(text: string): readonly number[] {
  return [...text.matchAll(/(?<!\d)(?<sign>(?<!\d\s?)-)?(?<year>\d{3,4})(?!\d)/gu)].map(({ groups = {} }) =>
    Number(`${groups['sign'] ?? ''}${groups['year']}`),
  );
}
