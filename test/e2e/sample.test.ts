/** The bundled sample from files to answers, through the process that `npm start` runs. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import openapi from '../../docs/openapi.json' with { type: 'json' };
import { EXAMPLES, examplesFor } from '../../src/cli/demo.ts';
import { openDoors } from '../../src/cli/doors.ts';
import { PROBLEMS } from '../../src/core/http/problems.ts';
import { createRouter } from '../../src/core/http/router.ts';
import { type Components, describedIn, type Schema, seenIn } from './described-members.ts';
import type { LinksAnswer } from '../../src/core/snapshot/links-answer.ts';
import { expectText } from '../docs/excerpt.ts';
import { blocksOf, readDocument } from '../docs/markdown.ts';
import { freePort } from '../free-port.ts';
import { temporaryForFile } from '../temporary.ts';
import { type Serving, startProcess } from './process.ts';

/** Requests for everything that is not the answer about an entity. */
const REQUESTS = [
  ...'1012979490 1999999983 178066737 118540239 nonsense Q5879'.split(' ').map((gnd) => `/gnd/${gnd}/links`),
  '/gnd/118540238/links?x=1',
  ...[
    'gothe',
    '118540238',
    'Q5879',
    '1999999983',
    'schiler%20fridrich',
    'goethe%20nirgendwo',
    'xyzzyq',
    'bach&type=Person',
    '',
  ].map((q) => `/search?q=${q}`),
  `/coverage?ids=${['118540238', '1012979490', '11854023Y', '178066737', '118540239', '1999999983', '7863462-3', '40743354', 'Q5879', '11854O238', '12'].join()}`,
  `/coverage?ids=${'118540238,'.repeat(101)}`,
  '/sources',
  '/status',
  '/nothing',
];

/** Beginnings of names that occur in no answer of the sample, with the reason. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  'Attributes.': 'properties that the few records do not have',
  'CoverageRow.successors': 'no list says into what a record of the sample was split',
  'Entity.isReferenceRecord': 'the sample has no record that only refers to others',
  'Health=fail': 'the service is in order',
  'NotFresh.state=': 'no source of the sample is fetched, so none is held or fails',
  'Problem.code=internal_error': 'nothing fails',
  'Problem.code=not_ready': 'the snapshot is open',
  'Problem.code=overloaded': 'the machine is not busy',
  'Problem.': 'members of such problems',
  'SearchAnswer.total.relation=atLeast': 'every search of the sample is counted to its end',
  'Source.contradictions': 'its lists contradict each other too seldom',
  'Source.freshness.': 'no source of the sample is fetched',
  'StatusAnswer.updates.': 'the sample is built, and never updated',
  'Upkeep.': 'the sample is built, and never updated',
};

const folder = temporaryForFile();
let server: Serving;

beforeAll(async () => {
  server = await startProcess([
    'demo',
    '--out',
    join(folder, 'sample'),
    ...`--host 0.0.0.0 --port ${await freePort()} --links-quota 1000 --links-burst 1000`.split(' '),
    ...'--search-quota 1000 --search-burst 1000'.split(' '),
  ]);
});
afterAll(async () => expect(await server.stop()).toBe(0));

/** Repeats the request while the service answers 503 because the machine is busy. */
async function get(url: string): Promise<Response> {
  const response = await fetch(url);
  return response.status === 503 ? get(url) : response;
}
const addressesIn = (output: string) => Array.from(output.matchAll(/(http:\S+)$/gm), ([, address = '']) => address);
const json = async <T>(path: string) => (await (await get(`${server.url}${path}`)).json()) as T;
const links = (gnd: string) => json<LinksAnswer>(`/api/v1/gnd/${gnd}/links`);

