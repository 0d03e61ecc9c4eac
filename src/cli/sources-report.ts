/** `gnd-links sources report`: the report on a source for its keeper, as text for a mail. */
import { createLocale, type Language } from '../shared/http/locale.ts';
import { keeperReport, reportAsText } from '../extras/keeper/report.ts';
import texts from '../extras/keeper/texts/keeper.json' with { type: 'json' };
import { readBuildNotes } from '../core/snapshot/build-notes.ts';
import { locateSnapshot } from '../core/snapshot/directory.ts';
import { createNewestFiles } from '../shared/dumps/dump-folder.ts';
import { readHeader } from '../core/snapshot/header.ts';
import { CommandFailed } from './exit.ts';

interface ReportValues {
  readonly out: string;
  readonly dumps: string | undefined;
  readonly baseUrl: string | undefined;
  readonly contact: string | undefined;
  readonly lang: Language;
}

export async function runReport(key: string, { out, dumps, baseUrl, contact, lang }: ReportValues): Promise<void> {
  const directory = await locateSnapshot(out);
  const { sources, collections } = await readHeader(directory);
  const source = sources.find((one) => one.key === key);
  if (source === undefined) throw new CommandFailed(`there is no source ${key} in the current snapshot`);
  if (source.origin.format !== 'beacon') throw new CommandFailed(`${key} is not a BEACON list`);
  const note = (await readBuildNotes(directory))?.sources.find((one) => one.key === key);
  const files = await createNewestFiles(dumps)();
  const locale = createLocale(lang, true, baseUrl ?? 'http://127.0.0.1:8080', { contact });
  const parts = keeperReport({ source, note, collections, now: new Date(), files }, locale);
  const title = locale.t(texts.page.title, { title: locale.t(source.title), key });
  process.stdout.write(reportAsText(title, parts));
}
