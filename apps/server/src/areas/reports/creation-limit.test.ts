import { describe, expect, it } from 'vitest';
import { createCreationLimit, limitVisitor } from './creation-limit.ts';

describe('reports of visitors', () => {
  let now = 0;
  const limit = createCreationLimit(() => now);
  const mostOf = (addressOf: (round: number) => string) => {
    now += 60_000;
    for (let round = 0; round < 300; round += 1) {
      try {
        limitVisitor(limit, addressOf(round));
      } catch {
        return round;
      }
    }
    return null;
  };

  it('are counted by address, by /64 and by /48', () => {
    expect(mostOf(() => '192.0.2.7')).toBe(30);
    expect(mostOf((round) => `2001:db8:1:2::${round.toString(16)}`)).toBe(30);
    // Another /64 each time, as one subscriber may have them.
    expect(mostOf((round) => `2001:db8:1:${round.toString(16)}::1`)).toBe(100);
    // Strangers to each other are not counted together.
    expect(mostOf((round) => `2001:db8:${round.toString(16)}::1`)).toBeNull();
    expect(mostOf((round) => `198.51.100.${round % 256}`)).toBeNull();
  });
});
