import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  approvalDecisions,
  approvalStateOf,
  isSecondPerson,
  turnoverOf,
  turnoverOfAll,
} from './plan-approval.ts';

describe('turnoverOf', () => {
  it('is the larger of what is sold and what is bought', () => {
    expect(
      turnoverOf([
        { action: 'sell', amount: 1200.5 },
        { action: 'buy', amount: 800.25 },
        { action: 'buy', amount: 300.1 },
      ]),
    ).toBe(1200.5);
    // A switch in one order moves its amount out of one fund and into another.
    const moved = [
      { action: 'switch', amount: 500 },
      { action: 'sell', amount: 100 },
    ];
    expect(turnoverOf(moved)).toBe(600);
    expect(turnoverOf([...moved, { action: 'buy', amount: 250 }])).toBe(750);
    expect(turnoverOf([])).toBe(0);
  });
});

describe('turnoverOfAll', () => {
  it('adds what each execution moves, to the cent', () => {
    const one = [
      { action: 'sell', amount: 0.1 },
      { action: 'buy', amount: 0.05 },
    ];
    expect(turnoverOfAll([one, [{ action: 'buy', amount: 0.2 }], []])).toBe(0.3);
    expect(turnoverOfAll([])).toBe(0);
  });
});

describe('approvalStateOf', () => {
  it.each([
    [9999.99, 10_000, null, 'notRequired'],
    [10_000, 10_000, null, 'missing'],
    [10_000, 10_000, 'waiting', 'waiting'],
    [10_000, 10_000, 'refused', 'refused'],
    [10_000, 10_000, 'approved', 'approved'],
    [1e9, null, null, 'notRequired'],
    // The limit was raised meanwhile: what waits is let go, what was agreed to stays agreed to.
    [9000, 10_000, 'waiting', 'notRequired'],
    [9000, 10_000, 'approved', 'approved'],
  ] as const)('%d € at a limit of %s € and %s is %s', (turnover, limit, decision, state) => {
    expect(approvalStateOf(turnover, limit, decision)).toBe(state);
  });

  it('lets nothing from the limit on pass without an approval', () => {
    const cents = fc.integer({ min: 1, max: 1e9 }).map((value) => value / 100);
    const run = fc.check(
      fc.property(cents, cents, fc.constantFrom(null, ...approvalDecisions), (limit, more, decision) => {
        const passes = ['notRequired', 'approved'].includes(approvalStateOf(limit + more, limit, decision));
        return passes === (decision === 'approved');
      }),
    );
    expect(run).toMatchObject({ failed: false, counterexample: null });
  });
});

describe('isSecondPerson', () => {
  it('is nobody who made, changed or asked for the plan', () => {
    expect(isSecondPerson('c', ['a', 'b', null])).toBe(true);
    expect(isSecondPerson('b', ['a', 'b', null])).toBe(false);
  });
});
