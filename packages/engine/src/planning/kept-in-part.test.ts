import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { aContract, aTariff, position } from '../fixtures/check-fixture.ts';
import { aRequest, traded } from '../fixtures/plan-fixture.ts';
import { openDemands } from './open-demands.ts';
import { noLimits } from './plan-input.ts';
import { planProposal } from './plan-optimization.ts';

// Bonds and equity of 80 euros each, where the tariff asks for 100; of equity no order below 500 euros is taken.
const contextOf = (bonds: number) =>
  prepareTariff(
    aTariff([], {
      targetWeights: [0.98 - bonds, bonds, 0.02],
      target: 10,
      range: 10,
      silencedHints: ['H13'],
    }),
  );
const contract = aContract([position('CASH', 9340), position('BOND', 80), position('EQTY', 80)], {
  cash: 500,
});
const funds = [
  traded('CASH', { unitDecimals: 3 }),
  traded('BOND', { unitDecimals: 3 }),
  traded('EQTY', { unitDecimals: 3, minimumOrder: 500 }),
];
const request = aRequest(contract, funds, {
  portfolioLimits: { ...noLimits, value: { min: 100, max: null } },
});

describe('limits of the tariff that can be kept only in part', () => {
  it.each([
    ['where a remark is mended as well', 0.02],
    ['where the check has nothing to say of it', 0.008],
  ])('are kept as far as they can be, %s, and the proposal says which is not, and why', (_, bonds) => {
    const context = contextOf(bonds);
    const proposal = planProposal(context, request, 'necessary');
    expect(proposal).toMatchObject({ isFeasible: true, isRecommended: true });
    expect(proposal.orders.map(({ action, isin }) => `${action} ${isin}`)).toEqual(['buy BOND']);
    expect(proposal.recommendation).toMatch(
      / Danach bleibt offen: EQTY liegt unter der Untergrenze .* EQTY bliebe mit 80,00\u00a0€ unter der Untergrenze; Mindestauftrag oder Anteilsgröße erlauben keinen passenden Auftrag\.$/,
    );
    const next = { ...request, contract: proposal.contractAfter };
    expect(openDemands(context, next)).toHaveLength(1);
    expect(planProposal(context, next, 'necessary').orders).toEqual([]);
  });
});
