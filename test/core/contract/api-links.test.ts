/** `GET /api/v1/gnd/{gnd}/links`, over every entity of the sample. */
import { describe, expect, it } from 'vitest';
import { ATTRIBUTES } from '../../../src/core/model/entity.ts';
import type { SourcesAnswer } from '../../../src/core/interface/register-schemas.ts';
import { CATEGORY_KEYS, type LinksAnswer } from '../../../src/core/snapshot/links-answer.ts';
import { useSample } from './sample.ts';

const sample = useSample();
const linksOf = ({ links }: LinksAnswer) => links.categories.flatMap(({ items }) => items);
const answerOf = (gnd: string) => sample.json<LinksAnswer>(`/gnd/${gnd}/links`);
const sources = () => sample.json<SourcesAnswer>('/sources');

/** The promised categories and attributes, independent of the code; this list may only be appended to. */
const CATEGORIES =
  'authority knowledge_base encyclopedia biography archive catalogue collection edition image media place portal other';
const PROMISED: Readonly<Record<string, string>> = {
  Person:
    'dateOfBirth dateOfDeath placeOfBirth placeOfDeath placeOfActivity periodOfActivity professionOrOccupation gender academicDegree titleOfNobility affiliation geographicAreaCode gndSubjectCategory biographicalOrHistoricalInformation familialRelationship acquaintanceshipOrFriendship pseudonym realIdentity homepage',
  Family:
    'dateOfBirth dateOfDeath periodOfActivity placeOfActivity geographicAreaCode biographicalOrHistoricalInformation titleOfNobility gndSubjectCategory',
  CorporateBody:
    'abbreviatedNameForTheCorporateBody dateOfEstablishment dateOfTermination placeOfBusiness precedingCorporateBody succeedingCorporateBody hierarchicalSuperiorOfTheCorporateBody geographicAreaCode gndSubjectCategory biographicalOrHistoricalInformation homepage',
  ConferenceOrEvent:
    'dateOfConferenceOrEvent placeOfConferenceOrEvent topic precedingConferenceOrEvent succeedingConferenceOrEvent geographicAreaCode gndSubjectCategory biographicalOrHistoricalInformation homepage',
  PlaceOrGeographicName:
    'coordinates dateOfEstablishment dateOfTermination hierarchicalSuperiorOfPlaceOrGeographicName precedingPlaceOrGeographicName succeedingPlaceOrGeographicName geographicAreaCode gndSubjectCategory biographicalOrHistoricalInformation homepage',
  SubjectHeading:
    'broaderTermGeneral broaderTermGeneric broaderTermInstantial broaderTermPartitive relatedTerm definition gndSubjectCategory relatedDdcWithDegreeOfDeterminacy geographicAreaCode usingInstructions',
  Work: 'firstAuthor firstComposer author composer artist contributor creator dateOfPublication dateOfProduction formOfWorkAndExpression languageOfWork opusNumericDesignationOfMusicalWork literarySource relatedWork gndSubjectCategory geographicAreaCode biographicalOrHistoricalInformation',
};

