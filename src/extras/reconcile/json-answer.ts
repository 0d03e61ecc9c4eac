/** Parts that all doors of reconciliation share: fields of their descriptions, and answers as JSON or JSONP. */
import { json, jsonp } from '../../core/http/answer.ts';
import type { Answer } from '../../core/http/door.ts';
import { CALLBACK_RULE, isCallback } from '../../core/http/jsonp.ts';
import { type Parameter, textParameter } from '../../core/http/parameters.ts';

export const COMMON = {
  audience: 'programs',
  dependsOn: 'snapshot',
  cacheControl: 'public, max-age=300, stale-while-revalidate=3600',
} as const;

export const callback: Parameter<string | undefined> = {
  ...textParameter('Name of the function that a script calls with the answer.'),
  read([name]) {
    if (name === undefined || isCallback(name)) return name;
    return { parameter: 'callback', code: 'malformed', detail: CALLBACK_RULE };
  },
};

export function jsonAnswer(value: unknown, name: string | undefined): Answer {
  return name === undefined ? json(value) : jsonp(name, value);
}
