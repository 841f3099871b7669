import { expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { brokenPromises } from '../fixtures/adverse-rules.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { anInput, isins } from '../fixtures/advice-input-fixture.ts';
import { position } from '../fixtures/check-fixture.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { breaksCap } from '../planning/cost-cap.ts';
import { planOptimization } from '../planning/plan-optimization.ts';
import { planAdvice } from './plan-advice.ts';

/** Too few shares; of the two share funds the target's own costs 3 %, the other what is said. Before the orders all costs 1.2 %. */
function fullUnder(costCap: number | undefined, ter: number) {
  const positions = [position(isins[0], 6000), position(isins[1], 3000), position(isins[2], 1000)];
  const given = anInput({ contract: { ...anInput().contract, positions } }, [{}, {}, { ter: 0.03 }, { ter }]);
  const [proposal] = planAdvice({ ...given, tariff: { ...given.tariff, costCap } }, {}, 'full');
  return {
    orders: proposal?.transactions.map(
      ({ action, isin }) => `${action} ${isins.findIndex((one) => one === isin) + 1}`,
    ),
    isBlocked: proposal?.checks.some(({ result }) => result === 'blocked'),
    cap: proposal?.messages.flatMap(({ text }) => (text.includes('Kostengrenze') ? [text] : [])),
  };
}

it('buys the cheaper fund of a group where the dearer one would break the cap of the tariff', () => {
  const free = { orders: ['sell 1', 'buy 3'], isBlocked: false, cap: [] };
  expect(fullUnder(undefined, 0.002)).toEqual(free);
  expect(fullUnder(0.019, 0.002)).toEqual(free);
  expect(fullUnder(0.015, 0.002)).toEqual({
    orders: ['sell 1', 'sell 3', 'buy 4'],
    isBlocked: false,
    cap: [
      'Die Kostengrenze des Tarifs von 1,50\u00a0% im Jahr bestimmt, was gekauft wird: Ohne sie wären es in derselben Peergroup teurere Fonds.',
    ],
  });
  // No plan keeps this one: the proposal stays as it is, and its checks and messages say so.
  expect(fullUnder(0.011, 0.029)).toEqual({
    ...free,
    isBlocked: true,
    cap: [
      'Die Kostengrenze des Tarifs von 1,10\u00a0% im Jahr steht dem Vorschlag im Weg: Auch mit günstigeren Fonds der Auswahl ließe sich nicht ebenso viel beheben, ohne sie zu überschreiten.',
    ],
  });
});

it('keeps what is promised of every proposal, and breaks fewer caps', () => {
  let kept = 0;
  for (const profile of adviceProfiles)
    for (let seed = 1; seed <= 8; seed++) {
      const { tariff, request } = adviceCase(randomSource(800_000 + seed), profile);
      const context = prepareTariff(tariff);
      const free = planOptimization(context, request);
      const costCap = 0.98 * Math.max(...free.map(({ after }) => after.ter));
      const capped = { ...request, costCap };
      const proposals = planOptimization(context, capped);
      expect(brokenPromises(context, capped, proposals)).toEqual([]);
      // Whoever breaks the cap says so, and the recommendation says where it decides what is bought.
      for (const { limits, contractAfter, isRecommended, mode, recommendation } of proposals) {
        const named = limits.map(({ limit }) => limit).filter((limit) => limit.startsWith('tariff.costCap'));
        const isBroken = breaksCap(context, request.contract, contractAfter, costCap);
        expect(named.includes('tariff.costCap.broken')).toBe(isBroken);
        const says = recommendation?.includes('Kostengrenze') === true;
        const shall = named.includes('tariff.costCap.kept');
        expect(isRecommended && mode === 'necessary' ? says : shall).toBe(shall);
      }
      const breaks = (all: typeof free) =>
        all.filter(({ contractAfter }) => breaksCap(context, request.contract, contractAfter, costCap))
          .length;
      kept += breaks(free) - breaks(proposals);
    }
  expect(kept).toBeGreaterThan(2);
});