describe('an entity', () => {
  it('has one of seven types, or the general one', async () => {
    const types = new Set((await sample.entities()).map(({ entity }) => entity.type));
    expect([...types].toSorted()).toEqual([...Object.keys(PROMISED), 'AuthorityResource'].toSorted());
  });

  it('has the attributes promised for its type, in their order', async () => {
    for (const [type, keys] of Object.entries(PROMISED)) {
      expect(ATTRIBUTES[type as keyof typeof ATTRIBUTES].slice(0, keys.split(' ').length)).toEqual(keys.split(' '));
    }
    for (const { entity } of await sample.entities()) {
      const known: readonly string[] = ATTRIBUTES[entity.type];
      const keys = Object.keys(entity.attributes);
      expect(keys, entity.gnd).toEqual(known.filter((key) => keys.includes(key)));
    }
  });

  it('has attributes that are lists of texts, of references with a label, or of coordinates of a place', async () => {
    const kinds = new Set<string>();
    for (const { entity } of await sample.entities()) {
      for (const [key, values] of Object.entries(entity.attributes)) {
        expect(values.length, `${entity.gnd} ${key}`).toBeGreaterThan(0);
        for (const value of values) {
          const kind = typeof value === 'string' ? 'text' : 'longitude' in value ? 'coordinates' : 'reference';
          kinds.add(kind);
          expect(kind === 'coordinates', `${entity.gnd} ${key}`).toBe(key === 'coordinates');
          if (typeof value !== 'string' && 'label' in value) expect(value.label, entity.gnd).not.toBe('');
        }
      }
    }
    expect(kinds).toEqual(new Set(['text', 'reference', 'coordinates']));
  });

  it('has a description in one line that distinguishes namesakes', async () => {
    const entities = (await sample.entities()).map(({ entity }) => entity);
    for (const { description = '' } of entities) expect(description).not.toMatch(/\n/);
    const namesakes = entities.filter(({ preferredName }) => preferredName === 'Marx, Karl');
    expect(namesakes.length).toBeGreaterThan(1);
    expect(new Set(namesakes.map(({ description }) => description)).size).toBe(namesakes.length);
  });

  it('has a picture only with a licence', async () => {
    const pictures = (await sample.entities()).flatMap(({ entity }) => entity.depiction ?? []);
    expect(pictures.length).toBeGreaterThan(0);
    for (const { licence } of pictures) expect(licence).toMatch(/^(?:https?:\/\/\S+|[\w.+-]+)$/);
    expect((await answerOf('11850553X')).entity.depiction).toBeUndefined();
  });
});

it('a link is in the category of its collection', async () => {
  const { collections } = await sources();
  const categoryOf = new Map(collections.map(({ key, category }) => [key, category]));
  for (const { links } of await sample.entities()) {
    for (const { category, items } of links.categories) {
      for (const { collection, url } of items) expect(categoryOf.get(collection), url).toBe(category);
    }
  }
});

describe('the list of links', () => {
  it('has the categories with links in their order, with correct totals', async () => {
    expect(CATEGORY_KEYS.slice(0, 13)).toEqual(CATEGORIES.split(' '));
    for (const { links, requested } of await sample.entities()) {
      const keys = links.categories.map(({ category }) => category);
      expect(keys, requested).toEqual(CATEGORY_KEYS.filter((key) => keys.includes(key)));
      for (const { total, items } of links.categories) expect([items.length, total > 0]).toEqual([total, true]);
      expect(links.total).toBe(links.categories.reduce((sum, { total }) => sum + total, 0));
    }
  });

  it('has conflicts next to it, each with several of its addresses in one collection', async () => {
    const conflicting = (await sample.entities()).filter(({ conflicts }) => conflicts.length > 0);
    expect(conflicting.map(({ requested }) => requested).toSorted()).toEqual(['118650130', '2016052-5']);
    for (const answer of conflicting) {
      for (const { collection, urls } of answer.conflicts) {
        const links = linksOf(answer).filter((link) => link.collection === collection);
        expect(links.map(({ url }) => url)).toEqual(expect.arrayContaining([...urls]));
        expect(new Set(urls).size).toBeGreaterThan(1);
      }
    }
  });
});

describe('an identifier', () => {
  it('of a merged record leads to the surviving entity, for every former identifier of the sample', async () => {
    const former = (await sample.entities()).flatMap(({ entity }) => entity.formerIds.map((id) => [id, entity.gnd]));
    expect(former.length).toBeGreaterThan(20);
    for (const [id = '', gnd] of former) {
      expect(await answerOf(id)).toMatchObject({ requested: id, redirectedFrom: [id], entity: { gnd } });
    }
  });

  it('with a wrong check digit is found if the data have it', async () =>
    expect((await answerOf('1010346326')).requested).toBe('1010346326'));
});
