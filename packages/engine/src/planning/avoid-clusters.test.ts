import { describe, expect, it } from 'vitest';
import { prepareTariff, type TariffInput } from '../check/tariff-context.ts';
import { aTariff, fund } from '../fixtures/check-fixture.ts';
import { holding } from '../fixtures/order-fixture.ts';
import { avoidClusters, clusterLimit, clustersOfTarget } from './avoid-clusters.ts';
import type { Holding } from './holdings.ts';

const funds = [
  fund('CASH', 'bills', { company: 'Haus' }),
  fund('CASH2', 'bills', { company: 'Bank' }),
  fund('BOND', 'bonds', { company: 'Haus' }),
  fund('BOND2', 'bonds', { company: 'Bank' }),
  fund('BOND3', 'bonds', { company: 'Land' }),
  fund('EQTY', 'equity', { company: 'Haus', equityQuota: 1 }),
  fund('GOLD', 'gold', { company: 'Haus' }),
  fund('FREE', 'equity', { company: '', equityQuota: 1 }),
];
const context = prepareTariff(aTariff(funds));
const groups: Readonly<Record<string, number>> = {
  CASH: 0,
  CASH2: 0,
  BOND: 1,
  BOND2: 1,
  BOND3: 1,
  EQTY: 2,
  FREE: 2,
};

/** Targets in euros after clusters are avoided, of 10,000 euros; what is held is what was asked for before. */
function avoided(
  asked: Readonly<Record<string, number>>,
  buyable: readonly string[],
  rest: { readonly least?: number; readonly locked?: readonly string[] } = {},
) {
  const isins = [...new Set([...Object.keys(asked), ...buyable])];
  const holdings = isins.map((isin) =>
    holding(isin, (asked[isin] ?? 0) / 10, {
      groupIndex: groups[isin] ?? -1,
      isLocked: rest.locked?.includes(isin) ?? false,
    }),
  );
  const buyables = [0, 1, 2].map((g) =>
    buyable.flatMap((isin): Holding[] => holdings.filter((one) => one.isin === isin && one.groupIndex === g)),
  );
  const targets = new Map<string, number>();
  avoidClusters(context, holdings, buyables, targets, 1_000_000, 100 * (rest.least ?? 0));
  return Object.fromEntries([...targets].map(([isin, cents]) => [isin, cents / 100]));
}

