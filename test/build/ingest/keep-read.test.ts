/** Kept reads of sources are used by the next build, and do not change its result. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../temporary.ts';
import { build, dated, deprecated, dump, hashesIn, otherConfig, registered, sameAs } from './site.ts';

const [GOETHE, SCHILLER, KANT] = ['118540238', '118607626', '118559796'];
const PERSONS = dump([
  ...dated(GOETHE, 'Goethe', '2026-10-01', { ...deprecated('1012979490'), ...sameAs('https://viaf.org/viaf/1') }),
  ...dated(SCHILLER, 'Schiller', '2026-10-03'),
  ...dated(KANT, 'Kant', '2026-10-01'),
]);
const LIST = `#FORMAT: BEACON\n#TARGET: https://kalliope-verbund.info/gnd/{ID}\n1012979490\n${SCHILLER}\n`;

interface Site {
  readonly folder: string;
  readonly sources: ReturnType<typeof registered>[];
}

function site(changes: string, list = LIST, folder = temporaryDirectory()): Site {
  const sources = [
    registered(folder, { key: 'persons', content: PERSONS }),
    registered(folder, { key: 'changes', content: changes, more: { updates: true } }),
    registered(folder, { key: 'list', format: 'beacon', content: list }),
    registered(folder, { key: 'gone', format: 'redirects', content: `${KANT} ${SCHILLER}\n` }),
  ];
  return { folder, sources };
}

const BEFORE = dump(dated(GOETHE, 'Goethe, J. W.', '2026-10-02'));
const AFTER = dump([
  ...dated(GOETHE, 'Goethe, Johann Wolfgang von', '2026-11-02'),
  ...dated(SCHILLER, 'Older than the dump', '2026-10-02'),
  ...dated(KANT, 'Kant, Immanuel', '2026-11-01'),
]);
const readsIn = (folder: string) =>
  readdirSync(join(folder, 'snapshots/.building')).filter((name) => /^read-[^.]+$/.test(name));

describe('a build that keeps what it read', () => {
  it('gives the same bytes as a build without kept reads, and reads only changed sources', async () => {
    const fresh = site(AFTER);
    const expected = await build(fresh.folder, fresh.sources);
    const kept = site(BEFORE);
    await build(kept.folder, kept.sources, { keepRead: true });
    expect(readsIn(kept.folder).sort()).toEqual(['read-changes', 'read-gone', 'read-list', 'read-persons']);
    const same = registered(kept.folder, { key: 'changes', content: AFTER, more: { updates: true } });
    const sources = kept.sources.map((source) => (source.key === 'changes' ? same : source));
    const next = await build(kept.folder, sources, { keepRead: true });
    expect(next.report.resumedStages).toBe(3);
    expect(hashesIn(next.directory)).toEqual(hashesIn(expected.directory));
    expect(next.report.sources.map(({ import: { accepted }, notices }) => [accepted, notices])).toEqual(
      expected.report.sources.map(({ import: { accepted }, notices }) => [accepted, notices]),
    );
  });

  it('keeps one read per source, reports its bytes, and removes all without the option', async () => {
    const { folder, sources } = site(BEFORE);
    await build(folder, sources, { keepRead: true });
    const log: string[] = [];
    const fewer = sources.filter(({ key }) => key !== 'gone');
    await build(folder, fewer, { keepRead: true, log: (line) => log.push(line) });
    expect(readsIn(folder).sort()).toEqual(['read-changes', 'read-list', 'read-persons']);
    expect(log.at(-1)).toMatch(/^Kept what was read from 3 sources for the next build: [\d,]+ bytes in \S+\.$/);
    await build(folder, fewer);
    expect(existsSync(join(folder, 'snapshots/.building'))).toBe(false);
  });

  it('reads all sources again with another configuration or release', async () => {
    const { folder, sources } = site(BEFORE);
    await build(folder, sources, { keepRead: true });
    const release = await build(folder, sources, { keepRead: true, release: '1.0.1' });
    expect(release.report.resumedStages).toBe(0);
    const other = await build(folder, sources, { keepRead: true, config: otherConfig(temporaryDirectory()) });
    expect(other.report.resumedStages).toBe(0);
  });
});
