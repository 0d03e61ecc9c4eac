/** Looks at parsed JSON of unknown shape without trusting it. */
import type { JsonObject } from './json-records.ts';

export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** The members of an array; anything else but nothing is an array of itself. */
export function asArray(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  return value === undefined || value === null ? [] : [value];
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
