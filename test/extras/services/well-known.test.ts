/** Well-known addresses: robots.txt, the API catalogue, security.txt and llms.txt. */
import { describe, expect, it } from 'vitest';
import { INTERFACE } from '../../../src/core/interface/interface.ts';
import { openDoors } from '../../../src/cli/doors.ts';
import { wellKnownDoors } from '../../../src/core/interface/well-known/well-known.ts';
import { NOW } from '../../core/api/fixture.ts';
import { askDoor, textOf } from '../../core/http/ask-door.ts';

const BASE = 'https://links.example.org';
const CONTACT = 'mailto:security@example.org';

const announced = await openDoors({ release: '1.2.3' });

interface Options {
  readonly baseUrl?: string;
  readonly now?: Date;
  readonly securityContact?: string;
}

/** A service to which requests with other addresses and days can be sent. */
function service({ securityContact }: Options = {}) {
  const own = wellKnownDoors({ release: '1.2.3', operator: { securityContact } });
  return (path: string, { baseUrl = BASE, now = NOW }: Options = {}) =>
    askDoor(own, path, { baseUrl, clock: () => now, doors: [...announced, ...own] });
}
const ask = async (path: string, options: Options = {}) => service(options)(path, options);

describe('robots.txt', () => {
  it('excludes the interface, but not its description and the pages', async () => {
    const answer = await ask('/robots.txt');
    expect(answer).toHaveProperty('contentType', 'text/plain; charset=utf-8');
    expect(textOf(answer)).toBe(
      'User-agent: *\nDisallow: /api/\nAllow: /api/v1/openapi.json\nSitemap: https://links.example.org/sitemap.xml\n',
    );
  });

  it('has paths below the path of the service', async () => {
    expect(textOf(await ask('/robots.txt', { baseUrl: `${BASE}/gnd` }))).toContain('Disallow: /gnd/api/\n');
  });
});

describe('the catalogue of interfaces', async () => {
  const answer = await ask('/.well-known/api-catalog');

  it('has the media type and the link of RFC 9727', () => {
    expect(answer).toMatchObject({
      contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      headers: { link: `<${BASE}/.well-known/api-catalog>; rel="api-catalog"` },
    });
  });

  it('is a set of links to description, documentation, status and licence', () => {
    expect(JSON.parse(textOf(answer))).toEqual({
      linkset: [
        {
          anchor: `${BASE}/api/v1/`,
          'service-desc': [{ href: `${BASE}/api/v1/openapi.json`, type: 'application/json' }],
          'service-doc': [{ href: `${BASE}/docs`, type: 'text/html' }],
          status: [{ href: `${BASE}/api/v1/status`, type: 'application/json' }],
          license: [{ href: 'https://creativecommons.org/publicdomain/zero/1.0/' }],
        },
        ...[
          {
            anchor: `${BASE}/reconcile`,
            'service-desc': [{ href: `${BASE}/reconcile`, type: 'application/json' }],
            'service-doc': [{ href: `${BASE}/docs/reconciliation`, type: 'text/html' }],
          },
          ...[
            ['mcp', 'reconciliation'],
            ['resolve', 'resolve'],
            ['suggest', 'reconciliation'],
            ['seealso/gnd', 'seealso'],
          ].map(([path, name]) => ({
            anchor: `${BASE}/${path}`,
            'service-doc': [{ href: `${BASE}/docs/${name}`, type: 'text/html' }],
          })),
        ].filter(({ anchor }) => announced.some(({ path }) => anchor === BASE + path)),
      ],
    });
  });
});

