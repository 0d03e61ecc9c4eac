/** The contribution of a source: counts, examples, collections. */
import type { CoverageAnswer } from '../../core/interface/coverage-schema.ts';
import type { Label } from '../../core/model/entity.ts';
import { isRedistributable, type Source } from '../../core/model/source.ts';
import type { SourceNote } from '../../core/snapshot/build-notes.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { LATEST, type NewestFiles } from '../../shared/dumps/dump-folder.ts';
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { deadBadge } from '../keeper/health-words.ts';
import {
  breakable,
  type Definition,
  definitionList,
  entityLink,
  externalLink,
  folded,
  plainList,
  readableAddress,
  section,
  typeWord,
} from './elements.ts';
import { bodyIfAny, type Call, coverageOf } from './internal-call.ts';
import type { Register } from './register.ts';
import type { KeeperFacts } from './source-keeper.ts';
import type { ListedSource } from './source-words.ts';
import { naturalName } from './titles.ts';
import texts from './texts/source.json' with { type: 'json' };

const TEXT = texts.page;

/** Number of entities that are shown with a link of the source: of those that the build notes, the ones with most links. */
const EXAMPLES = 5;

/** All that the page of a source shows. */
export interface SourceContent extends KeeperFacts {
  /** The source in the register, with its state on this day. */
  readonly listed: ListedSource;
  /** The source that harvests the changes of the GND, where there is one. */
  readonly harvest: Source | undefined;
  readonly register: Register;
  /** Three lists: further entities, the first added ones, and the first removed ones. */
  readonly named: readonly (readonly Named[])[];
  readonly examples: readonly LinksAnswer[];
}

type Named = CoverageAnswer['items'][number];

/** Looks up the entities that the page names. */
export async function readContent(
  note: SourceNote | undefined,
  call: Call,
): Promise<Pick<SourceContent, 'named' | 'examples'>> {
  const { firstEntities = [], change } = note ?? {};
  const lists = [firstEntities, change?.added.first ?? [], change?.removed.first ?? []];
  const [known = [], ...changed] = await Promise.all(lists.map((ids) => coverageOf(ids, call)));
  const best = known.toSorted((a, b) => (b.links ?? 0) - (a.links ?? 0)).slice(0, EXAMPLES);
  const answers = best.map(({ input }) => bodyIfAny<LinksAnswer>(call, `/api/v1/gnd/${input}/links`));
  const examples = (await Promise.all(answers)).filter((answer) => answer !== undefined);
  return { named: [known.filter((row) => !best.includes(row)), ...changed], examples };
}

/** The numbers of a source, and the collections that its links lead into. */
export function contentOf({ listed: source, source: own, register, files }: SourceContent, locale: Locale): Html {
  const { t, link, number, count } = locale;
  const { kind, title, scope } = source;
  const { read, rejected } = source.import;
  const isElsewhere = locale.isExcerpt && (rejected['unknown_gnd_id'] ?? 0) > 0;
  const described = withoutCount(t(scope.description));
  const contains: Definition = [TEXT.contains, described !== t(title) && html`<span dir="auto">${described}</span>`];
  if (scope.entities + scope.links === 0) {
    const none = isElsewhere
      ? count(read - (rejected['empty_id'] ?? 0), texts.noneHere)
      : kind !== 'redirects' && t(TEXT.noLinks);
    return html`${definitionList('fact-list', [contains], locale)} ${none && html`<p>${none}</p>`}`;
  }
  const collections = register.collections.filter(({ key }) => scope.collections.includes(key));
  const items = collections.map(({ key, label, health }) => [
    html`<a href="${link('/docs/keys')}#collection-${key}"><bdi>${label}</bdi></a>`,
    html` ${deadBadge(health, locale)}`,
    // The files leave out the links of any other source.
    isRedistributable(own) && fileLink(files, `links/${key}.tsv.gz`, 'TSV', locale),
    isRedistributable(own) && fileLink(files, `links/${key}.beacon.txt.gz`, 'BEACON', locale),
  ]);
  const categories = register.categories.filter(({ key }) => scope.categories.includes(key));
  const here = (n: string) => (locale.isExcerpt ? t(TEXT.inExcerpt, { n }) : n);
  const facts: readonly Definition[] = [
    contains,
    [TEXT.entities, here(number(scope.entities))],
    [TEXT.links, number(scope.links)],
    [TEXT.types, scope.types.length > 0 && here(scope.types.map((type) => t(typeWord(type))).join(', '))],
    [TEXT.categories, categories.length > 0 && categories.map(({ label }) => t(label)).join(', ')],
  ];
  return html`${definitionList('fact-list', facts, locale)}
  ${items.length > 0 && folded(`${t(TEXT.collections)} (${number(items.length)})`, plainList(items, 'collections'))}`;
}

