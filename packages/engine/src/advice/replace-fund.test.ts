import { check, double, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anInput, isins } from '../fixtures/advice-input-fixture.ts';
import { position } from '../fixtures/check-fixture.ts';
import { replaceFund } from './replace-fund.ts';

const [money, bonds, equity, cheaper] = isins;
const restrictions = { isins: [cheaper ?? ''], companies: [], regions: [], sectors: [] };
const planOf = (replacement: ReturnType<typeof replaceFund>) =>
  replacement.kind === 'planned' ? replacement.plan : null;

describe('replacing a fund', () => {
  it('sells all of it, buys the other for what that yields after the fee, and moves its share of the savings plan', () => {
    const plan = planOf(replaceFund(anInput(), 3, 4));
    expect(plan?.transactions.map(({ action, isin, amount }) => [action, isin, amount])).toEqual([
      ['sell', equity, 4000],
      ['buy', cheaper, 3985],
    ]);
    expect(plan?.transactions.map(({ switchWithFundId }) => switchWithFundId)).toEqual([4, 3]);
    expect(plan?.transactions[0]?.reason).toBe('Fonds 3 wird durch Fonds 4 ersetzt.');
    expect(plan?.savingsPlanChanges.map(({ isin, fractionAfter }) => [isin, fractionAfter])).toEqual([
      [equity, 0],
      [cheaper, 1],
    ]);
    expect(plan?.cashAfter).toBe(0);
  });

  it('adds up where the other is saved already, and leaves the rest of the savings plan', () => {
    const input = anInput();
    const plan = planOf(
      replaceFund(
        {
          ...input,
          contract: {
            ...input.contract,
            savingsPlan: {
              rate: 100,
              entries: [
                { isin: bonds, percent: 20.5 },
                { isin: equity, percent: 49.5 },
                { isin: cheaper, percent: 30 },
              ],
            },
          },
        },
        3,
        4,
      ),
    );
    expect(
      plan?.savingsPlanChanges.flatMap(({ isin, fractionAfter }) =>
        fractionAfter > 0 ? [[isin, fractionAfter]] : [],
      ),
    ).toEqual([
      [bonds, 0.205],
      [cheaper, 0.795],
    ]);
  });

  it.each([
    ['stays below its minimum where another rate was so before', [75, 25], 'planned'],
    ['is refused where the new fund would be below its minimum itself', [25, 75], 'refused'],
  ])('%s', (_, [moved = 0, kept = 0], kind) => {
    // 30 a month: below the minimum of every fund but for the larger share.
    const input = anInput(
      {},
      isins.map(() => ({ savingsMinimum: 20 })),
    );
    const entries = [
      { isin: equity, percent: moved },
      { isin: bonds, percent: kept },
    ];
    const contract = { ...input.contract, savingsPlan: { rate: 30, entries } };
    const replacement = replaceFund({ ...input, contract }, 3, 4);
    expect(replacement.kind).toBe(kind);
    expect(planOf(replacement)?.checks.find(({ checkKey }) => checkKey === 'minimums')).toEqual(
      kind === 'refused'
        ? undefined
        : {
            checkKey: 'minimums',
            result: 'warning',
            text: 'Die Sparrate von 7,50\u00a0€ in Fonds 2 liegt unter dem Mindestbetrag von 20,00\u00a0€.',
          },
    );
  });

  it('changes the savings plan alone where nothing of the fund is held', () => {
    const input = anInput();
    const plan = planOf(
      replaceFund({ ...input, contract: { ...input.contract, positions: [position(money, 3000)] } }, 3, 4),
    );
    expect(plan?.transactions).toEqual([]);
    expect(plan?.savingsPlanChanges).toHaveLength(2);
  });

  it('has nothing to do where the fund is neither held nor saved, or is the same', () => {
    expect(replaceFund(anInput(), 4, 1).kind).toBe('notHeld');
    expect(replaceFund(anInput(), 99, 1).kind).toBe('notHeld');
    expect(replaceFund(anInput(), 3, 3).kind).toBe('notHeld');
  });

  it.each([
    ['the new one is not the tariff’s', anInput(), 99, 'Der neue Fonds gehört nicht zu den Fonds'],
    ['the old one is locked', anInput({ lockedIsins: [equity] }), 4, 'Fonds 3 ist gesperrt.'],
    ['the new one has no price', anInput({}, [{}, {}, {}, { price: null }]), 4, 'Es liegt kein Kurs vor.'],
    ['the new one is closed', anInput({}, [{}, {}, {}, { status: 'closed' }]), 4, 'Fonds 4'],
    [
      'the savings plan would go into a fund that takes none',
      anInput({}, [{}, {}, {}, { isSavingsPlanCapable: false }]),
      4,
      'Fonds 4 ist nicht sparplanfähig.',
    ],
    [
      'the client excludes the new one',
      anInput({ restrictions }),
      4,
      'Fonds 4 fällt unter die festgehaltenen',
    ],
    [
      'the new one is made for others',
      anInput({}, [{}, {}, {}, { mifidR: 'N' }]),
      4,
      'nicht für Privatkunden',
    ],
    [
      'the client excludes the new one, which her savings plan buys already, and nothing is held',
      anInput({
        restrictions,
        contract: {
          ...anInput().contract,
          positions: [position(money, 3000)],
          savingsPlan: { rate: 100, entries: [equity, cheaper].map((isin) => ({ isin, percent: 50 })) },
        },
      }),
      4,
      'Fonds 4 fällt unter die festgehaltenen',
    ],
  ])('is refused with the reason where %s', (_, input, to, reason) => {
    expect(replaceFund(input, 3, to)).toMatchObject({
      kind: 'refused',
      reasons: [expect.stringContaining(reason)],
    });
  });

  it('never spends cash of the contract, sells to the last unit and leaves less than a unit of the other costs', () => {
    const run = check(
      property(
        integer({ min: 1000, max: 5_000_000 }),
        double({ min: 1, max: 900, noNaN: true }),
        integer({ min: 0, max: 4 }),
        (ticks, price, unitDecimals) => {
          const input = anInput({}, [{}, {}, { unitDecimals: 3 }, { price, unitDecimals }]);
          const held = { ...position(equity, 0), quantity: ticks / 1000, price: 10 };
          const changed = {
            ...input,
            contract: { ...input.contract, cash: 500, positions: [position(bonds, 3000), held] },
          };
          const replacement = replaceFund(changed, 3, 4);
          const plan = planOf(replacement);
          if (plan === null) return replacement.kind === 'refused';
          const [sale] = plan.transactions;
          const unit = price / 10 ** unitDecimals;
          return (
            sale?.quantity === ticks / 1000 && plan.cashAfter >= 500 && plan.cashAfter < 500 + unit + 0.02
          );
        },
      ),
    );
    expect(run).toMatchObject({ failed: false, counterexample: null });
  });
});
