import type { contractFilter } from '@depotwerk/api/contracts/contracts';
import { locale } from '@depotwerk/domain/locale';
import { noGroupId } from '@depotwerk/domain/permissions';
import type * as z from 'zod/mini';
import type { Parameters } from '../../platform/database/parameters.ts';
import { needsProfile } from '../../platform/depot-content/lacks-profile.ts';
import { neverValued } from '../../platform/depot-content/never-valued.ts';
import { notEnded } from '../../platform/depot-content/plan-days.ts';
import { groupAndBelowIds } from '../../platform/lists/group-and-below.ts';
import type { Visibility } from '../../platform/scope.ts';
import { isHeldBy, searchConditions, visibilityConditions } from './contract-visibility.view.ts';

type Shape = typeof contractFilter;
/** Filters of the contract list as the descriptor parses them. */
export type ContractFilter = { [Key in keyof Shape]?: z.output<Shape[Key]> };

/** Filters over what clients are not shown: hints, tags, differences to the bank's books and what another holder told her adviser. */
const houseFilters = ['withHints', 'hintId', 'tagId', 'hasPendingChanges', 'withoutProfile'] as const;

/** Conditions of a filter on `contracts c`, visibility included. Texts are fixed; values are parameters only. */
export function filterConditions(
  filter: ContractFilter,
  visibility: Visibility,
  parameters: Parameters,
): string[] {
  const conditions = visibilityConditions(visibility, parameters);
  conditions.push(...searchConditions(filter.search, visibility, parameters));
  // What the house notes on a contract is found by nobody but the house: any answer would tell it.
  if (visibility.ownCustomerId !== null && houseFilters.some((name) => filter[name] !== undefined))
    conditions.push('false');
  const compare = (value: unknown, test: (placeholder: string) => string) => {
    if (value !== undefined) conditions.push(test(parameters.add(value)));
  };
  compare(filter.insurerId, (value) => `c.insurer_id = ${value}`);
  compare(filter.issuerId, (value) => `c.issuer_id = ${value}`);
  compare(filter.tariffId, (value) => `c.tariff_id = ${value}`);
  compare(filter.customerId, isHeldBy);
  compare(
    filter.tagId,
    (value) =>
      `c.id in (select l.contract_id from contract_tags l where l.tenant_id = app_tenant_id() and l.tag_id = ${value})`,
  );
  compare(filter.heldFundId, (value) => `c.id in (${contractsOfFund(value)})`);
  compare(filter.scoreFrom, (value) => `c.contract_score >= ${value}`);
  compare(filter.scoreTo, (value) => `c.contract_score <= ${value}`);
  compare(cents(filter.valueFrom), (value) => `c.total_value_cents >= ${value}`);
  compare(cents(filter.valueTo, Math.floor), (value) => `c.total_value_cents <= ${value}`);
  // What is unknown is neither more nor less than anything.
  if ((filter.valueFrom ?? filter.valueTo) !== undefined) conditions.push(`not ${neverValued('c')}`);
  compare(filter.hintId, (value) => `c.hint_mask & (1 << (${value}::integer - 1)) <> 0`);
  compare(filter.riskClassId, (value) => `c.risk_class_id = ${value}`);
  compare(filter.lastCheckBefore, uncheckedBefore);
  // What was never discussed has not been so since that day either.
  compare(
    filter.lastConsultationBefore,
    (value) => `(c.last_consultation < ${value} or c.last_consultation is null)`,
  );
  if (filter.groupId === noGroupId) conditions.push('c.group_id is null');
  else compare(filter.groupId, groupAndBelow);
  flag(conditions, filter.withHints, 'c.hint_count > 0', 'c.hint_count = 0');
  flag(conditions, filter.hasPendingChanges, 'c.has_pending_changes', 'not c.has_pending_changes');
  flag(
    conditions,
    filter.riskOutOfBand,
    `c.risk_band_status in ('below', 'above')`,
    `c.risk_band_status in ('in', 'unknown')`,
  );
  flag(conditions, filter.withoutProfile, needsProfile, `not ${needsProfile}`);
  flag(conditions, filter.useETF, 'c.use_etf', 'not c.use_etf');
  flag(conditions, filter.isLinked, 'c.is_linked', 'not c.is_linked');
  flag(
    conditions,
    filter.withUnknownPayments,
    'c.paid_in is null and c.valuation_date is not null',
    '(c.paid_in is not null or c.valuation_date is null)',
  );
  return conditions;
}

/** Not checked since before a day, or never: which contracts `contract_counts` counts as `checked` before it. */
export const uncheckedBefore = (day: string): string =>
  `(c.last_check < (${day}::date)::timestamp at time zone '${locale.timeZone}' or c.last_check is null)`;

/** Euro as cents; a limit between two cents moves to the one inside the range. */
const cents = (euro: number | undefined, round: (value: number) => number = Math.ceil) =>
  euro === undefined ? undefined : round(Number(`${euro}e2`));

function flag(conditions: string[], value: boolean | undefined, whenTrue: string, whenFalse: string): void {
  if (value !== undefined) conditions.push(value ? whenTrue : whenFalse);
}

const groupAndBelow = (group: string) => `c.group_id = any (${groupAndBelowIds(group)})`;

/** Contracts that hold the fund now, pay into it, or will when a savings plan begins. */
const contractsOfFund = (fund: string) =>
  `select p.contract_id from portfolio_entries e join portfolios p on p.tenant_id = e.tenant_id and p.id = e.portfolio_id
    where e.tenant_id = app_tenant_id() and e.fund_id = ${fund} and p.is_current
   union select p.contract_id from savings_plan_entries e
     join savings_plans p on p.tenant_id = e.tenant_id and p.id = e.savings_plan_id
    where e.tenant_id = app_tenant_id() and e.fund_id = ${fund} and ${notEnded('p')}`;

/** True when nothing but visibility limits the contracts, so that kept sums can answer. */
export function isUnfiltered(filter: ContractFilter): boolean {
  return Object.entries(filter).every(
    ([key, value]) => value === undefined || (key === 'search' && value === ''),
  );
}
