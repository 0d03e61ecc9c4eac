/** `POST /mcp`: the Model Context Protocol over HTTP, without sessions, for clients of current and older revisions. */
import { Type } from 'typebox';
import type { IncomingHttpHeaders } from 'node:http';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { json } from '../../core/http/answer.ts';
import { memo } from '../../core/model/memo.ts';
import { type Answer, type Door, door } from '../../core/http/door.ts';
import { parseJson } from '../../shared/http/json-text.ts';
import { lenient, type Parameter } from '../../core/http/parameters.ts';
import type { Store } from '../../core/snapshot/store.ts';
import type { Installation } from '../../core/interface/installation.ts';
import { createMcpServer } from './server.ts';
import { costOf } from './tools.ts';

/** No subscriptions: there is nothing to report without a new request, and a stream would stay open. */
const NO_STREAMS = { legacy: 'stateless', maxSubscriptions: 0, keepAliveMs: 0 } as const;

/** A message as it was sent. */
interface Message {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly body: unknown;
  /** Error with which the body is refused before any work. JSON-RPC 2.0 §5.1 */
  readonly refused: { readonly code: number; readonly message: string } | undefined;
}

const message: Parameter<Message> = {
  in: 'query',
  bodies: ['application/json'],
  description: 'A message of JSON-RPC.',
  schema: { type: 'object' },
  read(_, __, { headers, body: sent }) {
    const bytes = sent?.bytes ?? Buffer.alloc(0);
    const body = parseJson(bytes.toString(), MAX_VALUES);
    const refused =
      body === undefined
        ? { code: -32_700, message: 'The body is not JSON, is nested too deeply, or has too many values.' }
        : Array.isArray(body)
          ? { code: -32_600, message: 'Batches are not supported: send each message by itself.' }
          : undefined;
    return { headers, bytes, body, refused };
  },
};

/** Refusals that clients get as errors of JSON-RPC: beyond the quota, and beyond its burst. */
const REFUSALS: ReadonlySet<string> = new Set(['rate_limited', 'invalid_request']);

/** A message as https://modelcontextprotocol.io defines it. */
const JsonRpc = Type.Object({ jsonrpc: Type.Literal('2.0') });

export function doors({ release }: Installation): readonly Door[] {
  return [
    door({
      path: '/mcp',
      summary: 'Tools for language models',
      methods: ['POST'],
      parameters: lenient({ message }),
      quota: { name: 'mcp', cost: ({ message: { body, refused } }) => (refused === undefined ? costOf(body) : 1) },
      work: 'heavy',
      dependsOn: 'snapshot',
      cacheControl: 'no-store',
      service: {
        id: 'mcp',
        answers: { 'application/json': JsonRpc, 'text/event-stream': undefined },
        refusals: 'application/json',
      },
      examples: [{ target: '/mcp', mediaType: 'application/json', accept: BOTH, body: TOOLS_LIST }],
      use: {
        group: 'programs',
        name: { de: 'Sprachmodelle (MCP)', en: 'Language models (MCP)' },
        purpose: {
          de: 'Mit sechs Werkzeugen schlagen Sprachmodelle GND-Nummern nach, statt sie zu erfinden.',
          en: 'With six tools, language models look up GND identifiers instead of making them up.',
        },
        example: (baseUrl) =>
          JSON.stringify({ mcpServers: { 'gnd-links': { type: 'http', url: `${baseUrl}/mcp` } } }, undefined, 2),
        pages: [{ door: 'document', values: { page: 'reconciliation' }, fragment: 'mcp' }],
      },
      announcement: {
        document: 'reconciliation',
        placeholders: (baseUrl) => ({ mcp: `${baseUrl}/mcp` }),
        hint: {
          name: 'Model Context Protocol',
          text: (baseUrl) =>
            `tools with short answers, for language models that call tools themselves, at ${baseUrl}/mcp (POST)`,
        },
      },
      writeRefusal: ({ code, status, detail }) =>
        REFUSALS.has(code)
          ? json({ jsonrpc: '2.0', error: { code: -32_000, message: detail }, id: null }, { status })
          : undefined,
      async answer({ message: sent }, { store, baseUrl, isLocal }) {
        if (sent.refused !== undefined) return json({ jsonrpc: '2.0', error: sent.refused, id: null }, { status: 400 });
        const handler = memo(store, 'MCP handler', () => createHandler(store, release));
        const request = webRequest(sent, baseUrl);
        const refusal = await refuseForeign(request, isLocal);
        return webAnswer(refusal ?? (await (await handler).fetch(request, { parsedBody: sent.body })));
      },
    }),
  ];
}

/** Media types that clients of revisions with sessions must accept. */
const BOTH = 'application/json, text/event-stream';
const TOOLS_LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

/** Most values in a message. The library takes 3 µs for each. */
const MAX_VALUES = 2_000;

async function createHandler(store: Store, release: string): Promise<McpHttpHandler> {
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  return createMcpHandler(() => createMcpServer(store, release), NO_STREAMS);
}

/**
 * A public service has no secrets, so pages of any site may call it. A service on a loopback address accepts only host
 * names and origins of the same machine, so that no site can reach it through a browser there.
 */
async function refuseForeign(request: Request, isLocal: boolean): Promise<Response | undefined> {
  const { hostHeaderValidationResponse, localhostAllowedHostnames, localhostAllowedOrigins, originValidationResponse } =
    await import('@modelcontextprotocol/server');
  if (!isLocal) {
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

function webRequest({ headers, bytes }: Message, baseUrl: string): Request {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  // `Request` states the length of the body itself.
  const kept = fields.filter(([name]) => !/^(?:content-length|transfer-encoding|connection|expect)$/.test(name));
  return new Request(`${baseUrl}/mcp`, { method: 'POST', headers: kept, body: bytes });
}

async function webAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  return {
    status,
    contentType: headers.get('content-type') ?? 'application/json',
    body: Buffer.from(await response.arrayBuffer()),
  };
}
