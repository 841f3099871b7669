import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import type { ScoreKey } from '@depotwerk/domain/advice/score';
import type { YearlyCosts } from '@depotwerk/domain/contracts/yearly-costs';
import type { ContractInput, Hint } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { scoreKeys, scoreWeights } from '../contract-score.ts';
import { monthsToNextHint } from '../planning/next-hint.ts';
import { toCents } from '../rounding/in-cents.ts';
import type { AdviceCheck } from './advice-check.ts';
import type { AdviceInput } from './advice-input.ts';

/** A hint as it goes over the wire; its number is the one tariffs answer. */
export interface AdviceHint {
  readonly hintCode: HintCode;
  readonly optimizationHintId: number;
  readonly severity: 0 | 1 | 2;
  readonly subject: string;
  readonly values: Readonly<Record<string, number | string | null>>;
  readonly suggestion: string | null;
}

/** One side of before and after. Money in euros, percent in points. */
export interface PlanFigures {
  /** With what lies beside the funds. */
  readonly totalValue: number;
  readonly securitiesCount: number;
  readonly risk: {
    readonly riskClassId: number;
    readonly value: number | null;
    readonly target: number;
    readonly bandLow: number;
    readonly bandHigh: number;
    readonly status: AdviceCheck['status'];
    readonly distance: number;
  };
  readonly shareQuota: number | null;
  readonly costs: {
    readonly perYearEuro: number;
    readonly perYearPercent: number;
    readonly fundsPerYearEuro: number;
    /** Names of funds held whose ongoing costs are unknown and not in the sums; absent in plans stored before. */
    readonly unknownFunds?: readonly string[] | undefined;
    /** Present where nobody knows what the contract takes; it is not in the sums. */
    readonly isContractUnknown?: true | undefined;
  };
  readonly contractScore: {
    readonly value: number;
    readonly stars: number;
    readonly level: AdviceCheck['level'];
    readonly parts: readonly {
      readonly scoreKey: ScoreKey;
      readonly weight: number;
      readonly value: number;
    }[];
  };
  readonly peerGroups: readonly {
    readonly peergroupId: number;
    readonly name: string;
    readonly colour: string;
    readonly fraction: number;
    readonly target: number;
  }[];
  readonly hints: readonly AdviceHint[];
  /** Months until prices alone bring the next hint on risk or weights; null = unknown, absent in plans stored before. */
  readonly monthsToNextHint?: number | null | undefined;
}

const round = (value: number, decimals: number): number => {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
};

export const toAdviceHint = (hint: Hint): AdviceHint => ({
  hintCode: hint.code,
  optimizationHintId: Number(hint.code.slice(1)),
  severity: hint.severity,
  subject: hint.subject,
  values: hint.values,
  suggestion: hint.suggestion,
});

/**
 * Value and ongoing costs of funds and contract as far as they are known, to the cent of every other page: holdings in cents before
 * they are added up, and costs of them by the rule of domain's `yearlyCosts`, which may not be called from here.
 */
function ongoingCosts(
  input: AdviceInput,
  context: TariffContext,
  { positions, cash }: ContractInput,
): YearlyCosts {
  const { contractFeeYearly, contractFeePercent, rebate, besideFunds = 0, isUnknown } = input.costs;
  let total = toCents(cash) + toCents(besideFunds);
  let funds = 0;
  for (const { isin, quantity, price } of positions) {
    const value = toCents(quantity * (price ?? 0));
    total += value;
    funds += value * (context.funds.get(isin)?.ter ?? 0);
  }
  funds = Math.round(funds);
  const contract = isUnknown
    ? null
    : // Nobody is paid for debts.
      toCents(contractFeeYearly) + Math.round(Math.max(0, total) * (contractFeePercent - rebate));
  const sum = funds + (contract ?? 0);
  return {
    totalValue: total / 100,
    funds: funds / 100,
    contract: contract === null ? null : contract / 100,
    total: sum / 100,
    percent: total <= 0 ? 0 : (sum / total) * 100,
  };
}

/** The figures of a checked contract; `context` is the one it was checked in. */
export function planFigures(
  input: AdviceInput,
  context: TariffContext,
  contract: ContractInput,
  check: AdviceCheck,
): PlanFigures {
  const weights = new Float64Array(context.target.length);
  const unknownFunds: string[] = [];
  let securities = 0;
  for (const { isin, quantity, price } of contract.positions) {
    if (quantity <= 0) continue;
    securities += 1;
    const fund = context.funds.get(isin);
    const group = fund?.groupIndex ?? -1;
    if ((fund?.ter ?? null) === null)
      unknownFunds.push(input.funds.find((one) => one.isin === isin)?.name ?? isin);
    if (group >= 0 && check.total > 0) weights[group]! += (quantity * (price ?? 0)) / check.total;
  }
  const costs = ongoingCosts(input, context, contract);
  return {
    totalValue: costs.totalValue,
    securitiesCount: securities,
    risk: {
      riskClassId: check.riskClass?.riskClassId ?? 0,
      value: check.measure,
      target: context.input.target,
      bandLow: context.band.low,
      bandHigh: context.band.high,
      status: check.status,
      distance: check.distance,
    },
    shareQuota: check.equityQuota === null ? null : round(check.equityQuota * 100, 2),
    costs: {
      perYearEuro: costs.total,
      // With the decimals all pages show: rounded twice it would come out otherwise.
      perYearPercent: round(costs.percent, 2),
      fundsPerYearEuro: costs.funds,
      unknownFunds,
      ...(input.costs.isUnknown && { isContractUnknown: true }),
    },
    contractScore: {
      value: check.score,
      stars: check.stars,
      level: check.level,
      parts: scoreKeys.map((scoreKey) => ({
        scoreKey,
        weight: scoreWeights[scoreKey],
        value: round(check.parts[scoreKey], 4),
      })),
    },
    peerGroups: input.tariff.peerGroups.flatMap(({ peergroupId, name, colour }) => {
      const g = context.groupPlaces.get(name) ?? -1;
      const fraction = round(weights[g] ?? 0, 6);
      const target = context.target[g] ?? 0;
      return fraction === 0 && target === 0 ? [] : [{ peergroupId, name, colour, fraction, target }];
    }),
    hints: check.hints.map(toAdviceHint),
    monthsToNextHint: monthsToNextHint(context, contract, check.hints),
  };
}
