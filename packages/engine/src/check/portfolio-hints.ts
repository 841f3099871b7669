import { riskBandStatus } from '../risk-band.ts';
import type { ContractInput, Hint } from './contract-input.ts';
import { groupTolerance } from './group-tolerance.ts';
import { groupAction, groupMoves, reduceAction } from './hint-action.ts';
import { type ContractMeasures, isUnpriced, unknownAllowed } from './measure-contract.ts';
import { overdraftHint } from './overdraft.ts';
import { firstOf, otherOf } from './shortlist-fund.ts';
import type { TariffContext } from './tariff-context.ts';

/** H01 to H03, H08 to H10, H13, H19, H20: hints about the portfolio as a whole. */
export function portfolioHints(
  context: TariffContext,
  contract: ContractInput,
  measures: ContractMeasures,
  hints: Hint[],
): void {
  const overdrawn = overdraftHint(contract, measures.total);
  if (overdrawn) hints.push(overdrawn);
  if (measures.total <= 0) return;
  riskHints(context, measures, hints);
  groupHints(context, measures, hints);
  companyHints(context, measures, hints);
  const { sriLimit } = context.input.rules;
  const { meanSri } = measures;
  if (sriLimit !== null && meanSri !== null && meanSri > sriLimit + 1e-9) {
    hints.push(meanSriHint(measures, meanSri, sriLimit));
  }
  const cashShare = (contract.cash - contract.cashReserve) / measures.total;
  if (cashShare > 0.05 + 1e-12) {
    const values = { cash: contract.cash, reserve: contract.cashReserve, share: cashShare };
    const to = groupMoves(context, measures, -1);
    const value = Math.round((contract.cash - contract.cashReserve) * 100) / 100;
    hints.push({
      code: 'H20',
      severity: 0,
      subject: 'portfolio',
      values,
      suggestion: neediestFund(context, measures),
      action: { kind: 'invest', value, to },
    });
  }
}

/** H19 of the whole: the holding that raises the mean most, and how much of it would have to become cash. */
function meanSriHint(measures: ContractMeasures, meanSri: number, limit: number): Hint {
  let worst: ContractMeasures['positions'][number] | null = null;
  let most = 0;
  for (const held of measures.positions) {
    const part = held.weight * ((held.fund?.sri ?? 0) - limit);
    if (part > most) [worst, most] = [held, part];
  }
  const isin = worst?.position.isin ?? null;
  // The mean is that of what is rated: so much of it, not of the whole, has to become cash.
  const needed = (measures.ratedShare * (meanSri - limit)) / (worst?.fund?.sri ?? 7);
  const share = Math.min(worst?.weight ?? 0, needed);
  return {
    code: 'H19',
    severity: 1,
    subject: 'portfolio',
    values: { sri: meanSri, limit },
    suggestion: null,
    action: reduceAction(isin === null ? [] : [isin], share, measures.total),
  };
}

function riskHints(context: TariffContext, measures: ContractMeasures, hints: Hint[]): void {
  const { band } = context;
  const { measure } = measures;
  if (measure === null) {
    // What has no price is told by its own hint.
    if (measures.unknownShare <= unknownAllowed) return;
    const values = { unknownShare: measures.unknownShare };
    const isins: string[] = [];
    for (const { fund, position, weight } of measures.positions)
      if (weight > 0 && (!fund?.hasRiskData || fund.groupIndex < 0)) isins.push(position.isin);
    hints.push({
      code: 'H03',
      severity: 2,
      subject: 'portfolio',
      values,
      suggestion: null,
      action: { kind: 'addRiskData', isins: isins.sort() },
    });
    return;
  }
  const { status, distance } = riskBandStatus(measure, band);
  if (status !== 'above' && status !== 'below') return;
  const from = groupMoves(context, measures, 1);
  const to = groupMoves(context, measures, -1);
  const isAbove = status === 'above';
  const edge = isAbove ? { high: band.high } : { low: band.low };
  hints.push({
    code: isAbove ? 'H01' : 'H02',
    severity: isAbove ? 2 : 1,
    subject: 'portfolio',
    values: { measure, ...edge, distance },
    suggestion: neediestFund(context, measures),
    action: { kind: 'shift', from, to },
  });
}

