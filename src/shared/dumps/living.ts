/** Whether a record may be about a living person. */
import type { EntityType, Years } from '../../core/model/entity.ts';

/** Years after a birth for which a person may be living, as far as the service can tell. */
export const LIFESPAN_YEARS = 110;

/** Classes of the type `Person` whose records are about nobody who ever lived. */
const NEVER_ALIVE: ReadonlySet<string> = new Set(['Gods', 'Spirits', 'LiteraryOrLegendaryCharacter']);

/** The parts of an entity that tell. */
export interface Life {
  readonly type: EntityType;
  readonly subtypes?: readonly string[];
  readonly years?: Years | undefined;
  readonly attributes?: Readonly<Record<string, readonly unknown[]>>;
  /** The line of an answer, which begins with dates: also those of `dateOfBirthAndDeath`, which no attribute has. */
  readonly description?: string | undefined;
}

/**
 * True for a person whose record states neither death nor a birth more than {@link LIFESPAN_YEARS} years ago, even if it
 * states no year at all.
 * @param year the present year
 */
export function mayBeLiving(
  { type, subtypes = [], years = {}, attributes = {}, description = '' }: Life,
  year: number,
): boolean {
  if (type !== 'Person' || subtypes.some((subtype) => NEVER_ALIVE.has(subtype))) return false;
  if (years.end !== undefined || 'dateOfDeath' in attributes || 'placeOfDeath' in attributes) return false;
  const [when = ''] = description.split(', ');
  if (/^†|^\S+–./.test(when)) return false;
  // A person who was active in a year was born by then.
  const born =
    years.start ??
    latestYear(attributes['dateOfBirth']) ??
    latestYear(attributes['periodOfActivity']) ??
    (BEGINS_WITH_DATE.test(when) ? firstYear(when) : undefined);
  return born === undefined || year - born <= LIFESPAN_YEARS;
}

const BEGINS_WITH_DATE = /^(?:\*|tätig|ca\.|um|vor|\[|v?\d)/;

/** The latest of the years in these texts; undefined where none has a year. */
function latestYear(values: readonly unknown[] = []): number | undefined {
  const years = values.flatMap((value) => (typeof value === 'string' ? (firstYear(value) ?? []) : []));
  return years.length === 0 ? undefined : Math.max(...years);
}

/** The latest year that the first date of a text may mean: 1899 of `18XX`, 1400 of `[14. Jh.]`, 1661 of `1661-1671`. */
function firstYear(text: string): number | undefined {
  if (/\bv\d|^-0|v\. ?Chr/.test(text)) return -1;
  const [, century] = /\b(\d{1,2})\. ?J(?:h|ahrhundert)/.exec(text) ?? [];
  if (century !== undefined) return Number(century) * 100;
  const [year] = /\d{4}|\d{3}X|\d\dXX|^\d{3}$/.exec(text) ?? [];
  return year === undefined ? undefined : Number(year.replaceAll('X', '9'));
}
