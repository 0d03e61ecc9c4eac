/** The page of one source: everything that the register tells of it, in words. */
import { describe, expect, it } from 'vitest';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Label } from '../../src/model/entity.ts';
import { BEACON_DEFECTS } from '../../src/readers/beacon-defects.ts';
import { createLocale, entryOf } from '../../src/pages/locale.ts';
import { createRegister } from '../../src/pages/register.ts';
import { sourcePage } from '../../src/pages/source.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryDirectory } from '../temporary.ts';
import texts from '../../src/pages/texts/source.json' with { type: 'json' };
import { FRESH_SOURCE, SOURCES } from '../api/fixture.ts';
import { serve } from '../http/serving.ts';
import { attribute, readPage, textOf } from './reading.ts';
import { serveSite } from './serve-site.ts';
import { forFile } from '../for-file.ts';

const HOSTILE = {
  contradictions: ['#NAME is “<b>Chronik</b>”, the register says “Lexikon”.'],
  ...FRESH_SOURCE,
  key: 'a b/ü<',
  title: { de: '<b>Titel</b>', en: '</title><script>alert(1)</script>' },
  origin: { ...FRESH_SOURCE.origin, publisher: '"><img src=x>', homepage: 'javascript:alert(1)' },
  import: { read: 10, accepted: 4, rejected: { unknown_gnd_id: 5, constructor: 1 } },
};

const serving = forFile(() => serve({ sources: [...SOURCES, HOSTILE] }));

async function read(path: string) {
  const answer = await serving.get(path);
  return { answer, page: readPage(answer.text) };
}

/** The facts of all lists: what is said, by its name. */
function factsOf(page: ReturnType<typeof readPage>): Record<string, string> {
  const names = page.all('dt').map(textOf);
  return Object.fromEntries(page.all('dd').map((value, index) => [names[index] ?? '', textOf(value)]));
}

describe('the page of a source', () => {
  it('tells origin, licence, freshness and scope', async () => {
    const { answer, page } = await read(`/sources/${FRESH_SOURCE.key}?lang=en`);
    expect([answer.status, page.errors]).toEqual([200, []]);
    expect(page.all('h1').map(textOf)).toEqual([FRESH_SOURCE.title.en]);
    const facts = factsOf(page);
    expect(facts['Publisher']).toBe(FRESH_SOURCE.origin.publisher);
    expect(facts['State']).toMatch(/^up to date /);
    expect(facts['Key']).toBe(FRESH_SOURCE.key);
    expect(facts['Checksum (SHA-256)']).toBe(FRESH_SOURCE.import.sha256);
    const moments = page.all('time').map((time) => attribute(time, 'datetime'));
    expect(moments).toEqual(
      expect.arrayContaining([FRESH_SOURCE.observation.observedSince, FRESH_SOURCE.observation.retrievedAt]),
    );
  });

  it('explains what was rejected', async () => {
    const { page } = await read(`/sources/${encodeURIComponent(HOSTILE.key)}?lang=en`);
    const rows = page.all('tr').map(textOf);
    expect(rows).toContain(
      'The GND identifier is not among the records of this state of the data. unknown_gnd_id 5 50.0%',
    );
    expect(rows).toContain('constructor 1 10.0%');
    expect(page.all('p').map(textOf)).toContain('No copy of this source is in use at present.');
    expect(page.all('li').map(textOf)).toContain('#NAME is “<b>Chronik</b>”, the register says “Lexikon”.');
  });

  it('shows lines that were rejected, its first entities, and whom to tell', async () => {
    const site = await serveSite();
    const page = readPage(await (await fetch(`${site.url}/sources/correspsearch?lang=en`)).text());
    await site.close();
    const table = page.all('table').find((one) => attribute(one, 'class') === 'rejected-lines');
    const rows = page.all('tr').filter((row) => table?.childNodes.some((part) => part === row.parentNode));
    expect(rows.slice(1).map(textOf)).toEqual([expect.stringMatching(/^[\d,]+ .+\. \S+/)]);
    expect(page.all('a').filter((a) => attribute(a, 'href')?.startsWith('/gnd/')).length).toBeGreaterThan(10);
    expect(page.all('p').map(textOf)).toContainEqual(expect.stringMatching(/^Report a wrong link/));
  });

  it('names what the list gained and lost, and leads to the files of the newest dump that are there', async () => {
    const site = await serveSite();
    const dumps = temporaryDirectory();
    mkdirSync(join(dumps, '20261121-00000001'));
    symlinkSync('20261121-00000001', join(dumps, 'latest'));
    const files = [{ name: 'links/kalliope.tsv.gz' }, { name: 'sources/kalliope.beacon.txt.gz' }];
    writeFileSync(join(dumps, 'latest', 'index.json'), JSON.stringify({ files }));
    const ids = { ids: 1_234, first: ['118540238', '100000177'] };
    const notes = { sources: [{ key: 'kalliope', examples: [], firstEntities: [], change: { added: ids, removed: { ids: 0, first: [] } } }] }; // prettier-ignore
    const { body } = await sourcePage(createRegister(), dumps).answer({
      segment: 'kalliope',
      query: '',
      locale: createLocale('en', true, site.url),
      call: async (path) => {
        const answer = await fetch(site.url + path);
        return { status: answer.status, body: await answer.json() };
      },
      store: () => ({ notes: async () => notes }) as unknown as Store,
    });
    await site.close();
    const page = readPage(Buffer.from(body).toString());
    expect(page.errors).toEqual([]);
    const gained = page.all('details').map(textOf).filter((text) => text.includes('copy of the list before')); // prettier-ignore
    expect(gained).toEqual([
      'Added since the copy of the list before (1,234) Goethe, Johann Wolfgang von100000177and 1,232 more',
    ]);
    const offered = page.all('a').map((a) => attribute(a, 'href')).filter((href) => href?.startsWith('/dumps/')); // prettier-ignore
    expect(offered).toEqual(['/dumps/latest/sources/kalliope.beacon.txt.gz', '/dumps/latest/links/kalliope.tsv.gz']);
  });

  it('is 404 with a way back where there is no such source', async () => {
    for (const path of ['/sources/nothing', '/sources/__proto__', '/sources/%3Cscript%3E']) {
      const { answer, page } = await read(`${path}?lang=de`);
      expect(answer.status).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.errors).toEqual([]);
      expect(page.all('p').map(textOf)).toContain('Eine Quelle mit diesem Schlüssel gibt es nicht.');
    }
  });
});

describe('reasons of rejection', () => {
  const ofLines = [...BEACON_DEFECTS].filter(([, { severity }]) => severity === 'record');

  it.each(ofLines.map(([reason]) => reason))('%s of lists is explained in both languages', (reason) => {
    expect(entryOf<Label>(texts.rejections, reason)?.de).toMatch(/\.$/);
    expect(entryOf<Label>(texts.rejections, reason)?.en).toMatch(/\.$/);
  });
});
