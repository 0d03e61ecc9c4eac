/** Thirty link lists: whose they are, where their links lead, how their lines are written. */
import type { Kind } from './kinds.ts';

/** How a line is written; `{id}`, `{count}`, `{key}`, `{label}` and `{url}` are filled in. */
export type LineForm =
  | '{id}'
  | '{id}|{count}'
  | '{id} | {count} | {key}'
  | '{id}|{label}'
  | '{id}|{label}|{url}'
  | '{id}||{url}'
  | '{id}|{url}'
  | 'https://d-nb.info/gnd/{id}|{label}|{url}'
  | 'https://d-nb.info/gnd/{id}/|{label}|{url}';

export interface LinkList {
  readonly key: string;
  readonly title: string;
  readonly publisher: string;
  /** Address of a link, with `{gnd}` or `{key}`, which is a number of its own for each entity. */
  readonly address: string;
  readonly kinds: readonly Kind[];
  readonly form: LineForm;
  /** Abbreviation in Entity Facts, which has these links too. */
  readonly code?: string;
  readonly lineEnd?: '\n' | '\r\n' | '\r';
  readonly encoding?: 'utf-8' | 'windows-1252';
  readonly byteOrderMark?: true;
  readonly finalNewline?: false;
  /** Header lines in place of the usual ones; `{target}` is the pattern. */
  readonly header?: readonly string[];
  readonly empty?: true;
}

const PEOPLE: readonly Kind[] = ['persons'];
const WITH_TARGET = [
  '#FORMAT: BEACON',
  '#PREFIX: http://d-nb.info/gnd/',
  '#TARGET: {target}',
  '#TIMESTAMP: 2026-02-09',
];
const WITHOUT_PREFIX = ['#FORMAT: BEACON', '#NAME: {title}'];