function groupHints(context: TariffContext, measures: ContractMeasures, hints: Hint[]): void {
  const { target, input } = context;
  for (let g = 0; g < target.length; g++) {
    const wanted = target[g]!;
    const held = measures.groupWeights[g]!;
    if (wanted === 0 && held === 0) continue;
    const subject = input.peerGroups[g]!;
    const values = { weight: held, target: wanted };
    if (held === 0) {
      // Of a holding without price nobody knows the share, but it is there.
      const isHeld = measures.positions.some(
        ({ position, fund }) => fund?.groupIndex === g && isUnpriced(position),
      );
      if (wanted >= 0.05 - 1e-12 && !isHeld) {
        hints.push({
          code: 'H08',
          severity: 1,
          subject,
          values,
          suggestion: firstOf(context, g),
          action: groupAction(context, measures, g),
        });
      }
      continue;
    }
    if (wanted === 0) {
      hints.push({
        code: 'H09',
        severity: 1,
        subject,
        values,
        suggestion: neediestFund(context, measures),
        action: groupAction(context, measures, g),
      });
      continue;
    }
    const drift = Math.abs(held - wanted);
    const { driftAbsolute, driftRelative, driftFloor } = input.rules;
    const isRelative = drift > driftRelative * wanted + 1e-12 && drift >= driftFloor - 1e-12;
    if (drift <= driftAbsolute + 1e-12 && !isRelative) continue;
    const isLarge = drift > 2 * groupTolerance(input.rules, wanted) + 1e-12;
    hints.push({
      code: 'H10',
      severity: isLarge ? 1 : 0,
      subject,
      values,
      // Too much of a group is cured elsewhere: by the fund of the group that lacks most.
      suggestion: held > wanted ? neediestFund(context, measures) : firstOf(context, g),
      action: groupAction(context, measures, g),
    });
  }
}

/** First fund of the group furthest below its target: where the money of others belongs. */
function neediestFund(context: TariffContext, { groupWeights }: ContractMeasures): string | null {
  const { target } = context;
  let largest = 1e-9;
  let found: string | null = null;
  for (let g = 0; g < target.length; g++) {
    const gap = target[g]! - groupWeights[g]!;
    const isin = gap > largest ? firstOf(context, g) : null;
    if (isin !== null) [largest, found] = [gap, isin];
  }
  return found;
}

/** H13: one fund above 40 % or one company above 60 %. */
function companyHints(context: TariffContext, measures: ContractMeasures, hints: Hint[]): void {
  const { positions, total } = measures;
  for (let i = 0; i < positions.length; i++) {
    const { fund, weight, position } = positions[i]!;
    if (weight > 0.4 + 1e-12) {
      hints.push({
        code: 'H13',
        severity: 1,
        subject: position.isin,
        values: { weight, limit: 0.4 },
        suggestion: otherOf(context, fund?.groupIndex ?? -1, (candidate) => candidate.isin !== position.isin),
        action: reduceAction([position.isin], weight - 0.4, total),
      });
    }
    const company = fund?.company;
    if (!company) continue;
    let sum = 0;
    let isFirst = true;
    for (let j = 0; j < positions.length; j++) {
      if (positions[j]!.fund?.company !== company) continue;
      if (j < i) isFirst = false;
      sum += positions[j]!.weight;
    }
    if (isFirst && sum > 0.6 + 1e-12) {
      hints.push({
        code: 'H13',
        severity: 1,
        subject: company,
        values: { weight: sum, limit: 0.6 },
        suggestion: otherOf(context, fund.groupIndex, (candidate) => candidate.company !== company),
        action: reduceAction(
          positions
            .filter((held) => held.fund?.company === company)
            .map((held) => held.position.isin)
            .sort(),
          sum - 0.6,
          total,
        ),
      });
    }
  }
}
