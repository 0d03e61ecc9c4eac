/** The facts of an entity as a definition list: its attributes in words, in the order of the contract. */
import { type Label, referenceOf } from '../../core/model/entity.ts';
import { isOnlyRenaming, renamingsOf } from '../../shared/renaming.ts';
import { GND_URI_PREFIX } from '../../core/model/gnd-id.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { EntityCard } from '../../core/search/engine.ts';
import type { RelationPage } from '../../core/search/inbound.ts';
import { activityIn, dateIn, remarkIn } from './entity-dates.ts';
import labels from '../../core/model/entity-labels.json' with { type: 'json' };
import { type Definition, definitionList, entityLink, externalLink, foldedList, readableAddress } from './elements.ts';
import { roleIn } from './entity-list.ts';
import { isNameless, namelessIn, namesElsewhere } from './entity-nameless.ts';
import { relationsPath } from './entity-relations.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import { entryOf, labelOf, type Locale } from '../../shared/http/locale.ts';
import { naturalName, PUNCTUATED, timeOf } from './titles.ts';
import texts from './texts/entity.json' with { type: 'json' };

export type Entity = LinksAnswer['entity'];
type Value = Entity['attributes'][string][number];

const TEXT = texts.facts.page;

/** Number of visible values of an attribute; further ones are folded. */
const VISIBLE = 6;
/** The same for texts, which may be several lines long, such as titles that a person is named in. */
const VISIBLE_TEXTS = 3;

const isDate = (key: string) => key.startsWith('dateOf');
/** Whether an attribute is a date or a place, which means nothing without its label: “Weimar” may be where a life began or ended. */
const isWhenOrWhere = (key: string) => isDate(key) || key.startsWith('placeOf') || key === 'periodOfActivity';
/** Attributes with German remarks, on pages in any language. */
const REMARKS: ReadonlySet<string> = new Set([
  'biographicalOrHistoricalInformation',
  'definition',
  'usingInstructions',
]);

/** Attributes that tell an entity from others, besides dates and places: profession, author, definition, short name. */
const KEYS: ReadonlySet<string> = new Set([
  'professionOrOccupation',
  'author',
  'firstAuthor',
  'composer',
  'firstComposer',
  'artist',
  'definition',
  'broaderTermGeneral',
  'coordinates',
  'abbreviatedNameForTheCorporateBody',
]);
/** Others that do so only for corporate bodies. */
const KEYS_OF_BODIES: ReadonlySet<string> = new Set(['homepage', 'geographicAreaCode']);

/** Whether an attribute identifies the entity. */
const isKey = (key: string, type: string) =>
  isDate(key) || key.startsWith('placeOf') || KEYS.has(key) || (type === 'CorporateBody' && KEYS_OF_BODIES.has(key));

/** Subject categories of persons, which a work has from its author, and a family from its members. */
const OF_PERSONS = /#[\d.]+p$/;

export interface Facts {
  /** Facts that identify the entity. */
  readonly key: readonly Definition[];
  readonly further: readonly Definition[];
}

/** Kinds of the entity below its type. “Subject heading · topical term” would say one thing twice. */
export const kindsOf = ({ subtypes }: Entity): readonly Label[] =>
  subtypes.flatMap((subtype) =>
    subtype === 'SubjectHeadingSensoStricto' ? [] : (entryOf<Label>(labels.subtypes, subtype) ?? []),
  );

