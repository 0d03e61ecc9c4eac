/** An OAI-PMH client: sends one request after another, and retries transient failures after a pause. */
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DownloadFailed, failureOfStatus, withRetries } from '../download/download-failure.ts';
import type { DownloadOptions } from '../download/download.ts';
import type { ClientResponse } from '../download/http-client.ts';
import type { Pace } from '../download/pace.ts';
import type { OaiRepository } from '../register/register.ts';
import { type OaiResponse, readResponse } from './response.ts';

/** A range of datestamps in the granularity of the repository; both ends are inclusive. OAI-PMH 2.0 §2.7.1 */
export interface Window {
  readonly from: string;
  readonly until: string;
}

/** Time-out for one response in milliseconds: less than for a dump, because a response is much smaller. */
const RESPONSE_MS = 600_000;
const FIELDS = { accept: 'text/xml, application/xml', 'accept-encoding': 'gzip' };

export type OaiClient = ReturnType<typeof createOaiClient>;

/**
 * Its functions throw DownloadFailed, but return errors of the protocol.
 * @param pace pace of all requests, retries included
 * @param onBytes receives numbers of transferred bytes
 */
export function createOaiClient(
  { url, metadataPrefix, set }: OaiRepository,
  options: DownloadOptions,
  pace: Pace,
  onBytes: (bytes: number) => void,
) {
  async function request(
    parameters: Readonly<Record<string, string>>,
    retriesAfter?: (failure: DownloadFailed) => number,
  ): Promise<OaiResponse> {
    const address = new URL(url);
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    const { http, signal } = options;
    const send = async (): Promise<OaiResponse> => {
      const response = await http.get(address.href, { fields: FIELDS, totalMs: RESPONSE_MS, signal });
      try {
        if (response.status !== 200) throw failureOfStatus(response.status, response.field('retry-after'));
        const answer = await readResponse(unpacked(response, onBytes));
        // Some repositories answer so while they are overloaded.
        if (answer.error === 'badArgument') throw protocolFailure(answer.error);
        return answer;
      } finally {
        response.close();
      }
    };
    return withRetries(() => pace.ask(address.host, send, signal), options, retriesAfter);
  }
  /** Number of retries for a list that can be requested in parts: at most one if it may be too long. */
  const retriesOfDivisible = (failure: DownloadFailed): number =>
    isListTooLong(failure) ? Math.min(1, options.retries) : options.retries;

  const list =
    (verb: 'ListRecords' | 'ListIdentifiers'): ListRequest =>
    ({ from, until }, resumptionToken, isDivisible) => {
      const begin = { metadataPrefix, ...(set !== undefined && { set }), from, until };
      const parameters = { verb, ...(resumptionToken === undefined ? begin : { resumptionToken }) };
      return request(parameters, isDivisible ? retriesOfDivisible : undefined);
    };

  return {
    identify: () => request({ verb: 'Identify' }),
    listRecords: list('ListRecords'),
    /** Lists records without their metadata. */
    listIdentifiers: list('ListIdentifiers'),
    getRecord: (identifier: string) => request({ verb: 'GetRecord', metadataPrefix, identifier }),
  };
}

/**
 * Requests one page of a list.
 * @param token position in the list; undefined for its beginning
 * @param isDivisible whether the window can be requested in parts
 */
export type ListRequest = (window: Window, token: string | undefined, isDivisible: boolean) => Promise<OaiResponse>;

/** Reasons of failures that a shorter list may avoid, because the server or its proxy gives up on long lists. */
const TOO_LONG =
  /^(?:http_408|http_5\d\d|timeout|truncated|connection_reset|html|wrong_format|too_large|short_list|token_circle)$/;

/** Whether a shorter list may avoid the failure. */
export function isListTooLong({ reason, transient }: DownloadFailed): boolean {
  return TOO_LONG.test(reason) && (transient || reason === 'too_large');
}

/** @throws DownloadFailed `wrong_format` for an encoding that was not requested, `truncated` for damaged gzip */
async function* unpacked(response: ClientResponse, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const coding = response.field('content-encoding')?.trim().toLowerCase() ?? '';
  const wire = counted(response.body, onBytes);
  if (coding === '' || coding === 'identity') return yield* wire;
  if (coding !== 'gzip' && coding !== 'x-gzip')
    throw new DownloadFailed('wrong_format', 'The repository answers in an encoding that was not requested.');
  try {
    yield* pipeline(Readable.from(wire), createGunzip(), () => undefined) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    if (!String((cause as NodeJS.ErrnoException).code).startsWith('Z_')) throw cause;
    throw new DownloadFailed('truncated', 'The compressed answer from the repository is cut off or damaged.', {
      transient: true,
      cause,
    });
  }
}

async function* counted(body: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/** Reason and sentence by error code. OAI-PMH 2.0 §3.6 */
const SENTENCES: Readonly<Record<string, readonly [reason: string, sentence: string]>> = {
  badArgument: ['oai_bad_argument', 'The repository refuses the request.'],
  badResumptionToken: ['oai_bad_resumption_token', 'The repository no longer accepts its resumption token.'],
  badVerb: ['oai_bad_verb', 'The repository does not support the request.'],
  cannotDisseminateFormat: [
    'oai_no_format',
    'The repository does not provide its records in the format that the register names.',
  ],
  idDoesNotExist: ['oai_no_identifier', 'The repository has no record with this identifier.'],
  noMetadataFormats: ['oai_no_format', 'The repository offers no format for its records.'],
  noRecordsMatch: ['oai_no_records', 'The repository has no records that match the request.'],
  noSetHierarchy: ['oai_no_sets', 'The repository has no sets, but the register names one.'],
};

/** @param code undefined when the answer belongs to another request */
export function protocolFailure(code: string | undefined): DownloadFailed {
  if (code === undefined)
    return new DownloadFailed('wrong_format', 'The answer from the repository belongs to a different request.');
  const [reason, sentence] = (Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined) ?? [
    'oai_unknown_error',
    'The repository answers with an error that OAI-PMH does not define.',
  ];
  return new DownloadFailed(reason, sentence, { transient: code === 'badArgument' });
}
