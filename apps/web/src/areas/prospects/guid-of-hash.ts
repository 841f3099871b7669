/** The guid an address names behind its `#`: a browser never sends that part by itself. null = none. */
export const guidOfHash = (hash: string): string | null =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(hash) ? hash : null;
