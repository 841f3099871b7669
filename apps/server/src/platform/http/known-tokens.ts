import { hashOfApiToken } from '../tokens/api-token.ts';

/** More than an installation has systems that call it; what was good longest ago is forgotten first. */
const mostKept = 10_000;

/**
 * Tokens of other systems that were good when they last came to this process. Somebody in the same network who tries tokens
 * holds up nobody whose token is known: only hashes are kept, and each call still asks the database whether it is good.
 */
export interface KnownTokens {
  has(token: string): boolean;
  /** What the database said of it just now. */
  note(token: string, isGood: boolean): void;
}

/** Remembers up to `most` tokens. */
export function createKnownTokens(most: number = mostKept): KnownTokens {
  const known = new Set<string>();
  const keyOf = (token: string) => hashOfApiToken(token).toString('base64');
  return {
    has: (token) => known.has(keyOf(token)),
    note(token, isGood) {
      const key = keyOf(token);
      // Taken out first: a set keeps the place of what it has.
      known.delete(key);
      if (!isGood) return;
      known.add(key);
      for (const oldest of known) {
        if (known.size <= most) break;
        known.delete(oldest);
      }
    },
  };
}
