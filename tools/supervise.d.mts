/** Milliseconds to wait before the next start, growing with every quick death in a row; null = give up. */
export function pauseBefore(quickDeaths: number, firstPauseMs?: number): number | null;
