/** From the facts about an entity to the nodes of its GND record. */
import { personalParts, wikiTitle, type Facts, type Table, TABLES } from './facts.ts';
import { date, GNDO, iri, literal, type Node, typed, type Value } from './json-ld.ts';

const GND = 'https://d-nb.info/gnd/';
const VOCABULARY = 'https://d-nb.info/standards/vocab/gnd/';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const SAME_AS = 'http://www.w3.org/2002/07/owl#sameAs';
const GEO = 'http://www.opengis.net/ont/geosparql#';
const DCTERMS = 'http://purl.org/dc/terms/';
/** Day on which the facts were compiled: the sample's own date of change. */
export const COMPILED = '2026-11-20';

/** The word that a table's name properties end with. */
const NAMED: Readonly<Record<Table, string>> = {
  persons: 'Person',
  families: 'Family',
  bodies: 'CorporateBody',
  conferences: 'ConferenceOrEvent',
  places: 'PlaceOrGeographicName',
  subjects: 'SubjectHeading',
  works: 'Work',
};

/** The property that a plain fact becomes; where a table is named, only there. */
const LITERALS: readonly (readonly [keyof Facts, string, Table?])[] = [
  ['lifetime', 'dateOfBirthAndDeath'],
  ['activity', 'periodOfActivity'],
  ['period', 'periodOfActivity'],
  ['established', 'dateOfEstablishment'],
  ['terminated', 'dateOfTermination'],
  ['abbreviation', 'abbreviatedNameForTheCorporateBody'],
  ['date', 'dateOfConferenceOrEvent'],
  ['published', 'dateOfPublication'],
  ['produced', 'dateOfProduction'],
  ['opus', 'opusNumericDesignationOfMusicalWork'],
];
const REFERENCES: readonly (readonly [keyof Facts, string, Table?])[] = [
  ['birthPlace', 'placeOfBirth'],
  ['deathPlace', 'placeOfDeath'],
  ['activePlaces', 'placeOfActivity'],
  ['friends', 'acquaintanceshipOrFriendship'],
  ['places', 'placeOfActivity', 'families'],
  ['places', 'placeOfBusiness', 'bodies'],
  ['places', 'placeOfConferenceOrEvent', 'conferences'],
  ['preceding', 'precedingCorporateBody', 'bodies'],
  ['preceding', 'precedingConferenceOrEvent', 'conferences'],
  ['succeeding', 'succeedingCorporateBody', 'bodies'],
  ['succeeding', 'succeedingConferenceOrEvent', 'conferences'],
  ['superior', 'hierarchicalSuperiorOfTheCorporateBody'],
  ['inPlace', 'place'],
  ['broader', 'broaderTermGeneral'],
  ['instanceOf', 'broaderTermInstantial'],
  ['author', 'firstAuthor'],
  ['composer', 'firstComposer'],
  ['form', 'formOfWorkAndExpression'],
];

/** Gives blank nodes their identifiers, one dump file after the other. */
export interface BlankNodes {
  next(): string;
}

export function blankNodes(): BlankNodes {
  let count = 1000;
  return { next: () => `_:node1k2samplex${(count += 1)}` };
}

/** The record's nodes: its blank nodes, itself, and what the library says of the record. */
export function recordNodes(facts: Facts, table: Table, blanks: BlankNodes): Node[] {
  const ownBlankNodes: Node[] = [];
  const blank = (node: Omit<Node, '@id'>): Value => {
    const id = blanks.next();
    ownBlankNodes.push({ '@id': id, ...node });
    return iri(id);
  };
  const node: Node = {
    '@id': GND + facts.gnd,
    '@type': [facts.class ?? TABLES[table]].flat().map((name) => GNDO + name),
  };
  const add = (property: string, values: readonly Value[]) => {
    if (values.length > 0) node[property.includes('://') ? property : GNDO + property] = [...values];
  };
  add('gndIdentifier', [literal(facts.gnd)]);
  addNames(facts, table, add, blank);
  addPlainFacts(facts, table, add);
  addPersonFacts(facts, add, blank);
  if (facts.point !== undefined) {
    const point = {
      '@type': ['http://www.opengis.net/ont/sf#Point'],
      [`${GEO}asWKT`]: [typed(`${GEO}wktLiteral`, facts.point)],
    };
    add(`${GEO}hasGeometry`, [blank(point)]);
  }
  addLinks(facts, table, add);
  return [...ownBlankNodes, node, aboutNode(facts)];
}

