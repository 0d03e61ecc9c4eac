/** Generates a dump of persons in MARC21-XML: the same made-up people as in the JSON-LD. */
import { createPermutation, hash } from '../random.ts';
import type { Corpus, Entity } from './corpus.ts';
import { GND, GNDO } from './jsonld.ts';
import type { Name } from './spelling.ts';

/** Field and code of `$4` by relation. */
const RELATIONS: Readonly<Record<string, readonly [tag: string, code: string]>> = {
  placeOfBirth: ['551', 'ortg'],
  placeOfDeath: ['551', 'orts'],
  placeOfActivity: ['551', 'ortw'],
  professionOrOccupation: ['550', 'beru'],
  familialRelationship: ['500', 'bezf'],
  affiliation: ['510', 'affi'],
};

/** Field and subfield by property of a term. */
const TERMS: Readonly<Record<string, readonly [tag: string, code: string]>> = {
  'geographic-area-code': ['043', 'c'],
  'gnd-sc': ['065', 'a'],
};

export function* printMarcDump(corpus: Corpus): Generator<string> {
  const count = corpus.counts.persons;
  const at = createPermutation(Math.max(1, count), hash(corpus.seed, count));
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<collection xmlns="http://www.loc.gov/MARC21/slim">\n';
  for (let i = 0; i < count; i += 1) yield printMarcRecord(corpus.entity('persons', at(i)));
  yield '</collection>\n';
}

function printMarcRecord(entity: Entity): string {
  const { id, naming, variants, former, texts, terms, relations, links } = entity;
  const family = naming.type === 'Family';
  const dates = texts.filter(({ property }) => /^dateOf(?:Birth|Death)$/.test(property));
  const notes = texts.filter(({ property }) => property === 'biographicalOrHistoricalInformation');
  const gender = terms.find(({ vocabulary, term }) => vocabulary === 'gender' && term !== 'notKnown')?.term;
  return `  <record type="Authority">
    <leader>00000nz  a2200000nc 4500</leader>
    <controlfield tag="001">${id.replace('-', '')}</controlfield>
    <controlfield tag="003">DE-101</controlfield>
    <controlfield tag="005">${entity.modified.replaceAll('-', '')}120000.0</controlfield>
    <controlfield tag="008">880701n||azznnaabn           | aaa    |c</controlfield>
${[
  field('024', '7 ', { a: id, 0: `http://d-nb.info/gnd/${id}`, 2: 'gnd' }),
  ...links.flatMap(({ address }) => identifier(address)),
  field('035', '  ', { a: `(DE-101)${id.replace('-', '')}` }),
  field('035', '  ', { a: `(DE-588)${id}` }),
  ...former.map((number) => field('035', '  ', { z: `(DE-588)${number}` })),
  field('040', '  ', { a: 'DE-101', c: 'DE-101', 9: 'r:DE-101', b: 'ger', d: '1150', e: 'rda' }),
  field('042', '  ', { a: `gnd${entity.level}` }),
  ...terms.flatMap(({ vocabulary, term }) => {
    const [tag, code] = TERMS[vocabulary] ?? [];
    return tag === undefined ? [] : [field(tag, '  ', { [code ?? 'a']: term, ...(tag === '065' && { 2: 'sswd' }) })];
  }),
  field('075', '  ', { b: 'p', 2: 'gndgen' }),
  field('075', '  ', { b: family ? 'pif' : 'piz', 2: 'gndspec' }),
  field('079', '  ', { a: 'g', q: 'f', u: 'w' }),
  heading('100', naming.name, family),
  ...(gender === undefined ? [] : [field('375', '  ', { a: gender === 'male' ? '1' : '2', 2: 'iso5218' })]),
  ...variants.map((name) => heading('400', name, family)),
  ...(dates.length === 0 ? [] : [span(dates)]),
  ...relations.flatMap(({ property, id: target }) => {
    const [tag, code] = RELATIONS[property] ?? [];
    if (tag === undefined || code === undefined) return [];
    const numbers = [`(DE-101)${target.replace('-', '')}`, `(DE-588)${target}`, GND + target];
    return [field(tag, '  ', { 0: numbers, a: 'Name dazu', 4: [code, GNDO + property], w: 'r', i: 'Beziehung' })];
  }),
  ...notes.map(({ value }) => field('678', '  ', { b: value })),
].join('\n')}
  </record>
`;
}

function heading(tag: string, { text, parts }: Name, family: boolean): string {
  const { surname, forename, prefix } = parts ?? {};
  if (family || surname === undefined) return field(tag, family ? '3 ' : '0 ', { a: text });
  const given = [forename, prefix === undefined ? undefined : `\u0098${prefix}\u009C`].filter(Boolean).join(' ');
  return field(tag, '1 ', { a: given === '' ? surname : `${surname}, ${given}`, d: '1900-1999' });
}

function span(dates: Entity['texts']): string {
  const end = (property: string) => dates.find((date) => date.property === property)?.value ?? '';
  const german = (date: string) =>
    date
      .replace(/[[\] ]/g, '')
      .replace(/^-0*/, 'v')
      .replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1');
  const text = `${german(end('dateOfBirth'))}-${german(end('dateOfDeath'))}`;
  return field('548', '  ', { a: text, 4: ['datx', `${GNDO}dateOfBirthAndDeath`], w: 'r', i: 'Exakte Lebensdaten' });
}

function identifier(address: string): readonly string[] {
  const [, host, id = ''] = /\/\/(?:www\.)?(viaf|wikidata|isni)\.org\/\w+\/(\w+)$/.exec(address) ?? [];
  return host === undefined ? [] : [field('024', '7 ', { a: id, 2: host })];
}

function field(
  tag: string,
  indicators: string,
  subfields: Readonly<Record<string, string | readonly string[]>>,
): string {
  const inner = Object.entries(subfields).flatMap(([code, values]) =>
    [values].flat().map((value) => `      <subfield code="${code}">${escapeXml(value)}</subfield>\n`),
  );
  const [ind1, ind2] = indicators;
  return `    <datafield tag="${tag}" ind1="${ind1}" ind2="${ind2}">\n${inner.join('')}    </datafield>`;
}

function escapeXml(text: string): string {
  return text.normalize('NFD').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
