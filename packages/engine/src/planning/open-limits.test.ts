import { describe, expect, it } from 'vitest';
import { prepareTariff, type TariffInput } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { aContract, aTariff, fund, onTarget, position, withRules } from '../fixtures/check-fixture.ts';
import { aRequest, traded } from '../fixtures/plan-fixture.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { needsAction } from './judge-plan.ts';
import { defaultOrderRules, noLimits, type PlanRequest, type TradedFund } from './plan-input.ts';
import { limitsOfOpen, planOptimization } from './plan-optimization.ts';

const closed = [fund('OLD', 'bonds', { status: 'closed' })];
const tariff = (rest: Partial<TariffInput> = {}, funds = closed) => aTariff(funds, rest);

/** The recommended proposal of a contract, and the limits behind what it leaves open. */
function recommended(
  own: TariffInput,
  held: Readonly<Record<string, number>>,
  rest: Partial<PlanRequest> = {},
  trading: Readonly<Record<string, Partial<TradedFund>>> = {},
) {
  const contract = aContract(Object.entries(held).map(([isin, value]) => position(isin, value)));
  const funds = own.funds.map(({ isin }) => traded(isin, { unitDecimals: 9, ...trading[isin] }));
  const request = aRequest({ ...contract, ...rest.contract }, funds, { ...rest, contract });
  const context = prepareTariff(own);
  const proposal = planOptimization(context, request).find(({ isRecommended }) => isRecommended);
  const limits = proposal ? limitsOfOpen(context, request, proposal.after) : [];
  return {
    mode: proposal?.mode,
    text: proposal?.recommendation ?? '',
    limits: limits.map(({ limit }) => limit),
  };
}

const stuck = { CASH: 300, OLD: 300, EQTY: 400 };

