/**
 * The guid an address names behind its `#`: a browser never sends that part by itself. One that was cut off or has a
 * letter too many is given too: it opens nothing, which is said, where a new analysis would look like an emptied one. null = none.
 */
export const guidOfHash = (hash: string): string | null =>
  /^[0-9a-f][0-9a-f-]{7,}$/i.test(hash) ? hash : null;
