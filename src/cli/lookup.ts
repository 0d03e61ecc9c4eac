/** `gnd-links lookup`: one entity and its links, for the terminal. */
import { gunzipSync } from 'node:zlib';
import type { LinksAnswer } from '../api/schemas.ts';
import { parseGndId } from '../model/gnd-id.ts';
import { CommandFailed } from './exit.ts';
import { openSnapshot } from './open-snapshot.ts';

/** @param input any spelling of the identifier */
export async function runLookup(dir: string, input: string, { json }: { readonly json?: boolean }): Promise<void> {
  const parsed = parseGndId(input);
  if (!parsed.ok) throw new CommandFailed(`${input} is not a GND identifier (${parsed.reason})`);
  const store = await openSnapshot(dir);
  try {
    const found = await store.entity(parsed.id);
    if (found === undefined) throw new CommandFailed(`${parsed.id} is not in snapshot ${store.snapshot.id}`);
    if (found.kind === 'deleted') {
      const successors = found.successors.length > 0 ? `; its parts: ${found.successors.join(', ')}` : '';
      throw new CommandFailed(`${parsed.id} was deleted${successors}`);
    }
    const body = gunzipSync(found.answer).toString();
    const note = found.kind === 'redirected' ? `${found.from} was merged into ${found.to}\n\n` : '';
    process.stdout.write(json === true ? `${body}\n` : note + formatEntity(JSON.parse(body) as LinksAnswer));
  } finally {
    await store.close();
  }
}

function formatEntity({ entity, links, conflicts }: LinksAnswer): string {
  const lines = [
    entity.displayName ?? entity.preferredName,
    `${entity.uri}  ${[entity.type, ...entity.subtypes].join(', ')}`,
    ...(entity.description === undefined ? [] : [entity.description]),
    '',
    `preferredName: ${entity.preferredName}`,
    ...list('variantNames', entity.variantNames),
    ...list('formerIds', entity.formerIds),
    ...Object.entries(entity.attributes).flatMap(([key, values]) => list(key, values.map(valueText))),
    '',
    `${links.total} links`,
  ];
  for (const { label, items } of links.categories) {
    lines.push(`  ${label.en}`);
    for (const item of items) {
      const hits = item.hits === undefined ? '' : `, ${item.hits} hits`;
      lines.push(`    ${item.url}  ${item.label} (${item.assertedBy.join(', ')}${hits})`);
    }
  }
  for (const { collection, urls } of conflicts) lines.push('', `conflict in ${collection}: ${urls.join(' ')}`);
  return `${lines.join('\n')}\n`;
}

function list(name: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`${name}: ${values.join('; ')}`];
}

function valueText(value: LinksAnswer['entity']['attributes'][string][number]): string {
  if (typeof value === 'string') return value;
  if ('longitude' in value) return `${value.latitude}, ${value.longitude}`;
  const { gnd, uri, label } = value;
  if (label === undefined) return gnd ?? uri ?? '';
  return gnd === undefined ? label : `${label} (${gnd})`;
}
