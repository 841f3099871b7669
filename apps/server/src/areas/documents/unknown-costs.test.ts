import { expect, it } from 'vitest';
import { reportPlan } from '../../../test/report-plan.ts';
import { reportSource } from '../../../test/report-world.ts';
import { buildPlanComparison } from './report/build-comparison.ts';
import { buildCostInformation } from './report/build-cost-information.ts';
import { buildOptimization, costSentence } from './report/build-optimization.ts';

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
    expect(text).toMatch(/Umschichtungsgebühr"[^[]*?"unbekannt"/);
    expect(text).toMatch(/Einmalige Kosten","unbekannt"/);
  }
});
