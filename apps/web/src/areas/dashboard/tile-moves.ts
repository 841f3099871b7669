import type { Place } from '@depotwerk/domain/dashboard/layout';

type Part = Partial<Pick<Place, 'x' | 'y' | 'w' | 'h'>>;

const steps: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What an arrow key does to a tile: moves it, with Shift sizes it; null for any other key. */
export function moveByKey(place: Place, key: string, isSizing: boolean): Part | null {
  const [dx, dy] = steps[key] ?? [];
  if (dx === undefined || dy === undefined) return null;
  return isSizing ? { w: place.w + dx, h: place.h + dy } : { x: place.x + dx, y: place.y + dy };
}

/** What dragging by so many pixels does, in a grid of cells of that size. */
export function moveByDrag(
  from: Place,
  pixels: { readonly x: number; readonly y: number },
  cell: { readonly width: number; readonly height: number },
  isSizing: boolean,
): Part {
  const dx = Math.round(pixels.x / cell.width);
  const dy = Math.round(pixels.y / cell.height);
  return isSizing ? { w: from.w + dx, h: from.h + dy } : { x: from.x + dx, y: from.y + dy };
}
