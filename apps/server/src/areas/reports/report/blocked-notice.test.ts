import { describe, expect, it } from 'vitest';
import { reportPlan } from '../../../../test/report-plan.ts';
import { reportSource } from '../../../../test/report-world.ts';
import { buildPlanComparison } from './build-comparison.ts';
import { buildCostInformation } from './build-cost-information.ts';
import type { Plan } from './report-source.ts';

const options = { withCharts: false, salutation: null };
const letters = (plan: Plan) => [
  buildPlanComparison(reportSource(), plan, options),
  buildCostInformation(reportSource(), plan, options),
];

describe('letters about a plan that do not show its checks', () => {
  it('say what stands against carrying it out, and nothing where nothing does', () => {
    const text =
      'Die laufenden Kosten der Fonds betragen 0,13\u00a0% im Jahr; der Tarif erlaubt höchstens 0,12\u00a0%.';
    const free = { ...reportPlan, checks: [] };
    const blocked: Plan = {
      ...free,
      checks: [
        { checkKey: 'minimums', result: 'blocked', text },
        { checkKey: 'universe', result: 'ok', text: 'Alle Fonds gehören dazu.' },
      ],
    };
    for (const { blocks } of letters(blocked))
      expect(blocks).toContainEqual({
        kind: 'notice',
        tone: 'warn',
        title: 'Der Vorschlag darf so nicht ausgeführt werden',
        text,
      });
    for (const { blocks } of letters(free)) expect(JSON.stringify(blocks)).not.toContain('darf so nicht');
  });
});
