/**
 * Draws `src/extras/pages/picture/world.svg`, the map on which pages mark a place: `node docs/world-map.ts`. The data
 * are Natural Earth 1:110m (public domain) in the package world-atlas. A test fails while the picture is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The members of TopoJSON that this file reads: https://github.com/topojson/topojson-specification */
interface Topology {
  readonly transform: { readonly scale: Point; readonly translate: Point };
  readonly arcs: readonly (readonly Point[])[];
  readonly objects: { readonly land: { readonly geometries: readonly { readonly arcs: Polygons }[] } };
}
type Point = readonly [x: number, y: number];
/** Polygons as rings of arcs; a negative number is the one's complement of an arc that is traversed in reverse. */
type Polygons = readonly (readonly (readonly number[])[])[];

/** Units of the drawing per degree. */
const RESOLUTION = 5;
const WIDTH = 360 * RESOLUTION;
const HEIGHT = 180 * RESOLUTION;
const PICTURE = join(import.meta.dirname, '../src/extras/pages/picture/world.svg');

/** Plate carrée: x and y are longitude and latitude, so that a mark needs no projection. */
export function worldMap(): string {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-110m.json');
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Topology;
  const arcs = topology.arcs.map((arc) => absolute(arc, topology.transform));
  const rings = topology.objects.land.geometries.flatMap(({ arcs: polygons }) => polygons.flat());
  const outlines = rings.map((ring) => ringPath(centred(unroll(ring.flatMap((index) => arcAt(arcs, index))))));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    // Land that extends beyond one edge appears at the other one.
    `<g fill="#7f8a96" fill-opacity=".55"><path id="land" d="${outlines.join('')}"/>` +
    `<use href="#land" x="-${WIDTH}"/><use href="#land" x="${WIDTH}"/></g></svg>\n`
  );
}

/** Sums up the steps in which an arc is stored, in units of the drawing. */
function absolute(arc: readonly Point[], { scale, translate }: Topology['transform']): Point[] {
  let [x, y] = [0, 0];
  return arc.map(([stepX, stepY]) => {
    [x, y] = [x + stepX, y + stepY];
    return [
      Math.round((x * scale[0] + translate[0] + 180) * RESOLUTION),
      Math.round((90 - y * scale[1] - translate[1]) * RESOLUTION),
    ];
  });
}

function arcAt(arcs: readonly Point[][], index: number): readonly Point[] {
  return index >= 0 ? (arcs[index] ?? []) : (arcs[~index] ?? []).toReversed();
}

/** Continues beyond the edge instead of jumping to the other side; closes a ring around the South Pole. */
function unroll(ring: readonly Point[]): readonly Point[] {
  const points: Point[] = [];
  let turn = 0;
  for (const [x, y] of ring) {
    const last = points.at(-1);
    if (last !== undefined) turn -= Math.round((x + turn - last[0]) / WIDTH) * WIDTH;
    points.push([x + turn, y]);
  }
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first[0] === last[0]) return points;
  return [...points, [last[0], HEIGHT], [first[0], HEIGHT]];
}

/** Moves the ring by whole turns until its middle is on the map, so that a lake stays within its land. */
function centred(ring: readonly Point[]): readonly Point[] {
  const xs = ring.map(([x]) => x);
  const turn = Math.floor((Math.min(...xs) + Math.max(...xs)) / 2 / WIDTH) * WIDTH;
  return ring.map(([x, y]): Point => [x - turn, y]);
}

function ringPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let [x, y] = first;
  const steps: string[] = [];
  for (const [nextX, nextY] of rest) {
    // Points that fall together at this resolution.
    if (nextX === x && nextY === y) continue;
    steps.push(`${nextX - x},${nextY - y}`);
    [x, y] = [nextX, nextY];
  }
  return `M${first.join(',')}l${steps.join(' ').replaceAll(/[ ,]-/g, '-')}z`;
}

if (import.meta.main) writeFileSync(PICTURE, worldMap());
