/** Reads coordinates of dumps: well-known text (JSON-LD), GeoJSON with strings (Entity Facts), field 034 (MARC). */
import type { Coordinates } from '../../../core/model/entity.ts';

const POINT = /^\s*point\s*\(\s*(\S+)\s+(\S+)\s*\)\s*$/i;
const POLYGON = /^\s*polygon\s*\(\s*\(([^()]+)\)/i;

/**
 * The position in well-known text, longitude first: a point, or the centre of the bounding box of a polygon. Undefined
 * for other shapes and for degrees out of range.
 */
export function parseWkt(text: string): Coordinates | undefined {
  const point = POINT.exec(text);
  if (point !== null) return toCoordinates(point[1], point[2]);
  const ring = POLYGON.exec(text)?.[1];
  return ring === undefined ? undefined : centreOf(ring.split(',').map((corner) => corner.trim().split(/\s+/)));
}

const DECIMAL = /^([NSEW+-]?)(\d{1,3}(?:[.,]\d{1,20})?)$/i;
const SEXAGESIMAL = /^([NSEW+-]?)(\d{3})(\d{2})(\d{2}(?:[.,]\d{1,20})?)$/i;

/** The centre of a rectangle. Edges have the form `E005.516020`, `-5.51602`, `E 005 30 57` or `E0053057`. */
export function parseMarcDegrees(west: string, east: string, north: string, south: string): Coordinates | undefined {
  const [left, right, top, bottom] = [west, east, north, south].map((text) => {
    const compact = text.replace(/\s/g, '');
    const match = DECIMAL.exec(compact) ?? SEXAGESIMAL.exec(compact);
    if (match === null) return undefined;
    const [, hemisphere = '', ...digits] = match;
    const [degrees = 0, minutes = 0, seconds = 0] = digits.map((number) => Number(number.replace(',', '.')));
    const value = degrees + minutes / 60 + seconds / 3600;
    return /[SW-]/i.test(hemisphere) ? -value : value;
  });
  return centreOf([
    [left, top],
    [right, bottom],
  ]);
}

/** Coordinates from degrees as texts or numbers; undefined for degrees out of range. */
export function toCoordinates(longitude: unknown, latitude: unknown): Coordinates | undefined {
  const east = toDegrees(longitude, 180);
  const north = toDegrees(latitude, 90);
  return east === undefined || north === undefined ? undefined : { longitude: east, latitude: north };
}

function toDegrees(value: unknown, bound: number): number | undefined {
  const isText = typeof value === 'string' && /^[+-]?\d{1,4}(?:\.\d{1,20})?$/.test(value);
  if (typeof value !== 'number' && !isText) return undefined;
  const degrees = round(Number(value));
  return Math.abs(degrees) <= bound ? degrees : undefined;
}

/** The centre of the bounding box of all corners; undefined if any degrees are out of range. */
function centreOf(corners: readonly (readonly unknown[])[]): Coordinates | undefined {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of corners) {
    const corner = toCoordinates(x, y);
    if (corner === undefined) return undefined;
    west = Math.min(west, corner.longitude);
    east = Math.max(east, corner.longitude);
    south = Math.min(south, corner.latitude);
    north = Math.max(north, corner.latitude);
  }
  return { longitude: round((west + east) / 2), latitude: round((south + north) / 2) };
}

/** Rounds to six decimals, as in the data (a tenth of a metre), and avoids negative zero. */
function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6 + 0;
}
