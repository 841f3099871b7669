import { yearlyCosts } from '@depotwerk/domain/contracts/yearly-costs';
import { heldProjection } from '@depotwerk/engine/analysis/held-projection';
import { correlationClusters, heldRisk } from '@depotwerk/engine/analysis/held-risk';
import { heldScenarios } from '@depotwerk/engine/analysis/held-scenarios';
import { sustainabilityOf } from '@depotwerk/engine/analysis/sustainability';
import { dayNumber } from '@depotwerk/engine/figures/cash-flow-returns';
import type { GuaranteeTerms } from '@depotwerk/engine/guarantee/guarantee-cover';
import type { ContractAnalysis } from './public/analysis-queries.ts';

export type AnalysisFigures = ReturnType<typeof figuresOf>;

/** How much is known of what is paid a year: by the funds, and by the cost model of the contract. */
export function knownCosts({
  holdings,
  costModel,
}: {
  readonly holdings: readonly { readonly ongoingFee: number | null }[];
  readonly costModel: object | null;
}): 'all' | 'some' | 'none' {
  const unknown = holdings.filter(({ ongoingFee }) => ongoingFee === null).length;
  if (unknown === 0 && costModel !== null) return 'all';
  return unknown === holdings.length && costModel === null ? 'none' : 'some';
}

/** Everything the tab shows but the projection itself, which is computed beside the page. */
export function figuresOf(analysis: ContractAnalysis) {
  const { holdings, groups, costModel, savings, target, today } = analysis;
  const { cash, totalValue } = analysis.valuation;
  const risk = heldRisk(holdings, groups, cash);
  const costs = yearlyCosts(holdings, totalValue, costModel);
  const fundsValue = holdings.reduce((sum, { value }) => sum + value, 0);
  const feesUnknown = holdings.filter(({ ongoingFee }) => ongoingFee === null);
  // The funds' costs weigh on what is projected, those of the contract on all of it.
  const fee = costModel?.contractFeeMonthly ?? 0;
  const ongoingCost =
    (risk.value > 0 ? costs.funds / risk.value : 0) +
    (totalValue > 0 ? ((costs.contract ?? 0) - 12 * fee) / totalValue : 0);
  const rates = {
    ongoingCost,
    entryCost: costModel?.entryFee ?? 0,
    // Fixed, whatever the value grows to: as a part of a small value it would eat up all that is still to come.
    monthlyFee: totalValue > 0 ? (fee * risk.value) / totalValue : 0,
  };
  return {
    risk,
    costs,
    fundsValue,
    feesUnknown,
    knownCosts: knownCosts(analysis),
    feesUnknownShare:
      fundsValue > 0 ? feesUnknown.reduce((sum, { value }) => sum + value, 0) / fundsValue : null,
    /** Of the contract's value, what is not projected: it lies with the insurer. */
    outsideValue: Math.max(0, totalValue - risk.value),
    rates,
    clusters: correlationClusters(holdings, groups, cash),
    scenarios: heldScenarios(holdings),
    sustainability: sustainabilityOf(holdings),
    guarantee: termsOf(analysis.guarantee),
    projection: heldProjection(risk, {
      today,
      targetDate: target?.date ?? null,
      monthlyContribution: savings?.monthly ?? 0,
      contributionGrowth: savings?.dynamicRate ?? 0,
      contributionChanges: analysis.savingsChanges ?? [],
      ...rates,
      stages: stagesOf(analysis.lifeCycle) ?? [],
    }),
  };
}

/** What the life cycle aims at from days to come; null where the figures of a class are not known. */
export function stagesOf(lifeCycle: ContractAnalysis['lifeCycle']) {
  const ahead = (lifeCycle?.path ?? []).slice(1);
  const known = ahead.flatMap(({ from, volatility, expectedReturn }) =>
    volatility === null || expectedReturn === null ? [] : [{ from, volatility, expectedReturn }],
  );
  return known.length === ahead.length ? known : null;
}

/** The terms of the promise, where they are known. */
function termsOf(guarantee: ContractAnalysis['guarantee']): GuaranteeTerms | null {
  if (guarantee === null || guarantee.obstacle !== null) return null;
  const { promised, level, interest, endDate, insurerSide: secured } = guarantee;
  const endDay = endDate === null ? null : dayNumber(endDate);
  if (promised === null || level === null || interest === null || endDay === null) return null;
  return { promised, level, interest, endDay, secured };
}
