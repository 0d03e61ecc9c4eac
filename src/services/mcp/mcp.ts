/** `POST /mcp`: the Model Context Protocol over HTTP, without sessions, for clients of the present revision and of older ones. */
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { PageAnswer } from '../../http/page.ts';
import type { Service, ServiceRequest } from '../../http/service.ts';
import type { Store } from '../../store/store.ts';
import { createMcpServer } from './server.ts';

/** Nobody may subscribe: nothing changes without a new request, and a stream would stay open. */
const NO_STREAMS = { legacy: 'stateless', maxSubscriptions: 0, keepAliveMs: 0 } as const;

/** @param release version of the software */
export function mcpService(release: string): Service {
  const handlers = new WeakMap<Store, Promise<McpHttpHandler>>();
  return {
    path: '/mcp',
    quota: 'mcp',
    accepts: ['application/json'],
    postOnly: true,
    heavy: true,
    async respond(request) {
      const { store } = request;
      const handler = handlers.get(store) ?? createHandler(store, release);
      handlers.set(store, handler);
      const asked = webRequest(request);
      const refusal = await refuseForeign(asked, new URL(request.baseUrl).hostname);
      return webAnswer(refusal ?? (await (await handler).fetch(asked)));
    },
  };
}

async function createHandler(store: Store, release: string): Promise<McpHttpHandler> {
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  return createMcpHandler(() => createMcpServer(store, release), NO_STREAMS);
}

/**
 * A page of any site may ask a public service, which knows no secrets. One on a loopback address is asked by pages and under
 * names of the same machine only, so that no site can reach it through a browser there.
 */
async function refuseForeign(request: Request, hostname: string): Promise<Response | undefined> {
  const { hostHeaderValidationResponse, localhostAllowedHostnames, localhostAllowedOrigins, originValidationResponse } =
    await import('@modelcontextprotocol/server');
  if (!localhostAllowedHostnames().includes(hostname)) {
    const origin = request.headers.get('origin');
    return origin === null || origin === 'null' || URL.canParse(origin)
      ? undefined
      : originValidationResponse(request, []);
  }
  return (
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins())
  );
}

function webRequest({ baseUrl, headers, body }: ServiceRequest): Request {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  // Its length is that of the body, whatever the client said.
  const kept = fields.filter(([name]) => !/^(?:content-length|transfer-encoding|connection|expect)$/.test(name));
  return new Request(`${baseUrl}/mcp`, { method: 'POST', headers: kept, body: body?.bytes ?? '' });
}

async function webAnswer(response: Response): Promise<PageAnswer> {
  const { status, headers } = response;
  return {
    status,
    contentType: headers.get('content-type') ?? 'application/json',
    body: Buffer.from(await response.arrayBuffer()),
    cacheControl: 'no-store',
  };
}