/** The facts of an entity, without those that the line below the title states in full and that lead nowhere. @param subtitle that line */
export function factsOf(entity: Entity, subtitle: string | undefined, locale: Locale): Facts {
  const { type, preferredName } = entity;
  const renamed = renamedIn(entity);
  const isInLine = (key: string, value: Value) => {
    const text = isWhenOrWhere(key) ? undefined : plainTextIn(key, value, locale);
    return text !== undefined && `, ${subtitle}, `.includes(`, ${text}, `);
  };
  const isSaid = (key: string, value: Value) => {
    if (typeof value === 'string')
      return REMARKS.has(key) && ((renamed !== undefined && isOnlyRenaming(value, renamed)) || isInLine(key, value));
    if (type !== 'Person' && 'uri' in value && OF_PERSONS.test(value.uri ?? '')) return true;
    // A state that is a city would be its own region.
    return key === 'geographicAreaCode' && 'label' in value && value.label === preferredName;
  };
  const facts = Object.entries(entity.attributes).flatMap(([key, values]) => {
    if (values.every((value) => isInLine(key, value))) return [];
    const unsaid = values.filter((value) => !isNameless(value) && !isSaid(key, value));
    const value = factIn(key, unsaid, namelessIn(values), entity, locale);
    const fact: Definition = [labelFor(key, entity), value];
    return value === undefined ? [] : [{ isKey: isKey(key, type), fact }];
  });
  const name: Definition = [TEXT.preferredName, html`<bdi>${preferredName}</bdi>`];
  // The first kind stands above the title.
  const furtherKinds = kindsOf(entity).slice(1);
  const kinds: readonly Definition[] =
    furtherKinds.length === 0 ? [] : [[TEXT.kinds, furtherKinds.map((label) => locale.t(label)).join(', ')]];
  const isSame = naturalName(entity) === preferredName || PUNCTUATED.has(entity.type);
  const key = [...lifeOf(entity, locale), ...facts.filter((one) => one.isKey).map(({ fact }) => fact)];
  const others = facts.filter((one) => !one.isKey).map(({ fact }) => fact);
  const further = [...others, ...kinds, ...(isSame ? [] : [name])];
  // As few facts of all kinds are one list, and so are those of which none identifies.
  const isShort = key.length === 0 || key.length + further.length <= VISIBLE;
  return isShort ? { key: [...key, ...further], further: [] } : { key, further };
}

/** The time of a life that only the description has, because the record has no day or year: `[2. Jh.]`. */
function lifeOf({ type, description, attributes }: Entity, locale: Locale): readonly Definition[] {
  const time = timeOf(description);
  const isDated = ['dateOfBirth', 'dateOfDeath', 'periodOfActivity'].some((key) => attributes[key] !== undefined);
  if (type !== 'Person' || time?.isInWords !== true || isDated) return [];
  return [[TEXT.life, html`<bdi>${remarkIn(time.text, locale)}</bdi>`]];
}

/** The named values of a fact, and where the names of the others are, of which only identifiers are known; undefined where there are no values. */
function factIn(
  key: string,
  named: readonly Value[],
  nameless: readonly string[],
  { gnd }: Entity,
  locale: Locale,
): Part {
  const elsewhere = namesElsewhere(nameless, { page: relationsPath(gnd, key), isMore: named.length > 0 }, locale);
  if (named.length === 0) return elsewhere;
  return valuesIn(key, named, locale, elsewhere && { n: nameless.length, words: elsewhere });
}

/** The label of an attribute, in plainer words than the ontology's; its “biographical information” fits only people. */
function labelFor(key: string, entity: Entity): Label {
  if (key === 'dateOfEstablishment' && renamedIn(entity) !== undefined) return TEXT.underThisName;
  const isOfPeople = REMARKS.has(key) && (entity.type === 'Person' || entity.type === 'Family');
  return (isOfPeople ? undefined : entryOf<Label>(texts.facts.labels, key)) ?? labelOf(labels.attributes, key);
}

/** The date of establishment, if a remark says that the entity was then renamed. */
function renamedIn({ attributes }: Entity): string | undefined {
  const [beginning] = attributes['dateOfEstablishment'] ?? [];
  if (typeof beginning !== 'string' || beginning === '') return undefined;
  return renamingsOf(attributes).some((one) => one.includes(beginning)) ? beginning : undefined;
}

/** Entities that refer to the entity, except those that are among its own facts. */
export function inboundList(
  { gnd: own, attributes }: Entity,
  inbound: readonly RelationPage[],
  locale: Locale,
): Html | undefined {
  const named = new Set(
    Object.values(attributes)
      .flat()
      .map((value) => referenceOf(value)?.gnd),
  );
  const groups = inbound.flatMap(({ group, total, cards }): Definition[] => {
    const others = cards.filter(({ gnd }) => !named.has(gnd));
    if (others.length === 0) return [];
    const values = others.map((card) => ({ gnd: card.gnd, label: nameWithYears(card, locale) }));
    return [
      [
        labels.inbound[group],
        [
          valuesIn(group, values, locale),
          total > cards.length &&
            html`<a href="${locale.link(relationsPath(own, group))}"
              >${locale.t(texts.relations.page.more, { n: total, group: locale.t(labels.inbound[group]) })}</a
            >`,
        ],
      ],
    ];
  });
  return groups.length === 0 ? undefined : definitionList('entity-list', groups, locale);
}

