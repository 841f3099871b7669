import { dashboardColumns } from './widgets.ts';

/** Where a tile lies: columns and rows of the grid, from 0. */
export interface Place {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Smallest tile in which a number can be read. */
export const smallestTile = { w: 2, h: 2 } as const;
const largestHeight = 20;

export const overlap = (a: Place, b: Place): boolean =>
  a.id !== b.id && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** A place inside the grid and not too small, nearest to the given one. */
export function fitted<P extends Place>(place: P): P {
  const w = clamp(Math.round(place.w), smallestTile.w, dashboardColumns);
  return {
    ...place,
    w,
    h: clamp(Math.round(place.h), smallestTile.h, largestHeight),
    x: clamp(Math.round(place.x), 0, dashboardColumns - w),
    y: Math.max(0, Math.round(place.y)),
  };
}

const byRow = (a: Place, b: Place) => a.y - b.y || a.x - b.x;

/**
 * Lets every tile rise as far as nothing is in its way, the topmost first; `fixed` takes its place before the others.
 * No two overlap afterwards, and their order in the list stays.
 */
export function compact<P extends Place>(places: readonly P[], fixed?: string): P[] {
  const laid: P[] = [];
  const waiting = places
    .map(fitted)
    .toSorted((a, b) => Number(b.id === fixed) - Number(a.id === fixed) || byRow(a, b));
  const held = waiting.find(({ id }) => id === fixed);
  if (held) laid.push(held);
  for (const place of waiting) {
    if (place === held) continue;
    let y = 0;
    while (laid.some((other) => overlap({ ...place, y }, other))) y += 1;
    laid.push({ ...place, y });
  }
  return places.map((place) => laid.find(({ id }) => id === place.id) ?? place);
}

/** Moves or resizes one tile; what is in its way gives way, and what has room rises. */
export function rearranged<P extends Place>(
  places: readonly P[],
  id: string,
  change: Partial<Pick<Place, 'x' | 'y' | 'w' | 'h'>>,
): P[] {
  const moved = places.map((place) => (place.id === id ? fitted({ ...place, ...change }) : place));
  // First with the tile where it was put, then it rises with the others.
  return compact(compact(moved, id));
}

/** A free place for one more tile: below all others. */
export const below = (places: readonly Place[]): number => Math.max(0, ...places.map(({ y, h }) => y + h));
