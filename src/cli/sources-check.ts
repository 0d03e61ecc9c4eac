/** `gnd-links sources check`: prints the flaws of a BEACON list, line by line. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSnapshot } from './installation.ts';
import { counted, listCounts } from './table.ts';
import type { Defect } from '../build/sources/readers/reader.ts';
import { type CheckedList, checkList, explain } from '../build/sources/fetch/check-list.ts';
import { MAX_IDS } from '../core/interface/coverage.ts';
import { beaconReader } from '../build/sources/readers/beacon.ts';
import { openInput } from '../build/sources/readers/input.ts';
import { DownloadFailed } from '../build/sources/download/download-failure.ts';
import { download } from '../build/sources/download/download.ts';
import { createListCheck } from '../build/sources/register/list-check.ts';
import { type BeaconSwitches, PLAUSIBILITY_DEFAULTS } from '../build/sources/register/register.ts';
import { defined, omit } from '../shared/omit.ts';
import { CommandFailed, EXIT } from './exit.ts';
import { chosen, downloadOptions, openRegister } from './fetch.ts';
import type { SettingValues } from './settings/setting.ts';
import type { DOWNLOAD_SETTINGS } from './settings/fetch-settings.ts';

type CheckValues = SettingValues<typeof DOWNLOAD_SETTINGS> & {
  readonly register: string | undefined;
  readonly config: string | undefined;
  readonly source?: string;
  readonly snapshot: string;
  readonly shown: number;
  readonly target?: string;
  readonly targetToken?: 'source' | 'third' | 'auto';
  readonly json?: boolean;
};

/** Prints the flaws of a list, and some of its addresses. */
export async function runCheck(place: string, values: CheckValues): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'gnd-links-check-'));
  try {
    const file = /^https?:\/\//i.test(place) ? await fetchList(place, join(scratch, 'list'), values) : place;
    const { source, check } = (await registered(place, values)) ?? {};
    const flaws: Omit<Defect, 'kind'>[] = [];
    const { target: targetOverride, targetToken } = values;
    const beacon: BeaconSwitches = { ...source?.beacon, ...defined({ targetOverride, targetToken }) };
    const checked = await checkList(file, beacon, new Date(), join(scratch, 'numbers'), (statement, number) => {
      check?.add(statement);
      if (statement.kind !== 'defect' || number > values.shown) return;
      if (values.json === true) flaws.push(omit(statement, 'kind'));
      else process.stdout.write(`${defectLine(statement)}\n`);
    });
    const contradictions = check?.contradictions() ?? [];
    const former = checked.unusable === undefined ? await formerNumbers(file, beacon, values.snapshot) : undefined;
    const all = { ...checked, defects: Object.fromEntries(checked.defects), flaws, contradictions, former };
    process.stdout.write(
      values.json === true
        ? `${JSON.stringify(all, null, 2)}\n`
        : formatChecked(checked, values.shown) + formatFormer(former),
    );
    if (checked.unusable !== undefined) throw new CommandFailed(`${place}: ${checked.unusable}`);
    if (checked.links === 0) throw new CommandFailed(`${place}: the list has no usable links`);
    const { problems } = checked;
    const wrong = checked.defects.get('check_digit') ?? 0;
    const sentences = [
      ...(problems > 0 ? [counted(problems, 'problem')] : []),
      ...(wrong > 0
        ? [`${counted(wrong, 'wrong check digit')}: a mistyped identifier may belong to another entity`]
        : []),
      ...contradictions,
    ];
    const exit = problems > 0 ? EXIT.failed : EXIT.attention;
    if (sentences.length > 0) throw new CommandFailed(`${place}: ${sentences.join('\n')}`, exit);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Numbers of a list that the current snapshot does not have as they are: how many of each kind, and the first.
 * @returns undefined without a snapshot at hand
 */
async function formerNumbers(file: string, beacon: BeaconSwitches, place: string) {
  await using store = await openSnapshot(place).catch(() => undefined);
  if (store === undefined) return undefined;
  /** Such as `1012979490 → 118540238`. */
  const examples: string[] = [];
  const former = { snapshot: store.snapshot.id, merged: 0, deleted: 0, unknown: 0, examples };
  for await (const batch of beaconReader.read(openInput(file), { beacon })) {
    const ids = [...new Set(batch.flatMap((statement) => (statement.kind === 'link' ? [statement.gnd] : [])))];
    for (let from = 0; from < ids.length; from += MAX_IDS) {
      const part = ids.slice(from, from + MAX_IDS);
      for (const [index, covered] of (await store.coverage(part)).entries()) {
        if (covered.kind === 'redirected') {
          former.merged += 1;
          if (examples.length < MAX_EXAMPLES) examples.push(`${part[index]} → ${covered.entry.gnd}`);
        } else if (covered.kind === 'deleted' || covered.kind === 'unknown') former[covered.kind] += 1;
      }
    }
  }
  return former;
}

const MAX_EXAMPLES = 5;

function formatFormer(former: Awaited<ReturnType<typeof formerNumbers>>): string {
  if (former === undefined) return '';
  const { snapshot, merged, deleted, unknown, examples } = former;
  if (merged + deleted + unknown === 0) return '';
  const counts = listCounts({ merged, deleted, unknown });
  return `\nIdentifiers that are not current in snapshot ${snapshot}: ${counts}\n${examples.map((one) => `  ${one}\n`).join('')}`;
}

/** The entry of the register with the given key, else with the address of the list. */
async function registered(place: string, values: CheckValues) {
  const { register, curation } = await openRegister(values);
  const source =
    values.source === undefined
      ? register.find(({ origin }) => origin.downloadUrl === place)
      : chosen(register, [values.source])[0];
  return source && { source, check: createListCheck(source, curation) };
}

async function fetchList(url: string, target: string, values: CheckValues): Promise<string> {
  try {
    await download(
      { url, target, maximumBytes: PLAUSIBILITY_DEFAULTS.maximumBytes },
      { ...downloadOptions(values), retries: 1 },
    );
    return target;
  } catch (error) {
    if (error instanceof DownloadFailed)
      throw new CommandFailed(`${url}: ${error.message}`, undefined, { cause: error });
    throw error;
  }
}

/** `line 17: no_gnd_id  The first column is not a GND ID …  [abc]`; control characters never reach the terminal. */
function defectLine(defect: Defect): string {
  const { line, reason, severity, excerpt } = defect;
  const where = line === undefined ? 'list' : `line ${line}`;
  const kind = severity === 'notice' ? 'notice ' : '';
  const met = excerpt === undefined ? '' : `  [${excerpt.replace(/\p{Cc}/gu, '?')}]`;
  return `${where}: ${kind}${reason}  ${explain(defect)}${met}`;
}

function formatChecked({ links, ids, defects, samples, advice, unusable }: CheckedList, shown: number): string {
  const more = [...defects].filter(([, count]) => count > shown);
  const lines = [
    ...more.map(([reason, count]) => `… and ${counted(count - shown, 'more line')}: ${reason}`),
    ...advice.map((sentence) => `advice: ${sentence}`),
  ];
  if (lines.length > 0 || defects.size > 0) lines.push('');
  if (unusable === undefined) lines.push(`${counted(links, 'link')} for ${counted(ids, 'identifier')}`);
  if (samples.length > 0) lines.push('', 'Does each link lead to the right page?');
  lines.push(...samples.map(({ gnd, url }) => `  ${gnd}  ${url}`));
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
