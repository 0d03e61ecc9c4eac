/** Compares the names of a list with preferred names. */

/** How a name in the list agrees with the preferred name. */
export type NameCheck = 'same' | 'similar' | 'different';

/** The worst result of comparing the names of a row; undefined where it has none. */
export function worstOf(names: ReadonlySet<string>, preferred: string): NameCheck | undefined {
  const checks = new Set([...names].map((name) => compareNames(name, preferred)));
  return (['different', 'similar', 'same'] as const).find((check) => checks.has(check));
}

/** Words of a name, whatever their order, case and accents. */
function wordsOf(name: string) {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** `similar`: one name is a short form of the other, with fewer words or with initials. */
export function compareNames(given: string, preferred: string): NameCheck {
  const [a, b] = [wordsOf(given).toSorted(), wordsOf(preferred).toSorted()];
  if (a.join(' ') === b.join(' ')) return 'same';
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const left = [...many];
  const isIn = (word: string) => {
    const at = left.findIndex(
      (other) =>
        other === word ||
        (word.length === 1 && other.startsWith(word)) ||
        (other.length === 1 && word.startsWith(other)),
    );
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  };
  const isWordShared = few.some((word) => word.length > 1 && many.includes(word));
  return isWordShared && few.toSorted((x, y) => y.length - x.length).every(isIn) ? 'similar' : 'different';
}