/** `Hermann Schlag (1853–1902)`, if the description of a person begins with a time. */
function nameWithYears({ type, description, ...card }: EntityCard, locale: Locale): string {
  const name = naturalName({ ...card, type });
  const time = type === 'Person' ? timeOf(description) : undefined;
  return time === undefined ? name : `${name} (${remarkIn(time.text, locale)})`;
}

interface Rest {
  readonly n: number;
  /** Words behind the last value. */
  readonly words: Html;
}

/** @param rest values that are not listed */
function valuesIn(key: string, values: readonly Value[], locale: Locale, rest?: Rest): Part {
  const items = values.map((value, place) => {
    const number = hasNamesake(value, values) && html` <span class="soft">(GND ${referenceOf(value)?.gnd})</span>`;
    const content = html`${valueIn(key, value, locale)}${number}${typeof value === 'object' && 'role' in value && roleIn(value.role, locale)}${isOutside(value) && OUTSIDE}${rest && place === values.length - 1 && html` ${rest.words}`}`;
    return locale.language !== 'de' && REMARKS.has(key) ? html`<span lang="de">${content}</span>` : content;
  });
  if (items.length < 2) return items[0];
  const visible = typeof values[0] === 'string' ? VISIBLE_TEXTS : VISIBLE;
  return foldedList(items, { visible, summary: (n) => locale.count(n + (rest?.n ?? 0), texts.facts.more) });
}

/** Whether another entity among the values has the same name, so that only its identifier tells them apart. */
function hasNamesake(value: Value, values: readonly Value[]): boolean {
  const own = referenceOf(value);
  if (own === undefined) return false;
  return values.some((one) => {
    const other = referenceOf(one);
    return other?.label === own.label && other?.gnd !== own.gnd;
  });
}

function valueIn(key: string, value: Value, locale: Locale): Html {
  if (typeof value === 'string') return textIn(key, value, locale);
  if ('longitude' in value) {
    const { latitude: lat, longitude: lon } = value;
    const map = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=9/${lat}/${lon}`;
    const degrees = (value: number, [positive = '', negative = '']: string) =>
      `${locale.number(Math.abs(value), 4)}° ${value < 0 ? negative : positive}`;
    const place = `${degrees(lat, 'NS')}, ${degrees(lon, locale.language === 'de' ? 'OW' : 'EW')}`;
    return html`${place}<br />${externalLink(map, locale.t(TEXT.map))}`;
  }
  const { gnd, uri, label } = value;
  if (gnd !== undefined && label !== undefined) return entityLink(gnd, label, locale);
  if (uri !== undefined && (key === 'homepage' || uri.startsWith(GND_URI_PREFIX)))
    return externalLink(uri, label ?? readableAddress(uri));
  return html`<bdi>${label ?? uri}</bdi>`;
}

function textIn(key: string, text: string, locale: Locale): Html {
  if (/^https?:\/\/\S+$/i.test(text)) return externalLink(text, readableAddress(text));
  const words = wordsIn(key, text, locale);
  const isDay = isDate(key) && /^\d{4}-\d\d-\d\d$/.test(text);
  return isDay ? html`<time datetime="${text}">${words}</time>` : html`<bdi>${words}</bdi>`;
}

function wordsIn(key: string, text: string, locale: Locale): string {
  if (isDate(key)) return dateIn(text, locale);
  if (key === 'periodOfActivity') return activityIn(text, locale);
  return REMARKS.has(key) ? remarkIn(text, locale) : text;
}

/** A text, or a term of a vocabulary; undefined for a value with a link. */
function plainTextIn(key: string, value: Value, locale: Locale): string | undefined {
  if (typeof value === 'string') return wordsIn(key, value, locale);
  return referenceOf(value) === undefined && 'label' in value && !isOutside(value) ? value.label : undefined;
}

const OUTSIDE = html` <span class="soft">(DNB)</span>`;

/** Explains, below facts of an excerpt, their mark of entities that it lacks. */
export function outsideNote(facts: readonly Definition[], { t, isExcerpt }: Locale): Html | false {
  const isMarked = isExcerpt && facts.some(([, value]) => html`${value}`.markup.includes(OUTSIDE.markup));
  return isMarked && html`<p class="soft">${t(texts.relations.page.outside)}</p>`;
}

/** Whether the data lack a related entity. */
const isOutside = (value: Value) =>
  typeof value === 'object' && 'uri' in value && value.uri?.startsWith(GND_URI_PREFIX) === true;
