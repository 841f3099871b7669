import { expect, it } from 'vitest';
import { adviceCase } from '../fixtures/advice-case.ts';
import { inputOf } from '../fixtures/advice-input-fixture.ts';
import { randomSource } from '../fixtures/random-source.ts';
import type { AdviceInput } from './advice-input.ts';
import { editAdvice } from './edit-advice.ts';
import { planAdvice } from './plan-advice.ts';

/** The same contract with every holding and every part of the savings plan in two halves. */
function inHalves(input: AdviceInput): AdviceInput {
  const { positions, savingsPlan } = input.contract;
  const halved = <T>(list: readonly T[], half: (one: T) => T) =>
    list.flatMap((one) => [half(one), half(one)]);
  return {
    ...input,
    contract: {
      ...input.contract,
      positions: halved(positions, (held) => ({
        ...held,
        quantity: held.quantity / 2,
        costValue: held.costValue === null ? null : held.costValue / 2,
      })),
      savingsPlan: savingsPlan && {
        ...savingsPlan,
        entries: halved(savingsPlan.entries, (entry) => ({ ...entry, percent: entry.percent / 2 })),
      },
    },
  };
}

it.each(['calm', 'faulty', 'wild', 'small'] as const)(
  'proposals for a %s contract that lists its funds twice say the same, and so do those changed by hand',
  (profile) => {
    for (let seed = 3_310_001; seed < 3_310_006; seed++) {
      const input = inputOf(adviceCase(randomSource(seed), profile));
      const proposals = planAdvice(input, {});
      expect(planAdvice(inHalves(input), {}), `${seed}`).toEqual(proposals);
      const orders = proposals[1]?.transactions.map(({ action, isin, quantity, reason }) => ({
        action,
        isin,
        quantity,
        amount: null,
        reason,
        hints: [],
        switchWith: null,
      }));
      const edit = { orders: orders ?? [], savingsPlan: null };
      expect(editAdvice(inHalves(input), {}, edit), `${seed}`).toEqual(editAdvice(input, {}, edit));
    }
  },
);
