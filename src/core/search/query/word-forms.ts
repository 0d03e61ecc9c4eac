/** Other forms of a word: endings, transcriptions, ordinals in words, old spellings, letters that scanning or typing confuses. */
import type { SearchEngine } from '../engine.ts';
import { contract, describedWord, romanNumeral } from '../names/search-text.ts';
import { LIMITS } from '../tuning.ts';
import type { QueryWord } from './query.ts';

/** A way to write a word differently. */
interface WordForm {
  readonly name: string;
  /** A sentence for the table of docs/search.md. */
  readonly meaning: string;
  /** A word as it is typed, and a form of it, folded as in the index. */
  readonly examples: readonly (readonly [typed: string, form: string])[];
  /** Price of the form: 1 is a wrong letter. */
  readonly cost: number;
  /** @param word folded, of letters a–z; of the digits in `scanned` only */
  readonly forms: (word: string) => Iterable<string>;
}

/** A text within a word, and the texts that may stand in its place; `$` binds it to the end of the word, `^` to its beginning. */
type Pair = readonly [text: string, ...others: string[]];

/** A pair as it is applied. */
interface Replacement {
  readonly text: string;
  readonly others: readonly string[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function replacements(...pairs: readonly Pair[]): readonly Replacement[] {
  return pairs.map(([pattern, ...others]) => {
    const [isFirst, isLast] = [pattern.startsWith('^'), pattern.endsWith('$')];
    return { text: pattern.replace(/^\^|\$$/gu, ''), others, isFirst, isLast };
  });
}

/** Transcriptions of Cyrillic, Greek, Hebrew and Arabic letters, and the scientific letters (ISO 9, DIN 1460, DIN 31635) without marks, as folding leaves them. */
export const TRANSCRIPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Cyrillic, German (Duden)': { schtsch: 'sc', tsch: 'c', dsch: 'dz', sch: 's', sh: 'z', z: 'c', w: 'v', ss: 's', x: 'ks' },
  'Cyrillic, English (ALA-LC)': { shch: 'sc', sh: 's', ch: 'c', zh: 'z', kh: 'ch', ts: 'c', ya: 'ja', yu: 'ju', ye: 'e', yo: 'e', iy: 'ij', ey: 'ej', ay: 'aj', oy: 'oj', x: 'ks' },
  'Cyrillic, French': { chtch: 'sc', tch: 'c', dj: 'dz', ch: 's', j: 'z', kh: 'ch', ts: 'c', iou: 'ju', ia: 'ja', ou: 'u', off: 'ov', eff: 'ev', gu: 'g', w: 'v' },
  Greek: { ou: 'u', ph: 'f', kh: 'ch', gh: 'g', y: 'i', mb: 'mp', x: 'ks' },
  'Hebrew and Arabic': { kh: 'h', ch: 'h', sh: 's', sch: 's', gh: 'g', dh: 'd', th: 't', tz: 's', ts: 's', dj: 'g', dsch: 'g', j: 'g', oo: 'u', ou: 'u', ee: 'i', w: 'v' },
}; // prettier-ignore

const TRANSCRIBERS = Object.values(TRANSCRIPTIONS).map((letters) => {
  const longest = Object.keys(letters).toSorted((a, b) => b.length - a.length);
  return { texts: new RegExp(longest.join('|'), 'g'), letters };
});

/** Letters that one transcription distinguishes and another does not. */
const TRANSCRIBED = replacements(
  ['i$', 'ij', 'j'], ['y$', 'ij', 'yj', 'j'], ['j$', 'ij'], ['ky$', 'kij'], ['s', 'z'], ['ei', 'ej'], ['ai', 'aj'], ['oi', 'oj'], ['je', 'e'], ['jo', 'e'], ['yo', 'io'], ['y', 'j', 'i'], ['i', 'j'], ['e', 'je'], ['ie', 'e', 'ije'], ['g', 'h'], ['f', 'v'], ['c', 'z'],
); // prettier-ignore

/** Spellings of former times. */
const OLD = replacements(
  ['th', 't'], ['t', 'th'], ['c', 'k', 'z'], ['k', 'c', 'ck'], ['ck', 'k'], ['z', 'c', 'tz'], ['tz', 'z'], ['y', 'i'], ['i', 'y'], ['ph', 'f'], ['f', 'ph', 'ff'],
  ['ff', 'f'], ['ll', 'l'], ['l', 'll'], ['mm', 'm'], ['m', 'mm'], ['nn', 'n'], ['n', 'nn'], ['pp', 'p'], ['rr', 'r'], ['r', 'rr'], ['ss', 's'], ['s', 'ss'], ['tt', 't'],
  ['dt', 't'], ['ey', 'ei'], ['ei', 'ey'], ['ai', 'ay', 'ei'], ['ay', 'ai'], ['ie', 'i'],
); // prettier-ignore

/** Letters that look alike, and neighbours on the keyboard at the beginning of a word. */
const SCANNED = replacements(
  ['8', 'b', 's'], ['0', 'o'], ['1', 'l', 'i'], ['5', 's'], ['6', 'b', 'g'], ['rn', 'm'], ['m', 'rn'], ['cl', 'd'], ['d', 'cl'], ['f', 's'], ['s', 'f'], ['y', 'z'], ['z', 'y'],
  ['c', 'e'], ['e', 'c'], ['l', 'i'], ['i', 'l'], ['h', 'b'], ['u', 'n'], ['n', 'u'], ['ii', 'n', 'u'], ['vv', 'w'], ['t', 'f'], ['b', 'h'],
  ...Object.entries({ a: 'sq', s: 'ad', d: 'sf', f: 'dg', g: 'fh', h: 'gj', j: 'hk', k: 'jl', l: 'k', m: 'n', n: 'mb', b: 'vn', v: 'cb', r: 'te', t: 'rz', z: 'tu', u: 'zi', i: 'uo', o: 'ip', p: 'o', w: 'qe', e: 'wr' })
    .map(([key, others]): Pair => [`^${key}`, ...Array.from(others)]),
); // prettier-ignore

/** Endings of German nouns and adjectives, with the endings that may replace them; the umlaut of a plural is folded. */
const ENDINGS = replacements(
  ['$', 'e', 'en', 'n', 's', 'er', 'es'], ['e$', '', 'en', 'er', 'es'], ['en$', '', 'e', 'er', 'es', 'um', 'a', 'us', 'on'], ['n$', ''], ['s$', ''],
  ['es$', '', 'e', 'er', 'en'], ['er$', '', 'e', 'es', 'en', 'erin'], ['ern$', '', 'er'], ['em$', '', 'e', 'er', 'es'], ['ien$', 'ium', 'ie'],
  ['innen$', 'in', 'er', 'e'], ['erin$', 'er'], ['in$', '', 'e'], ['a$', 'um', 'on'], ['i$', 'us', 'o'],
); // prettier-ignore

const ORDINALS =
  `erste zweite dritte vierte funfte sechste siebte achte neunte zehnte elfte zwolfte dreizehnte vierzehnte funfzehnte
  sechzehnte`.split(/\s+/u);
const ENGLISH = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
const ORDINAL_NUMBERS: ReadonlyMap<string, number> = new Map([
  ...ORDINALS.flatMap((word, n) => ['', 'r', 's', 'n'].map((end) => [word + end, n + 1] as const)),
  ...ENGLISH.map((word, n) => [word, n + 1] as const),
]);

/** Costs below this are of forms that may be short, because they are the same word. */
const MATCHES_ALONE = 0.1;
/** Cost of another ending. */
const ENDINGS_COST = 0.25;

export const WORD_FORMS: readonly WordForm[] = [
  {
    name: 'ordinals',
    meaning: 'an ordinal in words becomes a number',
    examples: [['Zweite', '2'], ['First', 'i'], ['siebter', '7']], // prettier-ignore
    cost: 0.05,
    forms: (word) => {
      const number = ORDINAL_NUMBERS.get(word);
      const roman = romanNumeral(String(number));
      return number === undefined ? [] : [String(number), ...(roman?.length === 1 ? [roman] : [])];
    },
  },
  {
    name: 'endings',
    meaning: 'another ending, as in the plural, the genitive or the feminine form',
    examples: [['Aktien', 'aktie'], ['Bühnenmanuskripte', 'buhnenmanuskript'], ['Malerin', 'maler']], // prettier-ignore
    cost: ENDINGS_COST,
    forms: (word) => (word.length < LIMITS.stem.value ? [] : replaced(word, ENDINGS, 1)),
  },
  {
    name: 'transcriptions',
    meaning:
      'German, English and French transcriptions of Cyrillic, Greek, Hebrew and Arabic names become scientific ones',
    examples: [['Tschechow', 'cechov'], ['Chekhov', 'cechov'], ['Tchekhov', 'cechov'], ['Schtscherbakow', 'scerbakov'], ['Pavlovsky', 'pavlovskij'], ['Andrey', 'andrej'], ['Tankoff', 'tankov'], ['Yuriy', 'jurij']], // prettier-ignore
    cost: 0.3,
    forms: (word) => (word.length < 4 ? [] : transcribed(word)),
  },
  {
    name: 'old spellings',
    meaning: 'obsolete spellings',
    examples: [['Thal', 'tal'], ['Photograph', 'fotograf'], ['Cöln', 'koln'], ['Centrum', 'zentrum'], ['Baiern', 'bayern'], ['Schifffahrt', 'schiffahrt']], // prettier-ignore
    cost: 0.4,
    forms: (word) => (word.length < 4 ? [] : replaced(word, OLD, 2)),
  },
  {
    name: 'look-alikes',
    meaning: 'letters that are confused in scanning, and neighbouring keys at the beginning of a word',
    examples: [['8auer', 'bauer'], ['Feuchte1eitung', 'feuchteleitung'], ['Bauemhof', 'bauernhof'], ['Meeräschcn', 'meeraschen'], ['Gawerkamp', 'hawerkamp']], // prettier-ignore
    cost: 0.5,
    forms: (word) => (word.length < 4 ? [] : replaced(word, SCANNED, 1)),
  },
];

/** The word in scientific letters, by each transcription, with up to two ambiguous letters read differently. */
function transcribed(word: string): Set<string> {
  const forms = new Set<string>();
  for (const { texts, letters } of TRANSCRIBERS) {
    const base = word.replace(texts, (text) => letters[text] ?? text);
    if (base === word && forms.size > 0) continue;
    forms.add(base);
    for (const form of replaced(base, TRANSCRIBED, 2)) forms.add(form);
  }
  forms.delete(word);
  return forms;
}

/** Forms with up to `most` replacements, those with the fewest first, up to a limit. */
function replaced(word: string, pairs: readonly Replacement[], most: number): Set<string> {
  const forms = new Set<string>();
  let last: readonly string[] = [word];
  for (let n = 0; n < most && forms.size < LIMITS.forms.value; n += 1) {
    const next: string[] = [];
    for (const one of last)
      for (const form of replacedOnce(one, pairs)) {
        if (form === word || forms.has(form)) continue;
        forms.add(form);
        if (forms.size >= LIMITS.forms.value) return forms;
        next.push(form);
      }
    last = next;
  }
  return forms;
}

function* replacedOnce(word: string, pairs: readonly Replacement[]): Generator<string> {
  for (const { text, others, isFirst, isLast } of pairs) {
    let at = isLast ? word.length - text.length : word.indexOf(text);
    if (isFirst && at !== 0) continue;
    while (at >= 0 && word.startsWith(text, at)) {
      for (const other of others) yield word.slice(0, at) + other + word.slice(at + text.length);
      at = isFirst || isLast ? -1 : word.indexOf(text, at + 1);
    }
  }
}

/** Forms of a word that are in the index, with their costs. */
export type OtherForms = ReadonlyMap<string, number>;

/**
 * Other forms of the words, by their folded spelling; only those that a name in the index has, or of other endings also a
 * description. Frequent words are spelled correctly, but may have another ending.
 */
export async function otherForms(
  words: readonly QueryWord[],
  engine: SearchEngine,
): Promise<ReadonlyMap<string, OtherForms>> {
  const some = words.slice(0, LIMITS.parts.value);
  const frequencies = await engine.documentFrequencies(some.map(({ forms: [word = ''] }) => word));
  const isRare = (place: number) => (frequencies[place] ?? 0) < LIMITS.common.value;
  return inUse(some.map((word, place) => [word.spelled, offeredForms(word, isRare(place))]), engine, true); // prettier-ignore
}

/** Other endings of the words, in names. */
export function otherEndings(words: readonly QueryWord[], engine: SearchEngine) {
  return inUse(words.slice(0, LIMITS.parts.value).map((word) => [word.spelled, offeredForms(word, false)]), engine, false); // prettier-ignore
}

/** The word with other forms. @param distances by form */
export function withForms(word: QueryWord, distances: OtherForms = new Map()): QueryWord {
  return distances.size === 0 ? word : { ...word, forms: [...word.forms, ...distances.keys()], distances };
}

async function inUse(
  offered: readonly (readonly [spelled: string, costs: OtherForms])[],
  engine: SearchEngine,
  withDescriptions: boolean,
): Promise<ReadonlyMap<string, OtherForms>> {
  const costs = offered.flatMap(([, some]) => [...some]);
  const isEnding = ([, cost]: readonly [string, number]) => withDescriptions && cost <= ENDINGS_COST;
  const all = [...costs.map(([form]) => form), ...costs.filter(isEnding).map(([form]) => describedWord(form))];
  const counted = all.length === 0 ? [] : await engine.documentFrequencies(all);
  const counts = new Map(all.map((form, at) => [form, counted[at] ?? 0]));
  const entities = (form: string) => (counts.get(form) ?? 0) + (counts.get(describedWord(form)) ?? 0);
  return new Map(
    offered.map(([spelled, some]) => {
      const used = [...some].filter(([form]) => entities(form) > 0);
      used.sort(([a, x], [b, y]) => x - y || entities(b) - entities(a));
      return [spelled, new Map(used.slice(0, LIMITS.forms.value))];
    }),
  );
}

/** The forms of a word that may be in the index, with their costs. @param isRare whether it may be spelled differently, too */
function offeredForms({ spelled, forms: [word = ''] }: QueryWord, isRare: boolean): OtherForms {
  const costs = new Map<string, number>();
  for (const one of new Set([spelled, word])) {
    if (!/^[a-z\d]*[a-z][a-z\d]*$/u.test(one)) continue;
    // The cheapest forms come first, and keep their cost.
    for (const { cost, forms } of isRare ? WORD_FORMS : WORD_FORMS.filter((form) => form.cost <= ENDINGS_COST))
      for (const form of forms(one)) {
        const text = contract(form);
        if ((form.length > 2 || cost < MATCHES_ALONE) && (costs.get(text) ?? Infinity) > cost) costs.set(text, cost);
      }
  }
  costs.delete(word);
  return costs;
}