describe('what stands in the way', () => {
  it('is a lock', () => {
    const answer = recommended(tariff(), stuck, { locked: new Set(['OLD']) });
    expect(answer).toMatchObject({ mode: 'keepPortfolio', limits: ['contract.locked'] });
    expect(answer.text).toBe(
      'Was offen ist, lässt sich durch Umschichten nicht beheben; der Bestand soll vorerst bleiben. OLD ist gesperrt und bleibt deshalb im Bestand; ohne die Sperre ließe es sich beheben.',
    );
  });

  it('is the risk that nobody knows: each fund it is unknown for is named, once', () => {
    const lacks = [fund('NR', 'bonds', { hasRiskData: false })];
    const many = ['A', 'B', 'C', 'D', 'E'].map((isin) => fund(isin, 'bonds'));
    const held = { CASH: 300, NR: 300, EQTY: 400 };
    const unknown =
      'Ohne Risikodaten zu NR bleibt das Risiko des Vertrags unbekannt, und wegen der Sperre wird davon nichts verkauft; bitte die Risikodaten ergänzen lassen oder die Sperre prüfen.';
    const kept =
      'Was offen ist, lässt sich durch Umschichten nicht beheben; der Bestand soll vorerst bleiben.';
    const locked = recommended(tariff({}, lacks), held, { locked: new Set(['NR']) });
    expect(locked.text).toBe(`${kept} ${unknown}`);
    // Also where the lock is one of many, or no fund could take its place.
    const all = ['A', 'B', 'C', 'D', 'E', 'NR'];
    const parts = { CASH: 300, A: 20, B: 20, C: 20, D: 20, E: 20, NR: 200, EQTY: 400 };
    expect(recommended(tariff({}, [...many, ...lacks]), parts, { locked: new Set(all) }).text).toContain(
      unknown,
    );
    const alone = tariff({ shortlists: [['CASH'], [], ['EQTY']] }, lacks);
    expect(recommended(alone, held, { locked: new Set(['NR']) }).text).toContain(unknown);
    expect(recommended(alone, held).text).toContain(
      'Ohne Risikodaten zu NR bleibt das Risiko des Vertrags unbekannt, und kein zulässiger Auftrag ändert das; bitte die Risikodaten ergänzen lassen.',
    );
    const stranger = recommended(tariff({}, []), { CASH: 300, X: 100, BOND: 200, EQTY: 400 });
    expect(stranger.text).toBe(
      `${kept} Für X ist hier kein Fonds bekannt; ohne Daten dazu wird davon nichts gehandelt, und das Risiko des Vertrags bleibt unbekannt. Bitte anlegen lassen, was fehlt.`,
    );
    const both = recommended(
      tariff({}, lacks),
      { CASH: 300, X: 100, NR: 100, BOND: 100, EQTY: 400 },
      { locked: new Set(['NR']) },
    );
    expect(both.text).toContain('Für X ist hier kein Fonds bekannt;');
    expect(both.text).toContain(unknown);
  });

  it('is no reason to keep a good fund that the risk is unknown for', () => {
    const lacks = [fund('NR', 'bonds', { hasRiskData: false })];
    const answer = recommended(tariff({}, lacks), { CASH: 300, NR: 300, EQTY: 400 });
    expect(answer).toMatchObject({ mode: 'necessary', limits: [] });
    expect(answer.text).toContain('damit kommt das Risiko in sein Band');
  });

  it('is what the client excludes, and that is said', () => {
    const restrictions = { isins: ['OLD', 'BOND'], companies: [], regions: [], sectors: [] };
    const answer = recommended(tariff({ restrictions, shortlists: [['CASH'], ['BOND'], ['EQTY']] }), stuck);
    // Closed and excluded: one entry a finding, said once.
    expect(answer.limits).toEqual(['tariff.universe', 'tariff.universe']);
    expect(answer.text).toContain(
      'bleibt nach dem Risikoprofil kein Fonds der Auswahl, der gekauft werden darf (Ausschlüsse).',
    );
  });

  it('is the choice of funds', () => {
    const answer = recommended(tariff({ shortlists: [['CASH'], [], ['EQTY']] }), stuck);
    expect(answer).toMatchObject({ mode: 'keepPortfolio', limits: ['tariff.universe'] });
    expect(answer.text).toContain('Für die Peergroup bonds enthält die Fondsauswahl des Tarifs keinen Fonds');
  });

  it('is a smallest order', () => {
    const answer = recommended(tariff(), stuck, {}, { BOND: { minimumOrder: 500 } });
    expect(answer).toMatchObject({ mode: 'keepPortfolio', limits: ['orders.minimumOrder'] });
    expect(answer.text).toContain('Die Mindestaufträge (je nach Fonds bis 500,00\u00a0€)');
  });

  it('is the size of a unit, or the fee', () => {
    const units = recommended(tariff(), stuck, {}, { BOND: { price: 400, unitDecimals: 0 } });
    expect(units.limits).toEqual(['orders.units']);
    const rules = { ...defaultOrderRules, fee: { fixed: 40, percent: 0, cap: null }, planFee: 15 };
    const fees = recommended(tariff(), stuck, { rules });
    expect(fees.limits).toEqual(['orders.fee']);
    expect(fees.text).toContain('Die Gebühren (je Auftrag 40,00\u00a0€, je Umschichtung 15,00\u00a0€)');
  });

  it('is a limit of the tariff on number, share or value of securities', () => {
    const own = aTariff([], withRules({}));
    const held = { CASH: 500, EQTY: 500 };
    const named = (limits: Partial<PlanRequest['portfolioLimits']>) =>
      recommended(own, held, { portfolioLimits: { ...noLimits, ...limits } });
    expect(named({ count: { min: null, max: 2 } }).limits).toContain('portfolio.count');
    expect(named({ count: { min: null, max: 2 } }).text).toContain(
      'Der Tarif verlangt höchstens 2 Wertpapiere',
    );
    expect(named({ value: { min: 450, max: null } }).text).toContain(
      'je Wertpapier mindestens 450,00\u00a0€',
    );
    expect(named({ share: { min: 0.45, max: null } }).text).toContain(
      'je Wertpapier mindestens 45,0\u00a0% des Werts; mit einer anderen Grenze',
    );
  });

  it('is named as well where the tariff wants no hint of a risk outside its band', () => {
    const own = aTariff([], { silencedHints: ['H01', 'H02', 'H13'] });
    const answer = recommended(own, { CASH: 1000 }, { locked: new Set(['CASH']) });
    expect(answer.mode).toBe('keepPortfolio');
    // The risk, and the two groups that nothing is held of.
    expect(answer.limits).toEqual([
      'contract.locked',
      'contract.locked',
      'contract.locked',
      'contract.locked',
    ]);
  });

  it('is a savings rate of fewer cents than the target has peer groups', () => {
    const context = prepareTariff(aTariff());
    const told = (rate: number) => {
      const contract = aContract(onTarget, {
        savingsPlan: { rate, entries: [{ isin: 'EQTY', percent: 100 }] },
      });
      const funds = ['CASH', 'BOND', 'EQTY'].map((isin) => traded(isin, { savingsMinimum: 0 }));
      const found = planOptimization(context, aRequest(contract, funds));
      return found.find(({ isRecommended }) => isRecommended)?.recommendation;
    };
    expect(told(0.01)).toContain(
      'Eine Rate von 0,01\u00a0€ lässt sich nicht auf die Peergroups des Zielportfolios aufteilen; mit einer höheren Rate ließe es sich beheben.',
    );
    expect(told(10)).toContain('Der kleinste Eingriff, der hilft');
  });

  it('is named for every finding that is left open, in a sentence', () => {
    let count = 0;
    for (const profile of adviceProfiles)
      for (let seed = 1; seed <= randomCases(60); seed++) {
        const { tariff: input, request } = adviceCase(randomSource(seed), profile);
        const context = prepareTariff(input);
        const proposal = planOptimization(context, request).find(({ isRecommended }) => isRecommended);
        if (!proposal || !needsAction(proposal.before)) continue;
        const open = proposal.after.hints.filter(({ severity }) => severity >= 1);
        const limits = limitsOfOpen(context, request, proposal.after);
        count += limits.length;
        expect(limits.map(({ subject }) => subject)).toEqual(
          expect.arrayContaining(open.map(({ subject }) => subject)),
        );
        for (const { text } of limits) expect(text).toMatch(/^[A-ZÄÖÜ].*\.$/);
        const isTold = limits.some(({ text }) => proposal.recommendation?.includes(text));
        expect(isTold || proposal.mode === 'necessary').toBe(true);
      }
    expect(count).toBeGreaterThan(randomCases(40));
  });
});
