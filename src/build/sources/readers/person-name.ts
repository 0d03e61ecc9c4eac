/** Joins the parts of a person's name in natural order and in inverted order. */

/** Parts of a name in the GND, as cleaned text. */
export interface PersonNameParts {
  readonly forename?: string;
  readonly surname?: string;
  /** "von", "de la" */
  readonly prefix?: string;
  /** Name of a person without a surname. */
  readonly personalName?: string;
  /** "II." */
  readonly counting?: string;
  /** "der Große", "Preußen, König", "Dr." */
  readonly addition?: string;
}

/** "Johann Wolfgang von Goethe", "Friedrich II., Preußen, König", "Karl der Große". */
export function naturalName(parts: PersonNameParts): string {
  const { addition } = parts;
  if (parts.personalName !== undefined) return withAddition(words(parts.personalName, parts.counting), addition);
  // "Gräfin von" precedes the surname, "Dr." and "Vicomte" follow it.
  if (addition !== undefined && parts.prefix === undefined && /(?:^|\s)\p{Ll}+$/u.test(addition)) {
    return words(parts.forename, addition, parts.surname, parts.counting);
  }
  return withAddition(words(parts.forename, parts.prefix, parts.surname, parts.counting), addition);
}

/** "Goethe, Johann Wolfgang von", "Friedrich II., Preußen, König". */
export function invertedName(parts: PersonNameParts): string {
  const { addition } = parts;
  if (parts.personalName !== undefined) return list(words(parts.personalName, parts.counting), addition);
  return list(words(parts.surname, parts.counting), words(parts.forename, parts.prefix), addition);
}

/** Adds a by-name, which begins in lower case, after a blank, and a title or place after a comma. */
function withAddition(name: string, addition: string | undefined): string {
  return addition !== undefined && /^\p{Ll}/u.test(addition) ? words(name, addition) : list(name, addition);
}

const joinedBy =
  (separator: string) =>
  (...parts: readonly (string | undefined)[]): string =>
    parts.filter((part) => part !== undefined && part !== '').join(separator);
const words = joinedBy(' ');
const list = joinedBy(', ');
