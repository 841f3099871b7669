import type { customerListItem } from '@depotwerk/api/customers/customers';
import { customerFields } from '@depotwerk/domain/customers/customer-fields';
import { maskTaxIdentificationNumber } from '@depotwerk/domain/customers/tax-identification-number';
import { formatDate } from '@depotwerk/domain/date-text';
import { draftOf, type StoredFields } from '@depotwerk/domain/master-data/field-table';
import { noGroupId } from '@depotwerk/domain/permissions';
import type * as z from 'zod/mini';
import { fieldSelection } from '../../platform/field-selection.ts';
import { hasGroupRight } from '../../platform/group-right.ts';
import type { Scope } from '../../platform/scope.ts';
import { type Tag, tagsOf } from '../tags/public.ts';

export type CustomerListItem = z.output<typeof customerListItem>;

export const customerSelection = `u.id, u.first_name, u.last_name, u.date_of_birth, u.group_id, g.group_name, u.contract_count,
  u.total_value, u.never_valued_count as unvalued_count, u.profile_valid_until, u.is_inactive, u.is_blocked, ${tagsOf('customer')} as tags`;

export const customerJoins = 'left join groups g on g.tenant_id = u.tenant_id and g.id = u.group_id';

/** A row of `customerSelection`. */
export interface CustomerRow {
  id: string;
  first_name: string;
  last_name: string;
  date_of_birth: string | null;
  group_id: string | null;
  group_name: string | null;
  contract_count: number;
  unvalued_count: number;
  total_value: number;
  profile_valid_until: string | null;
  is_inactive: boolean;
  is_blocked: boolean;
  tags: Tag[];
}

/** A row as the list shows it; number and value of contracts only for callers who may see them. */
export function toCustomerItem(row: CustomerRow, scope: Scope): CustomerListItem {
  const isOpen = seesContracts(scope, row);
  return {
    ...toCustomer(row),
    tags: shownTags(row, scope),
    contractCount: isOpen ? row.contract_count : 0,
    unvaluedCount: isOpen ? row.unvalued_count : 0,
    totalValue: isOpen ? row.total_value : 0,
    profileValidUntil: row.profile_valid_until,
    isInactive: row.is_inactive,
    isBlocked: row.is_blocked,
  };
}

/** What the house notes about its customers is not theirs to see. */
export const shownTags = ({ tags }: CustomerRow, scope: Scope): Tag[] =>
  scope.ownCustomerId === null ? tags : [];

export function toCustomer(row: CustomerRow) {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    dateOfBirth: row.date_of_birth,
    dateOfBirthFormatted: row.date_of_birth === null ? '' : formatDate(row.date_of_birth),
    group: { id: row.group_id ?? noGroupId, groupName: row.group_name ?? '' },
  };
}

/** Contracts belong to the customer's group; their right is another one than the customer's. */
export function seesContracts(scope: Scope, row: { id: string; group_id: string | null }): boolean {
  if (!scope.permissions.has('contracts.view')) return false;
  if (scope.ownCustomerId !== null) return scope.ownCustomerId === row.id;
  return hasGroupRight(scope, 'groupContracts.view', row.group_id);
}

/** The fields people edit, beside `customerSelection`. */
export const customerFieldSelection = fieldSelection(customerFields, 'u');

/** A row of `customerSelection` and `customerFieldSelection`. */
export interface FieldsRow extends CustomerRow, StoredFields<typeof customerFields> {}

/** The fields as answers and files have them: null where nothing is given, what is masked masked, no group. */
export function shownFields(row: FieldsRow) {
  const { groupId: _group, ...shown } = draftOf(customerFields, { ...row });
  return { ...shown, taxIdentificationNumber: maskTaxIdentificationNumber(row.taxIdentificationNumber) };
}
