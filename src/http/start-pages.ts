/** The few pages that the service itself needs: a start page with links to try, and one page for every kind of problem. */
import { createHash } from 'node:crypto';
import { ENDPOINTS } from '../api/endpoints.ts';
import { type ProblemCode, PROBLEMS, problemSlug } from '../api/problems.ts';
import type { Page, PageAnswer } from './page.ts';
import { remembered } from './page-body.ts';

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}' +
  'code{background:#f2f2f2;padding:.1em .3em}a{color:#00549f}li{margin:.4rem 0}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A letter with three lines that lead out of it. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#00549f"/>' +
  '<g fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round">' +
  '<path d="M15 11.5a6 6 0 1 0 1 6h-4.5"/><path d="M20 11l6-3M20.5 16h6.5M20 21l6 3"/></g></svg>';

const EXAMPLES = [
  '/api/v1/gnd/118540238/links',
  '/api/v1/search?q=goethe+johann',
  '/api/v1/coverage?ids=118540238,4018118-2',
  '/api/v1/coverage?ids=118540238,4018118-2&format=csv',
  '/api/v1/sources',
  '/api/v1/status',
  '/api/v1/openapi.json',
] as const;

/** @param baseUrl public address, without a slash at its end */
export function startPages({ baseUrl }: { readonly baseUrl: () => string }): readonly Page[] {
  return [
    { path: '/', answer: remembered(baseUrl, (base) => htmlAnswer(startPage(base))) },
    { path: '/docs', answer: remembered(baseUrl, (base) => htmlAnswer(docsPage(base))) },
    { path: '/problems/{slug}', answer: ({ segment }) => PROBLEM_PAGES.get(segment ?? '') },
    { path: '/favicon.ico', answer: () => ICON_ANSWER },
  ];
}

const ICON_ANSWER: PageAnswer = {
  contentType: 'image/svg+xml',
  body: Buffer.from(ICON),
  shared: true,
  cacheControl: 'public, max-age=86400',
};

/** By the last part of the address. */
const PROBLEM_PAGES: ReadonlyMap<string, PageAnswer> = new Map(
  (Object.keys(PROBLEMS) as ProblemCode[]).map((code) => [problemSlug(code), htmlAnswer(problemPage(code))]),
);

function problemPage(code: ProblemCode): string {
  const { title, status, page } = PROBLEMS[code];
  return htmlPage(
    title,
    `<h1>${escapeHtml(title)}</h1><p>HTTP ${status}, <code>${code}</code></p>` +
      `<p>${escapeHtml(page.en)}</p><p lang="de">${escapeHtml(page.de)}</p>`,
  );
}

function startPage(baseUrl: string): string {
  const links = EXAMPLES.map((path) => {
    const address = escapeHtml(baseUrl + path);
    return `<li><a href="${address}">${escapeHtml(path)}</a></li>`;
  });
  return htmlPage(
    'GND Links',
    '<h1>GND Links</h1>' +
      '<p>A public, read-only JSON interface to the entities of the GND and the curated links from each of them into the web.</p>' +
      '<p lang="de">Eine öffentliche, nur lesbare JSON-Schnittstelle zu den Entitäten der GND und den gepflegten Verweisen von jeder von ihnen ins Netz.</p>' +
      `<h2>Try it · <span lang="de">Ausprobieren</span></h2><ul>${links.join('')}</ul>` +
      `<p><a href="${escapeHtml(baseUrl)}/docs">Documentation · <span lang="de">Dokumentation</span></a></p>`,
  );
}

function docsPage(baseUrl: string): string {
  const endpoints = ENDPOINTS.map(
    ({ path, summary, description }) =>
      `<li><code>GET ${escapeHtml(path)}</code><br>${escapeHtml(summary)}. ${escapeHtml(description)}</li>`,
  );
  return htmlPage(
    'GND Links: documentation',
    `<h1>Documentation · <span lang="de">Dokumentation</span></h1><ul>${endpoints.join('')}</ul>` +
      `<p><a href="${escapeHtml(baseUrl)}/api/v1/openapi.json">OpenAPI 3.1</a> · <a href="${escapeHtml(baseUrl)}/">Start</a></p>`,
  );
}

function htmlPage(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<style>${STYLE}</style></head><body>${body}</body></html>`
  );
}

function htmlAnswer(html: string): PageAnswer {
  return {
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from(html),
    shared: true,
    cacheControl: 'public, max-age=3600',
    headers: { 'content-security-policy': PAGE_POLICY },
  };
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
