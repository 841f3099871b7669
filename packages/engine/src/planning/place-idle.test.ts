import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { aContract, aTariff, fund, position } from '../fixtures/check-fixture.ts';
import { aRequest, traded } from '../fixtures/plan-fixture.ts';
import { defaultOrderRules, noLimits, type PlanRequest, type TradedFund } from './plan-input.ts';
import { planOptimization } from './plan-optimization.ts';

const tariff = aTariff([fund('EQTY', 'equity', { equityQuota: 1, rank: 4 })], {
  measure: 'EQUITY_QUOTA',
  target: 50,
  range: 20,
  targetWeights: [0.03, 0.45, 0.52],
  silencedHints: ['H13'],
  proposal: [
    { isin: 'CASH', weight: 0.03 },
    { isin: 'BOND', weight: 0.45 },
    { isin: 'EQTY', weight: 0.52 },
  ],
});

/** 1,000 euros: 32 of them in bills, which the tariff allows from 50 on, and bonds in whole units of 50. */
function plansOf(trading: Partial<TradedFund> = {}, rest: Partial<PlanRequest> = {}) {
  const held = [
    position('CASH', 32),
    position('BOND', 400, { quantity: 8, price: 50 }),
    position('EQTY', 568),
  ];
  const request = aRequest(
    aContract(held),
    [
      traded('CASH', { unitDecimals: 3 }),
      traded('BOND', { unitDecimals: 0, price: 50, ...trading }),
      traded('EQTY', { unitDecimals: 3 }),
    ],
    { portfolioLimits: { ...noLimits, value: { min: 50, max: null } }, ...rest },
  );
  return planOptimization(prepareTariff(tariff), request);
}

const textsOf = (proposals: ReturnType<typeof plansOf>, mode: string) =>
  proposals.flatMap((one) =>
    one.mode === mode ? one.orders.map(({ action, isin, amount }) => `${action} ${isin} ${amount}`) : [],
  );

describe('money that a limit frees', () => {
  it('buys the whole unit it is too little for, with what is missing sold where there is most beyond the target', () => {
    const proposals = plansOf();
    for (const mode of ['necessary', 'full'])
      expect(textsOf(proposals, mode)).toEqual(['sell CASH 32', 'sell EQTY 18.01', 'buy BOND 50']);
    const [, , necessary] = proposals;
    expect(necessary?.before.score).toBe(94);
    expect(necessary?.after.score).toBe(94);
    expect(necessary?.after.parts.allocation).toBeGreaterThan(necessary?.before.parts.allocation ?? 100);
    expect(necessary?.cashAfter).toBe(0.01);
    expect(necessary?.limits).toEqual([]);
  });

  it('is enough alone where the unit costs no more', () => {
    const orders = textsOf(plansOf({ price: 50, unitDecimals: 3 }), 'necessary');
    expect(orders).toEqual(['sell CASH 32', 'buy BOND 32']);
  });

  it.each([
    ['what could be sold is locked', {}, { locked: new Set(['EQTY']) }],
    ['orders have a limit on the turnover', {}, { rules: { ...defaultOrderRules, maximumTurnover: 0.05 } }],
    ['its fund cannot be bought for so little', { minimumOrder: 200 }, {}],
  ] as const)('buys no unit where %s', (_, trading, rest) => {
    const [, , necessary] = plansOf(trading, rest);
    expect(necessary?.orders[0]?.isin).toBe('CASH');
    expect(necessary?.orders.map(({ isin }) => isin)).not.toContain('BOND');
  });

  it('stays idle where nothing else can be sold, and the sentence says what that costs', () => {
    const [, , necessary] = plansOf({}, { locked: new Set(['EQTY']) });
    expect(necessary?.recommendation).toContain('Die Bewertung sinkt dabei von 94 auf 93.');
    expect(necessary?.limits.map(({ limit }) => limit)).toEqual(['score.allocation']);
  });

  it('says of what is sold for the limit that it is too small, and of the rest what it is good for', () => {
    const [, , necessary] = plansOf();
    expect(necessary?.orders.map(({ reason }) => reason)).toEqual([
      'Mit 32,00\u00a0€ liegt der Fonds unter der Untergrenze des Tarifs (50,00\u00a0€).',
      expect.stringContaining('über ihrem Ziel von 52,0\u00a0%'),
      expect.stringContaining('unter ihrem Ziel von 45,0\u00a0%'),
    ]);
  });
});

describe('a limit that no plan can keep', () => {
  /** Three groups of a third each, 120 euros: with 50 euros for each fund one of the groups would be missing. */
  const small = (rest: Partial<PlanRequest>, value = 40) => {
    const held = ['CASH', 'BOND', 'EQTY'].map((isin) => position(isin, value));
    const request = aRequest(
      aContract(held),
      held.map(({ isin }) => traded(isin, { unitDecimals: 3 })),
      rest,
    );
    const third = { targetWeights: [1 / 3, 1 / 3, 1 / 3], target: 33, silencedHints: ['H13'] as const };
    const [keep] = planOptimization(prepareTariff({ ...tariff, ...third }), request);
    return keep?.recommendation;
  };

  it('is named by what orders against it would break instead', () => {
    const text = small({ portfolioLimits: { ...noLimits, value: { min: 50, max: null } } });
    expect(text).toContain('BOND, CASH und EQTY liegen unter der Untergrenze des Tarifs');
    expect(text).toContain('mit anderen Grenzen des Tarifs ließe es sich beheben.');
    expect(text).toContain('Was hilft, brächte neue Warnungen');
    expect(text).not.toContain('stellt die Aufträge selbst zusammen');
  });
});
