/** Coordinates as the dumps write them: well-known text in the Linked Data Service, GeoJSON with strings in Entity Facts. */
import type { Coordinates } from '../model/entity.ts';

const POINT = /^\s*point\s*\(\s*(\S+)\s+(\S+)\s*\)\s*$/i;
const POLYGON = /^\s*polygon\s*\(\s*\(([^()]+)\)/i;

/**
 * The position in well-known text, longitude first: a point, or the centre of the bounding box of a polygon's outer ring.
 * Nothing for other shapes and for degrees that do not exist.
 */
export function parseWkt(text: string): Coordinates | undefined {
  const point = POINT.exec(text);
  if (point !== null) return toCoordinates(point[1], point[2]);
  const ring = POLYGON.exec(text)?.[1];
  if (ring === undefined) return undefined;
  const corners = ring.split(',').map((corner) => {
    const [longitude, latitude] = corner.trim().split(/\s+/);
    return toCoordinates(longitude, latitude);
  });
  if (!corners.every((corner) => corner !== undefined)) return undefined;
  return {
    longitude: middle(corners.map((corner) => corner.longitude)),
    latitude: middle(corners.map((corner) => corner.latitude)),
  };
}

/** Degrees given as text or number, or nothing when they are not on the globe. */
export function toCoordinates(longitude: unknown, latitude: unknown): Coordinates | undefined {
  const east = toDegrees(longitude, 180);
  const north = toDegrees(latitude, 90);
  return east === undefined || north === undefined ? undefined : { longitude: east, latitude: north };
}

function toDegrees(value: unknown, bound: number): number | undefined {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^[+-]?\d{1,4}(?:\.\d{1,20})?$/.test(value))) {
    return undefined;
  }
  const degrees = round(Number(value));
  return Math.abs(degrees) <= bound ? degrees : undefined;
}

function middle(values: readonly number[]): number {
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return round((least + most) / 2);
}

/** Six digits, as the data have them (a tenth of a metre); and no negative nought. */
function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6 + 0;
}
