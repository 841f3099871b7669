import type { ProposalMode } from '@depotwerk/domain/advice/proposal-modes';
import { describe, expect, it } from 'vitest';
import { checkContract } from '../check/check-contract.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';

import { type LeastPlan, leastPlans } from '../fixtures/least-plans.ts';
import { brokenBooks, brokenGroups } from '../fixtures/proposal-rules.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { sizeOf } from '../fixtures/smallest-plan.ts';
import { addedFindings } from './judge-plan.ts';
import { isAskedFor } from './open-demands.ts';
import { type Proposal, planOptimization, planProposal, planRecommended } from './plan-optimization.ts';

/** What a contract's proposals must come up to, with what is missing from it in a line each. */
function shortOf(row: LeastPlan): string[] {
  const { tariff, request } = adviceCase(randomSource(row.seed), row.profile);
  const context = prepareTariff(tariff);
  const cash = request.contract.cash + request.addedCash;
  const start = checkContract(context, { ...request.contract, cash });
  const proposals = planOptimization(context, request);
  const of = (mode: ProposalMode) => proposals.find((proposal) => proposal.mode === mode)!;
  const [necessary, full, savings] = [of('necessary'), of('full'), of('savingsPlanOnly')];
  const short: string[] = [...brokenBooks(request, proposals), ...brokenGroups(context, request, necessary)];
  const want = (isMet: boolean, line: string) => {
    if (!isMet) short.push(line);
  };
  for (const { mode, isFeasible, limits } of [necessary, full, savings])
    want(isFeasible && (mode === 'savingsPlanOnly' || limits.length === 0), `${mode}: a limit binds`);
  const left = ({ after }: Proposal, severity: number) =>
    after.hints.filter((hint) => hint.severity === severity).length;
  want(left(necessary, 2) <= row.errors, 'an error is left');
  want(left(necessary, 1) <= row.warnings, 'a warning is left');
  want(necessary.after.distance <= row.distance + 1e-4, 'the band is not reached');
  const own = sizeOf(context, request, necessary);
  want(own.turnover <= 1.051 * row.turnover, 'more turnover than needed');
  want(own.turnover >= 0.99 * row.turnover, 'less turnover than is possible');
  want(own.orders <= row.orders + 1, 'more orders than needed');
  want(left(full, 2) + left(full, 1) <= row.leftByFull, 'the full switch leaves something');
  want(full.after.parts.allocation >= row.targetByFull, 'the full switch does not come to the target');
  want(savings.after.parts.savingsPlan >= row.savingsPlan - 1e-3, 'the savings plan could fit better');
  for (const proposal of [necessary, full]) {
    const { mode, after, orders, contractAfter } = proposal;
    want(after.score >= start.score, `${mode}: the score falls`);
    want(addedFindings(start, after).length === 0, `${mode}: adds a finding`);
    want(
      orders.every(({ reason }) => /^[A-ZÄÖÜ].{10,}\.$/.test(reason)),
      `${mode}: a reason is no sentence`,
    );
    const next = planProposal(context, { ...request, contract: contractAfter, addedCash: 0 }, mode);
    want(next.orders.length === 0, `${mode}: orders in a second run`);
  }
  const recommended = proposals.filter(({ isRecommended }) => isRecommended).map(({ mode }) => mode);
  const isAsked = isAskedFor(context, request, necessary.before);
  const expected = isAsked ? 'necessary' : 'keepPortfolio';
  want(recommended.join(' ') === expected, 'another proposal is recommended');
  return short.map((line) => `${row.profile} ${row.seed}: ${line}`);
}

describe('proposals compared with the best there are', { timeout: 60_000 }, () => {
  const rows = leastPlans();

  it.each(adviceProfiles)('come up to them: %s', (profile) => {
    const own = rows.filter((row) => row.profile === profile);
    expect(own.length).toBeGreaterThanOrEqual(15);
    expect(own.flatMap(shortOf)).toEqual([]);
  });
});

it('are the same where nobody asks yet which limits keep something open, but for the sentences about them', () => {
  const rows = leastPlans().slice(0, 40);
  const shown = (proposals: readonly Proposal[]) =>
    proposals.map(({ recommendation: _sentence, ...proposal }) => proposal);
  for (const { seed, profile } of rows) {
    const { tariff, request } = adviceCase(randomSource(seed), profile);
    const context = prepareTariff(tariff);
    const quick = planOptimization(context, request, false);
    expect(shown(quick)).toEqual(shown(planOptimization(context, request)));
    expect(quick.filter(({ isRecommended }) => isRecommended)).toHaveLength(1);
  }
});

describe('the recommended proposal planned alone', () => {
  it.each(adviceProfiles)('is the one that is marked among all four: %s', (profile) => {
    for (let seed = 1; seed <= 25; seed++) {
      const { tariff, request } = adviceCase(randomSource(seed), profile);
      const context = prepareTariff(tariff);
      const marked = planOptimization(context, request).filter(({ isRecommended }) => isRecommended);
      expect([planRecommended(context, request)]).toEqual(marked);
      const [quick] = planOptimization(context, request, false).filter(({ isRecommended }) => isRecommended);
      expect(planRecommended(context, request, false)).toEqual(quick);
    }
  });
});
