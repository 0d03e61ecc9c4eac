/** What machines look for: rules for crawlers, the catalogue, whom to tell of a hole, and a page for builders of agents. */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import type { PageAnswer } from '../../src/http/page.ts';
import { wellKnownPages, type WellKnownOptions } from '../../src/http/well-known.ts';
import { NOW } from '../api/fixture.ts';
import { pageRequest } from './ask-page.ts';

const BASE = 'https://links.example.org';
const CONTACT = 'mailto:security@example.org';

function pages(options: Partial<WellKnownOptions> = {}): (path: string) => PageAnswer | undefined {
  const all = wellKnownPages({ baseUrl: () => BASE, now: () => NOW, ...options });
  return (path) => all.find((page) => page.path === path)?.answer(pageRequest()) as PageAnswer | undefined;
}
const textOf = (answer: PageAnswer | undefined) => Buffer.from(answer?.body ?? []).toString();

describe('robots.txt', () => {
  it('keeps crawlers from the interface, not from its description and the pages', () => {
    const answer = pages()('/robots.txt');
    expect(answer?.contentType).toBe('text/plain; charset=utf-8');
    expect(textOf(answer)).toBe(
      'User-agent: *\nDisallow: /api/\nAllow: /api/v1/openapi.json\nSitemap: https://links.example.org/sitemap.xml\n',
    );
  });

  it('knows that the service may lie below a path', () => {
    expect(textOf(pages({ baseUrl: () => `${BASE}/gnd` })('/robots.txt'))).toContain('Disallow: /gnd/api/\n');
  });
});

describe('the catalogue of interfaces', () => {
  const answer = pages()('/.well-known/api-catalog');

  it('has the media type and the link of RFC 9727', () => {
    expect(answer?.contentType).toBe('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"');
    expect(answer?.headers?.['link']).toBe(`<${BASE}/.well-known/api-catalog>; rel="api-catalog"`);
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
        {
          anchor: `${BASE}/reconcile`,
          'service-desc': [{ href: `${BASE}/reconcile`, type: 'application/json' }],
          'service-doc': [{ href: `${BASE}/docs/reconciliation`, type: 'text/html' }],
        },
        ...[
          ['mcp', 'reconciliation'],
          ['resolve', 'resolve'],
          ['seealso/gnd', 'seealso'],
        ].map(([path, name]) => ({
          anchor: `${BASE}/${path}`,
          'service-doc': [{ href: `${BASE}/docs/${name}`, type: 'text/html' }],
        })),
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

  it('does not exist without a contact', () => {
    expect(pages()('/.well-known/security.txt')).toBeUndefined();
  });

  it('names contact, expiry, own address and languages', () => {
    const answer = pages({ securityContact: CONTACT })('/.well-known/security.txt');
    expect(answer?.contentType).toBe('text/plain; charset=utf-8');
    expect([...fieldsOf(textOf(answer))]).toEqual([
      ['Contact', CONTACT],
      ['Expires', '2027-05-21T00:00:00.000Z'],
      ['Canonical', `${BASE}/.well-known/security.txt`],
      ['Preferred-Languages', 'de, en'],
    ]);
  });

  it.each(['2026-01-01T00:00:00Z', '2027-12-31T23:59:59Z', '2028-02-29T12:00:00Z'])(
    'expires after a copy of %s is stale, and within a year',
    (day) => {
      const now = new Date(day);
      const text = textOf(pages({ securityContact: CONTACT, now: () => now })('/.well-known/security.txt'));
      const days = (Date.parse(fieldsOf(text).get('Expires') ?? '') - now.getTime()) / 86_400_000;
      expect(days).toBeGreaterThan(7);
      expect(days).toBeLessThan(365);
    },
  );

  it('does not claim an address without TLS as its own', () => {
    const options = { securityContact: CONTACT, baseUrl: () => 'http://127.0.0.1:8080' };
    expect(textOf(pages(options)('/.well-known/security.txt'))).not.toContain('Canonical');
  });
});

describe('llms.txt', () => {
  const text = textOf(pages()('/llms.txt'));

  it('is Markdown that begins with a title and a summary', () => {
    expect(text).toMatch(/^# GND Links\n\n> \S/);
  });

  it.each(ENDPOINTS)('has a line for $path', ({ path, summary }) => {
    const line = text.split('\n').find((candidate) => candidate.includes(`GET ${path}`));
    expect(line).toMatch(/^- \[.+\]\(https:\/\/links\.example\.org\/api\/v1\/[^\s{}]+\): `GET .+`$/);
    expect(line).toContain(summary);
  });

  it('gives examples that the endpoints take', () => {
    const examples = [...text.matchAll(/\]\((https:[^)]+\/api\/v1\/[^)]+)\)/g)].map(([, url = '']) => new URL(url));
    for (const { pathname, search } of examples) {
      const endpoint = ENDPOINTS.find(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`).test(pathname));
      const path = pathname.split('/')[4];
      expect(endpoint?.prepare({ query: search.slice(1), ...(path !== undefined && { path }) }).kind).toBe('prepared');
    }
    expect(examples.length).toBeGreaterThanOrEqual(ENDPOINTS.length);
  });

  it('speaks of what whoever builds a program must know', () => {
    for (const word of ['assertedBy', 'RateLimit-Policy', 'Retry-After', 'problem+json', 'redirectedFrom', '/docs'])
      expect(text).toContain(word);
  });
});

describe('the same body object', () => {
  const PATHS = ['/robots.txt', '/.well-known/api-catalog', '/.well-known/security.txt', '/llms.txt'];

  it.each(PATHS)('is given while nothing changes: %s', (path) => {
    let now = new Date('2026-11-20T00:00:00Z');
    const page = pages({ securityContact: CONTACT, now: () => now });
    const body = page(path)?.body;
    expect(body).toBeDefined();
    now = new Date('2026-11-20T23:59:59Z');
    expect(page(path)?.body).toBe(body);
  });

  it('is not given under another address, nor security.txt on another day', () => {
    let now = NOW;
    let base = 'https://a.example.org';
    const page = pages({ securityContact: CONTACT, now: () => now, baseUrl: () => base });
    const first = PATHS.map((path) => page(path)?.body);
    now = new Date(NOW.getTime() + 86_400_000);
    expect(page('/.well-known/security.txt')?.body).not.toBe(first[2]);
    expect(page('/llms.txt')?.body).toBe(first[3]);
    base = 'https://b.example.org';
    expect(textOf(page('/llms.txt'))).toContain('https://b.example.org/docs');
  });
});
