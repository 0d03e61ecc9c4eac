/** What the page of an entity says, in both languages. */
import type { Label } from '../model/entity.ts';

export const TEXT = {
  facts: { de: 'Angaben', en: 'Facts' },
  noFacts: { de: 'Der Datensatz enthält keine weiteren Angaben.', en: 'The record holds no further facts.' },
  names: { de: 'Weitere Namen', en: 'Other names' },
  identifiers: { de: 'Kennungen', en: 'Identifiers' },
  gnd: { de: 'GND-Nummer', en: 'GND identifier' },
  uri: { de: 'URI', en: 'URI' },
  formerIds: { de: 'Frühere GND-Nummern', en: 'Former GND identifiers' },
  modified: { de: 'Datensatz geändert', en: 'Record changed' },
  data: { de: 'Datenstand', en: 'Data of' },
  copy: { de: 'Kopieren', en: 'Copy' },
  copied: { de: 'Kopiert', en: 'Copied' },
  picture: { de: 'Bild', en: 'Picture' },
  showPicture: { de: 'Bild zeigen bei {host}', en: 'Show the picture at {host}' },
  pictureAway: {
    de: 'Das Bild liegt auf einem fremden Server und wird erst nach dem Anklicken dort geladen.',
    en: 'The picture is kept elsewhere and is loaded from there only after a click.',
  },
  credit: { de: 'Urheber: {credit}', en: 'Credit: {credit}' },
  licence: { de: 'Lizenz:', en: 'Licence:' },
  links: { de: 'Verweise', en: 'Links' },
  noLinks: {
    de: 'Keine der Quellen nennt einen Verweis für diese Entität.',
    en: 'None of the sources gives a link for this entity.',
  },
  whichSources: { de: 'Welche Quellen ausgewertet werden', en: 'Which sources are used' },
  sources: { de: 'Quellen der Verweise', en: 'Sources of the links' },
  reuse: { de: 'Nachnutzen', en: 'Reuse' },
  json: { de: 'Diese Seite als JSON', en: 'This page as JSON' },
  cite: { de: 'Zitieren', en: 'Cite this' },
  sections: { de: 'Auf dieser Seite', en: 'On this page' },
  undifferentiated: {
    de: 'Dieser Datensatz ist nicht individualisiert: Er steht für mehrere Personen gleichen Namens. Angaben und Verweise können zu verschiedenen Personen gehören.',
    en: 'This record is undifferentiated: it stands for several persons of one name. Facts and links may belong to different persons.',
  },
  description: {
    de: '{name}: {n}, GND-Nummer {gnd}.',
    en: '{name}: {n}, GND identifier {gnd}.',
  },
} as const satisfies Record<string, Label>;

export const LINKS = {
  one: { de: '{n} Verweis', en: '{n} link' },
  many: { de: '{n} Verweise', en: '{n} links' },
} as const;

export const MORE_NAMES = {
  one: { de: '{n} weiterer Name', en: '{n} more name' },
  many: { de: '{n} weitere Namen', en: '{n} more names' },
} as const;

export const MORE_IDS = {
  one: { de: '{n} weitere Nummer', en: '{n} more identifier' },
  many: { de: '{n} weitere Nummern', en: '{n} more identifiers' },
} as const;
