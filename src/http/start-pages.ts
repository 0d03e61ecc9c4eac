/** The few pages that the service itself needs: a start page with links to try, and one page for every kind of problem. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ENDPOINTS } from '../api/endpoints.ts';
import { PROBLEMS, problem, problemOfSlug } from '../api/problems.ts';
import { type ProblemSource, sendProblem } from './errors.ts';
import { codeBody } from './compression.ts';

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}' +
  'code{background:#f2f2f2;padding:.1em .3em}a{color:#00549f}li{margin:.4rem 0}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const EXAMPLES = [
  '/api/v1/gnd/118540238/links',
  '/api/v1/search?q=goethe+johann',
  '/api/v1/coverage?ids=118540238,4018118-2',
  '/api/v1/coverage?ids=118540238,4018118-2&format=csv',
  '/api/v1/sources',
  '/api/v1/status',
  '/api/v1/openapi.json',
] as const;

export function registerStartPages(app: FastifyInstance, source: ProblemSource): void {
  app.get('/', (request, reply) => sendPage(reply, startPage(source.baseUrl()), request.headers['accept-encoding']));
  app.get('/docs', (request, reply) => sendPage(reply, docsPage(source.baseUrl()), request.headers['accept-encoding']));
  app.get<{ Params: { slug: string } }>('/problems/:slug', (request, reply) => {
    const code = problemOfSlug(request.params.slug);
    if (code === undefined) return sendProblem(request, reply, problem('not_found'), source);
    const { title, status, page } = PROBLEMS[code];
    const body =
      `<h1>${escapeHtml(title)}</h1><p>HTTP ${status}, <code>${code}</code></p>` +
      `<p>${escapeHtml(page.en)}</p><p lang="de">${escapeHtml(page.de)}</p>`;
    return sendPage(reply, htmlPage(title, body), request.headers['accept-encoding']);
  });
  app.get('/robots.txt', (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' })
      .send('User-agent: *\nDisallow: /api/\n'),
  );
  app.get('/favicon.ico', (_request, reply) => reply.code(204).header('cache-control', 'public, max-age=86400').send());
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

async function sendPage(reply: FastifyReply, html: string, acceptEncoding: string | undefined): Promise<FastifyReply> {
  const { body, coding } = await codeBody({ body: Buffer.from(html) }, acceptEncoding);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PAGE_POLICY,
      'cache-control': 'public, max-age=3600',
    })
    .send(body);
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
