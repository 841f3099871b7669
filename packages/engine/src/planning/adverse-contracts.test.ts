import { expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { type AdverseProfile, adverseContract, adverseProfiles } from '../fixtures/adverse-contract.ts';
import { brokenPromises } from '../fixtures/adverse-rules.ts';
import { planOptimization } from './plan-optimization.ts';

/** All four proposals of a contract, and the promises they break. */
function planned(profile: AdverseProfile, seed: number) {
  const { tariff, request } = adverseContract(seed, profile);
  const context = prepareTariff(tariff);
  const proposals = planOptimization(context, request);
  return { request, proposals, broken: brokenPromises(context, request, proposals) };
}

it.each(adverseProfiles)('keeps what is promised: %s', { timeout: 240_000 }, (profile) => {
  const seeds = Array.from({ length: profile === 'saver' ? 12 : 4 }, (_, k) => 1001 + k);
  const broken = seeds.flatMap((seed) => {
    const lines = planned(profile, seed).broken;
    return lines.length > 0 ? [`${seed}: ${lines.join('; ')}`] : [];
  });
  expect(broken).toEqual([]);
});

// New money left idle would be calmer than what it buys: what is asked for is to invest it, and the score does not fall by that.
it.each([110_952, 111_208])('investing new money is judged by the contract before: stuck %i', (seed) => {
  const { proposals, broken } = planned('stuck', seed);
  const [keep] = proposals;
  expect(broken).toEqual([]);
  expect(keep?.orders.length).toBeGreaterThan(0);
  expect(keep!.after.score).toBeGreaterThanOrEqual(keep!.before.score);
});

/*
 * A second run had orders that its own limits forbade (380, 464), or sold and bought for a cent (513); an excluded fund without
 * price asked for sales again and again (50443); a better score led further off the band, and back (50522); two funds of one
 * group took the place of another group in a savings plan of few funds, which kept good orders back (50293); what is ordered only once
 * the savings plan has changed was left to the next run (50684); what one fund holds too much of was less than its smallest order, until
 * new money had been put into it (70619); below the band every run found the fees of the next one to be a gain, for they take away
 * cash (80495); only from where the smallest steps end did the way to the target mend more (90022); an
 * excluded fund that costs more to sell than it brings was a reason for any order at all (90633); runs that each
 * sold a little less than the one before were given up before they came to rest (90410); a sale that several runs left too small to
 * be an order was left out and the buys it pays for were not, so that the runs could not be made as one (201191, 200846); and runs
 * that each sold as much again were given up before the risk was in its band (230244). Orders that follow from the changed savings plan
 * were judged by the one that would be chosen if it had not changed, and left to the next run (400571).
 * Where number and share of the funds saved into are limited, saving began beside a fund that is held (960015, 960049), and so it
 * did where limits let new money wait: in what that money would have bought (2417049).
 */
it.each([
  ['tight', 380],
  ['tight', 464],
  ['twenty', 513],
  ['stuck', 50_443],
  ['stuck', 50_522],
  ['saver', 50_293],
  ['saver', 50_684],
  ['tight', 70_619],
  ['tight', 80_495],
  ['tight', 90_022],
  ['stuck', 90_633],
  ['stuck', 90_410],
  ['tight', 201_191],
  ['twenty', 200_846],
  ['stuck', 230_244],
  ['stuck', 7_900_098],
  ['saver', 400_571],
  ['saver', 960_015],
  ['saver', 960_049],
  ['tight', 2_417_049],
] as const)('keeps what is promised, once it did not: %s %i', { timeout: 60_000 }, (profile, seed) => {
  expect(planned(profile, seed).broken).toEqual([]);
});

it.each([268, 449])('keeping is possible where limits hold new money back: tight %i', (seed) => {
  const { request, proposals, broken } = planned('tight', seed);
  const [keep] = proposals;
  expect(broken).toEqual([]);
  expect(keep).toMatchObject({ mode: 'keepPortfolio', isFeasible: true, isRecommended: true, orders: [] });
  expect(keep?.contractAfter.cash).toBeCloseTo(request.contract.cash + request.addedCash, 9);
  // Why the money waits is said.
  expect(keep?.limits[0]?.text).toMatch(/unter der Untergrenze|über der Obergrenze|Nötig/);
});

it('has no orders where a limit cannot be kept', () => {
  const infeasible = [380, 464, 449].flatMap((seed) =>
    planned('tight', seed).proposals.filter(({ isFeasible }) => !isFeasible),
  );
  for (const { orders, reasons, after, before } of infeasible) {
    expect(orders).toEqual([]);
    expect(reasons.length).toBeGreaterThan(0);
    expect(after.hints.length).toBeGreaterThanOrEqual(before.hints.length);
  }
  expect(infeasible.length).toBeGreaterThan(0);
});

// The way to the target kept a limit in no way, while the smallest intervention did: the full switch was refused beside it.
it.each([['tight', 6_200_024]] as const)(
  'the full switch is possible where the smallest intervention is: %s %i',
  (profile, seed) => {
    const { proposals, broken } = planned(profile, seed);
    const [, , necessary, full] = proposals;
    expect(broken).toEqual([]);
    expect(necessary).toMatchObject({ isFeasible: true });
    expect(necessary?.orders.length).toBeGreaterThan(0);
    expect(full).toMatchObject({ isFeasible: true, reasons: [] });
  },
);
