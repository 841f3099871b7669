/** Milliseconds to wait before the next start, doubling with every quick death in a row, up to `longestMs`. */
export function pauseBefore(quickDeaths: number, firstPauseMs?: number, longestMs?: number): number;
