/** `gnd-links search`: finds entities by words, for the terminal. */
import { alignColumns } from './table.ts';
import type { EntityType } from '../model/entity.ts';
import { openSnapshot } from './open-snapshot.ts';

interface SearchOptions {
  readonly type?: EntityType;
  readonly limit: number;
  readonly config?: string;
}

export async function runSearch(
  dir: string,
  words: readonly string[],
  { type, limit, config }: SearchOptions,
): Promise<void> {
  const store = await openSnapshot(dir, config);
  try {
    const page = await store.search({
      q: words.join(' ').normalize('NFC').trim(),
      ...(type !== undefined && { types: [type] }),
      limit,
      offset: 0,
    });
    const rows = page.items.map((hit) => [
      hit.gnd,
      hit.type,
      hit.preferredName,
      hit.description ?? '',
      `${hit.linkCount} links`,
      hit.matched.field === 'preferredName' ? '' : `${hit.matched.field}: ${hit.matched.value}`,
    ]);
    const { value, relation } = page.total;
    const near = page.approximate === true ? ', nothing exactly so: near spellings' : '';
    const total = `${relation === 'atLeast' ? 'at least ' : ''}${value} found${near}`;
    process.stdout.write(`${[...alignColumns(rows), total].join('\n')}\n`);
  } finally {
    await store.close();
  }
}
