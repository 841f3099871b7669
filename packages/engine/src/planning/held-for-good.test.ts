import { expect, it } from 'vitest';
import type { Hint } from '../check/contract-input.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { liftedTogether, liftsOf } from './lifted-limits.ts';
import { openLimits } from './open-limits.ts';
import type { PlanRequest } from './plan-input.ts';
import { planProposal } from './plan-optimization.ts';

const ofFunds: readonly string[] = ['H04', 'H06', 'H07', 'H19'];

/** Whether units of a fund leave a fraction of what is held. */
function isFraction({ contract, traded }: PlanRequest, isin: string): boolean {
  const held = contract.positions.find((position) => position.isin === isin);
  const units = (held?.quantity ?? 0) * 10 ** (traded.get(isin)?.unitDecimals ?? 0);
  return Math.abs(units - Math.round(units)) > 0.01 && (held?.price ?? 0) > 5;
}

it('lifts nothing but units for a fund of which a fraction stays, and names what lifting one limit after the other names', {
  timeout: 120_000,
}, () => {
  let seen = 0;
  for (const profile of adviceProfiles)
    for (let seed = 1; seed <= randomCases(40); seed++) {
      const { tariff, request } = adviceCase(randomSource(seed), profile);
      const context = prepareTariff(tariff);
      const { after } = planProposal(context, request, 'necessary', false);
      const left = after.hints.filter(
        ({ code, severity, subject }) =>
          severity === 1 && ofFunds.includes(code) && isFraction(request, subject),
      );
      for (const hint of left) {
        const alone = { ...after, status: 'in' as const, hints: [hint] };
        const asked: PlanRequest[] = [];
        const [found] = openLimits(context, request, alone, (other, lifted) => {
          asked.push(lifted);
          return planProposal(other, lifted, 'necessary', false).after;
        });
        // What data or a lock keep is named without any plan.
        if (asked.length === 0) continue;
        seen += 1;
        const single = liftsOf(request);
        const isLeft = ({ code, subject, severity }: Hint) =>
          code === hint.code && subject === hint.subject && severity >= hint.severity;
        const first = [...single, ...liftedTogether(single)].find(
          ({ lift }) => !planProposal(context, lift(request), 'necessary', false).after.hints.some(isLeft),
        );
        expect({
          case: `${profile} ${seed}`,
          stillFractions: asked.filter((lifted) => isFraction(lifted, hint.subject)),
          limit: first ? found?.limit : null,
        }).toEqual({ case: `${profile} ${seed}`, stillFractions: [], limit: first?.limit ?? null });
      }
    }
  expect(seen).toBeGreaterThan(0);
});
