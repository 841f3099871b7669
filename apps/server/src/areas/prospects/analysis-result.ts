import type { AnalysisResult } from '@depotwerk/api/prospects/depot-analysis';
import { generalHints } from '@depotwerk/domain/depot-analysis/general-hint';
import { locale } from '@depotwerk/domain/locale';
import type { RiskResult } from '@depotwerk/domain/questions/assess-risk';
import type { AdviceCheck } from '@depotwerk/engine/advice/advice-check';
import type { AdviceTariff } from '@depotwerk/engine/advice/advice-input';
import type { RiskBand } from '@depotwerk/engine/risk-band';
import { scoreOf } from '../contracts/public.ts';
import type { AnalysedFund } from './analysed-funds.view.ts';
import type { ValuedHolding } from './value-holdings.ts';

interface Parts {
  readonly calculatedAt: string;
  readonly check: AdviceCheck;
  readonly band: RiskBand;
  readonly risk: RiskResult & { readonly riskClassId: number };
  readonly tariff: AdviceTariff;
  readonly positions: readonly ValuedHolding[];
  /** What the positions add up to as they are shown. */
  readonly total: number;
  readonly funds: ReadonlyMap<string, AnalysedFund>;
  readonly contradictions: readonly { readonly text: string; readonly source: string }[];
}

const cents = (euros: number) => Math.round(euros * 100) / 100;
const unknownGroup = 'Ohne Zuordnung';
const unknownColour = '#8a8f98';

/** What a visitor is shown of a check. */
export function analysisResult(parts: Parts): AnalysisResult {
  const { check, band, risk, tariff, funds, total } = parts;
  const positions = parts.positions.map((held) => positionOf(held, funds.get(held.isin), total));
  return {
    calculatedAt: parts.calculatedAt,
    contractScore: scoreOf(check.score, { ...check.parts, savingsPlan: null }, parts.calculatedAt),
    riskAssessment: {
      riskClassId: risk.riskClassId,
      riskClassCount: tariff.classes.length,
      decidedBy: [...risk.decidedBy],
      isBorderline: risk.scales.some(({ key, isBorderline }) => isBorderline && risk.decidedBy.includes(key)),
      measure: tariff.measure,
      riskValue: check.measure,
      bandLow: band.low,
      bandHigh: band.high,
      status: check.status,
    },
    optimizationHints: generalHints(check.hints),
    contradictions: parts.contradictions.map(({ text }) => text),
    contradictionSources: parts.contradictions.map(({ source }) => source),
    totalValue: total,
    ...costsOf(positions, total),
    positions,
    clusters: clustersOf(check, positions),
    overlaps: overlapsOf(positions),
    ...groupChart(positions, funds),
  };
}

function positionOf(
  { isin, name, value, priceDate, statedValue }: ValuedHolding,
  fund: AnalysedFund | undefined,
  total: number,
): AnalysisResult['positions'][number] {
  return {
    isin,
    name,
    value,
    share: value === null || total <= 0 ? null : Math.min(1, value / total),
    ongoingFee: fund?.ongoingFee ?? null,
    peergroup: fund?.peergroup ?? null,
    company: fund?.company ?? null,
    riskIndicator: fund?.riskIndicator ?? null,
    priceDate,
    statedValue,
  };
}

type Positions = AnalysisResult['positions'];

/** Costs of the funds whose fee is known; the share is of their value alone. */
function costsOf(
  positions: Positions,
  total: number,
): Pick<AnalysisResult, 'yearlyCosts' | 'costShare' | 'costKnownShare'> {
  let known = 0;
  let costs = 0;
  for (const { value, ongoingFee } of positions) {
    if (value === null || ongoingFee === null) continue;
    known += value;
    costs += value * ongoingFee;
  }
  return known <= 0
    ? { yearlyCosts: null, costShare: null, costKnownShare: 0 }
    : {
        yearlyCosts: cents(costs),
        costShare: costs / known,
        costKnownShare: total <= 0 ? 0 : Math.min(1, known / total),
      };
}

/** What the check calls a cluster. */
function clustersOf({ hints }: AdviceCheck, positions: Positions): AnalysisResult['clusters'] {
  return hints.flatMap(({ code, subject, values }) => {
    const { weight } = values;
    if (code !== 'H13' || typeof weight !== 'number') return [];
    const fund = positions.find(({ isin }) => isin === subject);
    return [
      { kind: fund ? ('fund' as const) : ('company' as const), name: fund?.name ?? subject, share: weight },
    ];
  });
}

/** Peer groups in which several funds do the same, largest first. */
function overlapsOf(positions: Positions): AnalysisResult['overlaps'] {
  return [...Map.groupBy(positions, ({ peergroup }) => peergroup)]
    .flatMap(([peergroup, held]) =>
      peergroup === null || held.length < 2
        ? []
        : [{ peergroup, funds: held.map(({ name }) => name), share: shareOf(held) }],
    )
    .toSorted((a, b) => b.share - a.share);
}

const shareOf = (positions: Positions) =>
  Math.min(
    1,
    positions.reduce((sum, { share }) => sum + (share ?? 0), 0),
  );

/** Shares of the peer groups, largest first. */
function groupChart(
  positions: Positions,
  funds: ReadonlyMap<string, AnalysedFund>,
): Pick<AnalysisResult, 'chartConfig' | 'chartData'> {
  const groups = [...Map.groupBy(positions, ({ peergroup }) => peergroup)]
    .map(([peergroup, held]) => ({
      label: peergroup ?? unknownGroup,
      colour: (peergroup === null ? null : funds.get(held[0]?.isin ?? '')?.peergroupColour) ?? unknownColour,
      share: shareOf(held),
    }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share);
  return {
    chartConfig: {
      chartType: 'doughnut',
      series: groups.map(({ label, colour }, index) => ({
        key: `group${index + 1}`,
        label,
        colour,
        axis: 'left',
        unit: 'percent',
      })),
      xAxis: { kind: 'category' },
      yAxis: { unit: 'percent' },
      locale: locale.tag,
    },
    chartData: Object.fromEntries(
      groups.map(({ label, share }, index) => [
        `group${index + 1}`,
        // Not rounded: it is where it is shown, as the shares of the positions are, and twice would make 3.646 a 3.7.
        [{ x: label, y: share * 100 }],
      ]),
    ),
  };
}
