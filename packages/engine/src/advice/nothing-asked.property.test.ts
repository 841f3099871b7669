import { describe, expect, it } from 'vitest';
import { type AdviceProfile, adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { inputOf } from '../fixtures/advice-input-fixture.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { planRecommended } from '../planning/plan-optimization.ts';
import type { AdviceInput } from './advice-input.ts';
import { adviceRequest } from './advice-request.ts';
import { adviceWhereNothingIsAsked } from './nothing-asked.ts';
import { planAdvice } from './plan-advice.ts';
import { keptAdvice } from './recommended-advice.ts';

/** What the whole plan comes to, with the hints before and after it. */
function planned(input: AdviceInput) {
  const proposals = planAdvice(input, {}, 'quicklyRecommended');
  const codesOf = (side: 'before' | 'after') => proposals[0]?.[side].hints.map(({ hintCode }) => hintCode);
  return { advice: keptAdvice(proposals), before: codesOf('before'), after: codesOf('after') };
}

const maybe = (random: () => number, chance: number) => random() < chance;

/** A contract of a profile with what else is asked of clients; half of them as the recommended proposal leaves them. */
function anyInput(random: () => number, profile: AdviceProfile): AdviceInput {
  const given = inputOf(adviceCase(random, profile));
  const { tariff, costs } = given;
  const input: AdviceInput = {
    ...given,
    tariff: {
      ...tariff,
      silencedHints: maybe(random, 0.2) ? ['H10', 'H14', 'H20'] : [],
      ...(maybe(random, 0.2) && { costCap: 0.004 + 0.01 * random() }),
    },
    riskAssessment: {
      riskClassId: maybe(random, 0.1) ? 1 : maybe(random, 0.2) ? 3 : 2,
      validUntil: maybe(random, 0.05) ? '1990-01-01' : '2100-01-01',
      suggestedRiskClassId: null,
    },
    ...(maybe(random, 0.05) && { holdersWithoutProfile: 1 }),
    ...(maybe(random, 0.1) && { underageHolders: { count: 1, until: '2030-01-01' } }),
    ...(maybe(random, 0.1) && {
      lifeCycle: { from: '2020-01-01', highestRiskClassId: random() < 0.5 ? 1 : 2 },
    }),
    ...(maybe(random, 0.3) && {
      client: { knowledge: 'basic', lossCapacity: 'none', hasLowestRisk: false, horizonYears: 5 },
    }),
    costs: { ...costs, ...(maybe(random, 0.2) && { isUnknown: true }) },
  };
  const { context, request } = adviceRequest(input, {});
  const contract = maybe(random, 0.5)
    ? planRecommended(context, request, false).contractAfter
    : input.contract;
  return {
    ...input,
    contract: {
      ...contract,
      ...(maybe(random, 0.03) && { cash: -20 }),
      ...(maybe(random, 0.3) && {
        guarantee: { promised: 60_000 * random(), level: 0.8, interest: 0.01, endDay: 24_000, secured: 0 },
      }),
      positions: contract.positions.map((held) => ({
        ...held,
        // Sold whole, valued otherwise than the fund, or worth nobody knows what.
        quantity: maybe(random, 0.01) ? 0 : held.quantity,
        price: maybe(random, 0.01) ? null : maybe(random, 0.05) ? (held.price ?? 0) * 1.001 : held.price,
      })),
    },
  };
}

describe('what is recommended where nothing is asked', { timeout: 300_000 }, () => {
  it.each(adviceProfiles)('is what the whole plan comes to, and asked for nowhere else: %s', (profile) => {
    const seeds = randomCases(800);
    let unasked = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const input = anyInput(randomSource(seed * 31 + adviceProfiles.indexOf(profile)), profile);
      const short = adviceWhereNothingIsAsked(input);
      const long = planned(input);
      const { positions } = input.contract;
      const holdsNothing = positions.length === 0 || positions.some(({ quantity }) => quantity <= 0);
      const codes = short?.check.hints.map(({ code }) => code);
      const expected = short
        ? { advice: short.advice, before: codes, after: codes }
        : { ...long, ...(!holdsNothing && { advice: { ...long.advice, isNeeded: true } }) };
      unasked += short ? 1 : 0;
      expect({ seed, ...long }).toEqual({ seed, ...expected });
    }
    expect(unasked).toBeGreaterThan(seeds / 20);
  });
});
