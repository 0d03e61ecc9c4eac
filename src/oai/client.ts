/** Asks an OAI-PMH repository, one request after the other, again after a pause where that may help. */
import { pipeline, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { type DownloadOptions, follow, pauseBefore } from '../fetch/download.ts';
import { describeFailure, DownloadFailed, failureOfStatus } from '../fetch/download-failure.ts';
import type { Answer } from '../fetch/exchange.ts';
import type { OaiRepository } from '../register/register.ts';
import { type OaiResponse, readResponse } from './response.ts';

/** Both ends belong to it; datestamps of the repository's granularity. OAI-PMH 2.0 §2.7.1 */
export interface Window {
  readonly from: string;
  readonly until: string;
}

export interface OaiClient {
  /** @throws DownloadFailed */
  identify(): Promise<OaiResponse>;
  /** @throws DownloadFailed, not for errors of the protocol */
  listRecords(window: Window): Promise<OaiResponse>;
  /** The next part of a list. @throws as before */
  resume(token: string): Promise<OaiResponse>;
}

/** For one answer, which is never as large as a dump. */
const ANSWER_MS = 600_000;

/** @param onBytes bytes as they come over the wire */
export function createOaiClient(
  repository: OaiRepository,
  options: DownloadOptions,
  onBytes: (bytes: number) => void = () => undefined,
): OaiClient {
  const { url, metadataPrefix, set } = repository;
  const total = Math.min(options.timeOuts.total, ANSWER_MS);
  const patient = { ...options, timeOuts: { ...options.timeOuts, total } };

  async function ask(parameters: Readonly<Record<string, string>>): Promise<OaiResponse> {
    const address = new URL(url);
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await askOnce(address.href, patient, onBytes);
      } catch (error) {
        options.signal?.throwIfAborted();
        const failure = describeFailure(error);
        if (!failure.transient || attempt >= options.retries) throw failure;
        await pause(pauseBefore(attempt, failure, options), undefined, options.signal && { signal: options.signal });
      }
    }
  }

  return {
    identify: () => ask({ verb: 'Identify' }),
    listRecords: ({ from, until }) =>
      ask({ verb: 'ListRecords', metadataPrefix, ...(set !== undefined && { set }), from, until }),
    resume: (resumptionToken) => ask({ verb: 'ListRecords', resumptionToken }),
  };
}

async function askOnce(
  address: string,
  options: DownloadOptions,
  onBytes: (bytes: number) => void,
): Promise<OaiResponse> {
  const fields = { accept: 'text/xml, application/xml', 'accept-encoding': 'gzip' };
  const { answer } = await follow(address, fields, options);
  try {
    if (answer.status !== 200) throw failureOfStatus(answer.status, answer.headers['retry-after']);
    return await readResponse(unpacked(answer, onBytes));
  } finally {
    answer.close();
  }
}

/** @throws DownloadFailed `wrong_format` for an encoding that was not asked for, `truncated` for damaged gzip */
async function* unpacked(answer: Answer, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const coding = answer.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const wire = counted(answer.body, onBytes);
  if (coding === '' || coding === 'identity') return yield* wire;
  if (coding !== 'gzip' && coding !== 'x-gzip')
    throw new DownloadFailed('wrong_format', 'The repository answers in an encoding that was not asked for.');
  try {
    yield* pipeline(Readable.from(wire), createGunzip(), () => undefined) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    if (!String((cause as NodeJS.ErrnoException).code).startsWith('Z_')) throw cause;
    throw new DownloadFailed('truncated', 'The compressed answer of the repository is cut off or damaged.', {
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
