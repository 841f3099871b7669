import type { ContractListItem } from '@depotwerk/api/contracts/contracts';
import type { RiskBandStatus } from '@depotwerk/domain/advice/risk-band-status';
import { leastCosts, unknownCostsOf } from '@depotwerk/domain/contracts/known-costs';
import { personName } from '@depotwerk/domain/customers/person-name';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import {
  formatPercent,
  formatPercentSigned,
  formatPointsColumn,
  formatShare,
} from '@depotwerk/domain/percent';
import { formatMoneySigned } from '@depotwerk/domain/signed-figures';
import { unknownText } from '@depotwerk/domain/unknown-text';
import type { Tone } from './report-document.ts';
import type { Plan } from './report-source.ts';

/**
 * How values are written on paper: the functions and decimals of the screens, so that both show the same characters.
 */

export const none = '–';

/** By the name it has on screen: what an insurer keeps outside the funds is not in it. */
export const accountName = 'Sonstiges Guthaben';

/** What is unknown is written as a dash. */
const known = <T>(value: T | null | undefined, write: (value: T) => string) =>
  value === null || value === undefined ? none : write(value);

export const money = (value: number | null) => known(value, formatMoney);
/** What a contract is worth; one that was never valued is worth nobody knows what, though 0 is kept. */
export const contractValue = (contract: Pick<ContractListItem, 'isValueUnknown' | 'totalValue'>): string =>
  contract.isValueUnknown ? unknownText : money(contract.totalValue);
/** With a plus for gains, as beside every gain on screen. */
export const signedMoney = (value: number | null) => known(value, formatMoneySigned);
/** Purchase value, gain and loss: without a purchase value told by anybody there is none. */
export const gain = (value: number | null) => (value === null ? 'unbekannt' : signedMoney(value));
/** Share of a holding or of a contribution, a fraction. */
export const share = (fraction: number | null) => known(fraction, formatShare);
/** Share of a group or before and after an order: one decimal, as beside the proposals on screen. */
export const roundShare = (fraction: number | null) => known(fraction, (value) => formatPercent(value));
/** What is promised or asked for, a fraction: no more decimals than it has. */
export const level = (fraction: number | null) => known(fraction, (value) => formatPercent(value, 0, 2));
/** A share of equities; nobody knows it where funds without a known one are held. */
export const quotaPoints = (value: number | null) => (value === null ? unknownText : points(value));

/** Risk measures and quotas: percentage points of the interface. */
export const points = (value: number | null) => known(value, (number) => formatPercent(number / 100, 1));
/** Fees and yearly costs: percentage points with two decimals. */
export const costPoints = (value: number | null) =>
  known(value, (number) => formatPercent(number / 100, 2, 2));
/** What a yearly return gains or loses, in percentage points; as beside the costs on screen. */
export const ratePoints = (value: number) => `${formatNumber(value, 2, 2)} Prozentpunkte`;
type PlannedCosts = Plan['before']['costs'];
/** Ongoing costs of a side of a plan in euros, "mindestens" where not all of them are known. */
export const leastMoney = (costs: PlannedCosts) =>
  leastCosts(costs.perYearEuro, formatMoney, unknownCostsOf(costs));
/** The same in percent of the value. */
export const leastPoints = (costs: PlannedCosts) =>
  leastCosts(costs.perYearPercent, costPoints, unknownCostsOf(costs));
/** Fees and yearly costs as fractions. */
export const costShare = (value: number | null) => known(value, (fraction) => formatPercent(fraction, 2, 4));
/** Yearly costs as an average of several fees, as on screen: digits behind the second are computed, not set by anybody. */
export const costAverage = (value: number | null) =>
  known(value, (fraction) => formatPercent(fraction, 2, 2));
export const signedShare = (fraction: number | null, decimals = 1) =>
  known(fraction, (value) => formatPercentSigned(value, decimals));
/** Percentage points in a column that names them. */
export const signedPoints = (fraction: number) => formatPointsColumn(fraction);
export const units = (quantity: number) => formatNumber(quantity, 0, 6);
export const day = (value: string | null) => known(value, formatDate);
export const iban = (value: string | null) =>
  known(value, (text) => text.replaceAll(/(.{4})(?=.)/g, '$1\u00a0'));

export const termText = (start: string, end: string | null) =>
  end === null ? `seit ${formatDate(start)}` : `${formatDate(start)} bis ${formatDate(end)}`;

export const yearsText = (years: number | null) =>
  known(years, (count) => (count === 1 ? '1 Jahr' : `${count} Jahre`));

export const bandWords: Record<RiskBandStatus, string> = {
  below: 'unter dem Band',
  in: 'im Band',
  above: 'über dem Band',
  unknown: 'Lage unbekannt',
};

export const bandVerdict: Record<RiskBandStatus, string> = {
  below: 'Das Risiko des Portfolios liegt unter dem Risikoband.',
  in: 'Das Risiko des Portfolios liegt im Risikoband.',
  above: 'Das Risiko des Portfolios liegt über dem Risikoband.',
  unknown: 'Das Risiko des Portfolios ist nicht bekannt.',
};

export const bandTone: Record<RiskBandStatus, Tone> = {
  below: 'warn',
  in: 'ok',
  above: 'bad',
  unknown: 'info',
};

export const bandRange = (low: number | null, high: number | null) => `${points(low)} bis ${points(high)}`;

/** Figures at the axis as on screen: „120 T€“, „1,2 Mio. €“. */
export function axisMoney(value: number): string {
  const size = Math.abs(value);
  if (size >= 1_000_000) return `${formatNumber(value / 1_000_000, 0, 2)}\u00a0Mio.\u00a0€`;
  if (size >= 10_000) return `${formatNumber(value / 1000, 0, 1)}\u00a0T€`;
  return `${formatNumber(value, 0, 2)}\u00a0€`;
}

export const fullName = (person: { firstName: string; lastName: string }) => personName(person);