type Add = (property: string, values: readonly Value[]) => void;
type Blank = (node: Omit<Node, '@id'>) => Value;

function addNames(facts: Facts, table: Table, add: Add, blank: Blank): void {
  const word = NAMED[table];
  // Where the class is one that nobody knows, the name property is the general one, too.
  const suffix = facts.class === 'ConceptualTerritory' ? '' : `ForThe${word}`;
  const variants = facts.variants ?? [];
  add(`preferredName${suffix}`, [literal(withMarks(facts))]);
  add(
    `variantName${suffix}`,
    variants.map((name) => (typeof name === 'string' ? literal(name) : literal(name.value, name.lang))),
  );
  if (table !== 'persons') return;
  const { parts } = facts;
  add('preferredNameEntityForThePerson', [
    blank(
      nameNode(
        parts === undefined
          ? personalParts(facts.name)
          : {
              personalName: parts.personalName,
              counting: parts.counting,
              nameAddition: parts.addition,
              epithetGenericNameTitleOrTerritory: parts.epithet,
            },
      ),
    ),
  ]);
  add(
    'variantNameEntityForThePerson',
    variants.map((name) => blank(nameNode(personalParts(typeof name === 'string' ? name : name.value)))),
  );
  if (facts.pseudonymOf !== undefined) add('realNameOfThePerson', [blank(nameNode(personalParts(facts.pseudonymOf)))]);
}

/** The article between the control characters of the cataloguing format, which now and then slip through. */
function withMarks(facts: Facts): string {
  const { name, nonSorting } = facts;
  return nonSorting === undefined ? name : `\u0098${nonSorting}\u009c${name.slice(nonSorting.length)}`;
}

function nameNode(parts: Readonly<Record<string, string | undefined>>): Omit<Node, '@id'> {
  const node: Record<string, Value[]> = {};
  for (const [key, value] of Object.entries(parts)) if (value !== undefined) node[GNDO + key] = [literal(value)];
  return node;
}

function addPlainFacts(facts: Facts, table: Table, add: Add): void {
  for (const [key, property, only] of LITERALS) {
    const value = facts[key];
    if (typeof value === 'string' && (only ?? table) === table) add(property, [literal(value)]);
  }
  for (const [key, property, only] of REFERENCES) {
    const value = facts[key];
    if (value !== undefined && (only ?? table) === table)
      add(
        property,
        [value as string | string[]].flat().map((id) => iri(GND + id)),
      );
  }
  add(
    'geographicAreaCode',
    (facts.area ?? []).map((code) => iri(`${VOCABULARY}geographic-area-code#${code}`)),
  );
  add(
    'gndSubjectCategory',
    (facts.category ?? []).map((code) => iri(`${VOCABULARY}gnd-sc#${code}`)),
  );
  if (facts.about !== undefined) add('biographicalOrHistoricalInformation', [literal(facts.about, 'de')]);
  if (facts.definition !== undefined) add('definition', [literal(facts.definition, 'de')]);
  if (facts.homepage !== undefined) add('homepage', [iri(facts.homepage)]);
  if (facts.ddc !== undefined)
    add('relatedDdcWithDegreeOfDeterminacy2', [iri(`http://dewey.info/class/${facts.ddc}/`)]);
}

