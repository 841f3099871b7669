import { checkNumber } from '../master-data/check-number.ts';
import {
  type FieldIssue,
  type FieldIssueCode,
  isCalendarDay,
  issuesOf,
  noSuchDay,
} from '../master-data/field-issue.ts';
import { checkFields, type DraftOf, type FieldRow } from '../master-data/field-table.ts';
import { isWholeCents } from '../money.ts';
import { contractFields } from './contract-fields.ts';

/** A position as entered by hand: quantity and price with up to six decimals, cost value in euros. */
export interface HoldingDraft {
  readonly fundId: number;
  readonly quantity: number | null;
  readonly price: number | null;
  /** Day the price is of; null = that of the holdings, undefined (from the release before) = as stored for the same price. */
  readonly priceDate?: string | null | undefined;
  readonly costValue: number | null;
}

/** A share of the savings plan, 0–1. */
export interface PlanShareDraft {
  readonly fundId: number;
  readonly fraction: number | null;
}

/** A contract as the form holds it; null = not given. */
export interface ContractDraft extends DraftOf<typeof contractFields> {
  readonly tariffId: string | null;
  readonly riskClassId: number | null;
  /** Part of the contributions promised for the end, where the tariff leaves it to its contracts; undefined = as stored (from the release before). */
  readonly guaranteedLevel?: number | null | undefined;
  /** Day the holdings were valued; needed as soon as there are any. */
  readonly valuationDate: string | null;
  /** Euros beside the funds. */
  readonly nonFundsValue: number | null;
  readonly holdings: readonly HoldingDraft[];
  readonly planValidFrom: string | null;
  /** null = no savings plan. */
  readonly contribution: number | null;
  readonly contributionInterval: 1 | 4 | 6 | 12;
  /** Yearly rise as a fraction. */
  readonly dynamicPercent: number | null;
  readonly planEntries: readonly PlanShareDraft[];
}

/** A guaranteed level the contract has chosen: 0 to 100 percent, with the places it is kept with. */
export const guaranteedLevelField = {
  key: 'guaranteedLevel',
  column: 'guaranteed_level',
  label: 'Garantieniveau',
  kind: 'number',
  unit: 'percent',
  most: 1,
} as const satisfies FieldRow;

/** Euros of a value that is stored. */
export const largestMoney = 9_999_999_999;
/** Units or a price that are stored. */
const largestUnits = 999_999_999;

/** What says what a contract holds, and what it saves into. */
const parts = {
  holdings: ['valuationDate', 'nonFundsValue', 'holdings'],
  plan: ['planValidFrom', 'contribution', 'contributionInterval', 'dynamicPercent', 'planEntries'],
} as const satisfies Readonly<Record<string, readonly (keyof ContractDraft)[]>>;

/**
 * What is wrong with a contract entered by hand; `today` as `YYYY-MM-DD`.
 *
 * @param stored the contract as it is, null for a new one: holdings and savings plan that stay as they are stand in nobody's
 * way, as those a bank delivers (shares of 95 % in all) cannot be put right here
 */
export function checkContract(
  draft: ContractDraft,
  today: string,
  stored: ContractDraft | null = null,
): FieldIssue[] {
  const stays = (part: keyof typeof parts) =>
    stored !== null &&
    parts[part].every((member) => JSON.stringify(draft[member]) === JSON.stringify(stored[member]));
  return issuesOf(
    draft.tariffId === null ? { path: 'tariffId', code: 'required' } : null,
    ...checkFields(contractFields, draft, today),
    draft.endDate !== null && draft.startDate !== null && draft.endDate <= draft.startDate
      ? { path: 'endDate', code: 'endNotAfterStart' }
      : null,
    ...checkFields([guaranteedLevelField], { guaranteedLevel: draft.guaranteedLevel ?? null }, today),
    ...(stays('holdings') ? [] : checkHoldings(draft, today)),
    ...(stays('plan') ? [] : checkPlan(draft)),
  );
}

/**
 * Money beside the funds is the client's own account only in a depot, which may be overdrawn; in a policy it lies on the insurer's side,
 * which owes nobody less than nothing. What is stored already stands in nobody's way, unless the tariff becomes a policy.
 */