/** Without the number of identifiers that whoever wrote the register counted: it is not that of the version in use. */
const withoutCount = (described: string) => described.replace(/ \([\d.,]+ GND[^()]*\)$/, '');

/** Entities of the source, some with a link. */
export function entriesOf({ source, note, named, examples, files }: SourceContent, locale: Locale): Html {
  const [more = [], added = [], removed = []] = named;
  const { key, kind, scope } = source;
  const known = examples.map((answer) => [answer, linkOf(answer, key)] as const);
  const linked = known.filter(([, example]) => example !== undefined);
  // A list says nothing of entities but their links; a source of records may describe entities without any.
  const shown = linked.length > 0 || kind === 'links' ? linked : known;
  const samples = shown.map(([{ entity }, link]) => {
    const name = entityLink(entity.gnd, naturalName(entity), locale);
    const isFormer = entity.formerIds.some((id) => link?.url.includes(id));
    return html`${name}${link && html`: ${externalLink(link.url, html`<bdi>${breakable(readableAddress(link.url))}</bdi>`)}`}${isFormer && html` <small>${locale.t(TEXT.formerId)}</small>`}`;
  });
  const [collection, ...others] = scope.collections;
  const file = `links/${collection}.tsv.gz`;
  const isInFile = kind === 'links' && others.length === 0 && isRedistributable(source);
  const link = isInFile && fileLink(files, file, file, locale);
  const rest = scope.entities - samples.length;
  // Some of the others are only examples, unless a file has them all.
  const isComplete = more.length >= rest || link !== false;
  const heading = isComplete ? TEXT.firstEntities : TEXT.moreExamples;
  return html`${samples.length > 0 && section('examples', locale.t(TEXT.examples), plainList(samples))}
  ${entitiesOf(heading, isComplete ? rest : more.length, more, locale, link)}
  ${entitiesOf(TEXT.added, note?.change?.added.ids, added, locale)}
  ${entitiesOf(TEXT.removed, note?.change?.removed.ids, removed, locale)}`;
}

/** A link of the source: the last, because the first ones lead to other authority files. */
const linkOf = ({ links }: LinksAnswer, key: string) =>
  links.categories.flatMap(({ items }) => items).findLast(({ assertedBy }) => assertedBy.includes(key));

/**
 * Some of a number of entities, by name; entities that the data lack have only an identifier.
 * @param file link to a file with all of them
 */
function entitiesOf(
  title: Label,
  all = 0,
  first: readonly Named[],
  locale: Locale,
  file: Html | false = false,
): Html | false {
  if (first.length === 0) return false;
  const { t, number, compare } = locale;
  const nameOf = ({ input, type, preferredName }: Named) =>
    preferredName === undefined ? input : naturalName({ type, preferredName });
  const bearers = Map.groupBy(first, nameOf);
  const items = first
    .toSorted((a, b) => compare(nameOf(a), nameOf(b)) || compare(a.input, b.input))
    .map((one) => {
      const { input, gnd = input, preferredName } = one;
      if (preferredName === undefined) return input;
      const isShared = (bearers.get(nameOf(one))?.length ?? 0) > 1;
      return html`${entityLink(gnd, nameOf(one), locale)}${isShared && html` <small>${gnd}</small>`}`;
    });
  const isPart = all > first.length;
  const summary = `${t(title)} (${isPart ? t(TEXT.someOf, { n: first.length, all }) : number(all)})`;
  const whole = isPart && file && html`<p>${t(TEXT.allInFile)} ${file}.</p>`;
  return folded(summary, plainList(items, 'collections'), whole);
}

/** A link to a file of the newest dump, if there is one. */
function fileLink({ names }: NewestFiles, name: string, kind: string, { to }: Locale): Html | false {
  return names.has(name) && html` <a href="${to('dumpFile', { path: `${LATEST}/${name}` })}" download>${kind}</a>`;
}
