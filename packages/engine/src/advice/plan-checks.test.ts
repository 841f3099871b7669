import type { PlanCheckKey, PlanCheckResult } from '@depotwerk/domain/advice/plan-checks';
import { describe, expect, it } from 'vitest';
import { adverseContract, adverseProfiles } from '../fixtures/adverse-contract.ts';
import { type AdviceCase, adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { anInput, inputOf, isins, orderByHand } from '../fixtures/advice-input-fixture.ts';
import { position } from '../fixtures/check-fixture.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { noLimits, type PlanLimits } from '../planning/plan-input.ts';
import type { AdviceFund } from './advice-input.ts';
import { editAdvice } from './edit-advice.ts';
import { concerns, planAdvice } from './plan-advice.ts';

/** What the checks of proposals that can be made block, whoever the client is. */
function blockedOf(contract: AdviceCase): string[] {
  const input = inputOf(contract);
  const { excluded, addedCash } = contract.request;
  const excludedFundIds = input.funds.flatMap(({ isin, fundId }) => (excluded.has(isin) ? [fundId] : []));
  const proposals = planAdvice(input, { excludedFundIds, cashAmount: addedCash }, undefined, false);
  return proposals
    .filter(({ isFeasible }) => isFeasible)
    .flatMap(({ mode, checks }) =>
      checks.flatMap(({ checkKey, result, text }) =>
        result === 'blocked' && checkKey !== 'suitability' ? [`${mode}: ${text}`] : [],
      ),
    );
}

describe('what is proposed', { timeout: 600_000 }, () => {
  /*
   * A limit was missed by less than a whole unit (980018, 980030, 980039), by the cash beside the funds (980004), by a fraction
   * that nobody can sell (980007, 980019), by a fund more for new money (980012); a softly closed one was bought (stuck).
   */
  it.each([980_004, 980_007, 980_012, 980_018, 980_019, 980_027, 980_030, 980_039])(
    'is blocked by no check of it: tight %i',
    (seed) => expect(blockedOf(adverseContract(seed, 'tight'))).toEqual([]),
  );

  it.each([980_003, 980_014, 980_019, 980_021, 980_053])('is blocked by no check of it: stuck %i', (seed) =>
    expect(blockedOf(adverseContract(seed, 'stuck'))).toEqual([]),
  );

  it('is blocked by no check of it where a sale leaves what no unit can be made of: twenty 990046', () =>
    expect(blockedOf(adverseContract(990_046, 'twenty'))).toEqual([]));

  it('is blocked by no check of it, whatever the contract', () => {
    for (let seed = 1; seed <= 8; seed++) {
      for (const profile of adverseProfiles) expect(blockedOf(adverseContract(seed, profile))).toEqual([]);
      for (const profile of adviceProfiles)
        expect(blockedOf(adviceCase(randomSource(seed), profile))).toEqual([]);
    }
  });
});

it('is said before a recommendation what keeps it from being carried out, with the old prices once', () => {
  const check = (checkKey: PlanCheckKey, result: PlanCheckResult) => ({ checkKey, result, text: 'T.' });
  const old = ['Alt.'];
  expect(concerns(null, [check('minimums', 'warning'), check('bib', 'ok')], [])).toEqual([]);
  expect(concerns('P.', [check('suitability', 'blocked')], old)).toEqual(['P.', 'Alt.']);
  const said = 'Der Vorschlag darf so nicht ausgeführt werden: T.';
  expect(concerns(null, [check('universe', 'blocked')], old)).toEqual([said, 'Alt.']);
  expect(concerns(null, [check('universe', 'blocked'), check('minimums', 'blocked')], old)).toEqual([
    `${said} T.`,
  ]);
});

describe('limits on securities', () => {
  /** What the check of minimums says of a sale by hand of the first fund, of which 3,000 euros are held. */
  function minimums(
    limits: Partial<PlanLimits>,
    { sold = 0.001, cash = 0, cashReserve = 0, unitDecimals = 3, units = 300 }: Record<string, number> = {},
  ) {
    const fund: Partial<AdviceFund> = { unitDecimals, minimumOrder: 0 };
    const base = anInput({}, [fund, fund, fund, fund]);
    const input = {
      ...base,
      contract: {
        ...base.contract,
        cash,
        cashReserve,
        positions: [
          { ...position(isins[0], 3000), quantity: units },
          position(isins[1], 3000),
          position(isins[2], 4000),
        ],
      },
      tariff: { ...base.tariff, portfolioLimits: { ...noLimits, ...limits } },
      costs: { ...base.costs, switchFee: 0 },
    };
    const { plan } = editAdvice(input, {}, { orders: [orderByHand('sell', 0, sold)], savingsPlan: null });
    return plan?.checks.find(({ checkKey }) => checkKey === 'minimums')?.result;
  }

  it('may be missed by a unit or a thousandth of the whole, and by no more', () => {
    const least = { value: { min: 2000, max: null } };
    expect(minimums(least, { sold: 100 })).toBe('ok');
    // A thousandth of 10,000 euros, most of it cash then.
    expect(minimums(least, { sold: 101 })).toBe('ok');
    expect(minimums(least, { sold: 101.5 })).toBe('blocked');
    const coarse = { unitDecimals: 0, units: 300 };
    expect(minimums({ value: { min: 2009, max: null } }, { ...coarse, sold: 100 })).toBe('ok');
    expect(minimums({ value: { min: 2021, max: null } }, { ...coarse, sold: 100 })).toBe('blocked');
  });

  it('are missed by a unit only where that is rounding: one that is large beside the limit does not fit', () => {
    const dear: Partial<AdviceFund> = { price: 2500, unitDecimals: 0, minimumOrder: 0 };
    const base = anInput({}, [{}, {}, {}, dear]);
    const bought = (portfolioLimits: PlanLimits) => {
      const input = {
        ...base,
        contract: { ...base.contract, cash: 2600 },
        tariff: { ...base.tariff, portfolioLimits },
        costs: { ...base.costs, switchFee: 0 },
      };
      const { plan } = editAdvice(input, {}, { orders: [orderByHand('buy', 3, 1)], savingsPlan: null });
      return plan?.checks.find(({ checkKey }) => checkKey === 'minimums');
    };
    // 2,500 of 12,600 euros are 19.8 percent.
    const most = (max: number) => bought({ ...noLimits, share: { min: null, max } });
    expect(most(0.1)?.result).toBe('blocked');
    expect(most(0.1)?.text).toMatch(/2\.500,00\s€ über der Obergrenze von 1\.260,00\s€\./);
    expect(most(0.175)?.result).toBe('blocked');
    expect(most(0.185)?.text).not.toMatch(/2\.500,00\s€ über/);
    const least = (min: number) => bought({ ...noLimits, value: { min, max: null } })?.text;
    expect(least(2700)).not.toMatch(/2\.500,00\s€ unter/);
    expect(least(2800)).toMatch(/2\.500,00\s€ unter der Untergrenze von 2\.800,00\s€\./);
  });

  it('are shares of funds and cash together, as plans distribute them', () => {
    const most = { share: { min: null, max: 0.4 } };
    // The third fund is above the limit as well, and is left as it was.
    // 2,990 of 10,000 euros; the third fund has 4,000 of them, cash is the rest.
    expect(minimums({ share: { min: null, max: 0.25 } }, { sold: 1 })).toBe('blocked');
    expect(minimums({ share: { min: null, max: 0.25 } }, { sold: 1, cash: 2000 })).toBe('warning');
    expect(minimums(most, { sold: 200 })).toBe('ok');
  });

  it('are none where a fund may be all of it, however much is reserved', () => {
    const all = { share: { min: null, max: 1 } };
    expect(minimums(all, { sold: 1, cashReserve: 9000 })).toBe('ok');
    expect(minimums({ share: { min: null, max: 0.9 } }, { sold: 1, cashReserve: 9000 })).toBe('blocked');
  });

  it('leave out what is less than a unit of a fund that is sold as a whole', () => {
    const limits = { value: { min: 50, max: null }, count: { min: null, max: 2 } };
    const rest = { unitDecimals: 0, units: 300.4, sold: 300 };
    expect(minimums(limits, rest)).toBe('ok');
    expect(minimums(limits, { ...rest, sold: 299 })).not.toBe('ok');
  });
});