export function checkNonFunds(
  { nonFundsValue, tariffId }: Pick<ContractDraft, 'nonFundsValue' | 'tariffId'>,
  stored: Pick<ContractDraft, 'nonFundsValue' | 'tariffId'> | null,
  isDepot: boolean,
): FieldIssue[] {
  const stays = stored?.nonFundsValue === nonFundsValue && stored.tariffId === tariffId;
  return isDepot || stays || (nonFundsValue ?? 0) >= 0
    ? []
    : [{ path: 'nonFundsValue', code: 'tooSmallMoney', params: { limit: 0 } }];
}

function checkHoldings(draft: ContractDraft, today: string): (FieldIssue | null)[] {
  const hasValues = draft.holdings.length > 0 || (draft.nonFundsValue ?? 0) !== 0;
  return [
    checkDay('valuationDate', draft.valuationDate, hasValues),
    draft.valuationDate !== null && draft.valuationDate > today
      ? { path: 'valuationDate', code: 'dayInFuture' }
      : null,
    isWithin(draft.nonFundsValue ?? 0, -largestMoney, largestMoney)
      ? null
      : { path: 'nonFundsValue', code: 'tooLargeMoney', params: { limit: largestMoney } },
    isWholeCents(draft.nonFundsValue ?? 0)
      ? null
      : { path: 'nonFundsValue', code: 'precision', params: { limit: 2 } },
    firstWrong(
      draft.holdings,
      'holdingIncomplete',
      ({ quantity, price }) => isWithin(quantity, 0, Infinity) && isWithin(price, 0.000001, Infinity),
    ),
    firstWrong(
      draft.holdings,
      'holdingTooLarge',
      ({ quantity, price, costValue }) =>
        (quantity ?? 0) <= largestUnits &&
        (price ?? 0) <= largestUnits &&
        (costValue ?? 0) <= largestMoney &&
        (quantity ?? 0) * (price ?? 0) <= largestMoney,
    ),
    firstWrong(
      draft.holdings,
      'holdingCostValue',
      ({ costValue }) => isWithin(costValue ?? 0, 0, Infinity) && isWholeCents(costValue ?? 0),
    ),
    firstWrong(
      draft.holdings,
      'holdingPriceDay',
      ({ priceDate }) => priceDate == null || (isCalendarDay(priceDate) && priceDate <= today),
    ),
    hasTwice(draft.holdings) ? { path: 'holdings', code: 'fundTwice' } : null,
  ];
}

/** The first position that is not right, by its place: among thirty nobody finds the one that is meant. */
function firstWrong(
  holdings: readonly HoldingDraft[],
  code: FieldIssueCode,
  isRight: (holding: HoldingDraft) => boolean,
): FieldIssue | null {
  const at = holdings.findIndex((holding) => !isRight(holding));
  return at < 0 ? null : { path: 'holdings', code, params: { line: at + 1 } };
}

function checkPlan(draft: ContractDraft): (FieldIssue | null)[] {
  if (draft.contribution === null) {
    return [draft.planEntries.length > 0 ? { path: 'contribution', code: 'required' } : null];
  }
  const tenThousandths = draft.planEntries.reduce(
    (sum, { fraction }) => sum + Math.round((fraction ?? 0) * 10_000),
    0,
  );
  return [
    checkNumber({ key: 'contribution', unit: 'money', most: largestMoney }, draft.contribution),
    checkDay('planValidFrom', draft.planValidFrom, true),
    (draft.dynamicPercent ?? 0) < 0
      ? { path: 'dynamicPercent', code: 'tooSmallPercent', params: { limit: 0 } }
      : null,
    isWithin(Math.max(draft.dynamicPercent ?? 0, 0), 0, 1)
      ? null
      : { path: 'dynamicPercent', code: 'tooLargePercent', params: { limit: 1 } },
    draft.planEntries.every(({ fraction }) => isWithin(fraction, 0.0001, 1)) && tenThousandths === 10_000
      ? null
      : { path: 'planEntries', code: 'sharesNotWhole', params: { sum: tenThousandths / 100 } },
    hasTwice(draft.planEntries) ? { path: 'planEntries', code: 'fundTwice' } : null,
  ];
}

function checkDay(path: string, day: string | null, isRequired: boolean): FieldIssue | null {
  if (day === null) return isRequired ? { path, code: 'required' } : null;
  return isCalendarDay(day) ? null : noSuchDay(path);
}

function isWithin(value: number | null, low: number, high: number): boolean {
  return value !== null && Number.isFinite(value) && value >= low && value <= high;
}

function hasTwice(entries: readonly { readonly fundId: number }[]): boolean {
  return new Set(entries.map(({ fundId }) => fundId)).size < entries.length;
}
