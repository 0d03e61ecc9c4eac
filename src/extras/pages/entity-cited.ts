/** The notice on the page of an entity that was cited with an earlier state of the data: where that state is. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { DUMP_NAME, hasDump, INDEX_FILE } from '../../shared/dumps/dump-folder.ts';
import texts from './texts/entity.json' with { type: 'json' };

const TEXT = texts.cited;

/** @param cited identifier as sent @param shown identifier of the data in use @param dumps folder of dumps, where there are any */
export async function citedState(
  cited: string,
  shown: string,
  dumps: string | undefined,
  locale: Locale,
): Promise<Html | false> {
  if (!DUMP_NAME.test(cited)) return false;
  const { t, to } = locale;
  const path = `${cited}/${INDEX_FILE}`;
  const isKept = dumps !== undefined && (await access(join(dumps, path)).then(() => true, () => false)); // prettier-ignore
  const hasFiles = await hasDump(dumps);
  const where = isKept
    ? html`<a href="${to('dumpFile', { path })}">${t(TEXT.files)}</a>`
    : html`${t(TEXT.gone)} ${hasFiles && html`<a href="${to('files')}">${t(TEXT.others)}</a>`}`;
  return html`<div class="notice">
    <p>${t(TEXT.other, { cited, shown })} ${where}</p>
  </div>`;
}
