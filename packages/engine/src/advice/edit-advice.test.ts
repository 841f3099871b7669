import { describe, expect, it } from 'vitest';
import { anInput, isins, orderByHand as order } from '../fixtures/advice-input-fixture.ts';
import type { AdviceFund, AdviceInput } from './advice-input.ts';
import { editAdvice, type OrderEdit } from './edit-advice.ts';
import { planAdvice } from './plan-advice.ts';
import { costsOnce, recommendedAdvice } from './recommended-advice.ts';

const edit = (orders: OrderEdit[], input = anInput(), savings: number[] | null = null) =>
  editAdvice(
    input,
    {},
    {
      orders,
      savingsPlan: savings && savings.map((fraction, k) => ({ isin: isins[k] ?? '', fraction })),
    },
  );
const limitsOf = (orders: OrderEdit[], input = anInput(), savings: number[] | null = null) =>
  edit(orders, input, savings).reasons.map(({ limit }) => limit);
const checkOf = (key: string, orders: OrderEdit[], input = anInput(), savings: number[] | null = null) =>
  edit(orders, input, savings).plan?.checks.find(({ checkKey }) => checkKey === key);

describe('a plan changed by hand', () => {
  it('is exact to the cent, with the fee of a switch and costs before and after', () => {
    const { plan } = edit([order('sell', 2, 400), order('buy', 3, null, 3985)]);
    expect(plan).toMatchObject({ cashBefore: 0, cashAfter: 0 });
    expect(plan?.transactions.map(({ amount, quantity }) => [amount, quantity])).toEqual([
      [4000, 400],
      [3985, 398.5],
    ]);
    // 1 % of 10,000 plus 30 euros plus 0.1 %; afterwards 3,985 euros at 0.2 % of 9,985.
    expect(plan?.costs).toMatchObject({
      entry: 0,
      transaction: 0,
      switchFee: 15,
      ongoingBefore: 140,
      ongoingAfter: 107.96,
    });
    expect(plan?.costs.perYearEuro).toBe(32.04);
    expect(plan?.costs.thirdParty).toBe(49.93);
    expect(plan?.before.peerGroups.map(({ fraction }) => fraction)).toEqual([0.3, 0.3, 0.4]);
    expect(plan?.checks.map(({ result }) => result)).toEqual(Array(7).fill('ok'));
  });

  it('tells no saving where nobody knows what a fund costs, and which sums are without it', () => {
    const unknown = anInput({}, [{}, {}, {}, { ter: null }]);
    const { plan } = edit([order('sell', 2, 400), order('buy', 3, null, 3985)], unknown);
    // What is known: 6,000 euros at 1 %, and what the contract takes.
    expect(plan?.costs).toMatchObject({
      ongoingBefore: 140,
      ongoingAfter: 99.99,
      perYearEuro: null,
      returnEffect: null,
    });
    expect(plan?.before.costs.unknownFunds).toEqual([]);
    expect(plan?.after.costs).toMatchObject({ unknownFunds: ['Fonds 4'], fundsPerYearEuro: 60 });
    // A fund that stays as it is takes nothing of what is known of the others.
    const held = anInput({}, [{ ter: null }]);
    const other = edit([order('sell', 2, 400), order('buy', 3, null, 3985)], held).plan;
    expect(other?.costs.perYearEuro).toBe(32.04);
    expect(other?.after.costs.unknownFunds).toEqual(['Fonds 1']);
  });

  it('tells no costs spent once where the contract has no cost model', () => {
    const own = anInput();
    const input = {
      ...own,
      costs: { ...own.costs, switchFee: 0, contractFeeYearly: 0, isUnknown: true as const },
    };
    const { plan } = edit([order('sell', 2, 400), order('buy', 3, null, 3985)], input);
    expect(plan?.costs).toMatchObject({ isContractUnknown: true, switchFee: 0, perYearEuro: 32.03 });
    expect(plan?.after.costs.isContractUnknown).toBe(true);
    const onceOf = (proposals: ReturnType<typeof planAdvice>) => {
      expect(proposals.length).toBeGreaterThan(0);
      return proposals.map(({ costs, transactions }) => [transactions.length > 0, costsOnce(costs)]);
    };
    // Who does nothing pays nothing.
    for (const [hasOrders, once] of onceOf(planAdvice(input, {}))) expect(once).toBe(hasOrders ? null : 0);
    for (const [, once] of onceOf(planAdvice(input, { cashAmount: 100 }))) expect(once).toBeNull();
    expect(recommendedAdvice(planAdvice(own, {}))?.costsOnce).not.toBeNull();
  });

  it('tells no payments of third parties where nobody knows those of one fund', () => {
    const of = (...fees: (number | null)[]) =>
      edit(
        [],
        anInput(
          {},
          fees.map((distributionFee) => ({ distributionFee })),
        ),
      ).plan?.costs.thirdParty;
    expect(of(0.005, 0.005, 0)).toBe(30);
    expect(of(0.005, 0.005, null)).toBeNull();
    // The fourth is not held.
    expect(of(0, 0, 0, null)).toBe(0);
  });

  it('refuses what cannot be carried out, with a reason each', () => {
    expect(limitsOf([order('sell', 2, 400.001)])).toEqual(['order.held']);
    expect(limitsOf([order('sell', 2, 1.0001)])).toEqual(['order.unit']);
    expect(limitsOf([order('buy', 3, null, 0.001)])).toEqual(['order.unit']);
    expect(limitsOf([order('sell', 2, 100), order('sell', 2, 200)])).toEqual(['order.twice']);
    // The fee of the switch has to be paid as well.
    expect(limitsOf([order('sell', 2, 100), order('buy', 3, 100)])).toEqual(['cash']);
    expect(limitsOf([order('sell', 2, 1)], anInput({ lockedIsins: [isins[2]] }))).toEqual(['order.locked']);
    expect(limitsOf([order('buy', 3, 1)], anInput({}, [{}, {}, {}, { price: null }]))).toEqual([
      'order.price',
    ]);
    expect(limitsOf([], anInput(), [0.5, 0.4])).toEqual(['savingsPlan.sum']);
    expect(limitsOf([], anInput(), [0.5005, 0.4995])).toEqual(['savingsPlan.unit']);
  });

  it('blocks what the profile forbids', () => {
    const expired = anInput({
      riskAssessment: { riskClassId: 2, validUntil: '1970-01-02', suggestedRiskClassId: null },
    });
    expect(checkOf('suitability', [], expired)).toEqual({
      checkKey: 'suitability',
      result: 'blocked',
      text: 'Das Risikoprofil ist seit dem 02.01.1970 abgelaufen; vor einer Empfehlung ist es zu erneuern.',
    });
    expect(checkOf('suitability', [], anInput({ riskAssessment: null }))?.result).toBe('blocked');
    const cautious = anInput({
      riskAssessment: { riskClassId: 1, validUntil: '1971-01-01', suggestedRiskClassId: null },
    });
    expect(checkOf('suitability', [], cautious)?.text).toContain('liegt über der Klasse 1');
    const bolder = [order('sell', 0, 200), order('buy', 2, 198)];
    expect(checkOf('suitability', bolder)).toMatchObject({ result: 'blocked' });
    expect(checkOf('suitability', bolder)?.text).toMatch(/liegt danach \d+,\d Prozentpunkte über dem Band/);
    expect(checkOf('suitability', [order('sell', 2, 100), order('buy', 0, 98)])?.text).toContain(
      'unter dem Band',
    );
  });

  it('says of several funds in one sentence what is the same', () => {
    const both = [order('sell', 2, 200), order('buy', 1, 98), order('buy', 3, 98)];
    const funds = [{}, { hasKiid: false, mifidR: null }, {}, { hasKiid: false, mifidR: null }];
    expect(checkOf('bib', both, anInput({}, funds))?.text).toBe(
      'Zu Fonds 2 und Fonds 4 fehlt jeweils das Basisinformationsblatt.',
    );
    expect(checkOf('targetMarket', both, anInput({}, funds))?.text).toMatch(
      /^Zu Fonds 2 und Fonds 4 fehlen jeweils Angaben zum Zielmarkt \([^)]*\)\.$/,
    );
    const esg = { minimumSustainableShare: 0.2, needsPai: false, minimumArticle: 6 } as const;
    const brown = [0, 0.5, 0, 0.5].map((minimumSustainableShare) => ({ minimumSustainableShare }));
    expect(checkOf('esg', [], anInput({ esg }, brown))?.text).toBe(
      'Fonds 1 und Fonds 3 bleiben im Vertrag und passen nicht zur Nachhaltigkeitspräferenz.',
    );
    const restrictions = { isins: [isins[0], isins[2]], companies: [], regions: [], sectors: [] };
    expect(checkOf('restrictions', [], anInput({ restrictions }))?.text).toBe(
      'Fonds 1 und Fonds 3 bleiben im Vertrag und fallen unter die festgehaltenen Ausschlüsse.',
    );
  });

  it('blocks a larger part of the savings plan for what the client excludes, as an order, and says what stays', () => {
    const restrictions = { isins: [isins[0] ?? ''], companies: [], regions: [], sectors: [] };
    const { contract } = anInput();
    const entries = [50, 50].map((percent, k) => ({ isin: isins[k] ?? '', percent }));
    const saving = anInput({ restrictions, contract: { ...contract, savingsPlan: { rate: 500, entries } } });
    const restricted = (shares: number[]) => checkOf('restrictions', [], saving, shares);
    expect(restricted([0.6, 0.4])).toMatchObject({
      result: 'blocked',
      text: 'Fonds 1 fällt unter die festgehaltenen Ausschlüsse.',
    });
    for (const shares of [
      [0.5, 0.5],
      [0.4, 0.6],
    ])
      expect(restricted(shares)?.result).toBe('warning');
  });

  it('says that who can bear no losses would hold equities', () => {
    const of = (lossCapacity: 'none' | 'limited', orders: OrderEdit[] = []) => {
      const client = { knowledge: 'informed', hasLowestRisk: false, horizonYears: 9, lossCapacity } as const;
      return checkOf('suitability', orders, anInput({ client }));
    };
    expect(of('none')).toEqual({
      checkKey: 'suitability',
      result: 'warning',
      text: 'Laut Risikoprofil sind keine Verluste tragbar; die Aktienquote beträgt 40,0\u00a0%.',
    });
    expect(of('none', [order('sell', 0, 100)])?.text).toMatch(
      /die Aktienquote beträgt danach \d+,\d\u00a0%\.$/,
    );
    expect(of('limited')?.result).toBe('ok');
    expect(of('none', [order('sell', 2, 400)])?.text).not.toContain('Verluste');
  });

  it('says that nobody knows the share of equities for who can bear no losses', () => {
    const client = {
      knowledge: 'informed',
      hasLowestRisk: false,
      horizonYears: 9,
      lossCapacity: 'none',
    } as const;
    const unquoted = anInput({ client }, [{ equityQuota: null }]);
    expect(checkOf('suitability', [], unquoted)?.text).toBe(
      'Laut Risikoprofil sind keine Verluste tragbar; die Aktienquote ist nicht bekannt.',
    );
  });

  it('begins no savings plan in a fund that takes none; what is paid into today goes on', () => {
    const without = [{}, {}, { isSavingsPlanCapable: false }, { isSavingsPlanCapable: false }];
    expect(checkOf('universe', [], anInput({}, without), [0, 0, 0.5, 0.5])).toEqual({
      checkKey: 'universe',
      result: 'blocked',
      text: 'Fonds 4 ist nicht sparplanfähig.',
    });
    expect(checkOf('universe', [], anInput({}, without), [0, 0.5, 0.5])?.result).toBe('ok');
    // Bought for once it may be.
    const swap = [order('sell', 2, 100), order('buy', 3, 98)];
    expect(checkOf('universe', swap, anInput({}, without))?.result).toBe('ok');
  });

  it('says what a profile does not tell, where funds are bought for a class alone', () => {
    const swap = [order('sell', 2, 100), order('buy', 3, 98)];
    const suited = { basicInvestor: 'Y', limitedCapitalLoss: 'Y' };
    const funds = [{}, {}, {}, { targetMarket: suited, holdingYears: 3 }];
    const told = {
      knowledge: 'basic',
      lossCapacity: 'limited',
      hasLowestRisk: false,
      horizonYears: 9,
    } as const;
    const marketOf = (client: AdviceInput['client'], orders = swap) =>
      checkOf('targetMarket', orders, anInput({ client }, funds));
    expect(marketOf(told)).toMatchObject({
      result: 'ok',
      text: 'Das Risikoprofil liegt im Zielmarkt der gekauften Fonds.',
    });
    const byHand = { ...told, isKnowledgeUnknown: true, lossCapacity: null, horizonYears: null };
    expect(marketOf(byHand)).toMatchObject({
      result: 'warning',
      text: 'Das Risikoprofil nennt nicht: Kenntnisse und Erfahrungen, Verlusttragfähigkeit, Anlagehorizont. Ob die gekauften Fonds dazu passen, ist nicht bekannt.',
    });
    expect(marketOf({ ...told, horizonYears: null })?.text).toContain('nennt nicht: Anlagehorizont. ');
    expect(marketOf(byHand, [])?.result).toBe('ok');
  });

  it('looks at what is bought: target market, universe, documents, preference, minimums', () => {
    const swap = [order('sell', 2, 100), order('buy', 3, 98)];
    const bought = (more: Partial<AdviceFund>, rest: Partial<AdviceInput> = {}) =>
      anInput(rest, [{}, {}, {}, more]);
    expect(checkOf('targetMarket', swap, bought({ mifidR: 'N' }))?.result).toBe('blocked');
    expect(checkOf('targetMarket', swap, bought({ mifidR: null }))?.result).toBe('warning');
    expect(checkOf('targetMarket', [], bought({ mifidR: 'N' }))?.result).toBe('ok');
    expect(checkOf('targetMarket', [], anInput({}, [{ mifidR: 'N' }]))?.result).toBe('warning');
    const client = {
      knowledge: 'basic',
      lossCapacity: 'none',
      hasLowestRisk: false,
      horizonYears: 3,
    } as const;
    const judged = (targetMarket: Record<string, string>, holdingYears = 3) =>
      checkOf('targetMarket', swap, bought({ targetMarket, holdingYears }, { client }));
    expect(judged({ basicInvestor: 'Y', noCapitalLoss: 'N' })).toMatchObject({
      result: 'blocked',
      text: expect.stringContaining('(Verlusttragfähigkeit)'),
    });
    expect(judged({ basicInvestor: 'Neutral', noCapitalLoss: 'Y' }, 4)).toMatchObject({
      result: 'warning',
      text: expect.stringContaining('(Kenntnisse und Erfahrungen, Anlagehorizont)'),
    });
    expect(judged({ basicInvestor: 'Y' })?.text).toContain(
      'fehlen Angaben zum Zielmarkt (Verlusttragfähigkeit)',
    );
    expect(judged({ basicInvestor: 'Y', noCapitalLoss: 'Y' })?.result).toBe('ok');
    expect(checkOf('universe', swap, bought({ status: 'closed' }))?.result).toBe('blocked');
    // A softly closed fund serves those who hold it or save into it.
    expect(checkOf('universe', swap, bought({ status: 'softClosed' }))).toMatchObject({
      result: 'blocked',
      text: 'Fonds 4 kann nur noch kaufen, wer ihn schon hält.',
    });
    const more = [order('sell', 2, 100), order('buy', 1, 98)];
    expect(checkOf('universe', more, anInput({}, [{}, { status: 'softClosed' }]))?.result).toBe('ok');
    const narrow = anInput();
    expect(
      checkOf('universe', swap, { ...narrow, tariff: { ...narrow.tariff, universe: isins.slice(0, 3) } })
        ?.result,
    ).toBe('blocked');
    const capped = (sri: number | null, sriLimit?: number) => {
      const given = bought({ sri });
      return checkOf('universe', swap, { ...given, tariff: { ...given.tariff, sriLimit } });
    };
    expect(capped(6, 5)).toMatchObject({
      result: 'blocked',
      text: expect.stringContaining('den Risikoindikator 6; der Tarif erlaubt höchstens 5.'),
    });
    expect(capped(null, 5)).toMatchObject({
      result: 'warning',
      text: expect.stringContaining('ist nicht bekannt; der Tarif erlaubt höchstens 5.'),
    });
    expect(capped(5, 5)?.result).toBe('ok');
    expect(capped(7)?.result).toBe('ok');
    expect(checkOf('bib', swap, bought({ hasKiid: false }))).toMatchObject({ result: 'warning' });
    const esg = { minimumSustainableShare: 0.2, needsPai: false, minimumArticle: 6 } as const;
    expect(checkOf('esg', swap, bought({ minimumSustainableShare: 0 }, { esg }))?.result).toBe('blocked');
    expect(checkOf('esg', [], anInput({ esg }, [{ minimumSustainableShare: 0 }]))?.result).toBe('warning');
    expect(checkOf('esg', [], anInput())?.text).toBe('Es ist keine Nachhaltigkeitspräferenz festgehalten.');
    const restrictions = { isins: [], companies: ['Kiesel'], regions: [], sectors: [] };
    const company = { company: 'Kiesel Invest' };
    expect(checkOf('restrictions', swap, bought(company, { restrictions }))?.result).toBe('blocked');
    expect(checkOf('restrictions', [], anInput({ restrictions }, [company]))).toMatchObject({
      result: 'warning',
      text: expect.stringContaining('bleibt im Vertrag'),
    });
    expect(checkOf('restrictions', swap, bought({}, { restrictions }))?.result).toBe('ok');
    const inRegion = { ...restrictions, regions: ['japan'] };
    expect(checkOf('restrictions', swap, bought({}, { restrictions: inRegion }))?.text).toContain(
      'nicht bekannt',
    );
    expect(checkOf('restrictions', swap, bought(company))?.text).toBe(
      'Es sind keine Ausschlüsse festgehalten.',
    );
    expect(checkOf('minimums', [order('sell', 2, 6), order('buy', 3, 4.5)])?.text).toContain('45,00\u00a0€');
    expect(checkOf('minimums', [], anInput(), [0.5, 0.5])?.result).toBe('ok');
    expect(checkOf('minimums', [], anInput(), [0.95, 0.05])?.text).toContain('Sparrate');
    expect(checkOf('minimums', [], anInput())?.result).toBe('ok');
  });

  it('tells the savings plan by share and payment', () => {
    const { plan } = edit([], anInput(), [0.333, 0.667]);
    expect(
      plan?.savingsPlanChanges.map(({ fractionAfter, amountAfter }) => [fractionAfter, amountAfter]),
    ).toEqual([
      [0.333, 33.3],
      [0.667, 66.7],
      [0, 0],
    ]);
    expect(plan?.transactions).toEqual([]);
    expect(edit([]).plan?.savingsPlanChanges).toEqual([]);
  });
});