describe('security.txt', () => {
  const fieldsOf = (text: string) =>
    new Map(
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    );

  it('does not exist without a contact', async () => {
    expect(await ask('/.well-known/security.txt')).toMatchObject({ code: 'not_found' });
  });

  it('has contact, expiry, canonical address and languages', async () => {
    const answer = await ask('/.well-known/security.txt', { securityContact: CONTACT });
    expect(answer).toHaveProperty('contentType', 'text/plain; charset=utf-8');
    expect([...fieldsOf(textOf(answer))]).toEqual([
      ['Contact', CONTACT],
      ['Expires', '2027-05-21T00:00:00.000Z'],
      ['Canonical', `${BASE}/.well-known/security.txt`],
      ['Preferred-Languages', 'de, en'],
    ]);
  });

  it.each(['2026-01-01T00:00:00Z', '2027-12-31T23:59:59Z', '2028-02-29T12:00:00Z'])(
    'expires after a cached copy of %s is stale, and within a year',
    async (day) => {
      const now = new Date(day);
      const text = textOf(await ask('/.well-known/security.txt', { securityContact: CONTACT, now }));
      const days = (Date.parse(fieldsOf(text).get('Expires') ?? '') - now.getTime()) / 86_400_000;
      expect(days).toBeGreaterThan(7);
      expect(days).toBeLessThan(365);
    },
  );

  it('has no canonical address without TLS', async () => {
    const options = { securityContact: CONTACT, baseUrl: 'http://127.0.0.1:8080' };
    expect(textOf(await ask('/.well-known/security.txt', options))).not.toContain('Canonical');
  });
});

describe('llms.txt', async () => {
  const text = textOf(await ask('/llms.txt'));

  it('is Markdown that begins with a title and a summary', () => {
    expect(text).toMatch(/^# GND Links\n\n> \S/);
  });

  it.each(INTERFACE)('has a line for $path', ({ path, summary }) => {
    const line = text.split('\n').find((candidate) => candidate.includes(`GET ${path}`));
    expect(line).toMatch(/^- \[.+\]\(https:\/\/links\.example\.org\/api\/v1\/[^\s{}]+\): `GET .+`$/);
    expect(line).toContain(summary);
  });

  it('has examples that the endpoints accept', () => {
    const examples = [...text.matchAll(/\]\((https:[^)]+\/api\/v1\/[^)]+)\)/g)].map(([, url = '']) => new URL(url));
    for (const { pathname, search } of examples) {
      const endpoint = INTERFACE.find(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`).test(pathname));
      const segment = pathname.split('/')[4];
      const sent = { method: 'GET', query: search.slice(1), segment, headers: {} } as const;
      expect(endpoint?.parameters.read(sent)).not.toHaveProperty('kind');
    }
    expect(examples.length).toBeGreaterThanOrEqual(INTERFACE.length);
  });

  it('names the rules for programs, and the other interfaces', () => {
    const others = announced.flatMap(({ announcement }) => announcement?.hint?.text(BASE) ?? []);
    expect(others).not.toEqual([]);
    for (const word of [
      ...others,
      'assertedBy',
      'RateLimit-Policy',
      'Retry-After',
      'problem+json',
      'redirectedFrom',
      '/docs',
    ])
      expect(text).toContain(word);
  });
});

describe('a cached body', () => {
  const PATHS = ['/robots.txt', '/.well-known/api-catalog', '/.well-known/security.txt', '/llms.txt'];
  const bodyOf = (answer: Awaited<ReturnType<typeof ask>>) => ('body' in answer ? answer.body : undefined);

  it('is not reused for another address, nor security.txt on another day', async () => {
    const get = service({ securityContact: CONTACT });
    const tomorrow = new Date(NOW.getTime() + 86_400_000);
    const first = await Promise.all(PATHS.map(async (path) => bodyOf(await get(path))));
    expect(bodyOf(await get('/.well-known/security.txt', { now: tomorrow }))).not.toBe(first[2]);
    expect(bodyOf(await get('/llms.txt', { now: tomorrow }))).toBe(first[3]);
    expect(textOf(await get('/llms.txt', { baseUrl: 'https://b.example.org' }))).toContain(
      'https://b.example.org/docs',
    );
  });
});
