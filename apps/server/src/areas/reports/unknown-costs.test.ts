import { exPostCosts } from '@depotwerk/domain/contracts/ex-post-costs';
import { unknownCostsInScore } from '@depotwerk/domain/contracts/known-costs';
import { expect, it } from 'vitest';
import { reportPlan } from '../../../test/report-plan.ts';
import { reportChart, reportSource } from '../../../test/report-world.ts';
import { buildPlanComparison } from './report/build-comparison.ts';
import { buildCostInformation } from './report/build-cost-information.ts';
import { buildDepotOverview } from './report/build-depot-overview.ts';
import { exPostBlocks } from './report/build-ex-post-costs.ts';
import { buildOptimization, costSentence } from './report/build-optimization.ts';
import { buildPeriodicReview } from './report/build-periodic-review.ts';
import { money } from './report/report-format.ts';

it('names the funds nobody knows the costs of, and says no saving with them', () => {
  const source = reportSource();
  const [first, second] = source.detail.currentPortfolio?.portfolioEntries ?? [];
  if (!first || !second) throw new Error('the contract holds funds');
  const textsWith = (...fees: [number, number | null][]) =>
    JSON.stringify(
      buildCostInformation({ ...source, ongoingFees: new Map(fees) }, null, {
        withCharts: false,
        salutation: null,
      }),
    );
  const partly = textsWith([second.fundId, 0.01], [first.fundId, null]);
  expect(partly).toContain(`in den Summen nicht enthalten sind laufende Kosten: ${first.fundName}.`);
  expect(partly).toMatch(/Produktkosten der Fonds[^[]*"mindestens [1-9]/);
  expect(partly).toContain('über die bekannten Kosten Ihres Vertrags');
  expect(partly).toContain('lässt sich ihre Wirkung auf die Rendite nicht angeben');
  expect(textsWith()).toMatch(/Produktkosten der Fonds[^[]*"unbekannt","unbekannt"/);
  const plan = {
    ...reportPlan,
    after: { ...reportPlan.after, costs: { ...reportPlan.after.costs, unknownFunds: ['Fonds X'] } },
    costs: { ...reportPlan.costs, perYearEuro: null, returnEffect: null },
  };
  const planned = JSON.stringify(buildCostInformation(source, plan, { withCharts: false, salutation: null }));
  expect(planned).toContain('in den Summen nicht enthalten sind laufende Kosten: Fonds X.');
  expect(planned).toContain('"label":"Ersparnis im Jahr","value":"unbekannt"');
  expect(costSentence(plan)).toContain('nicht bekannt');
});

it('says on every paper of a plan what nobody knows of the costs', () => {
  const unknown = { ...reportPlan.costs, isContractUnknown: true as const };
  const after = {
    ...reportPlan.after,
    costs: { ...reportPlan.after.costs, unknownFunds: ['Fonds X'], isContractUnknown: true as const },
  };
  const plan = { ...reportPlan, after, costs: unknown };
  const options = { withCharts: false, salutation: null };
  const papers = [
    buildOptimization(reportSource(), plan, { ...options, withReasons: false }, null),
    buildPlanComparison(reportSource(), plan, options),
    buildCostInformation(reportSource(), plan, options),
  ];
  for (const paper of papers) {
    const text = JSON.stringify(paper);
    expect(text).toContain('laufende Kosten: Fonds X, Kosten des Vertrags.');
    expect(text).toMatch(/Gebühr für den Fondswechsel"[^[]*?"unbekannt"/);
    expect(text).toMatch(/Einmalige Kosten","unbekannt"/);
  }
});

it('says nothing of a year costs nothing where nobody knows what it cost', () => {
  const source = reportSource();
  const nothingKnown = { ...source, costModel: null, ongoingFees: new Map<number, number | null>() };
  const costs = {
    from: '2025-01-01',
    to: '2025-12-31',
    averageValue: 1000,
    paidIn: 0,
    funds: 0,
    contract: null,
    unknownFunds: ['Fonds X'],
    entry: null,
    orders: 0,
    unknownOrders: 0,
    thirdParty: null,
    total: 0,
    isWhole: false,
    percent: 0,
  };
  const figures = { year: 2025, costs, plans: 0, partly: 0, performance: null, arePaymentsKnown: true };
  const paper = (total: number) =>
    JSON.stringify(exPostBlocks({ ...figures, costs: { ...costs, total, percent: total / 10 } }));
  expect(paper(0)).toContain('"label":"Kosten im Zeitraum","value":"unbekannt","note":""');
  expect(paper(0)).toMatch(/"Summe"[^\]]*"unbekannt"[^\]]*"unbekannt"/);
  expect(paper(0)).toContain('Um wie viel die Kosten den Wert minderten, ist nicht bekannt.');
  expect(paper(0)).not.toContain('mindestens');
  expect(paper(5)).toContain('"value":"mindestens 5,00\u00a0€"');
  expect(paper(5)).toContain('Die bekannten Kosten minderten den Wert um die oben genannte Summe.');

  const reviewOf = (of: typeof source) => {
    const review = { year: 2025, performance: null, arePaymentsKnown: true, advice: null, comparison: null };
    return JSON.stringify(buildPeriodicReview(of, review, { withCharts: false, salutation: null }));
  };
  expect(reviewOf(nothingKnown)).toMatch(
    /"Laufende Kosten","unbekannt\. Nicht bekannt und in den Summen nicht enthalten sind laufende Kosten: .*Kosten des Vertrags\."/,
  );
  expect(reviewOf({ ...source, costModel: null })).toMatch(/"Laufende Kosten","mindestens [1-9]/);
  const held = source.detail.currentPortfolio?.portfolioEntries ?? [];
  const allKnown = { ...source, ongoingFees: new Map(held.map(({ fundId }) => [fundId, 0.01])) };
  expect(reviewOf(allKnown)).toMatch(/"Laufende Kosten","[1-9][^"]* des heutigen Werts"/);
});

it('says wherever the score is shown how funds of unknown costs count in it, and nothing where all are known', () => {
  const source = reportSource();
  const [first] = source.detail.currentPortfolio?.portfolioEntries ?? [];
  if (!first) throw new Error('the contract holds funds');
  const options = { withCharts: false, salutation: null };
  const papersOf = (unknownFunds: string[], fees: ReadonlyMap<number, number | null>) => {
    const side = { ...reportPlan.after, costs: { ...reportPlan.after.costs, unknownFunds } };
    const plan = { ...reportPlan, after: side };
    const contractScore = {
      value: 78,
      stars: 4,
      level: 'fair' as const,
      parts: [],
      calculatedAt: '2026-11-18T09:12:00.000Z',
    };
    const own = { ...source, detail: { ...source.detail, contractScore }, ongoingFees: fees };
    return [
      buildOptimization(own, plan, { ...options, withReasons: false }, null),
      buildPlanComparison(own, plan, options),
      buildDepotOverview(own, reportChart, null, options),
    ].map((paper) => JSON.stringify(paper).includes(unknownCostsInScore));
  };
  const known = new Map(
    (source.detail.currentPortfolio?.portfolioEntries ?? []).map(({ fundId }) => [fundId, 0.01]),
  );
  expect(papersOf(['Fonds X'], new Map([...known, [first.fundId, null]]))).toEqual([true, true, true]);
  expect(papersOf([], known)).toEqual([false, false, false]);
});

it('writes an equity quota that nobody knows as unknown, and calls it neither risen nor fallen', () => {
  const plan = { ...reportPlan, after: { ...reportPlan.after, shareQuota: null } };
  const text = JSON.stringify(
    buildOptimization(
      reportSource(),
      plan,
      { withCharts: false, salutation: null, withReasons: false },
      null,
    ),
  );
  expect(text).toMatch(/Aktienquote","71,2\u00a0%","unbekannt","–"/);
  expect(text).not.toMatch(/Aktienquote (steigt|sinkt)/);
});

it('says what third parties pay by one rule: in the paper of a plan, of the contract and of a year', () => {
  const source = reportSource();
  const held = source.detail.currentPortfolio?.portfolioEntries ?? [];
  const textOf = (fees: [number, number | null][]) =>
    JSON.stringify(
      buildCostInformation({ ...source, distributionFees: new Map(fees) }, null, {
        withCharts: false,
        salutation: null,
      }),
    );
  const sum = held.reduce((total, { value }) => total + Math.round(value * 100), 0) / 100;
  const all = (fee: number | null) => held.map(({ fundId }): [number, number | null] => [fundId, fee]);
  expect(textOf(all(0.005))).toContain(`voraussichtlich ${money(sum * 0.005)} im Jahr`);
  expect(textOf(all(0))).toContain('keine Zuwendungen Dritter');
  for (const fees of [all(null), all(0.005).slice(1)])
    expect(textOf(fees)).toContain('liegt für diesen Vertrag nicht als Betrag vor');

  const year = (distributionFee: number | null) => {
    const valuation = { date: '2025-01-01', value: 3712, paidIn: 0, fundFee: 0.01, unknownFunds: [] };
    const { costModel, detail } = source;
    const costs = exPostCosts(
      [{ ...valuation, distributionFee }],
      costModel,
      0,
      2025,
      '2026-03-01',
      detail.contract,
    );
    if (!costs) throw new Error('the year has a valuation');
    const figures = { year: 2025, costs, plans: 0, partly: 0, performance: null, arePaymentsKnown: true };
    return JSON.stringify(exPostBlocks(figures));
  };
  expect(year(0.005)).toContain(`Zuwendungen Dritter an uns von ${money(18.56)}`);
  expect(year(0)).toContain('keine Zuwendungen Dritter an uns');
  expect(year(null)).toContain('liegt für diesen Vertrag nicht als Betrag vor');
});
