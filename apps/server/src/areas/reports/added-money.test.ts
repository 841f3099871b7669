import { expect, it } from 'vitest';
import { reportPlan } from '../../../test/report-plan.ts';
import { reportSource } from '../../../test/report-world.ts';
import { buildCostInformation } from './report/build-cost-information.ts';
import type { Plan } from './report/report-source.ts';

/** Headings and first row of the table of what costs do. */
function firstEffect(plan: Plan) {
  const { blocks } = buildCostInformation(reportSource(), plan, { withCharts: false, salutation: null });
  const [table] = blocks.flatMap((block) =>
    block.kind === 'table' && JSON.stringify(block.columns).includes('Wert ohne Kosten') ? [block] : [],
  );
  return JSON.stringify([table?.columns[1], table?.rows[0]]);
}

/** Every amount in euros, in order. */
const moneyOf = (text: string): number[] => {
  return [...text.matchAll(/([\d.]+,\d\d)\s€/g)].map(([, figure = '']) =>
    Number(figure.replaceAll('.', '').replace(',', '.')),
  );
};

it('begins with the value of today, whatever whole units and costs make of it', () => {
  const after = { ...reportPlan.after, totalValue: reportPlan.before.totalValue - 29.15 };
  const [plain, own] = [firstEffect(reportPlan), firstEffect({ ...reportPlan, after })];
  expect(plain).toContain('Heutiger Wert und Beiträge');
  // What is there and paid in, and what becomes of it without costs.
  expect(moneyOf(own).slice(0, 2)).toEqual(moneyOf(plain).slice(0, 2));
});

it('counts what is added in full and not what is left of it', () => {
  const entry = 250;
  const costs = { ...reportPlan.costs, entry };
  const totalValue = reportPlan.before.totalValue + 10_000 - entry;
  const added = firstEffect({
    ...reportPlan,
    choices: { cashAmount: 10_000 },
    costs,
    after: { ...reportPlan.after, totalValue },
  });
  expect(added).toContain('Heutiger Wert, Zuzahlung und Beiträge');
  const [paidIn = 0] = moneyOf(added);
  const [paidInBefore = 0] = moneyOf(firstEffect(reportPlan));
  expect(paidIn - paidInBefore).toBeCloseTo(10_000, 2);
});