function addPersonFacts(facts: Facts, add: Add, blank: Blank): void {
  if (facts.born !== undefined) add('dateOfBirth', [date(facts.born)]);
  if (facts.died !== undefined) add('dateOfDeath', [date(facts.died)]);
  if (facts.gender !== undefined) add('gender', [iri(`${VOCABULARY}gender#${facts.gender}`)]);
  if (facts.professions !== undefined) {
    const members = facts.professions.map((id, index) => [`${RDF}_${index + 1}`, [iri(GND + id)]] as const);
    add('professionOrOccupation', [blank({ '@type': [`${RDF}Seq`], ...Object.fromEntries(members) })]);
  }
  const relatives = Object.entries(facts.relatives ?? {});
  add(
    'familialRelationship',
    relatives.map(([id]) => iri(GND + id)),
  );
  add(
    'hasRelation',
    relatives.map(([id, role]) =>
      blank({
        '@type': [`${GNDO}Relationship`],
        [`${GNDO}familialRelationship`]: [iri(GND + id)],
        [`${GNDO}functionOrRoleAsLiteral`]: [literal(role)],
      }),
    ),
  );
}

function addLinks(facts: Facts, table: Table, add: Add): void {
  const absorbed = facts.absorbed ?? [];
  const targets: (string | undefined)[] = [
    facts.viaf && `http://viaf.org/viaf/${facts.viaf}`,
    facts.isni && `https://isni.org/isni/${facts.isni}`,
    facts.dbpedia && `https://dbpedia.org/resource/${facts.dbpedia}`,
    ...[facts.wikidata ?? []].flat().map((item) => `http://www.wikidata.org/entity/${item}`),
    facts.lc && `http://id.loc.gov/rwo/agents/${facts.lc}`,
    facts.geonames && `http://sws.geonames.org/${facts.geonames}`,
    facts.filmportal && `https://www.filmportal.de/person/${facts.filmportal}`,
    ...absorbed.map((id) => GND + id),
  ];
  add(
    SAME_AS,
    targets.filter((target) => target !== undefined && target !== '').map((target) => iri(target as string)),
  );
  add(
    'https://d-nb.info/standards/elementset/dnb#deprecatedUri',
    absorbed.map((id) => literal(GND + id)),
  );
  add(
    'oldAuthorityNumber',
    [...absorbed.map((id) => `(DE-588)${id}`), ...formerNumber(facts.gnd, table)].map((number) => literal(number)),
  );
  add('http://www.w3.org/2007/05/powder-s#describedby', [iri(`${GND}${facts.gnd}/about`)]);
  if (facts.dewiki !== undefined) {
    add('http://xmlns.com/foaf/0.1/page', [iri(`https://de.wikipedia.org/wiki/${wikiTitle(facts.dewiki)}`)]);
  }
}

/** The number under which the record stood in one of the files that the GND was made of. */
function formerNumber(gnd: string, table: Table): string[] {
  if (table === 'persons' && gnd.length === 9) return [`(DE-588a)${gnd}`];
  if (/^[47]\d{6}-/.test(gnd)) return [`(DE-588c)${gnd}`];
  return gnd.includes('-') ? [`(DE-588b)${gnd}`] : [];
}

function aboutNode(facts: Facts): Node {
  return {
    '@id': `${GND}${facts.gnd}/about`,
    ...(facts.level !== undefined && {
      [`${GNDO}descriptionLevel`]: [iri(`${VOCABULARY}description-level#${facts.level}`)],
    }),
    ...(facts.maintainer !== undefined && {
      'http://dcat-ap.de/def/dcatde/maintainer': [
        iri(`https://ld.zdb-services.de/resource/organisations/${facts.maintainer}`),
      ],
    }),
    [`${DCTERMS}license`]: [iri('http://creativecommons.org/publicdomain/zero/1.0/')],
    [`${DCTERMS}modified`]: [typed('dateTime', `${COMPILED}T12:00:00.000`)],
  };
}
