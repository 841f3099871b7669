import { expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase } from '../fixtures/advice-case.ts';
import { aCheck } from '../fixtures/check-fixture.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { namedLimits } from './named-limits.ts';
import { planProposal } from './plan-optimization.ts';

const fallen = (before: number, after: number) =>
  namedLimits(
    aCheck({ parts: { allocation: before } }),
    aCheck({ parts: { allocation: after } }),
    () => null,
  ).map(({ text }) => text);
const cause = 'weil die zulässigen Aufträge nicht näher an die Zielaufteilung führen';

it('says a fall in whole points, and with a decimal where these are the same', () => {
  expect(fallen(98.4, 96.2)).toEqual([`Die Teilnote Aufteilung sinkt von 98 auf 96, ${cause}.`]);
  expect(fallen(98.4, 97.6)).toEqual([`Die Teilnote Aufteilung sinkt von 98,4 auf 97,6, ${cause}.`]);
});

it('says nothing of what rounding takes', () => {
  expect(fallen(98.4, 98)).toEqual([]);
  expect(fallen(98, 98.4)).toEqual([]);
});

it('never says that the tariff has no better funds where it has one for a fund that is bought', () => {
  const beside = { costs: 0, quality: 0 };
  const untrue: string[] = [];
  for (let seed = 1; seed <= randomCases(150); seed++) {
    const { tariff, request } = adviceCase(randomSource(seed), 'calm');
    const context = prepareTariff(tariff);
    const { orders, limits } = planProposal(context, request, 'full');
    const bought = orders.flatMap(({ isin, action }) => (action === 'buy' && context.funds.get(isin)) || []);
    const isDearer = bought.some(({ cheaper }) => cheaper !== null);
    const isLower = bought.some(({ groupIndex, rank }) =>
      tariff.shortlists[groupIndex]?.some((isin) => {
        const other = context.funds.get(isin);
        return other && !other.isUnwanted && (other.rank ?? 0) > (rank ?? 0);
      }),
    );
    for (const { limit, text } of limits) {
      if (limit === 'score.costs' && isDearer) {
        if (text.includes('keine günstigeren Fonds')) untrue.push(`${seed}: ${text}`);
        if (text.endsWith('in derselben Peergroup günstigere enthält.')) beside.costs++;
      }
      if (limit === 'score.quality' && isLower) {
        if (text.includes('keine Fonds mit höherem Rang')) untrue.push(`${seed}: ${text}`);
        if (text.endsWith('in derselben Peergroup Fonds mit höherem Rang enthält.')) beside.quality++;
      }
    }
  }
  expect(untrue).toEqual([]);
  expect(Math.min(beside.costs, beside.quality)).toBeGreaterThan(0);
});
