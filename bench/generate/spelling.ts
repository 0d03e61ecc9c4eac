/** The type of a name, and variant spellings that all kinds of names share. */
import type { Random } from '../random.ts';

/** Parts of a person's name, called as in the GND ontology. */
export interface NameParts {
  readonly surname?: string;
  readonly forename?: string;
  readonly prefix?: string;
  readonly personalName?: string;
  readonly counting?: string;
  readonly nameAddition?: string;
  readonly epithetGenericNameTitleOrTerritory?: string;
}

export interface Name {
  /** As the GND writes it: "Goethe, Johann Wolfgang von". */
  readonly text: string;
  /** In natural order, where that differs from `text`. */
  readonly natural?: string;
  readonly parts?: NameParts;
  /** Language tag, with script. */
  readonly language?: string;
}

/** Pairs of letters that are exchanged in variant spellings. */
const RESPELLINGS = ['ü ue', 'ö oe', 'ä ae', 'ß ss', 'th t', 'ck k', 'ff f', 'ei ey', 'y i', 'c k', 'ph f', 'tz z', 'mann man', 'dt t', 'k ck', 'er ern', 'i y'].map((pair) => pair.split(' ')); // prettier-ignore

/** Changes one spelling in the word; returns the word itself where no pair of letters applies. */
export function respell(word: string, random: Random): string {
  const first = random.below(RESPELLINGS.length);
  for (const [from = '', to = ''] of [...RESPELLINGS.slice(first), ...RESPELLINGS.slice(0, first)]) {
    const position = word.indexOf(from, 1);
    if (position > 0) return word.slice(0, position) + to + word.slice(position + from.length);
  }
  return word;
}

/** Removes the qualifier that the GND appends: "Halle" for "Halle (Saale)". */
export function withoutQualifier(text: string): string {
  return text.replace(/(?: \(.*|, .*)$/, '');
}

type Script = readonly [language: string, letters: string];
const SCRIPTS: readonly [Script, ...Script[]] = [
  ['und-Cyrl', 'aа bб cк dд eе fф gг hх iи jй kк lл mм nн oо pп qк rр sс tт uу vв wв xх yы zз'],
  ['und-Grek', 'aα bμ cκ dδ eε fφ gγ hχ iι jι kκ lλ mμ nν oο pπ qκ rρ sσ tτ uυ vβ wβ xξ yυ zζ'],
  ['und-Hebr', 'aא bב cק dד eע fפ gג hה iי jי kק lל mמ nנ oו pפ qק rר sס tט uו vו wו xח yי zז'],
  ['ar', 'aا bب cك dد eي fف gغ hه iي jج kك lل mم nن oو pب qق rر sس tت uو vف wو xخ yي zز'],
];
const HAN = '王李張劉陳楊黃趙吳周徐孫馬朱胡郭何高林羅偉芳娜敏靜麗強磊軍洋勇艷傑娟濤明超秀霞平𠮷𡈽𥝱';

/** Transcribes the name into another script, letter by letter, with the language tag of the GND. */
export function inOtherScript(text: string, random: Random): Name {
  if (random.chance(0.25)) {
    const characters = Array.from(HAN);
    return { text: Array.from({ length: 3 }, () => random.pick(characters)).join(''), language: 'zh-Hant' };
  }
  const [language, pairs] = random.pick(SCRIPTS);
  const letters = new Map(pairs.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]));
  // Letters with marks have no counterpart in the table: the marks are removed.
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return { text: Array.from(plain, (letter) => letters.get(letter) ?? letter).join(''), language };
}