describe('the bundled sample, served', () => {
  it('prints addresses to try, which all answer', async () => {
    const addresses = addressesIn(server.output());
    expect(addresses.length).toBeGreaterThanOrEqual(7);
    for (const address of addresses) {
      const expected = address.endsWith('/gnd/1999999983') ? 451 : 200;
      expect([address, (await get(address)).status]).toEqual([address, expected]);
    }
  });

  it('prints what README.md shows', () => {
    const blocks = blocksOf(readDocument('README.md'));
    const shown = blocks[blocks.findIndex(({ text }) => text === 'npm ci && npm start') + 1]?.text ?? '';
    const printed = server.output().replaceAll(server.url, 'http://127.0.0.1:8080');
    expectText(shown, printed.slice(printed.indexOf('Built the sample')));
  });

  it('has its address in its dumps', () => {
    const [list = ''] = globSync(join(folder, 'sample-installation/files/*/all.beacon.txt.gz'));
    expect(gunzipSync(readFileSync(list)).toString()).toContain(`#FEED: ${server.url}/`);
  });

  it('says that it keeps no log of requests, and keeps none', async () => {
    const notice = await (await fetch(`${server.url}/privacy?lang=en`, { headers: { accept: 'text/html' } })).text();
    expect(notice).toContain('The service keeps no log of requests.');
    expect(server.output()).not.toContain('"msg":"request"');
  });

  it('prints only addresses of doors that it serves', async () => {
    expect(examplesFor([]).length).toBe(4);
    for (const [what, path, ...needs] of EXAMPLES) {
      const doors = await openDoors({ release: '1.2.3', dumps: folder }, needs);
      const findDoor = createRouter(doors.map((door) => [door.path, door] as const));
      expect(findDoor(path.replace(/\?.*/, '')), what).toBeDefined();
    }
  });

  it('answers the complete entities of the golden files', async () => {
    const { snapshot: _, ...answer } = await links('4074335-4');
    await expect(`${JSON.stringify(answer, null, 2)}\n`).toMatchFileSnapshot('golden/london.json');
    const { snapshot: __, ...congress } = await links('2026986-9');
    await expect(`${JSON.stringify(congress, null, 2)}\n`).toMatchFileSnapshot('golden/congress-of-vienna.json');
  });

  it('shows every member and every closed value of the interface, with few exceptions', async () => {
    const components = openapi.components.schemas as unknown as Components;
    const [described, seen] = [new Set<string>(), new Set<string>()];
    for (const code of Object.keys(PROBLEMS)) described.add(`Problem.code=${code}`);
    const read = async (path: string, schema: string) => {
      const answer = await get(`${server.url}/api/v1${path}`);
      const name = answer.ok ? schema : 'Problem';
      const value = (await answer.json()) as { code?: string };
      seenIn(name, components[name] ?? {}, value, components, seen);
      if (!answer.ok) seen.add(`Problem.code=${value.code}`);
    };
    const operations = { gnd: 'LinksAnswer', search: 'SearchAnswer', coverage: 'CoverageAnswer', sources: 'SourcesAnswer', status: 'StatusAnswer' } as const; // prettier-ignore
    for (const schema of [...Object.values(operations), 'Problem']) {
      describedIn(schema, components[schema] as Schema, components, described);
    }
    const labels = gunzipSync(await (await get(`${server.url}/dumps/latest/labels.tsv.gz`)).arrayBuffer()).toString();
    const entities = labels.trimEnd().split('\n').slice(1).map((line) => `/gnd/${line.split('\t')[0]}/links`); // prettier-ignore
    for (const path of [...entities, ...REQUESTS]) {
      await read(path, operations[/^\/(\w+)/.exec(path)?.[1] as keyof typeof operations] ?? 'Problem');
    }
    const missing = [...described].filter((name) => !seen.has(name));
    const reasons = Object.keys(NOT_SHOWN);
    expect(missing.filter((name) => !reasons.some((beginning) => name.startsWith(beginning)))).toEqual([]);
    expect(reasons.filter((beginning) => !missing.some((name) => name.startsWith(beginning)))).toEqual([]);
    expect(described.size).toBeGreaterThan(300);
  });

  it('has changes between its two states', async () => {
    const { snapshots } = await json<{ snapshots: { from?: { id: string }; counts?: object }[] }>('/changes');
    expect(snapshots[0]).toMatchObject({ counts: { changed: 1, linksRemoved: 1 } });
    const body = JSON.stringify({ ids: ['118650130', '118540238'], since: snapshots[0]?.from?.id });
    const headers = { 'content-type': 'application/json' };
    const { items } = (await (await fetch(`${server.url}/changes/for`, { method: 'POST', headers, body })).json()) as { items: object[] }; // prettier-ignore
    expect(items).toMatchObject([{ change: 'changed', linksRemoved: 1 }, { change: 'unchanged' }]);
    expect(await (await get(`${server.url}/changes.atom`)).text()).toContain('<entry>');
  });
});
