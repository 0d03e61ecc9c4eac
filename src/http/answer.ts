/** An answer as a plain value, and the one place where it is put on the wire. */
import type { ServerResponse } from 'node:http';
import { CONSTANT_FIELDS } from './headers.ts';

/** Header fields as Node takes them fastest: name, value, name, value. */
export type Fields = readonly string[];

export interface Answer {
  readonly status: number;
  readonly fields: Fields;
  /** Absent for 204 and 304. For HEAD it is measured, not sent. */
  readonly body?: Uint8Array;
  /** What stands in the place of the fields that every answer of the interface has. */
  readonly constant?: Fields;
}

/** @param more fields that do not depend on the answer, such as the request's identifier */
export function writeAnswer(response: ServerResponse, answer: Answer, more: Fields): void {
  const { status, fields, body, constant = CONSTANT_FIELDS } = answer;
  const all = [...constant, ...more, ...fields];
  if (body !== undefined) all.push('content-length', String(body.byteLength));
  response.writeHead(status, all);
  response.end(body);
}

/** @param headers lower case */
export function fieldsOf(headers: Readonly<Record<string, string>>): Fields {
  return Object.entries(headers).flat();
}
