import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldedValues } from './folded-values.ts';

const eventsOf = (kinds: string) =>
  [...kinds].map((kind, id) => ({ id, kind: kind === 'v' ? 'valuation' : 'change' }));
const shown = (kinds: string) =>
  foldedValues(eventsOf(kinds))
    .map((item) => ('event' in item ? item.event.kind.charAt(0) : item.values.length))
    .join('');

it.each([
  ['', ''],
  ['c', 'c'],
  ['vvv', 'vvv'],
  ['vvvv', 'v3'],
  ['vcvvvvvcvv', 'vcv4cvv'],
  ['ccvvvv', 'ccv3'],
])('%s stands as %s', (events, expected) => {
  expect(shown(events)).toBe(expected);
});

it('loses no event and keeps their order', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('v', 'c') }), (kinds) => {
      const events = eventsOf(kinds);
      const told = foldedValues(events).flatMap((item) => ('event' in item ? [item.event] : item.values));
      expect(told).toEqual(events);
    }),
  );
});
