/** `/files`: the page about the data as files and about changes, for people. */
import { join } from 'node:path';
import type { Door } from '../../core/http/door.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import { changesIn, hasChanges } from '../../shared/dumps/change-words.ts';
import { entryOf, type Locale } from '../../shared/http/locale.ts';
import type { Label } from '../../core/model/entity.ts';
import { licenceName } from '../../core/model/source.ts';
import {
  CHANGES_FOLDER,
  type DumpedFile,
  type DumpIndex,
  INDEX_FILE,
  LATEST,
  NUMBERS_FILE,
  readChanges,
  readDumpIndex,
  readLatest,
  type RecentChanges,
  type SnapshotChange,
  SUMS_FILE,
} from '../../shared/dumps/dump-folder.ts';
import { codeToCopy, folded, noDeletions, plainList, section, sourceLink, table } from './elements.ts';
import { pageDoor } from './page-door.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import words from './texts/source-words.json' with { type: 'json' };
import texts from './texts/files.json' with { type: 'json' };

const TEXT = texts.page;
/** Number of changes on the page; the door of changes has more. */
const MAX_CHANGES = 12;
/** Kinds of links that have a list of their own where a collection has several. */
const KINDS = ['exact', 'about', 'close', 'broad', 'narrow', 'related'] as const;

/** @param dumps folder of dumps; without one there is no such page */
export function filesPages(dumps: string | undefined): readonly Door[] {
  if (dumps === undefined) return [];
  const page = pageDoor({
    name: 'files',
    path: '/files',
    summary: 'Data as files, and changes',
    parameters: {},
    // With hundreds of files the page takes milliseconds.
    quota: { name: 'links' },
    dependsOn: 'file',
    examples: ['/files', '/files?lang=en'],
    async answer(_, { store }, locale) {
      const latest = await readLatest(dumps);
      const [index, changes] = await Promise.all([
        latest === undefined ? undefined : readDumpIndex(join(dumps, latest)),
        readChanges(dumps),
      ]);
      const hasFiles = index !== undefined || changes.snapshots.length > 0;
      return {
        title: locale.t(TEXT.title),
        description: locale.t(TEXT.description),
        heading: { icon: 'file', lead: locale.t(hasFiles ? TEXT.description : TEXT.none) },
        main: html`${index && newest(index, store.snapshot, locale)}
        ${hasFiles && changesOf(changes, store.snapshot, locale)}`,
        scripts: ['copy.js'],
      };
    },
  });
  return [page];
}

type Served = Pick<Snapshot, 'id' | 'builtAt' | 'collections'>;

function newest(index: DumpIndex, served: Served, locale: Locale): Html {
  const { t, count, compare, day, moment, to, absolute } = locale;
  const { dumped, leftOut } = index.links;
  const isWhole = leftOut === 0;
  const { id, date, builtAt } = index.snapshot;
  const states = { files: id, built: moment(builtAt), served: served.id, servedBuilt: moment(served.builtAt) };
  const known = Object.keys(texts.about);
  const placeOf = ({ name }: DumpedFile) => (known.includes(name) ? known.indexOf(name) : known.length);
  const whole = index.files.filter(({ name }) => !name.includes('/')).toSorted((a, b) => placeOf(a) - placeOf(b));
  const leftOutByName = index.leftOut.toSorted((a, b) => compare(t(a.title), t(b.title)));
  const restricted = leftOutByName.map(({ key, title, licence }) => {
    return html`${sourceLink(key, title, locale)}${licence.statement !== 'not stated' && html` <small>${licenceName(licence)}</small>`}`;
  });
  const command = `curl --location --remote-name '${new URL(to('dumpFile', { path: `${LATEST}/links.tsv.gz` }) ?? '', absolute('/')).href}'`;
  return section(
    'newest',
    t(TEXT.tables),
    id !== served.id && html`<p class="notice warn">${t(TEXT.otherState, states)}</p>`,
    html`<p>
      ${t(isWhole ? TEXT.whole : TEXT.part, { date: day(date), dumped, links: count(dumped + leftOut, texts.links) })}
      ${t(TEXT.licences)}
    </p>`,
    fileTable(whole, index, served, t(TEXT.tables), locale),
    html`<p>
        <a href="${to('dumpFile', { path: `${id}/${INDEX_FILE}` })}">${t(TEXT.index)}</a> ·
        <a href="${to('dumpFile', { path: `${id}/${SUMS_FILE}` })}">${t(TEXT.sums)}</a> · ${t(TEXT.state)}
        <code>${id}</code>
      </p>
      <p>${t(TEXT.latest)}</p>
      ${codeToCopy(command, 'curl', locale)}`,
    group('links', TEXT.collections, index, served, locale),
    group('mappings', TEXT.mappings, index, served, locale),
    !isWhole &&
      folded(
        t(TEXT.leftOut, { n: restricted.length }),
        html`<p>${t(TEXT.leftOutText)}</p>`,
        plainList(restricted, 'collections'),
      ),
  );
}

