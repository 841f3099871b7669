import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paidValuations } from './known-contributions.ts';

const at = (value: number, paidIn: number | null) => ({ value, paidIn });

it('takes payments of 0 for known and what nobody said for unknown', () => {
  expect(paidValuations([at(100, 0), at(120, 0)])).toEqual({
    areKnown: true,
    valuations: [at(100, 0), at(120, 0)],
    payments: [],
  });
  expect(paidValuations([at(100, null), at(120, null)])).toEqual({
    areKnown: false,
    valuations: [at(100, 0), at(120, 0)],
    payments: [],
  });
  // Nothing ever was there: nothing is unknown of it.
  expect(paidValuations([at(0, null), at(0, null)]).areKnown).toBe(true);
  expect(paidValuations([])).toEqual({ areKnown: true, valuations: [], payments: [] });
});

it('begins with the first valuation whose payments are known', () => {
  expect(paidValuations([at(100, null), at(120, 90), at(130, null), at(140, 95)])).toEqual({
    areKnown: true,
    valuations: [at(120, 90), at(140, 95)],
    payments: [],
  });
  // One figure says what was paid, not how the value came about.
  expect(paidValuations([at(100, null), at(120, 90)]).areKnown).toBe(false);
  expect(paidValuations([at(120, 90)]).areKnown).toBe(true);
});

it('keeps payments of known days where they can be told from gains, and nowhere else', () => {
  const payments = [{ date: '2026-03-01', amount: 5 }];
  expect(paidValuations([at(100, 0), at(120, 5)], payments).payments).toEqual(payments);
  expect(paidValuations([at(100, null), at(120, 5)], payments).payments).toEqual([]);
});

it('never makes up a payment: what it answers as known was said', () => {
  const valuation = fc.record({ value: fc.nat(), paidIn: fc.option(fc.integer()) });
  fc.assert(
    fc.property(fc.array(valuation), (valuations) => {
      const { areKnown, valuations: used } = paidValuations(valuations);
      const isSaid = areKnown && valuations.some(({ value }) => value > 0);
      const wanted = isSaid ? valuations.filter(({ paidIn }) => paidIn !== null) : valuations;
      const shown = isSaid ? used : used.map(({ value }) => ({ value }));
      expect(shown).toEqual(isSaid ? wanted : wanted.map(({ value }) => ({ value })));
    }),
  );
});
