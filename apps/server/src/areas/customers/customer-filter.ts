import type { CallInput } from '@depotwerk/api/call';
import type { listCustomers } from '@depotwerk/api/customers/customers';
import { noGroupId } from '@depotwerk/domain/permissions';
import { splitSearchDates } from '@depotwerk/domain/search-dates';
import type { Parameters } from '../../platform/database/parameters.ts';
import { groupAndBelowIds } from '../../platform/lists/group-and-below.ts';
import { searchOf } from '../../platform/lists/search-text.ts';
import type { Visibility } from '../../platform/scope.ts';
import { customerVisibility } from './customer-visibility.view.ts';

type Query = CallInput<typeof listCustomers>['query'];
export type CustomerFilter = Pick<
  Query,
  'search' | 'excludedIssuerId' | 'forGroup' | 'noGroupOnly' | 'groupId' | 'tagId'
>;

/** What a search text asks for. */
export interface CustomerSearch {
  /** Words to find in names, keys and mail; null when the text was a date alone. */
  readonly words: string | null;
  /** Days of birth `YYYY-MM-DD`, empty when the text names none. */
  readonly birthDays: readonly string[];
  /** The text may be (part of) a contract number: it has a digit. */
  readonly mayBeContractNumber: boolean;
}

/** Takes the search text apart; null when there is none. */
export function readCustomerSearch(text: string | undefined, today: string): CustomerSearch | null {
  const search = searchOf(text);
  if (search === null) return null;
  const { days, words } = splitSearchDates(search, today);
  return {
    words: words === '' ? null : words,
    birthDays: days,
    mayBeContractNumber: days.length === 0 && /\d/.test(words),
  };
}

/** Conditions of a filter on `customers u`, visibility included; values are parameters only. */
export function customerConditions(
  filter: CustomerFilter,
  search: CustomerSearch | null,
  visibility: Visibility,
  parameters: Parameters,
): string[] {
  const conditions = customerVisibility(visibility, parameters);
  if (search !== null) conditions.push(...searchConditions(search, visibility, parameters));
  if (filter.noGroupOnly || filter.groupId === noGroupId) conditions.push('u.group_id is null');
  else if (filter.groupId !== undefined) {
    conditions.push(`u.group_id = any (${groupAndBelowIds(parameters.add(filter.groupId))})`);
  }
  if (filter.tagId !== undefined) {
    conditions.push(
      `u.id in (select l.customer_id from customer_tags l where l.tenant_id = app_tenant_id() and l.tag_id = ${parameters.add(filter.tagId)})`,
    );
  }
  if (filter.forGroup !== undefined) {
    conditions.push(`u.group_id is distinct from ${parameters.add(filter.forGroup)}`);
  }
  if (filter.excludedIssuerId !== undefined) {
    conditions.push(
      `not exists (select 1 from contracts k where k.tenant_id = u.tenant_id and k.customer_id = u.id` +
        ` and k.issuer_id = ${parameters.add(filter.excludedIssuerId)} and k.deleted_at is null)`,
    );
  }
  return conditions;
}

/** Most hits of a text search that the list sorts and filters further. */
const searchHitLimit = 1_000_000;

function searchConditions(search: CustomerSearch, visibility: Visibility, parameters: Parameters): string[] {
  const conditions: string[] = [];
  if (search.birthDays.length > 0) {
    conditions.push(`u.date_of_birth = any (${parameters.add(search.birthDays)}::date[])`);
  }
  if (search.words === null) return conditions;
  const { groups, withoutGroup } = searchScope(visibility);
  const searched = `${parameters.add(search.words)}, ${parameters.add(groups)}::uuid[], ${parameters.add(withoutGroup)}, ${searchHitLimit}`;
  const byContract = search.mayBeContractNumber
    ? ` union select k.customer_id from contracts k where k.id in (select id from search_contract_ids(${searched}))`
    : '';
  conditions.push(`u.id in (select id from search_customer_ids(${searched})${byContract})`);
  return conditions;
}

/** What the search functions take: own-customer users are limited by a condition beside them. */
export function searchScope(visibility: Visibility): {
  groups: readonly string[] | null;
  withoutGroup: boolean;
} {
  return visibility.ownCustomerId === null
    ? { groups: visibility.groupIds, withoutGroup: visibility.includesWithoutGroup }
    : { groups: null, withoutGroup: true };
}

/** True when nothing but visibility limits the customers, so that kept sums can answer. */
export function isUnfiltered(filter: CustomerFilter, search: CustomerSearch | null): boolean {
  return (
    search === null &&
    !filter.noGroupOnly &&
    filter.groupId === undefined &&
    filter.tagId === undefined &&
    filter.forGroup === undefined &&
    filter.excludedIssuerId === undefined
  );
}
