import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase } from '../fixtures/advice-case.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { knownStep, type StepQuestion } from './known-steps.ts';
import { unchanged } from './plan-portfolio.ts';

const { tariff, request } = adviceCase(randomSource(3), 'faulty');
const context = prepareTariff(tariff);

/** Which of the questions, asked one after the other, are planned; each has an answer of its own. */
function planned(questions: readonly StepQuestion[], own = prepareTariff(tariff)) {
  let count = 0;
  const answers = questions.map((question) =>
    knownStep(own, question, () => ({ ...unchanged(question.request), total: ++count })),
  );
  return answers.map((plan) => plan?.total);
}

const asked: StepQuestion = { request, isNecessary: true, fits: true };
const { contract } = request;

describe('runs that are remembered', () => {
  it('makes the same run once, also of a copy of its contract', () => {
    const copy = { ...request, contract: { ...contract, positions: [...contract.positions] } };
    expect(planned([asked, asked, { ...asked, request: copy }])).toEqual([1, 1, 1]);
  });

  it.each([
    ['another contract', { request: { ...request, contract: { ...contract, cash: contract.cash + 1 } } }],
    ['other promises', { request: { ...request, contract: { ...contract, guarantee: null } } }],
    ['money added', { request: { ...request, addedCash: request.addedCash + 1 } }],
    ['other rules', { request: { ...request, rules: { ...request.rules } } }],
    ['funds locked', { request: { ...request, locked: new Set(request.locked) } }],
    ['another limit', { request: { ...request, savingsLimits: { ...request.savingsLimits } } }],
    ['a context of its own', { request: { ...request, contextOf: () => context } }],
    ['another judge', { isNecessary: false }],
    ['units as they are', { fits: false }],
  ] satisfies [string, Partial<StepQuestion>][])('makes another for %s', (_, other) => {
    expect(planned([asked, { ...asked, ...other }, asked])).toEqual([1, 2, 1]);
  });

  it('makes another in another context, and keeps none', () => {
    expect(planned([asked])).toEqual([1]);
    expect(knownStep(context, asked, () => null)).toBeNull();
    expect(knownStep(context, asked, () => unchanged(request))).toBeNull();
  });

  it('forgets the oldest of many', () => {
    const many = Array.from({ length: 12 }, (_, k) => ({
      ...asked,
      request: { ...request, addedCash: 1 + k },
    }));
    expect(planned([asked, ...many, asked]).at(-1)).toBe(14);
    expect(planned([asked, ...many.slice(1), asked]).at(-1)).toBe(1);
  });
});
