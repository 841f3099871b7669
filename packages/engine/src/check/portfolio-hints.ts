import { riskBandStatus } from '../risk-band.ts';
import type { ContractInput, Hint } from './contract-input.ts';
import type { ContractMeasures } from './measure-contract.ts';
import type { TariffContext } from './tariff-context.ts';

/** H01 to H03, H08 to H10, H13, H19, H20: hints about the portfolio as a whole. */
export function portfolioHints(
  context: TariffContext,
  contract: ContractInput,
  measures: ContractMeasures,
  hints: Hint[],
): void {
  if (measures.total <= 0) return;
  riskHints(context, measures, hints);
  groupHints(context, measures, hints);
  companyHints(measures, hints);
  const { sriLimit } = context.input.rules;
  if (sriLimit !== null && measures.meanSri > sriLimit + 1e-9) {
    hints.push({
      code: 'H19',
      severity: 1,
      subject: 'portfolio',
      values: { sri: measures.meanSri, limit: sriLimit },
      suggestion: null,
    });
  }
  const cashShare = (contract.cash - contract.cashReserve) / measures.total;
  if (cashShare > 0.05) {
    const values = { cash: contract.cash, reserve: contract.cashReserve, share: cashShare };
    hints.push({ code: 'H20', severity: 0, subject: 'portfolio', values, suggestion: null });
  }
}

function riskHints(context: TariffContext, measures: ContractMeasures, hints: Hint[]): void {
  const { band } = context;
  const { measure } = measures;
  if (measure === null) {
    const values = { unknownShare: measures.unknownShare };
    hints.push({ code: 'H03', severity: 2, subject: 'portfolio', values, suggestion: null });
    return;
  }
  const { status, distance } = riskBandStatus(measure, band);
  if (status === 'above') {
    hints.push({
      code: 'H01',
      severity: 2,
      subject: 'portfolio',
      values: { measure, high: band.high, distance },
      suggestion: null,
    });
  }
  if (status === 'below') {
    hints.push({
      code: 'H02',
      severity: 1,
      subject: 'portfolio',
      values: { measure, low: band.low, distance },
      suggestion: null,
    });
  }
}

function groupHints(context: TariffContext, measures: ContractMeasures, hints: Hint[]): void {
  const { target, input } = context;
  const { driftAbsolute, driftRelative } = input.rules;
  for (let g = 0; g < target.length; g++) {
    const wanted = target[g]!;
    const held = measures.groupWeights[g]!;
    if (wanted === 0 && held === 0) continue;
    const subject = input.peerGroups[g]!;
    const values = { weight: held, target: wanted };
    if (held === 0) {
      if (wanted >= 0.05 - 1e-12) {
        hints.push({
          code: 'H08',
          severity: 1,
          subject,
          values,
          suggestion: input.shortlists[g]?.[0] ?? null,
        });
      }
      continue;
    }
    if (wanted === 0) {
      hints.push({ code: 'H09', severity: 1, subject, values, suggestion: null });
      continue;
    }
    const drift = Math.abs(held - wanted);
    const isAbsolute = drift > driftAbsolute + 1e-12;
    const isRelative = drift > driftRelative * wanted + 1e-12;
    if (!isAbsolute && !isRelative) continue;
    const isLarge = drift > 2 * driftAbsolute + 1e-12 || drift > 2 * driftRelative * wanted + 1e-12;
    hints.push({
      code: 'H10',
      severity: isLarge ? 1 : 0,
      subject,
      values,
      suggestion: input.shortlists[g]?.[0] ?? null,
    });
  }
}

/** H13: one fund above 40 % or one company above 60 %. */
function companyHints(measures: ContractMeasures, hints: Hint[]): void {
  const { positions } = measures;
  for (let i = 0; i < positions.length; i++) {
    const { fund, weight, position } = positions[i]!;
    if (weight > 0.4 + 1e-12) {
      hints.push({
        code: 'H13',
        severity: 1,
        subject: position.isin,
        values: { weight, limit: 0.4 },
        suggestion: null,
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
        suggestion: null,
      });
    }
  }
}
