/** The parts of a text beside and between names: a request before a name, the author of a citation, several names. */
import { spelledWords } from '../names/search-text.ts';

const BEHIND_QUESTION = 'eigentlich|denn|eine?[rsnm]?|an?|the|d(?:ie|er|as|en)|genau|bitte|mal|alle[sr]?';
/** A question, a search order or a label before a name: "wer war", "Bücher von", "Autor:". */
const REQUEST = new RegExp(
  `^(?:(?:${[
    String.raw`(?:wer|was|wo|wann|wie|who|what|where|when)['’]?\s*(?:war(?:en)?|ist|sind|wurde|hei(?:ß|ss)t|liegt|lebte|schrieb|is|was|are|were|s)`,
    'suche?|finde?|zeige?|gesucht|gib mir|search(?: for)?|find|show(?: me)?',
    String.raw`(?:(?:b(?:ü|ue)cher|buch|bild(?:er)?|portr(?:ä|ae)ts?|photos?|fotos?|werke?|schriften|literatur|info(?:rmationen|s)?|artikel|briefe?|texte?|noten|gedichte|daten|books?|works?|pictures?|letters?|information) (?:von|über|ueber|zu[mr]?|des|an|by|of|about|from|to|on))`,
    String.raw`(?:autor(?:in)?|verfasser(?:in)?|name|titel|author|urheber(?:in)?|person|komponist(?:in)?|hrsg\.?|thema|ort)\s*[:=]`,
  ].join('|')})\\s+(?:(?:${BEHIND_QUESTION})\\s+)*)+`,
  'iu',
);

/** Words that ask for a name without belonging to one, folded. */
export function requestWords(text: string): readonly string[] {
  const [request = ''] = REQUEST.exec(text) ?? [];
  return request.length < text.length ? spelledWords(request) : [];
}

/** Number of words from which on a text may be a citation; one with an editor is one anyway. */
const CITATION_WORDS = 6;
const HAS_EDITOR = /(?<!\p{L})(?:hrsg|herausgegeben|eds?\.|edited)(?!\p{L})|\(eds?\)/iu;
/** The end of what names the author in a citation: a colon, a year in brackets, the first end of a sentence. */
const AUTHOR_END = /\s*:\s|\s*\(\d{4}[a-z]?\)|(?<=\p{Ll}{2})[.!?]\s+(?=\p{Lu})/u;

/** The words before the title of a citation, folded; empty for any other text. */
export function authorWords(text: string): readonly string[] {
  if (spelledWords(text).length <= CITATION_WORDS && !HAS_EDITOR.test(text)) return [];
  const end = AUTHOR_END.exec(text)?.index ?? text.length;
  const before = text.slice(0, end);
  // "Given Surname, Title, Place year"
  const [first = '', ...others] = before.split(',');
  const isTitle = end === text.length && others.length > 0 && spelledWords(first).length > 1;
  if (end === text.length && !isTitle) return [];
  return spelledWords(isTitle ? first : before);
}

/** The words before the first comma, folded: perhaps a surname; empty without one. */
export function wordsBeforeComma(text: string): readonly string[] {
  const comma = text.indexOf(',');
  return comma < 0 ? [] : spelledWords(text.slice(0, comma));
}

const BETWEEN_NAMES = /\s+(?:und|u\.|and|et|an|vs\.?|versus|sowie|&|\+|\/|mit)\s+|\s*[;/|]\s+/iu;
/** Names of one text, at most. */
const MOST_NAMES = 4;

/** The names that conjunctions or marks separate, each as a list of folded words; the whole text if there are none. */
export function namesWithin(text: string): readonly (readonly string[])[] {
  const names = text.split(BETWEEN_NAMES).map(spelledWords);
  return names.filter(({ length }) => length > 0).slice(0, MOST_NAMES);
}

/** Words that are in names but distinguish none: conjunctions, prepositions, months, words of citations; folded. */
export const WEIGHTLESS: ReadonlySet<string> = new Set(
  `und oder and or et in im am an auf aus bei bey fur for uber mit nach ab seit ein eine einer eines einem einen a by on at from with to
  als sowie ist war waren wurde is was are were wer who what gesucht geboren gestorben born died eigentlich
  jan januar january feb februar february marz march april mai may juni june juli july aug august september oktober october november dezember december
  hrsg herausgegeben herausgeber hg ed eds edited verlag verl bd vol band s pp aufl auflage isbn ca circa vs versus sowie`.split(
    /\s+/u,
  ),
);
