/** Calls that known clients send to other services: each is answered at the replacing address of docs/migrate.md. */
import { describe, expect, it } from 'vitest';
import { sampleForFile } from '../../docs/sample-service.ts';
import { readDocument, tableUnder } from '../../docs/markdown.ts';

const service = sampleForFile();
const text = readDocument('docs/migrate.md');
const SECTIONS = ['VIAF', 'findbuch', 'lobid'];
const rows = SECTIONS.flatMap((section) =>
  tableUnder(text, section).map(([client = '', call = '', here = '']) => ({
    client,
    call,
    path: here.replace('http://127.0.0.1:8080', ''),
  })),
);

/** Requests a path and follows redirects, like a client. */
async function follow(path: string, headers: Record<string, string>) {
  let answer = await service.get(encodeURI(path), { headers });
  for (let hops = 0; hops < 3; hops += 1) {
    const next = answer.headers.location?.replace(service.url, '');
    if (next?.startsWith('/') !== true) break;
    answer = await service.get(next, { headers });
  }
  return answer;
}

it('docs/migrate.md has calls of every client', () => {
  for (const client of ['Muscat', 'viapy', 'Conciliator', 'Providence', 'TueFind', 'RDMO']) {
    expect(
      rows.some((row) => row.client.includes(client)),
      client,
    ).toBe(true);
  }
});

describe.each(rows)('$client: $call', ({ path }) => {
  it.each([
    ['a program that accepts any type', '*/*'],
    ['a program that asks for JSON', 'application/json'],
    ['a browser', 'text/html,*/*;q=0.8'],
  ])('is answered to %s', async (_, accept) => {
    const { status, headers } = await follow(path, { accept });
    expect(status === 200 || (status === 302 && headers.location?.startsWith('https://'))).toBe(true);
    expect(headers['access-control-allow-origin'] ?? '*').toBe('*');
  });
});
