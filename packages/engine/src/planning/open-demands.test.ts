import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { aCheck, aContract, aTariff, finding, fund, position } from '../fixtures/check-fixture.ts';
import { aRequest, traded } from '../fixtures/plan-fixture.ts';
import { excludedHeld, isAskedFor, isMoreKept, mustAct, openDemands } from './open-demands.ts';
import { noLimits, type PlanRequest } from './plan-input.ts';

const funds = ['A1', 'A2', 'A3', 'A4'];
const context = prepareTariff(aTariff(funds.map((isin) => fund(isin, 'bills'))));
/** Four funds of 1,000, 2,000, 3,000 and 4,000 euros. */
const contract = aContract(funds.map((isin, k) => position(isin, 1000 * (k + 1))));
const asking = (rest: Partial<PlanRequest> = {}) =>
  aRequest(
    contract,
    funds.map((isin) => traded(isin)),
    rest,
  );
const textsOf = (rest: Partial<PlanRequest>) => openDemands(context, asking(rest)).map(({ text }) => text);
const saving = (...isins: readonly string[]) => ({
  ...contract,
  savingsPlan: { rate: 100, entries: isins.map((isin) => ({ isin, percent: 100 / isins.length })) },
});

describe('what adviser and tariff ask for', () => {
  it('is nothing where nothing is excluded and limits are kept', () => {
    expect(openDemands(context, asking())).toEqual([]);
    expect(openDemands(context, asking({ contract: aContract([]), portfolioLimits: noLimits }))).toEqual([]);
    expect(isAskedFor(context, asking(), aCheck())).toBe(false);
    expect(isAskedFor(context, asking(), aCheck({ hints: [finding('H04', 1, 'A1')] }))).toBe(true);
    expect(isAskedFor(context, asking(), aCheck({ status: 'above', distance: 1 }))).toBe(true);
  });

  it('names excluded funds that are held or saved into, locked holdings aside', () => {
    expect(textsOf({ excluded: new Set(['A2']) })).toEqual([
      'A2 ist ausgeschlossen und liegt noch im Portfolio.',
    ]);
    expect(textsOf({ excluded: new Set(['A1', 'A2']), locked: new Set(['A3']) })).toEqual([
      'A1 und A2 sind ausgeschlossen und liegen noch im Portfolio.',
    ]);
    expect(textsOf({ excluded: new Set(funds) })).toEqual([
      'A1, A2, A3 und A4 sind ausgeschlossen und liegen noch im Portfolio.',
    ]);
    const saved = { contract: saving('A1', 'A2'), excluded: new Set(['A2', 'B']), locked: new Set(['A2']) };
    expect(textsOf(saved)).toEqual(['A2 ist ausgeschlossen und wird noch bespart.']);
    expect(mustAct(context, asking(saved))).toBe(false);
    expect(isAskedFor(context, asking(saved), aCheck())).toBe(true);
    const both = { contract: saving('A1', 'A2'), excluded: new Set(['A1', 'A2']), traded: new Map() };
    expect(textsOf(both)).toEqual(['A1 und A2 sind ausgeschlossen und werden noch bespart.']);
  });

  it('asks for nothing that cannot be done: less than a unit, or fewer than what is locked', () => {
    const [first] = contract.positions;
    const whole = (quantity: number) =>
      excludedHeld({
        ...asking({ excluded: new Set(['A1']) }),
        contract: {
          ...contract,
          positions: [
            { ...first!, quantity },
            { ...first!, quantity },
          ],
        },
        traded: new Map(funds.map((isin) => [isin, { ...traded(isin), unitDecimals: 0 }])),
      });
    expect(whole(0.4)).toEqual([]);
    // Two lots of one fund are one fund, and together a unit.
    expect(whole(0.5)).toEqual(['A1']);
    const most = (max: number) => ({
      portfolioLimits: { ...noLimits, count: { min: null, max } },
      locked: new Set(['A1', 'A2', 'A3']),
    });
    expect(textsOf(most(2))).toEqual([]);
    expect(textsOf(most(3))).toEqual(['Das Portfolio hat 4 Wertpapiere, der Tarif erlaubt höchstens 3.']);
  });

  it('measures shares as plans do: with the cash that is not reserved', () => {
    const portfolioLimits = { ...noLimits, share: { min: null, max: 0.35 } };
    const above = ['A4 liegt über der Obergrenze des Tarifs (höchstens 35,0\u00a0%).'];
    expect(textsOf({ portfolioLimits, contract: { ...contract, cash: 2000 } })).toEqual([]);
    expect(textsOf({ portfolioLimits, contract: { ...contract, cash: 2000, cashReserve: 2000 } })).toEqual(
      above,
    );
  });

  it('asks for no share of a whole that debts have eaten up', () => {
    const worth = contract.positions.reduce((sum, { quantity, price }) => sum + quantity * (price ?? 0), 0);
    for (const cash of [-worth, -1.5 * worth]) {
      const said = textsOf({
        portfolioLimits: { ...noLimits, share: { min: 0.01, max: 1 } },
        contract: { ...contract, cash },
      });
      expect(said).toHaveLength(1);
      expect(said[0]).toMatch(/ im Minus; /u);
    }
  });

  it('asks nobody to sell what has no price', () => {
    const [first, ...others] = contract.positions;
    const unpriced = { ...contract, positions: [{ ...first!, price: null }, ...others] };
    expect(mustAct(context, asking({ contract: unpriced, excluded: new Set(['A1']) }))).toBe(false);
  });

  it('says what the tariff allows and what is there', () => {
    const limits = (own: Partial<PlanRequest['portfolioLimits']>) =>
      textsOf({ portfolioLimits: { ...noLimits, ...own } });
    expect(limits({ count: { min: 4, max: 4 } })).toEqual([]);
    expect(limits({ count: { min: null, max: 1 } })).toEqual([
      'Das Portfolio hat 4 Wertpapiere, der Tarif erlaubt höchstens 1.',
    ]);
    expect(limits({ count: { min: 5, max: null } })).toEqual([
      'Das Portfolio hat 4 Wertpapiere, der Tarif verlangt mindestens 5.',
    ]);
    expect(limits({ share: { min: 0.15, max: 0.35 } })).toEqual([
      'A1 liegt unter der Untergrenze des Tarifs (mindestens 15,0\u00a0%).',
      'A4 liegt über der Obergrenze des Tarifs (höchstens 35,0\u00a0%).',
    ]);
    expect(limits({ share: { min: 0.05, max: null }, value: { min: 1500, max: null } })).toEqual([
      'A1 liegt unter der Untergrenze des Tarifs (mindestens 5,0\u00a0% und 1.500,00\u00a0€).',
    ]);
  });

  it('asks for a savings plan within its limits, and says which one it leaves', () => {
    const limited = (own: Partial<PlanRequest['savingsLimits']>, ...isins: readonly string[]) =>
      textsOf({ contract: saving(...isins), savingsLimits: { ...noLimits, ...own } });
    expect(limited({ count: { min: null, max: 1 } }, 'A1', 'A2')).toEqual([
      'Der Sparplan hat 2 Fonds, der Tarif erlaubt höchstens 1.',
    ]);
    expect(limited({ count: { min: 3, max: null } }, 'A1', 'A2')).toEqual([
      'Der Sparplan hat 2 Fonds, der Tarif verlangt mindestens 3.',
    ]);
    expect(limited({ count: { min: null, max: 1 } }, 'A1')).toEqual([]);
    expect(limited({ value: { min: 50, max: null } }, 'A1', 'A2')).toEqual([]);
    expect(limited({ share: { min: 0.1, max: null }, value: { min: 51, max: null } }, 'A1', 'A2')).toEqual([
      'A1 und A2 liegen im Sparplan unter der Untergrenze des Tarifs (mindestens 10,0\u00a0% und 51,00\u00a0€).',
    ]);
    expect(limited({ share: { min: null, max: 0.9 } }, 'A1')).toEqual([
      'A1 liegt im Sparplan über der Obergrenze des Tarifs (höchstens 90,0\u00a0%).',
    ]);
    const none = { ...contract, savingsPlan: { rate: 0, entries: saving('A1', 'A2').savingsPlan.entries } };
    const savingsLimits = { ...noLimits, count: { min: null, max: 1 } };
    expect(textsOf({ contract: none, savingsLimits })).toEqual([]);
  });
});

describe('what orders keep more of', () => {
  const left = (...isins: readonly string[]) =>
    aContract(contract.positions.filter(({ isin }) => isins.includes(isin)));

  it('is an excluded fund less, and nothing else', () => {
    const asked = asking({ excluded: new Set(['A1', 'A2']) });
    expect(isMoreKept(context, asked, left('A2', 'A3', 'A4'))).toBe(true);
    expect(isMoreKept(context, asked, contract)).toBe(false);
    expect(isMoreKept(context, asked, left('A1', 'A2'))).toBe(false);
  });

  it('is a number nearer to the limit, or a fund less outside it', () => {
    const count = asking({ portfolioLimits: { ...noLimits, count: { min: null, max: 2 } } });
    expect(isMoreKept(context, count, left('A1', 'A3', 'A4'))).toBe(true);
    expect(isMoreKept(context, count, contract)).toBe(false);
    const value = asking({ portfolioLimits: { ...noLimits, value: { min: 1500, max: null } } });
    expect(isMoreKept(context, value, left('A2', 'A3', 'A4'))).toBe(true);
    expect(isMoreKept(context, value, left('A1', 'A3', 'A4'))).toBe(false);
  });
});
