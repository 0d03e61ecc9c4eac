/** `gnd-links withhold`: writes a decision about an entity into `entities.yaml`, and says what it will remove. */
import { existsSync, lstatSync } from 'node:fs';
import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isSeq, parseDocument } from 'yaml';
import { hasSameWords } from '../build/ingest/tasks/merge-records.ts';
import { ENTITY_DECISIONS_FILE, readEntityDecisions } from '../build/sources/register/entity-decisions.ts';
import { InvalidConfiguration } from '../build/sources/register/yaml-file.ts';
import { writeDurably, moveFile } from '../shared/files/durable-file.ts';
import { lockFolder } from '../shared/files/lock.ts';
import { dayOf } from '../core/model/days.ts';
import type { GndId } from '../core/model/gnd-id.ts';
import { readGndId } from '../core/model/read-identifiers.ts';
import { INBOUND_GROUPS, type InboundGroup } from '../core/search/inbound.ts';
import { UnusableSnapshot } from '../core/snapshot/header.ts';
import type { LinksAnswer } from '../core/snapshot/links-answer.ts';
import { readAnswer } from '../core/snapshot/stored-answer.ts';
import type { Store } from '../core/snapshot/store.ts';
import { CommandFailed, EXIT } from './exit.ts';
import { openSnapshot, ownPath } from './installation.ts';
import type { SettingValues } from './settings/setting.ts';
import type { UPDATE_SETTINGS } from './settings/update-settings.ts';
import { counted } from './table.ts';
import { runUpdate } from './update.ts';

type WithholdValues = SettingValues<typeof UPDATE_SETTINGS> & {
  readonly reason: string;
  readonly by: string;
  readonly until?: string;
  readonly attribute?: readonly string[];
  readonly name?: readonly string[];
  readonly now?: boolean;
};

/** @param input the identifier, in any form */
export async function runWithhold(input: string, values: WithholdValues): Promise<void> {
  const parsed = readGndId(input);
  if (!parsed.ok) throw new CommandFailed(`${input} is not a GND identifier`, EXIT.usage);
  const { config = ownPath('config'), out, attribute: attributes = [], name: names = [] } = values;
  const effect = await effectOf(out, config, parsed.id, attributes, names);
  const place = await addDecision(config, {
    gnd: parsed.id,
    verdict: attributes.length + names.length === 0 ? 'withheld' : 'without',
    ...(attributes.length > 0 && { attributes }),
    ...(names.length > 0 && { names }),
    reason: values.reason,
    since: dayOf(new Date()),
    by: values.by,
    ...(values.until !== undefined && { until: values.until }),
  });
  const next =
    values.now === true ? 'The update begins.' : 'Until gnd-links update has run, everything is shown as before.';
  process.stdout.write(`Wrote the decision: ${join(config, place)}\n${effect}\n${next}\n`);
  if (values.now === true) await runUpdate(values);
}

/** Adds an entry to the file, whose comments stay. @returns the place of the entry @throws InvalidConfiguration, Locked */
async function addDecision(config: string, entry: { readonly gnd: GndId } & Record<string, unknown>): Promise<string> {
  if (!existsSync(config)) throw new CommandFailed(`there is no folder ${config}`);
  using _ = lockFolder(config, 'withhold', new Date());
  const path = join(config, ENTITY_DECISIONS_FILE);
  // A symbolic link stays one; one that leads nowhere is an error of the system.
  const file = lstatSync(path, { throwIfNoEntry: false }) === undefined ? path : await realpath(path);
  const document = parseDocument(existsSync(file) ? await readFile(file, 'utf8') : 'decisions: []\n');
  const decisions = document.get('decisions');
  // A file with mistakes is refused with their places.
  const { all } = await readEntityDecisions(file);
  const former = all.find(({ gnd }) => gnd === entry.gnd);
  if (former !== undefined)
    throw new CommandFailed(`${former.place}: there is already a decision about ${entry.gnd}; change it there`);
  if (!isSeq(decisions)) throw new CommandFailed(`${file} has no list of decisions`);
  decisions.flow = false;
  decisions.add(document.createNode(entry));
  const draft = `${file}.new`;
  try {
    await writeDurably(draft, document.toString({ lineWidth: 0 }));
    const written = await readEntityDecisions(draft).catch((error: unknown) => {
      if (!(error instanceof InvalidConfiguration)) throw error;
      // The file was sound before, so the mistake is in the new entry, which has no place yet.
      throw new CommandFailed(error.message.replace(/^.*\.new:\d+:\d+: /gm, ''), EXIT.failed, { cause: error });
    });
    await moveFile(draft, file);
    return (written.all.at(-1)?.place ?? '').replace('.new:', ':');
  } finally {
    await rm(draft, { force: true });
  }
}

/** A sentence about what the decision will remove from the current snapshot. @throws CommandFailed for its preferred name */
async function effectOf(
  out: string,
  config: string,
  gnd: GndId,
  attributes: readonly string[],
  names: readonly string[],
): Promise<string> {
  await using store = await openSnapshot(out, config).catch((error: unknown) => {
    if (error instanceof UnusableSnapshot) return undefined;
    throw error;
  });
  if (store === undefined) return `There is no snapshot in ${out} yet.`;
  const record = await store.entity(gnd);
  if (record === undefined) return `${gnd} is not in the current snapshot, so nothing will change now.`;
  if (record.kind === 'withheld') return `${gnd} is already withheld in the current snapshot.`;
  if (record.kind === 'deleted') return `The record ${gnd} was deleted; its identifier will be withheld.`;
  const { entity, links } = readAnswer(record.answer);
  const merged =
    record.kind === 'redirected' ? `${gnd} was merged into ${record.to}, to which the decision also applies. ` : '';
  if (attributes.length + names.length > 0) return merged + removedParts(entity, attributes, names);
  const references = await referencesTo(store, entity.gnd as GndId);
  const shown = new Set([entity.preferredName, entity.displayName ?? entity.preferredName, ...entity.variantNames]);
  const former = entity.formerIds.length === 0 ? '' : `, and ${counted(entity.formerIds.length, 'former identifier')}`;
  return (
    `${merged}The next update removes the entry with ${counted(links.total, 'link')} and ${counted(shown.size, 'name')}${former}; ` +
    `${counted(references, 'reference')} to it in other entries will be removed.`
  );
}

function removedParts(entity: LinksAnswer['entity'], attributes: readonly string[], names: readonly string[]): string {
  const preferred = names.find((name) => hasSameWords(name, entity.preferredName));
  if (preferred !== undefined) {
    const advice = 'to withhold the whole entry, leave out --attribute and --name';
    throw new CommandFailed(
      `“${preferred}” is the preferred name, and an entry cannot be shown without it; ${advice}`,
      EXIT.usage,
    );
  }
  const all = [...entity.variantNames, ...(entity.displayName === undefined ? [] : [entity.displayName])];
  const removed = [
    ...attributes.filter((key) => entity.attributes[key] !== undefined),
    ...all.filter((name) => names.some((one) => hasSameWords(one, name))).map((name) => `“${name}”`),
  ];
  if (removed.length === 0) return `The entry ${entity.gnd} currently has none of these attributes or names.`;
  return `The next update removes from ${entity.gnd}: ${removed.join(', ')}.`;
}

/** Number of references to an entity; an entity with several relations counts once for each. */
async function referencesTo(store: Store, gnd: GndId): Promise<number> {
  const groups = Object.keys(INBOUND_GROUPS) as InboundGroup[];
  const pages = await store.relations(gnd, groups, { limit: 1, offset: 0 });
  return pages.reduce((sum, { total }) => sum + total, 0);
}
