import type { RiskBandStatus } from '@depotwerk/domain/advice/risk-band-status';
import type { ScoreLevel } from '@depotwerk/domain/advice/score';
import {
  contractScore,
  costPart,
  fundQuality,
  type HintSeverity,
  riskPart,
  type ScoreParts,
  scoreLevel,
  scoreStars,
  scoreWeights,
} from '../contract-score.ts';
import { riskBandStatus } from '../risk-band.ts';
import type { ContractInput, Hint } from './contract-input.ts';
import { inOrder } from './contract-order.ts';
import { fundHints, savingsPlanHints } from './fund-hints.ts';
import { type ContractMeasures, measureContract } from './measure-contract.ts';
import { isOverdraft } from './overdraft.ts';
import { portfolioHints } from './portfolio-hints.ts';
import type { TariffContext } from './tariff-context.ts';

/** The result of a check: reproducible from its input. */
export interface ContractCheck {
  readonly score: number;
  readonly stars: number;
  readonly level: ScoreLevel;
  readonly parts: ScoreParts;
  readonly hints: readonly Hint[];
  /** Risk measure in percentage points; null = unknown. */
  readonly measure: number | null;
  readonly status: RiskBandStatus;
  readonly distance: number;
  readonly total: number;
  /** Share of equities, a fraction; null = unknown. */
  readonly equityQuota: number | null;
  /** Ongoing costs as a fraction of the value, those of funds that nobody knows as assumed: to compare, never to show. */
  readonly ter: number;
  /** Ongoing costs of the funds whose costs are known, as a fraction of the value. */
  readonly knownTer: number;
}

/**
 * Checks a contract against its tariff's class (engine.md sections 11 and 12): score with five parts and all hints,
 * sorted by severity, code and subject.
 */
export function checkContract(context: TariffContext, given: ContractInput): ContractCheck {
  const contract = inOrder(given);
  const measures = measureContract(context, contract);
  const found: Hint[] = [];
  portfolioHints(context, contract, measures, found);
  fundHints(context, contract, measures, found);
  const savings = savingsPlanHints(context, contract, found);
  const silenced = context.input.silencedHints ?? [];
  const hints =
    silenced.length > 0 ? found.filter((hint) => !silenced.includes(hint.code) || isOverdraft(hint)) : found;
  hints.sort(compareHints);
  const { status, distance } = riskBandStatus(measures.measure, context.band);
  const parts: ScoreParts = {
    risk: riskPart(status, distance, context.input.range),
    allocation: allocationPart(context, contract, measures),
    quality: qualityPart(measures),
    costs: costPart(measures.ter, context.proposalTer),
    savingsPlan: savings,
  };
  const worst: HintSeverity | null = hints[0]?.severity ?? null;
  const score = contractScore(parts, worst);
  return {
    score,
    stars: scoreStars(score),
    level: scoreLevel(score),
    parts,
    hints,
    measure: measures.measure,
    status,
    distance,
    total: measures.total,
    equityQuota: measures.equityQuota,
    ter: measures.ter,
    knownTer: measures.knownTer,
  };
}

/** Weight of each part, for display beside the parts. */
export const partWeights = scoreWeights;

/** Worst first, then code, then subject: independent of the order of the input. */
function compareHints(a: Hint, b: Hint): number {
  if (a.severity !== b.severity) return b.severity - a.severity;
  if (a.code !== b.code) return a.code < b.code ? -1 : 1;
  return a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : 0;
}

/** Overlap with the target; cash above the reserve and unknown holdings count as misplaced. */
function allocationPart(context: TariffContext, contract: ContractInput, measures: ContractMeasures): number {
  if (measures.total <= 0) return 0;
  const invested = Math.max(1e-300, measures.total - Math.min(contract.cashReserve, contract.cash));
  const scale = measures.total / invested;
  const { target } = context;
  let difference = 0;
  let placed = 0;
  for (let g = 0; g < target.length; g++) {
    const weight = measures.groupWeights[g]! * scale;
    placed += weight;
    difference += Math.abs(weight - target[g]!);
  }
  difference += Math.max(0, 1 - placed);
  return Math.min(100, Math.max(0, 100 * (1 - difference / 2)));
}

/** Mean quality of the invested part. */
function qualityPart(measures: ContractMeasures): number {
  let quality = 0;
  let invested = 0;
  for (const { fund, weight } of measures.positions) {
    invested += weight;
    if (fund)
      quality +=
        weight *
        fundQuality(fund.rank, fund.isInUniverse && (fund.status === 'open' || fund.status === 'softClosed'));
  }
  return invested > 0 ? quality / invested : 0;
}
