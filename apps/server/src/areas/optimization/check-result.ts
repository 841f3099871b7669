import type { RiskBandStatus } from '@depotwerk/domain/advice/risk-band-status';
import type { FindingCause } from '@depotwerk/domain/finding-causes';
import { hintText } from '@depotwerk/domain/hint-text';
import type { AdviceCheck, CheckedContract } from '@depotwerk/engine/advice/advice-check';
import type { AdviceFund } from '@depotwerk/engine/advice/advice-input';
import type { Hint } from '@depotwerk/engine/check/contract-input';
import { findingCauseOf } from '@depotwerk/engine/check/group-findings';

/** A hint as it is stored; fractions, ranks, days or euros by kind of hint. */
export interface FoundHint {
  readonly optimization_hint_id: number;
  readonly title: string;
  readonly text: string;
  readonly severity: 0 | 1 | 2;
  readonly scope: 'portfolio' | 'savingsPlan' | 'contract';
  readonly fund_ids: readonly number[];
  readonly peergroup_id: number | null;
  readonly actual: number | null;
  readonly target: number | null;
  readonly range: number | null;
  readonly suggested_fund_ids: readonly number[];
  /** Hints of one cause are one finding. */
  readonly finding_cause: FindingCause;
}

/**
 * What a check stores on the contract: fractions with six decimals, parts as whole points. Score and parts are null where
 * the contract has no class its tariff knows: most of the parts compare with one, and what is unknown is no 0.
 */
export interface StoredCheck {
  readonly contract_score: number | null;
  readonly score_risk: number | null;
  readonly score_allocation: number | null;
  readonly score_quality: number | null;
  readonly score_costs: number | null;
  readonly score_savings_plan: number | null;
  readonly risk_value: number | null;
  readonly risk_target: number | null;
  readonly risk_band_low: number | null;
  readonly risk_band_high: number | null;
  readonly risk_band_status: RiskBandStatus;
  readonly risk_distance: number;
  readonly share_quota: number | null;
  readonly check_fingerprint: number;
}

export interface CheckResult {
  readonly stored: StoredCheck;
  /** Written only when the fingerprint differs. */
  readonly hints: () => FoundHint[];
}

/** What texts and numbers of hints are looked up in. */
export interface CheckSurroundings {
  readonly fundByIsin: ReadonlyMap<string, AdviceFund>;
  readonly groupIds: ReadonlyMap<string, number>;
}

const sixDecimals = (value: number): number => Math.round(value * 1e6) / 1e6;
/** Where of a whole a cent is left, a fund is a million times of it, and its risk as often: no column was made for such a figure. */
const largestRisk = 99.999999;
/** The same of a figure of a hint, be it a part or an amount. */
const largestFigure = 99_999_999.999999;

/** A figure as it is stored; null = not known, or larger than any that is kept. Texts say it all the same. */
function kept(value: number | null, largest: number): number | null {
  const rounded = value === null ? null : sixDecimals(value);
  return rounded === null || Math.abs(rounded) > largest ? null : rounded;
}

const toFraction = (points: number | null): number | null =>
  kept(points === null ? null : points / 100, largestRisk);

const scoreColumns = ({ riskClass, score, parts }: AdviceCheck) => {
  const known = (points: number) => (riskClass === null ? null : Math.round(points));
  return {
    contract_score: known(score),
    score_risk: known(parts.risk),
    score_allocation: known(parts.allocation),
    score_quality: known(parts.quality),
    score_costs: known(parts.costs),
    score_savings_plan: known(parts.savingsPlan),
  };
};

/** A check as it is stored. */
export function toStoredCheck(
  check: AdviceCheck,
  checked: CheckedContract,
  surroundings: CheckSurroundings,
): CheckResult {
  const { hints } = check;
  const causeOf = findingCauseOf(hints);
  const stored = {
    ...scoreColumns(check),
    risk_value: toFraction(check.measure),
    risk_target: toFraction(check.riskClass?.target ?? null),
    risk_band_low: toFraction(check.band?.low ?? null),
    risk_band_high: toFraction(check.band?.high ?? null),
    risk_band_status: check.status,
    // Contracts are put in order by it: the farthest of all stays the farthest.
    risk_distance: Math.min(largestRisk, sixDecimals(check.distance / 100)),
    share_quota: check.equityQuota === null ? null : Math.min(1, Math.max(0, sixDecimals(check.equityQuota))),
  };
  return {
    stored: {
      ...stored,
      check_fingerprint: fingerprintOf(
        {
          ...stored,
          wanted: checked.esg?.minimumSustainableShare,
          wantedTaxonomy: checked.esg?.minimumTaxonomyShare,
        },
        hints.map((hint) => ({ ...hint, cause: causeOf(hint) })),
      ),
    },
    hints: () =>
      hints.map((hint) => ({
        ...toFoundHint(hint, check, checked, surroundings),
        finding_cause: causeOf(hint),
      })),
  };
}

const isIsin = (subject: string): boolean => /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(subject);

