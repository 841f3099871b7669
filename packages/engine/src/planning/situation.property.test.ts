import { expect, it } from 'vitest';
import { checkContract } from '../check/check-contract.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { adverseContract, adverseProfiles } from '../fixtures/adverse-contract.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { collectHoldings } from './holdings.ts';
import { necessaryTargets } from './necessary-targets.ts';
import { type BuyPreference, situationOf } from './situation.ts';

const anyOf = <T>(random: () => number, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)]!;

it.each(adverseProfiles)('no way to mend changes what another way comes to: %s', (profile) => {
  const random = randomSource(11);
  let ways = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const { tariff, request } = adverseContract(seed, profile);
    const measure = anyOf(random, ['VOLATILITY', 'EQUITY_QUOTA'] as const);
    const context = prepareTariff({ ...tariff, measure });
    const holdings = collectHoldings(context, request);
    const { hints } = checkContract(context, request.contract);
    const shared = situationOf(context, request, holdings);
    for (let k = 0; k < 12; k++) {
      const some = hints.filter(() => random() < 0.7);
      const prefers: BuyPreference = {
        funds: anyOf(random, ['held', 'best', 'cheapest'] as const),
        raises: random() < 0.5,
        fits: random() < 0.3,
        avoids: random() < 0.3,
      };
      const sold = new Set(
        holdings.flatMap(({ isin, value }) => (value > 0 && random() < 0.1 ? [isin] : [])),
      );
      const alone = necessaryTargets(situationOf(context, request, holdings), some, prefers, sold);
      expect(necessaryTargets(shared, some, prefers, sold)).toEqual(alone);
      ways += alone.targets.size > 0 ? 1 : 0;
    }
  }
  expect(ways).toBeGreaterThan(100);
});
