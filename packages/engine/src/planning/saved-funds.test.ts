import type { ProposalMode } from '@depotwerk/domain/advice/proposal-modes';
import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { type AdviceProfile, adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { aContract, aTariff, fund, onTarget, position } from '../fixtures/check-fixture.ts';
import { aRequest, traded } from '../fixtures/plan-fixture.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { brokenSavings } from '../fixtures/savings-rules.ts';
import type { TradedFund } from './plan-input.ts';
import { planOptimization, planProposal } from './plan-optimization.ts';

/** More of them: ADVICE_RUNS=2500 for ten thousand contracts. */
const runs = Number(process.env['ADVICE_RUNS'] ?? 40);

const other = fund('OTHER', 'bonds');
const tariff = aTariff(
  [fund('CASH', 'bills'), fund('BOND', 'bonds'), other, fund('EQTY', 'equity', { equityQuota: 1 })],
  { shortlists: [['CASH'], ['BOND', 'OTHER'], ['EQTY']] },
);
/** OTHER is held, BOND is the target's. */
const holdsOther = [position('CASH', 3000), position('OTHER', 3000), position('EQTY', 4000)];

interface Wish {
  readonly positions?: typeof holdsOther;
  readonly saved?: Readonly<Record<string, number>>;
  readonly own?: typeof tariff;
  readonly rate?: number;
  readonly mode?: ProposalMode;
  readonly other?: Partial<TradedFund>;
}

/** Savings shares of a proposal, and its orders. */
function proposed({ positions = holdsOther, saved = { CASH: 100 }, own = tariff, ...wish }: Wish) {
  const entries = Object.entries(saved).map(([isin, percent]) => ({ isin, percent }));
  const contract = aContract(positions, { savingsPlan: { rate: wish.rate ?? 1000, entries } });
  const funds = ['CASH', 'BOND', 'EQTY', 'THIRD'].map((isin) => traded(isin));
  const request = aRequest(contract, [...funds, traded('OTHER', wish.other)]);
  const { contractAfter, orders } = planProposal(prepareTariff(own), request, wish.mode ?? 'savingsPlanOnly');
  return {
    shares: Object.fromEntries(
      (contractAfter.savingsPlan?.entries ?? []).map(({ isin, percent }) => [isin, percent]),
    ),
    orders: orders.map(({ action, isin }) => `${action} ${isin}`),
  };
}

const withOther = (rest: Partial<typeof other>) => ({
  ...tariff,
  funds: tariff.funds.map((each) => (each.isin === 'OTHER' ? { ...each, ...rest } : each)),
});

describe('what new savings begin with', { timeout: 600_000 }, () => {
  it('is the fund of a group that is held, not the target’s own', () => {
    expect(proposed({}).shares).toEqual({ CASH: 30, EQTY: 40, OTHER: 30 });
    expect(proposed({ positions: onTarget }).shares).toEqual({ BOND: 30, CASH: 30, EQTY: 40 });
  });

  it('is no fund of unknown risk, and none whose indicator the tariff does not allow', () => {
    const positions = [position('CASH', 6000), position('EQTY', 4000)];
    for (const rest of [{ sri: 6 }, { hasRiskData: false }]) {
      const funds = tariff.funds.map((each) => (each.isin === 'BOND' ? { ...each, ...rest } : each));
      const own = { ...tariff, funds, rules: { ...tariff.rules, sriLimit: 5 } };
      expect(proposed({ positions, own }).shares).toEqual({ CASH: 30, EQTY: 40, OTHER: 30 });
    }
  });

  it('is the one of the target’s two funds that is bought, where another group cannot begin with what it buys', () => {
    // Of the last three the plan had been chosen before all orders were known.
    for (const seed of [7_341_236, 981_595, 983_063, 984_237, 984_963]) {
      const { tariff: own, request } = adviceCase(randomSource(seed), 'small');
      const context = prepareTariff(own);
      const lines = planOptimization(context, request).flatMap((each) =>
        brokenSavings(context, request, each),
      );
      expect(lines, `small ${seed}`).toEqual([]);
    }
  });

  it('is the target’s own where both are held', () => {
    const positions = [...onTarget, position('OTHER', 3000)];
    expect(proposed({ positions }).shares).toEqual({ BOND: 30, CASH: 30, EQTY: 40 });
  });

  it('is a fund of which a fraction is held that its whole units do not allow to trade', () => {
    const fractionOf = (isin: string) => [
      position('CASH', 3000),
      position(isin, 0.52),
      position('EQTY', 4000),
    ];
    const shares = { CASH: 30, EQTY: 40, OTHER: 30 };
    expect(proposed({ positions: fractionOf('OTHER'), other: { unitDecimals: 0 } }).shares).toEqual(shares);
    // The target's own goes first even where of it there is only a fraction.
    const positions = [...fractionOf('BOND'), position('OTHER', 3000)];
    expect(proposed({ positions, other: { unitDecimals: 0 } }).shares).toEqual({
      BOND: 30,
      CASH: 30,
      EQTY: 40,
    });
  });

  it.each([
    ['costs clearly more', { ter: 0.014 }],
    ['is closed', { status: 'closed' }],
    ['is softly closed', { status: 'softClosed' }],
    ['has no risk data', { hasRiskData: false }],
    ['takes no savings plans', { isSavingsPlanCapable: false }],
  ] as const)('is the target’s own where the one held %s', (_why, rest) => {
    expect(proposed({ own: withOther(rest) }).shares).toEqual({ BOND: 30, CASH: 30, EQTY: 40 });
  });

  it('is the one held up to the threshold of a switch', () => {
    expect(proposed({ own: withOther({ ter: 0.0129 }) }).shares).toHaveProperty('OTHER', 30);
  });

  it('is the target’s own where the one held asks for a higher rate', () => {
    expect(proposed({ rate: 100, other: { savingsMinimum: 50 } }).shares).toEqual({
      BOND: 30,
      CASH: 30,
      EQTY: 40,
    });
    expect(proposed({ rate: 100, other: { savingsMinimum: 30 } }).shares).toHaveProperty('OTHER', 30);
  });

  it('is the one held before a dearer one where the target’s own, clearly cheaper, asks for too much', () => {
    const own = aTariff(
      [
        fund('CASH', 'bills'),
        fund('BOND', 'bonds', { ter: 0.005 }),
        fund('OTHER', 'bonds', { ter: 0.009 }),
        fund('THIRD', 'bonds', { ter: 0.008 }),
        fund('EQTY', 'equity', { equityQuota: 1 }),
      ],
      { shortlists: [['CASH'], ['BOND', 'THIRD', 'OTHER'], ['EQTY']] },
    );
    const funds = ['CASH', 'EQTY', 'THIRD', 'OTHER'].map((isin) => traded(isin));
    const savedWith = (savingsMinimum: number) => {
      const entries = [{ isin: 'CASH', percent: 100 }];
      const contract = aContract(holdsOther, { savingsPlan: { rate: 100, entries } });
      const request = aRequest(contract, [...funds, traded('BOND', { savingsMinimum })]);
      const { contractAfter } = planProposal(prepareTariff(own), request, 'savingsPlanOnly');
      return contractAfter.savingsPlan?.entries.map(({ isin }) => isin);
    };
    expect(savedWith(25)).toEqual(['BOND', 'CASH', 'EQTY']);
    expect(savedWith(50)).toEqual(['CASH', 'EQTY', 'OTHER']);
  });

  it('is of several that the orders buy the one that takes the rate, before one that nobody holds', () => {
    // An empty depot: two funds of one group are bought, of which the better one asks for more than the group’s part.
    const { tariff: own, request } = adviceCase(randomSource(970_002), 'calm');
    const context = prepareTariff(own);
    const empty = { ...request, contract: { ...request.contract, positions: [], cash: 5000 } };
    const broken = planOptimization(context, empty, false).flatMap((one) =>
      brokenSavings(context, empty, one),
    );
    expect(broken).toEqual([]);
  });

  it('is what the orders buy, and never what they sell', () => {
    // The fund held is not in the universe: it is sold for the target’s, and saving moves along.
    const universe = ['CASH', 'BOND', 'EQTY'];
    const { orders, shares } = proposed({ own: { ...tariff, universe }, mode: 'necessary' });
    expect(orders).toEqual(['sell OTHER', 'buy BOND']);
    expect(shares).toEqual({ BOND: 30, CASH: 30, EQTY: 40 });
    // A group that lacks something is filled up with the fund it has; savings begin there as well.
    const positions = [position('CASH', 5000), position('OTHER', 1000), position('EQTY', 4000)];
    const filled = proposed({ positions, mode: 'necessary' });
    expect(filled.orders).toEqual(['sell CASH', 'buy OTHER']);
    expect(filled.shares).toEqual({ CASH: 30, EQTY: 40, OTHER: 30 });
  });

  it('leaves what is saved into already where it is', () => {
    expect(proposed({ saved: { CASH: 90, BOND: 10 } }).shares).toEqual({ BOND: 30, CASH: 30, EQTY: 40 });
  });

  it('is another fund of the group where the target’s own takes no savings plans, and nothing of it where none does', () => {
    const without = (...isins: string[]) => ({
      ...tariff,
      funds: tariff.funds.map((each) =>
        isins.includes(each.isin) ? { ...each, isSavingsPlanCapable: false } : each,
      ),
    });
    const positions = onTarget;
    expect(proposed({ positions, own: without('BOND') }).shares).toEqual({ CASH: 30, EQTY: 40, OTHER: 30 });
    const shares = Object.keys(proposed({ positions, own: without('BOND', 'OTHER') }).shares);
    expect(shares).toEqual(['CASH', 'EQTY']);
    // What is paid into today goes on, whatever the data say.
    const saved = { CASH: 70, BOND: 30 };
    expect(proposed({ positions, saved, own: without('BOND') }).shares).toEqual({
      BOND: 30,
      CASH: 30,
      EQTY: 40,
    });
  });

  it('never is a fund that takes no savings plans, in no proposal', () => {
    const broken = adviceProfiles.flatMap((profile) =>
      Array.from({ length: runs }, (_, k) => {
        const { tariff: own, request } = adviceCase(randomSource(k + 1), profile);
        const funds = own.funds.map((each, n) =>
          (n + k) % 3 === 0 ? { ...each, isSavingsPlanCapable: false } : each,
        );
        const context = prepareTariff({ ...own, funds });
        return planOptimization(context, request, false).flatMap((proposal) =>
          brokenSavings(context, request, proposal).map(
            (line) => `${profile} ${k + 1} ${proposal.mode}: ${line}`,
          ),
        );
      }).flat(),
    );
    expect(broken).toEqual([]);
  });

  it('is chosen with the orders: no good fund of a group is held or bought beside another that saving begins in', () => {
    let begun = 0;
    const broken = adviceProfiles.flatMap((profile) =>
      Array.from({ length: runs }, (_, k) => {
        const { tariff: own, request } = adviceCase(randomSource(k + 1), profile);
        const context = prepareTariff(own);
        const saved = new Set(request.contract.savingsPlan?.entries.map(({ isin }) => isin));
        return planOptimization(context, request, false).flatMap((proposal) => {
          const entries = proposal.contractAfter.savingsPlan?.entries ?? [];
          if (proposal.orders.length > 0 && entries.some(({ isin }) => !saved.has(isin))) begun += 1;
          return brokenSavings(context, request, proposal).map(
            (line) => `${profile} ${k + 1} ${proposal.mode}: ${line}`,
          );
        });
      }).flat(),
    );
    expect(broken).toEqual([]);
    // Orders and savings begin together often enough for the rule to mean something.
    expect(begun).toBeGreaterThan(runs);
  });

  // Chosen run by run, and never again for all orders; of a fund that is sold an untradable fraction is left in faulty 502083.
  it.each([
    ['small', 501_197],
    ['faulty', 600_113],
    ['faulty', 502_083],
    // Fractions of the target's own fund that are held beside whole units of another.
    ['small', 900_048],
    ['small', 900_125],
    ['small', 900_217],
  ] as const satisfies (readonly [AdviceProfile, number])[])(
    'is chosen once more for the orders of all runs: %s %i',
    (profile, seed) => {
      const { tariff: own, request } = adviceCase(randomSource(seed), profile);
      const context = prepareTariff(own);
      const proposals = planOptimization(context, request, false);
      expect(proposals.flatMap((proposal) => brokenSavings(context, request, proposal))).toEqual([]);
    },
  );
});