/** The longest first: the sizes follow Zipf's law. */
export const LINK_LISTS: readonly LinkList[] = [
  {
    key: 'deutsche-digitale-bibliothek',
    title: 'Deutsche Digitale Bibliothek',
    publisher: 'Deutsche Digitale Bibliothek',
    address: 'https://www.deutsche-digitale-bibliothek.de/person/gnd/{gnd}',
    kinds: ['persons', 'bodies'],
    form: '{id}',
    code: 'DDB',
  },
  {
    key: 'kalliope',
    title: 'Kalliope Verbundkatalog',
    publisher: 'Staatsbibliothek zu Berlin – Preußischer Kulturbesitz',
    address: 'https://kalliope-verbund.info/gnd/{gnd}',
    kinds: ['persons', 'bodies', 'places'],
    form: '{id}|{count}',
    code: 'DE-611',
  },
  {
    key: 'ixtheo',
    title: 'Index Theologicus',
    publisher: 'Universitätsbibliothek Tübingen',
    address: 'https://ixtheo.de/Search/Results?lookfor={gnd}&Type=GND',
    kinds: ['persons', 'subjects'],
    form: '{id}|{count}',
    header: ['#FORMAT: BEACON', '#VERSION: 0.1', '#PREFIX: https://d-nb.info/gnd/', '#TARGET: {target}'],
  },
  {
    key: 'archivportal-d',
    title: 'Archivportal-D',
    publisher: 'Deutsche Digitale Bibliothek',
    address: 'https://www.archivportal-d.de/person/gnd/{gnd}',
    kinds: PEOPLE,
    form: '{id}',
    code: 'ARCHIV-D',
  },
  {
    key: 'deutsche-biographie',
    title: 'Deutsche Biographie',
    publisher: 'Historische Kommission bei der Bayerischen Akademie der Wissenschaften',
    address: 'https://www.deutsche-biographie.de/pnd{gnd}.html',
    kinds: PEOPLE,
    form: '{id}',
    lineEnd: '\r\n',
  },
  {
    key: 'graphikportal',
    title: 'Graphikportal',
    publisher: 'Deutsches Dokumentationszentrum für Kunstgeschichte – Bildarchiv Foto Marburg',
    address: 'https://www.graphikportal.org/gnd-beacon/{gnd}',
    kinds: PEOPLE,
    form: '{id}|{count}',
    byteOrderMark: true,
  },
  {
    key: 'rism',
    title: 'RISM-OPAC',
    publisher: 'Répertoire International des Sources Musicales',
    address: 'https://opac.rism.info/metaopac/search?q={gnd}',
    kinds: ['persons', 'works', 'bodies'],
    form: '{id}',
  },
  {
    key: 'portraitindex',
    title: 'Digitaler Portraitindex',
    publisher: 'Deutsches Dokumentationszentrum für Kunstgeschichte – Bildarchiv Foto Marburg',
    address: 'https://www.portraitindex.de/dokumente/pnd/{gnd}',
    kinds: PEOPLE,
    form: '{id}|{count}',
    code: 'Portraitindex',
    finalNewline: false,
  },
  {
    key: 'deutsches-textarchiv',
    title: 'Deutsches Textarchiv',
    publisher: 'Berlin-Brandenburgische Akademie der Wissenschaften',
    address: 'https://www.deutschestextarchiv.de/api/pnd/{gnd}',
    kinds: PEOPLE,
    form: '{id}|{label}',
  },
  {
    key: 'pressemappe20-persons',
    title: 'Pressemappe 20. Jahrhundert – Personen',
    publisher: 'ZBW – Leibniz-Informationszentrum Wirtschaft',
    address: 'http://purl.org/pressemappe20/folder/pe/{key}',
    kinds: PEOPLE,
    form: '{id} | {count} | {key}',
    lineEnd: '\r\n',
    header: [
      '#FORMAT: BEACON',
      '#PREFIX: http://d-nb.info/gnd/{ID}/about/html',
      '#TARGET: http://purl.org/pressemappe20/folder/pe/{ID}',
    ],
  },
  {
    key: 'hessische-biografie',
    title: 'Hessische Biografie',
    publisher: 'Hessisches Landesamt für geschichtliche Landeskunde',
    address: 'https://www.lagis-hessen.de/pnd/{gnd}',
    kinds: PEOPLE,
    form: '{id}',
    encoding: 'windows-1252',
  },
  {
    key: 'bmlo',
    title: 'Bayerisches Musiker-Lexikon Online',
    publisher: 'Ludwig-Maximilians-Universität München',
    address: 'https://bmlo.de/Q/GND={gnd}',
    kinds: PEOPLE,
    form: '{id}',
    header: ['#FORMAT: PND-BEACON', '#TARGET: {target}', '#TIMESTAMP: Tue Mar  4 15:47:28 2014'],
  },
  {
    key: 'bildindex',
    title: 'Bildindex der Kunst und Architektur',
    publisher: 'Bildarchiv Foto Marburg',
    address: 'https://www.bildindex.de/gnd-beacon/{gnd}',
    kinds: ['persons', 'places'],
    form: '{id}|{count}',
  },
  {
    key: 'saechsische-biografie',
    title: 'Sächsische Biografie',
    publisher: 'Institut für Sächsische Geschichte und Volkskunde',
    address: 'https://saebi.isgv.de/gnd/{gnd}',
    kinds: PEOPLE,
    form: '{id}',
    lineEnd: '\r',
  },
  {
    key: 'rheinland-pfaelzische-personendatenbank',
    title: 'Rheinland-Pfälzische Personendatenbank',
    publisher: 'Landesbibliothekszentrum Rheinland-Pfalz',
    address: 'https://rppd.lobid.org/{gnd}',
    kinds: PEOPLE,
    form: '{id}',
  },
  {
    key: 'correspsearch',
    title: 'correspSearch',
    publisher: 'Berlin-Brandenburgische Akademie der Wissenschaften',
    address: 'https://correspsearch.net/de/search.html?s=http://d-nb.info/gnd/{gnd}',
    kinds: PEOPLE,
    form: '{id}|{count}',
  },
  {
    key: 'pressemappe20-institutions',
    title: 'Pressemappe 20. Jahrhundert – Institutionen',
    publisher: 'ZBW – Leibniz-Informationszentrum Wirtschaft',
    address: 'https://purl.org/pressemappe20/gnd/co/{gnd}',
    kinds: ['bodies'],
    form: '{id}|{count}',
  },
  {
    key: 'archinform',
    title: 'archINFORM',
    publisher: 'archINFORM',
    address: 'https://www.archinform.net/gnd/{gnd}',
    kinds: ['persons', 'places'],
    form: '{id}',
  },
  {
    key: 'germania-sacra',
    title: 'Germania Sacra Personendatenbank',
    publisher: 'Niedersächsische Akademie der Wissenschaften zu Göttingen',
    address: 'https://personendatenbank.germania-sacra.de/index/gnd/{gnd}',
    kinds: PEOPLE,
    form: '{id}|{label}',
    byteOrderMark: true,
  },
  {
    key: 'das-juedische-hamburg',
    title: 'Das Jüdische Hamburg',
    publisher: 'Institut für die Geschichte der deutschen Juden',
    address: 'http://www.dasjuedischehamburg.de/inhalt/eintrag-{key}',
    kinds: ['persons', 'bodies'],
    form: '{id}||{url}',
    header: ['#FORMAT: BEACON', '#VERSION: 0.1', '#NAME: {title}', '#PREFIX: http://d-nb.info/gnd/', '#TARGET:'],
  },
  {
    key: 'frankfurter-personenlexikon',
    title: 'Frankfurter Personenlexikon',
    publisher: 'Frankfurter Bürgerstiftung',
    address: 'https://frankfurter-personenlexikon.de/node/{key}',
    kinds: PEOPLE,
    form: '{id}|{label}|{url}',
    encoding: 'windows-1252',
    header: WITHOUT_PREFIX,
  },
  {
    key: 'bach-digital',
    title: 'Bach digital',
    publisher: 'Bach-Archiv Leipzig',
    address: 'https://www.bach-digital.de/gnd/{gnd}',
    kinds: ['persons', 'works'],
    form: '{id}',
  },
  {
    key: 'pta-persons',
    title: 'Patristisches Textarchiv',
    publisher: 'Berlin-Brandenburgische Akademie der Wissenschaften',
    address: 'https://pta.bbaw.de/person/PTA_P{key}',
    kinds: PEOPLE,
    form: '{id}|{url}',
    header: [
      '#FORMAT: BEACON',
      '#PREFIX: http://d-nb.info/gnd/',
      '#NAME: {title}',
      '#TIMESTAMP: 2026-01-02T09:07:19.860579+00:00',
    ],
  },
  {
    key: 'bahr-schnitzler',
    title: 'Bahr-Schnitzler Briefwechsel',
    publisher: 'Österreichische Akademie der Wissenschaften',
    address: 'https://bahrschnitzler.acdh.oeaw.ac.at/pmb{key}.html',
    kinds: PEOPLE,
    form: 'https://d-nb.info/gnd/{id}/|{label}|{url}',
    header: ['#FORMAT: BEACON', '#NAME:{title}'],
    finalNewline: false,
  },
  {
    key: 'gtrans',
    title: 'Die Große Transformation',
    publisher: 'Österreichische Akademie der Wissenschaften',
    address: 'https://gtrans.acdh.oeaw.ac.at/person__{key}.html',
    kinds: PEOPLE,
    form: 'https://d-nb.info/gnd/{id}|{label}|{url}',
    header: WITHOUT_PREFIX,
  },
  {
    key: 'auden-musulin',
    title: 'Auden Musulin Papers',
    publisher: 'Österreichische Akademie der Wissenschaften',
    address: 'https://amp.acdh.oeaw.ac.at/amp_person_{key}.html',
    kinds: PEOPLE,
    form: 'https://d-nb.info/gnd/{id}|{label}|{url}',
    header: WITHOUT_PREFIX,
  },
  {
    key: 'weber-gesamtausgabe',
    title: 'Carl-Maria-von-Weber-Gesamtausgabe',
    publisher: 'Universität Paderborn',
    address: 'https://weber-gesamtausgabe.de/de/gnd/{gnd}',
    kinds: PEOPLE,
    form: '{id}',
    header: ['', ...WITH_TARGET],
  },
  {
    key: 'pressemappe20-subjects',
    title: 'Pressemappe 20. Jahrhundert – Schlagwörter',
    publisher: 'ZBW – Leibniz-Informationszentrum Wirtschaft',
    address: 'http://purl.org/pressemappe20/folder/sh/{key}',
    kinds: ['subjects'],
    form: '{id} | {count} | {key}',
    header: [
      '#FORMAT: BEACON',
      '#TARGET: http://purl.org/pressemappe20/folder/sh/{ID}',
      '#MESSAGE Schlagwörter',
      '#PREFIX: http://d-nb.info/gnd/{ID}/about/html',
    ],
  },
  {
    key: 'christian-von-anhalt',
    title: 'Digitale Edition der Tagebücher Christians II. von Anhalt',
    publisher: 'Herzog August Bibliothek Wolfenbüttel',
    address: 'https://portraits.hab.de/gnd/{gnd}',
    kinds: PEOPLE,
    form: '{id}',
  },
  {
    key: 'fackel-texte',
    title: 'Die Texte der Fackel',
    publisher: 'Österreichische Akademie der Wissenschaften',
    address: 'https://fackel.oeaw.ac.at/?p=fackelp{key}',
    kinds: PEOPLE,
    form: '{id}||{url}',
    header: ['#FORMAT: BEACON', '#NAME:{title}'],
    empty: true,
  },
];

export const DEFAULT_HEADER = WITH_TARGET;