function group(folder: string, label: Label, index: DumpIndex, served: Served, locale: Locale): Html | false {
  const files = index.files.filter(({ name }) => name.startsWith(`${folder}/`));
  // A collection has a table and lists.
  const summary = locale.t(label, { n: new Set(files.map(({ collection }) => collection)).size });
  return (
    files.length > 0 &&
    folded(summary, html`<div id="${folder}-files">${fileTable(files, index, served, summary, locale)}</div>`)
  );
}

function fileTable(
  files: readonly DumpedFile[],
  { snapshot }: DumpIndex,
  { collections }: Served,
  name: string,
  locale: Locale,
): Html {
  const { t, number, to, isExcerpt } = locale;
  const rows = files.map((file) => {
    const about = file.name === NUMBERS_FILE && isExcerpt ? TEXT.outside : entryOf<Label>(texts.about, file.name);
    const collection = collections.find(({ key }) => key === file.collection);
    const kind = KINDS.find((one) => file.name.startsWith(`links/${file.collection}_${one}.`));
    // The dump of an earlier version states no entries.
    const entries = file.entries ?? file.lines - Number(file.columns !== undefined);
    const empty = file.name === 'deletions.tsv.gz' ? noDeletions(entries, locale) : entries === 0 && t(TEXT.empty);
    return [
      html`<a href="${to('dumpFile', { path: `${snapshot.id}/${file.name}` })}" download>${file.name}</a
        >${about && html` <small>${t(about)}</small>`}
        ${collection && html`<small><bdi>${collection.label}</bdi>${kind && ` · ${t(texts.kinds[kind])}`}</small>`}
        ${empty && html`<small>${empty}</small>`}
        ${file.columns && html`<small>${t(TEXT.columns, { names: file.columns.join(', ') })}</small>`}`,
      file.name === NUMBERS_FILE ? t(TEXT.onlyIdentifiers) : licencesOf(file, locale),
      number(entries),
      sizeIn(file.bytes, locale),
    ];
  });
  const head = [t(TEXT.file), t(TEXT.licence), t(TEXT.lines), t(TEXT.size)];
  return table({ className: 'files', name, head, numbers: [2, 3], rows });
}

/** The licence of the data in a file; where there are several, the table of collections has the one of each. */
function licencesOf({ name, licences = [] }: Pick<DumpedFile, 'name'> & Partial<DumpedFile>, { t }: Locale): Part {
  const [licence, ...others] = licences.map((one) => (one === 'not stated' ? t(words.notStated) : one));
  if (others.length === 0) return licence;
  const all = [licence, ...others].join(', ');
  return name.startsWith('links/') ? all : html`<a href="#links-files">${all}</a>`;
}

/** The size in a suitable unit. */
function sizeIn(bytes: number, { number, t }: Locale): string {
  const at = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 3);
  return `${number(Math.round((10 * bytes) / 1000 ** at) / 10)}\u00A0${[t(TEXT.bytes), 'kB', 'MB', 'GB'][at]}`;
}

function changesOf({ snapshots }: RecentChanges, served: Served, locale: Locale): Html {
  const { t, count, moment, to } = locale;
  const [feed, data] = [to('changesFeed'), to('changes', { format: 'json' })];
  const shown = snapshots.filter(({ counts }) => counts === undefined || hasChanges(counts)).slice(0, MAX_CHANGES);
  const hasFile = shown.some(({ file }) => file !== undefined);
  const stateOf = (id: string, at: string) => html`${moment(at)} <small><code>${id}</code></small>`;
  const fileOf = ({ file }: SnapshotChange) => {
    if (file === undefined) return undefined;
    // The first line of a file is its header.
    const n = file.lines - 1;
    if (n === 0) return t(TEXT.replaced);
    const entities = count(n, texts.entities);
    const address = to('dumpFile', { path: `${CHANGES_FOLDER}/${file.name}` });
    return html`<a href="${address}" title="${file.name}" download
      >${t(TEXT.changes)} (${entities}, ${sizeIn(file.bytes, locale)})</a
    >`;
  };
  const rows = shown.map((change) => [stateOf(change.to.id, change.at), changesIn(change.counts, locale), fileOf(change)]); // prettier-ignore
  const isPublished = snapshots.some(({ to: { id } }) => id === served.id);
  const pending = [html`<code>${served.id}</code>`, t(TEXT.notYet), undefined];
  const listed = [...(isPublished || snapshots.length === 0 ? [] : [pending]), ...rows];
  return section(
    'changes',
    t(TEXT.changes),
    html`<p>
      ${t(snapshots.length === 0 ? TEXT.firstState : rows.length === 0 ? TEXT.unchanged : hasFile ? TEXT.changesText : TEXT.noFileYet)}
      ${feed !== undefined && html`<a href="${feed}">${t(TEXT.feed)}</a> · `}
      ${data !== undefined && html`<a href="${data}">${t(TEXT.json)}</a>`}
    </p>`,
    listed.length > 0 &&
      table({
        className: 'changes',
        name: t(TEXT.changes),
        head: [t(TEXT.made), t(TEXT.what), ...(hasFile ? [t(TEXT.file)] : [])],
        rows: listed.map((cells) => cells.slice(0, hasFile ? 3 : 2)),
      }),
  );
}
