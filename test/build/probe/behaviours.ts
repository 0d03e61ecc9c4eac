/** Hosts that behave like those of real collections, with the verdict of a person on each. */
import type { ServerResponse } from 'node:http';
import type { Host } from './web.ts';

const page = (title: string, text: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;

/** A sentence that depends on the path, as in the pages of a collection. */
function about(path: string): string {
  const words = [
    'letters',
    'portraits',
    'essays',
    'maps',
    'songs',
    'sermons',
    'diaries',
    'treaties',
    'novels',
    'plays',
  ];
  const digits = [...Buffer.from(path)];
  return digits
    .map((digit, index) => `${words[(digit + index) % words.length]} ${words[(digit * 7 + index) % words.length]}`)
    .join(', ');
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

const send =
  (status: number, fields: Record<string, string>): Host =>
  (_, response) =>
    html(response, status, '', fields);

/** Adds 404 for `robots.txt` to a behaviour. */
const withoutRobots =
  (behaviour: Host): Host =>
  (request, response, path) =>
    path === '/robots.txt' ? html(response, 404, 'none') : behaviour(request, response, path);

export const alive: Host = withoutRobots((_, response, path) =>
  html(response, 200, page(`About ${path}`, about(path))),
);

/** Behaviours by name: the host, and the verdict of a person. */
export const BEHAVIOURS = {
  alive: { host: alive, verdict: 'ok' },
  notFound: {
    host: withoutRobots((_, response) => html(response, 404, page('Oops', 'Try the search.'))),
    verdict: 'gone',
  },
  gone410: { host: withoutRobots((_, response) => html(response, 410, '')), verdict: 'gone' },
  softNotFoundTitle: {
    host: withoutRobots((_, response, path) => html(response, 200, page('Seite nicht gefunden', about(path)))),
    verdict: 'gone',
  },
  toFrontPage: {
    host: withoutRobots((request, response, path) =>
      path === '/' ? alive(request, response, path) : html(response, 302, '', { location: '/' }),
    ),
    verdict: 'gone',
  },
  parkedSamePage: {
    host: withoutRobots((_, response, path) =>
      html(response, 200, page('Buy this domain', `The domain of ${path} is for sale. Visited ${path.length} times.`)),
    ),
    verdict: 'parked',
  },
  parkedElsewhere: {
    host: withoutRobots((request, response, path) =>
      path === '/'
        ? alive(request, response, path)
        : html(response, 302, '', { location: `http://parking.test:${request.socket.localPort}/` }),
    ),
    verdict: 'parked',
  },
  headRefused: {
    host: withoutRobots((request, response, path) =>
      request.method === 'HEAD' ? html(response, 405, '') : alive(request, response, path),
    ),
    verdict: 'ok',
  },
  headLies: {
    host: withoutRobots((request, response, path) =>
      request.method === 'HEAD' ? html(response, 404, '') : alive(request, response, path),
    ),
    verdict: 'ok',
  },
  botWall: { host: withoutRobots(send(403, {})), verdict: 'blocked' },
  challenge: {
    host: withoutRobots((_, response) => html(response, 200, page('Just a moment...', 'Checking your browser.'))),
    verdict: 'blocked',
  },
  tooMany: { host: withoutRobots(send(429, { 'retry-after': '600' })), verdict: 'blocked' },
  legal451: { host: withoutRobots(send(451, {})), verdict: 'blocked' },
  moved: {
    host: withoutRobots((request, response, path) =>
      path.startsWith('/new') ? alive(request, response, path) : html(response, 301, '', { location: `/new${path}` }),
    ),
    verdict: 'moved',
  },
  chain: {
    host: withoutRobots((request, response, path) => {
      const step = Number(/^\/(\d)\//.exec(path)?.[1] ?? 0);
      if (step === 3) return alive(request, response, path);
      html(response, 302, '', { location: `/${step + 1}/${path.replace(/^\/\d\//, '').replace(/^\//, '')}` });
    }),
    verdict: 'ok',
  },
  loop: {
    host: withoutRobots((_, response, path) =>
      html(response, 302, '', { location: path.endsWith('x') ? path.slice(0, -1) : `${path}x` }),
    ),
    verdict: 'unknown',
  },
  serverError: { host: withoutRobots(send(500, {})), verdict: 'unknown' },
  softNotFoundSamePage: {
    host: withoutRobots((_, response, path) =>
      html(response, 200, page('Archive', `We are sorry, nothing could be displayed for ${path}. Try the search.`)),
    ),
    verdict: 'parked',
  },
  parkedByTitle: {
    host: withoutRobots((_, response, path) =>
      html(response, 200, page('example.test: this domain is for sale!', `Related: ${about(path)}`)),
    ),
    verdict: 'parked',
  },
  parkedRotating: {
    host: withoutRobots((_, response, path) =>
      html(response, 200, page('Welcome', `Offers of the day: ${about('abc'[digitsIn(path) % 3] ?? '')}`)),
    ),
    verdict: 'parked',
  },
  parkedLander: {
    host: withoutRobots((request, response, path) =>
      html(response, 302, '', { location: `http://parking.test:${request.socket.localPort}/lander?from=${path}` }),
    ),
    verdict: 'parked',
  },
  resolver: {
    host: withoutRobots((request, response, path) =>
      html(response, 302, '', { location: `http://landing.test:${request.socket.localPort}/article${path}` }),
    ),
    verdict: 'ok',
  },
  movedDomain: {
    host: withoutRobots((request, response, path) =>
      html(response, 301, '', { location: `http://landing.test:${request.socket.localPort}/article${path}` }),
    ),
    verdict: 'moved',
  },
  login: {
    host: withoutRobots((_, response, path) =>
      path.startsWith('/login')
        ? html(response, 200, page('Archive', 'Please give your name and your password to read on.'))
        : html(response, 302, '', { location: `/login?to=${path}` }),
    ),
    verdict: 'blocked',
  },
  maintenance: {
    host: withoutRobots((_, response) =>
      html(response, 200, page('Wartungsarbeiten', 'Am Montag sind wir wieder für Sie da, wie gewohnt.')),
    ),
    verdict: 'blocked',
  },
  slow: {
    host: withoutRobots((request, response, path) => {
      setTimeout(() => alive(request, response, path), 300);
    }),
    verdict: 'ok',
  },
  longChain: {
    host: withoutRobots((_, response, path) => html(response, 302, '', { location: `${path}/on` })),
    verdict: 'unknown',
  },
  application: {
    host: withoutRobots((_, response) =>
      html(
        response,
        200,
        '<title>Portal</title><nav>Home, search, about us, contact, imprint, privacy</nav><div id="app"></div><script src="/app.js"></script>',
      ),
    ),
    verdict: 'unknown',
  },
  frames: {
    host: withoutRobots((_, response, path) =>
      html(response, 200, `<title>Catalogue</title><frameset><frame src="/show?id=${path}"></frameset>`),
    ),
    verdict: 'unknown',
  },
  heavyHead: {
    host: withoutRobots((_, response, path) =>
      html(
        response,
        200,
        `<title>Catalogue</title><style>${'p { margin: 0 } '.repeat(2_000)}</style><p>${about(path)}</p>`,
      ),
    ),
    verdict: 'unknown',
  },
  silent: { host: withoutRobots(() => undefined), verdict: 'unknown' },
  dropped: { host: withoutRobots((_, response) => void response.destroy()), verdict: 'unknown' },
  drawnByScript: {
    host: withoutRobots((_, response) =>
      html(response, 200, '<html><head><script src="/app.js"></script></head><body></body></html>'),
    ),
    verdict: 'unknown',
  },
  negotiated: {
    host: withoutRobots((request, response, path) =>
      (request.headers.accept ?? '').includes('text/html')
        ? alive(request, response, path)
        : html(response, 406, page('Not acceptable', '')),
    ),
    verdict: 'ok',
  },
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