function toFoundHint(
  hint: Hint,
  check: AdviceCheck,
  { contract, esg }: CheckedContract,
  { fundByIsin, groupIds }: CheckSurroundings,
): Omit<FoundHint, 'finding_cause'> {
  const { code, subject, suggestion } = hint;
  const isSaved = contract.savingsPlan?.entries.some((entry) => entry.isin === subject && entry.percent > 0);
  const isHeld = contract.positions.some(({ isin, quantity }) => isin === subject && quantity > 0);
  const wanted = esg && !esg.needsPai ? esg.minimumSustainableShare : null;
  const { title, text } = hintText(hint, {
    nameOf: (isin) => fundByIsin.get(isin)?.name ?? isin,
    band: check.band,
    isSaved: isSaved ?? false,
    wantedSustainableShare: wanted,
    wantedTaxonomyShare: esg?.minimumTaxonomyShare,
  });
  const id = (isin: string | null) => (isin === null ? undefined : fundByIsin.get(isin)?.fundId);
  const suggested = id(suggestion);
  return {
    optimization_hint_id: Number(code.slice(1)),
    title,
    text,
    severity: hint.severity,
    scope: scopeOf(hint, isSaved ?? false, isHeld),
    fund_ids: fundsOf(hint, contract, fundByIsin),
    peergroup_id: groupIds.get(subject) ?? null,
    ...valuesOf(hint, check, wanted),
    suggested_fund_ids: suggested === undefined ? [] : [suggested],
  };
}

function scopeOf({ code }: Hint, isSaved: boolean, isHeld: boolean): FoundHint['scope'] {
  if (code === 'H01' || code === 'H02' || code === 'H03') return 'contract';
  if (code === 'H15' || code === 'H16' || (code === 'H07' && isSaved)) return 'savingsPlan';
  if ((code === 'H18' || code === 'H23' || code === 'H24') && !isHeld) return 'savingsPlan';
  return 'portfolio';
}

function fundsOf(
  { code, subject, values }: Hint,
  contract: CheckedContract['contract'],
  fundByIsin: CheckSurroundings['fundByIsin'],
): number[] {
  const own = isIsin(subject) ? fundByIsin.get(subject)?.fundId : undefined;
  if (own !== undefined) return [own];
  if (code !== 'H13' || values['limit'] !== 0.6) return [];
  return contract.positions.flatMap(({ isin }) => {
    const fund = fundByIsin.get(isin);
    return fund?.company === subject ? [fund.fundId] : [];
  });
}

type Values = Pick<FoundHint, 'actual' | 'target' | 'range'>;

/** The three figures of a hint by its kind. */
function valuesOf({ code, values }: Hint, check: AdviceCheck, wantedShare: number | null): Values {
  const number = (key: string): number | null => {
    const value = values[key];
    return kept(typeof value === 'number' ? value : null, largestFigure);
  };
  const of = (actual: number | null, target: number | null = null, range: number | null = null): Values => ({
    actual,
    target,
    range,
  });
  switch (code) {
    case 'H01':
    case 'H02':
      return of(
        toFraction(check.measure),
        toFraction(check.riskClass?.target ?? null),
        toFraction(check.riskClass?.range ?? null),
      );
    case 'H03':
      return of(number('unknownShare'), 0.05);
    case 'H04':
      return of(number('rank'), number('minimumRank'));
    case 'H05':
    case 'H06':
    case 'H17':
      return of(number('weight'));
    case 'H07':
    case 'H23':
    case 'H24':
      return of(null);
    case 'H08':
    case 'H09':
    case 'H10':
      return of(number('weight'), number('target'));
    case 'H11': {
      const ter = number('ter') ?? 0;
      return of(ter, sixDecimals(ter - (number('difference') ?? 0)), number('savingPerYear'));
    }
    case 'H12':
      return of(number('informationRatio'), 0);
    case 'H13':
      return of(number('weight'), number('limit'));
    case 'H14':
      return of(number('age'), 10);
    case 'H15':
      return of(toFraction(number('overlap')), 0.9);
    case 'H16':
      return of(toFraction(number('sum')), 1);
    case 'H18':
      // The share the text speaks of; one of another kind would be read as this.
      return (number('sustainableShare') ?? 0) < (wantedShare ?? 0)
        ? of(number('sustainableShare'), wantedShare)
        : of(null);
    case 'H19':
      return of(number('sri'), number('limit'));
    case 'H20':
      return of(number('share'), 0.05, number('cash'));
    case 'H21':
      return of(number('gain'), number('limit'));
  }
}

/** Names a hint across checks: the same finding about the same thing. */
export function hintKey(
  hint: Pick<FoundHint, 'optimization_hint_id' | 'fund_ids' | 'peergroup_id' | 'target' | 'scope'>,
): string {
  const isCompany = hint.optimization_hint_id === 13 && hint.target !== null && hint.target > 0.5;
  const subject = isCompany ? 'company' : (hint.peergroup_id ?? hint.fund_ids[0] ?? 'whole');
  return `${hint.optimization_hint_id}/${hint.peergroup_id === null ? 'f' : 'g'}/${subject}`;
}

/** 53 bits over everything a check stores: equal = nothing to write. */
function fingerprintOf(stored: object, hints: readonly (Hint & { readonly cause: FindingCause })[]): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  const add = (text: string) => {
    for (let k = 0; k < text.length; k += 1) {
      const code = text.charCodeAt(k);
      high = Math.imul(high ^ code, 2_654_435_761);
      low = Math.imul(low ^ code, 1_597_334_677);
    }
  };
  for (const value of Object.values(stored)) add(`${value};`);
  for (const { code, severity, subject, suggestion, values, cause } of hints) {
    add(`${code}${severity}${subject}${suggestion}${cause}`);
    for (const value of Object.values(values))
      add(typeof value === 'number' ? `${Math.round(value * 1e6)},` : `${value},`);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}
