import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase } from '../fixtures/advice-case.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { chooseSavingsGroups } from './choose-savings-groups.ts';
import { knownPlans, knownSituation } from './known-plans.ts';
import type { PlanRequest } from './plan-input.ts';
import { overfilled } from './situation.ts';

const { tariff, request } = adviceCase(randomSource(3), 'faulty');
const { contract } = request;
const copy: PlanRequest = { ...request, contract: { ...contract, positions: [...contract.positions] } };
const others: readonly (readonly [string, PlanRequest])[] = [
  ['another contract', { ...request, contract: { ...contract, cash: contract.cash + 1 } }],
  ['money added', { ...request, addedCash: request.addedCash + 1 }],
  ['funds locked', { ...request, locked: new Set(request.locked) }],
  ['money beyond tolerances', { ...request, overfills: true }],
];

describe.each([
  ['plans', knownPlans],
  ['situations', knownSituation],
] as const)('%s that are remembered', (_, known) => {
  it('are the same for a copy of the contract', () => {
    const context = prepareTariff(tariff);
    const first = known(context, request);
    expect(known(context, copy)).toBe(first);
  });

  it.each(others)('are others for %s', (_name, other) => {
    const context = prepareTariff(tariff);
    const first = known(context, request);
    expect(known(context, other)).not.toBe(first);
    expect(known(context, other).request).toBe(other);
    expect(known(context, request)).toBe(first);
  });

  it('are others in another context', () => {
    const first = known(prepareTariff(tariff), request);
    expect(known(prepareTariff(tariff), request)).not.toBe(first);
  });

  it('go, the oldest first', () => {
    const context = prepareTariff(tariff);
    const first = known(context, request);
    for (let k = 1; k <= 12; k++) known(context, { ...request, addedCash: k });
    expect(known(context, request)).not.toBe(first);
  });
});

it('a situation that puts money beyond tolerances shares where groups end, and no plan', () => {
  const situation = knownSituation(prepareTariff(tariff), request);
  const beyond = overfilled(situation);
  expect(beyond.request.overfills).toBe(true);
  expect(beyond.reached).toBe(situation.reached);
  expect(beyond.planned).not.toBe(situation.planned);
  expect(beyond.around).not.toBe(situation.around);
});

it('a choice of groups that is remembered is that of the same groups, minimums and units', () => {
  const groups = [
    { target: 6, least: 5 },
    { target: 4, least: 5 },
  ];
  expect(chooseSavingsGroups(groups, 10)).toEqual([5, 5]);
  const copied = groups.map((group) => ({ ...group }));
  expect(chooseSavingsGroups(copied, 10)).toEqual([5, 5]);
  expect(chooseSavingsGroups([groups[0]!, { target: 4, least: 6 }], 10)).toEqual([10, 0]);
  expect(chooseSavingsGroups([groups[0]!, { target: 1, least: 5 }], 10)).toEqual([10, 0]);
  expect(chooseSavingsGroups(groups, 11)).toEqual([6, 5]);
  expect(chooseSavingsGroups(groups, 4)).toBeNull();
});
