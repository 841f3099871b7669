import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnansweredKeys } from './attempt-keys.ts';

describe('keys of requests without an answer', () => {
  it('are taken again for ten minutes', () => {
    let now = 0;
    const keys = new UnansweredKeys(() => now);
    keys.lose(keys.begin('a', 'key a'));
    expect(keys.begin('b', 'new').key).toBe('new');
    now += 600_000;
    expect(keys.begin('a', 'new').key).toBe('key a');
    now += 1;
    expect(keys.begin('a', 'new').key).toBe('new');
  });

  it('are those of the last loss unless something was done, refused, changed or left since', () => {
    const step = fc.record({
      request: fc.constantFrom('block', 'lift', 'note'),
      end: fc.constantFrom('lost', 'done', 'refused', 'signedOut'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const keys = new UnansweredKeys(() => 0);
        const expected = new Map<string, string>();
        for (const [index, { request, end }] of steps.entries()) {
          const { losses } = keys;
          const attempt = keys.begin(request, `key ${index}`);
          expect(attempt.key).toBe(expected.get(request) ?? `key ${index}`);
          if (end === 'lost') {
            keys.lose(attempt);
            expected.set(request, attempt.key);
          } else if (end === 'refused') {
            keys.settle(attempt);
            expected.delete(request);
          } else if (end === 'done') {
            keys.goOn(losses);
            keys.settle(attempt);
            expected.clear();
          } else {
            keys.clear();
            keys.lose(attempt);
            expected.clear();
          }
        }
      }),
    );
  });
});
