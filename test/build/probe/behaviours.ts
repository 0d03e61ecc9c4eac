/** Hosts that behave like those of real collections, with the verdict of a person on each. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LookVerdict } from '../../../src/build/sources/probe/verdict.ts';
import type { Host } from './web.ts';

const page = (title: string, text: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;

const WORDS = 'letters portraits essays maps songs sermons diaries treaties novels plays'.split(' ');

/** A sentence that depends on the path, as in the pages of a collection. */
function about(path: string): string {
  const word = (at: number) => WORDS[at % WORDS.length];
  return [...Buffer.from(path)].map((digit, index) => `${word(digit + index)} ${word(digit * 7 + index)}`).join(', ');
}

const digitsIn = (path: string): number => Number(/\d/.exec(path.replace(/^\/person\/1185/, ''))?.[0] ?? 0);

export function html(
  response: ServerResponse,
  status: number,
  text: string,
  fields: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...fields });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

/** Adds 404 for `robots.txt` to a behaviour. */
const withoutRobots =
  (behaviour: Host): Host =>
  (request, response, path) =>
    path === '/robots.txt' ? html(response, 404, 'none') : behaviour(request, response, path);

/** A host with a verdict, which answers every address with this page. */
const shows = (
  verdict: LookVerdict,
  text: (path: string) => string,
  status = 200,
  fields: Record<string, string> = {},
) => ({
  host: withoutRobots((_, response, path) => html(response, status, text(path), fields)),
  verdict,
});

export const alive: Host = withoutRobots((_, response, path) =>
  html(response, 200, page(`About ${path}`, about(path))),
);

/** A host that redirects to the address that `to` returns, and shows pages like a good one where it returns none. */
const redirects = (verdict: LookVerdict, status: number, to: (path: string, port: number) => string | undefined) => ({
  host: withoutRobots((request, response, path) => {
    const location = to(path, request.socket.localPort ?? 0);
    if (location === undefined) alive(request, response, path);
    else html(response, status, '', { location });
  }),
  verdict,
});

/** A good host, except for requests that `isBad` selects, which get another status. */
const refuses = (status: number, isBad: (request: IncomingMessage) => boolean) => ({
  host: withoutRobots((request, response, path) =>
    isBad(request) ? html(response, status, '') : alive(request, response, path),
  ),
  verdict: 'ok' as const,
});

const isHead = ({ method }: IncomingMessage): boolean => method === 'HEAD';

/** Behaviours by name: the host, and the verdict of a person. */
export const BEHAVIOURS = {
  alive: { host: alive, verdict: 'ok' },
  notFound: shows('gone', () => page('Oops', 'Try the search.'), 404),
  gone410: shows('gone', () => '', 410),
  softNotFoundTitle: shows('gone', (path) => page('Seite nicht gefunden', about(path))),
  toFrontPage: redirects('gone', 302, (path) => (path === '/' ? undefined : '/')),
  parkedSamePage: shows('parked', (path) =>
    page('Buy this domain', `The domain of ${path} is for sale. Visited ${path.length} times.`),
  ),
  parkedElsewhere: redirects('parked', 302, (path, port) =>
    path === '/' ? undefined : `http://parking.test:${port}/`,
  ),
  headRefused: refuses(405, isHead),
  headLies: refuses(404, isHead),
  botWall: shows('blocked', () => '', 403),
  challenge: shows('blocked', () => page('Just a moment...', 'Checking your browser.')),
  tooMany: shows('blocked', () => '', 429, { 'retry-after': '600' }),
  legal451: shows('blocked', () => '', 451),
  moved: redirects('moved', 301, (path) => (path.startsWith('/new') ? undefined : `/new${path}`)),
  chain: redirects('ok', 302, (path) => {
    const step = Number(/^\/(\d)\//.exec(path)?.[1] ?? 0);
    return step === 3 ? undefined : `/${step + 1}/${path.replace(/^\/\d\//, '').replace(/^\//, '')}`;
  }),
  loop: redirects('unknown', 302, (path) => (path.endsWith('x') ? path.slice(0, -1) : `${path}x`)),
  serverError: shows('unknown', () => '', 500),
  softNotFoundSamePage: shows('parked', (path) =>
    page('Archive', `We are sorry, nothing could be displayed for ${path}. Try the search.`),
  ),
  parkedByTitle: shows('parked', (path) => page('example.test: this domain is for sale!', `Related: ${about(path)}`)),
  parkedRotating: shows('parked', (path) =>
    page('Welcome', `Offers of the day: ${about('abc'[digitsIn(path) % 3] ?? '')}`),
  ),
  parkedLander: redirects('parked', 302, (path, port) => `http://parking.test:${port}/lander?from=${path}`),
  resolver: redirects('ok', 302, (path, port) => `http://landing.test:${port}/article${path}`),
  movedDomain: redirects('moved', 301, (path, port) => `http://landing.test:${port}/article${path}`),
  login: {
    host: withoutRobots((_, response, path) =>
      path.startsWith('/login')
        ? html(response, 200, page('Archive', 'Please give your name and your password to read on.'))
        : html(response, 302, '', { location: `/login?to=${path}` }),
    ),
    verdict: 'blocked',
  },
  maintenance: shows('blocked', () => page('Wartungsarbeiten', 'Am Montag sind wir wieder für Sie da, wie gewohnt.')),
  slow: {
    host: withoutRobots((request, response, path) => {
      setTimeout(() => alive(request, response, path), 300);
    }),
    verdict: 'ok',
  },
  longChain: redirects('unknown', 302, (path) => `${path}/on`),
  application: shows(
    'unknown',
    () =>
      '<title>Portal</title><nav>Home, search, about us, contact, imprint, privacy</nav><div id="app"></div><script src="/app.js"></script>',
  ),
  frames: shows('unknown', (path) => `<title>Catalogue</title><frameset><frame src="/show?id=${path}"></frameset>`),
  heavyHead: shows(
    'unknown',
    (path) => `<title>Catalogue</title><style>${'p { margin: 0 } '.repeat(2_000)}</style><p>${about(path)}</p>`,
  ),
  silent: { host: withoutRobots(() => undefined), verdict: 'unknown' },
  dropped: { host: withoutRobots((_, response) => void response.destroy()), verdict: 'unknown' },
  drawnByScript: shows('unknown', () => '<html><head><script src="/app.js"></script></head><body></body></html>'),
  negotiated: refuses(406, ({ headers }) => !(headers.accept ?? '').includes('text/html')),
  picture: {
    host: withoutRobots((request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' });
      response.end(request.method === 'HEAD' ? undefined : Buffer.alloc(64));
    }),
    verdict: 'ok',
  },
  endless: {
    host: withoutRobots((request, response, path) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      if (request.method === 'HEAD') return void response.end();
      response.write(page(`About ${path}`, about(path)));
      const write = (): void => {
        while (!response.destroyed && response.write('<p>and more</p>'.repeat(100)));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    }),
    verdict: 'ok',
  },
  forbiddenByRobots: {
    host: (request, response, path) => {
      if (path !== '/robots.txt') return alive(request, response, path);
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end('User-agent: *\nDisallow: /');
    },
    verdict: 'unknown',
  },
} as const satisfies Record<string, { readonly host: Host; readonly verdict: string }>;
