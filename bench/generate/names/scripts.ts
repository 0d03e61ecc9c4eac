/** Names in other scripts, letter by letter, with the language tags that the GND gives them. */
import type { Random } from '../random.ts';
import type { Name } from './name.ts';

const CYRILLIC = 'aа bб cк dд eе fф gг hх iи jй kк lл mм nн oо pп qк rр sс tт uу vв wв xх yы zз äэ öё üю ßс';
const GREEK = 'aα bμ cκ dδ eε fφ gγ hχ iι jι kκ lλ mμ nν oο pπ qκ rρ sσ tτ uυ vβ wβ xξ yυ zζ äα öω üυ ßσ';
const HEBREW = 'aא bב cק dד eע fפ gג hה iי jי kק lל mמ nנ oו pפ qק rר sס tט uו vו wו xח yי zז äא öו üי ßס';
const ARABIC = 'aا bب cك dد eي fف gغ hه iي jج kك lل mم nن oو pب qق rر sس tت uو vف wو xخ yي zز äا öو üو ßس';

const HAN_SURNAMES = '王李張劉陳楊黃趙吳周徐孫馬朱胡郭何高林羅鄭梁謝宋唐許鄧馮韓曹曾彭蕭蔡潘田董袁于余葉蔣杜';
const HAN_GIVEN = '偉芳娜敏靜麗強磊軍洋勇艷傑娟濤明超秀霞平剛桂英華玉文志建國春梅海燕雲龍山川光正義';
/** Rare characters beyond the Basic Multilingual Plane. */
const RARE_HAN = ['𠮷', '𡈽', '𥝱', '𠀋', '𣘺'];

const SCRIPTS = [
  { letters: table(CYRILLIC), tags: ['und-Cyrl', 'und-Cyrl', 'ru-Cyrl'] },
  { letters: table(GREEK), tags: ['und-Grek', 'gr'] },
  { letters: table(HEBREW), tags: ['und-Hebr', 'he-Hebr'] },
  { letters: table(ARABIC), tags: ['ar', 'und-Arab'] },
] as const;

/** The name in a script that the stream chooses. */
export function inOtherScript(text: string, random: Random): Name {
  if (random.chance(0.25)) return { text: han(random), language: random.chance(0.5) ? 'zh-Hant' : 'und-Hani' };
  const { letters, tags } = random.pick(SCRIPTS);
  const plain = text.normalize('NFC').toLowerCase();
  let written = '';
  for (const character of plain) written += letters.get(character) ?? letters.get(base(character)) ?? character;
  return {
    text: written.replace(/(?<![\p{L}])\p{L}/gu, (letter) => letter.toUpperCase()),
    language: random.pick(tags),
  };
}

function han(random: Random): string {
  const surname = random.chance(0.2) ? random.pick(RARE_HAN) : HAN_SURNAMES.charAt(random.below(HAN_SURNAMES.length));
  const given = () => HAN_GIVEN.charAt(random.below(HAN_GIVEN.length));
  return surname + given() + (random.chance(0.7) ? given() : '');
}

/** The letter without its marks. */
function base(character: string): string {
  return character.normalize('NFD').charAt(0);
}

function table(pairs: string): ReadonlyMap<string, string> {
  return new Map(pairs.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]));
}