describe('too much with one company', () => {
  it('goes to the fund of another company of the same group, from the largest holding', () => {
    // 65 % with one company, at most 60 % less a hundredth of that for fees: 59.4 %.
    expect(avoided({ CASH: 3500, BOND: 3000, BOND2: 3500 }, ['CASH2', 'BOND2'])).toEqual({
      CASH: 2940,
      CASH2: 560,
    });
    expect(avoided({ BOND: 3300, CASH: 3200, FREE: 3500 }, ['CASH2', 'BOND3'])).toEqual({
      BOND: 2740,
      BOND3: 560,
    });
  });

  it('stays up to the limit itself, and with funds of no known company', () => {
    expect(avoided({ CASH: 3000, BOND: 3000, BOND2: 4000 }, ['CASH2', 'BOND2'])).toEqual({});
    expect(avoided({ CASH: 3000, BOND: 3001, BOND2: 3000, FREE: 999 }, ['CASH2', 'BOND2'])).toEqual({
      BOND: 2940,
      BOND2: 3061,
    });
    expect(avoided({ FREE: 8000, BOND2: 2000 }, ['EQTY'])).toEqual({});
  });

  it('stays where no other company has a fund to buy, or none with room of its own', () => {
    const asked = { CASH: 3500, EQTY: 3000, BOND2: 3500 };
    expect(avoided(asked, ['CASH', 'EQTY'])).toEqual({});
    expect(avoided(asked, [])).toEqual({});
    // Two companies share everything: what one gives up would be a cluster of the other.
    expect(avoided({ CASH: 3500, BOND: 3000, BOND2: 6000 }, ['CASH2'])).toEqual({});
    // 39.5 % is the most a fund may be: 300 euros more for this one, 260 by the next holding.
    expect(avoided({ BOND: 3300, CASH: 3200, BOND3: 3650, FREE: 50 }, ['BOND3', 'CASH2'])).toEqual({
      BOND: 3000,
      BOND3: 3950,
      CASH: 2940,
      CASH2: 260,
    });
  });

  it('is taken from the first of two holdings alike, and from no more of them than needed', () => {
    const alike = { CASH: 3250, BOND: 3250, FREE: 3500 };
    expect(avoided(alike, ['CASH2', 'BOND3'])).toEqual({ BOND: 2690, BOND3: 560 });
    expect(avoided({ BOND: 3250, CASH: 3250, FREE: 3500 }, ['CASH2', 'BOND3'], { least: 300 })).toEqual({
      BOND: 2690,
      BOND3: 560,
    });
  });

  it('stays where the other fund is too large itself, or the fund is of no group or unknown', () => {
    expect(avoided({ BOND: 3300, EQTY: 3200, BOND3: 4000 }, ['BOND3'])).toEqual({});
    expect(avoided({ CASH: 3000, GOLD: 3500, FREE: 3500 }, ['BOND3'])).toEqual({});
    expect(avoided({ CASH: 2000, XX: 8000 }, ['CASH2'])).toEqual({});
  });

  it('does not move what is locked', () => {
    expect(
      avoided({ CASH: 3500, BOND: 3000, BOND2: 3500 }, ['CASH2', 'BOND3'], { locked: ['CASH'] }),
    ).toEqual({ BOND: 2440, BOND3: 560 });
  });

  it('opens a fund with no less than the tariff asks for, and no more than there is', () => {
    const asked = { CASH: 3500, BOND: 3000, BOND2: 3500 };
    expect(avoided(asked, ['CASH2'], { least: 1000 })).toEqual({ CASH: 2500, CASH2: 1000 });
    expect(avoided({ ...asked, CASH2: 300 }, ['CASH2'], { least: 500 })).toMatchObject({ CASH2: 860 });
    const small = { CASH: 400, EQTY: 3800, BOND: 2500, FREE: 3300 };
    // 760 euros too much: all 400 of money's fund are not enough, and the others have nowhere to go.
    expect(avoided(small, ['CASH2'], { least: 1000 })).toEqual({ CASH: 0, CASH2: 400 });
  });

  it('is limited by 40 and 60 % with a margin, unless the tariff does not ask for that', () => {
    expect(clusterLimit(context, 1_000_000)).toEqual({ fund: 395_000, company: 594_000 });
    const silent = prepareTariff(aTariff(funds, { silencedHints: ['H13'] }));
    expect(clusterLimit(silent, 1_000_000).fund).toBe(Number.MAX_SAFE_INTEGER);
    expect(clusterLimit(silent, 1_000_000).company).toBe(Number.MAX_SAFE_INTEGER);
    const other = prepareTariff(aTariff(funds, { silencedHints: ['H10'] }));
    expect(clusterLimit(other, 1_000_000).fund).toBe(395_000);
  });
});

describe('clusters of the target itself', () => {
  const clusters = (rest: Partial<TariffInput>) => [
    ...clustersOfTarget(
      prepareTariff(aTariff(funds, { proposal: [], targetWeights: [0.3, 0.35, 0.35], ...rest })),
    ),
  ];

  it('are funds and companies beyond their limits in the portfolio of the class', () => {
    const of = (cash: number, bond: number) =>
      clusters({
        proposal: [
          { isin: 'CASH', weight: cash },
          { isin: 'BOND', weight: bond },
        ],
      });
    expect(of(0.39, 0.2)).toEqual([]);
    expect(clusters({ proposal: [{ isin: 'XX', weight: 0.4 }] })).toEqual(['H13 XX']);
    expect(of(0.4, 0.1)).toEqual(['H13 CASH']);
    expect(of(0.3, 0.3)).toEqual(['H13 Haus']);
    expect(of(0.4, 0.5)).toEqual(['H13 BOND', 'H13 Haus', 'H13 CASH']);
  });

  it('are the funds of a group that is too large for all of them', () => {
    const lists = (shortlists: string[][]) => clusters({ targetWeights: [0.2, 0.3, 0.5], shortlists });
    expect(lists([['CASH'], ['BOND'], ['EQTY']])).toEqual(['H13 EQTY']);
    expect(lists([['CASH'], ['BOND'], ['EQTY', 'FREE']])).toEqual([]);
    expect(clusters({ targetWeights: [0.1, 0.1, 0.8], shortlists: [[], [], ['EQTY', 'FREE']] })).toEqual([
      'H13 EQTY',
      'H13 FREE',
    ]);
  });

  it('are worked out once a tariff', () => {
    const own = prepareTariff(aTariff(funds));
    expect(clustersOfTarget(own)).toBe(clustersOfTarget(own));
  });
});
