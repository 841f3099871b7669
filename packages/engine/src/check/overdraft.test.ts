import { describe, expect, it } from 'vitest';
import { asTarget, aTariff, check, hint } from '../fixtures/check-fixture.ts';
import { groupFindings } from './group-findings.ts';
import { isOverdraft } from './overdraft.ts';

describe('an account below zero', () => {
  it('is a warning from a euro on, with what is missing', () => {
    const severities = [-0.99, -1, -250].map((cash) =>
      hint('H20', asTarget({ cash })).map((one) => one.severity),
    );
    expect(severities).toEqual([[], [1], [1]]);
    const [found] = hint('H20', asTarget({ cash: -250, cashReserve: 100 }));
    expect(found).toMatchObject({
      subject: 'portfolio',
      values: { cash: -250, reserve: 100 },
      suggestion: null,
      action: { kind: 'fillAccount', value: 250 },
    });
    expect(found?.values['share']).toBeCloseTo(-250 / 9750, 12);
    expect(found && isOverdraft(found)).toBe(true);
    expect(hint('H20', asTarget({ cash: 5000 })).map(isOverdraft)).toEqual([false]);
  });

  it('is found where the debts are as large as all there is, and limits the score as a warning does', () => {
    for (const cash of [-5001, -9999.99, -10_000, -25_000])
      expect(hint('H20', asTarget({ cash })).map(({ values }) => values['share'])).toEqual([null]);
    expect(check(asTarget()).score).toBeGreaterThan(84);
    expect(check(asTarget({ cash: -20 })).score).toBe(84);
  });

  it('leaves no share of equities to be known where nothing is left', () => {
    const quotas = [0, -9999, -10_000, -25_000].map((cash) => check(asTarget({ cash })).equityQuota);
    expect(quotas.map((quota) => quota === null)).toEqual([false, false, true, true]);
    expect(check(asTarget({ cash: 0, positions: [] })).equityQuota).toBe(0);
  });

  it('is told of even where the tariff wants to hear of no idle money', () => {
    const silent = aTariff([], { silencedHints: ['H20'] });
    expect(hint('H20', asTarget({ cash: 5000 }), silent)).toEqual([]);
    expect(hint('H20', asTarget({ cash: -5000 }), silent)).toHaveLength(1);
  });

  it('is a finding of its own, whatever groups lack', () => {
    const causes = groupFindings(check(asTarget({ cash: -4000 })).hints).flatMap(({ cause, hints }) =>
      hints.some(isOverdraft) ? [[cause, hints.length]] : [],
    );
    expect(causes).toEqual([['cash', 1]]);
  });
});
