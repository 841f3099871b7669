import type { changeSelection } from '@depotwerk/api/contracts/contract-bulk';
import type * as z from 'zod/mini';
import type { Parameters } from '../../platform/database/parameters.ts';
import type { Visibility } from '../../platform/scope.ts';
import { asTexts, customerSelectionAsTexts, selectedCustomers } from '../customers/public.ts';
import { type ContractFilter, filterConditions, isUnfiltered } from './contract-filter.ts';

export type { ContractFilter } from './contract-filter.ts';

/** True when nothing but visibility limits the contracts. */
export const selectsEverything = (filter: ContractFilter): boolean => isUnfiltered(filter);

/** Conditions on `contracts c` for all a caller sees under a filter of the list. */
export function selectedContracts(
  filter: ContractFilter,
  visibility: Visibility,
  parameters: Parameters,
): string {
  return filterConditions(filter, visibility, parameters).join(' and ');
}

/**
 * The same for a selection: named contracts, those under a filter, or those of customers, whom the caller must see, too.
 * @param customers whose customers count, where the selection names customers
 */
export function contractsOfSelection(
  selection: z.output<typeof changeSelection>,
  visibility: Visibility,
  customers: Visibility,
  parameters: Parameters,
): string {
  const conditions = [
    selectedContracts('filter' in selection ? selection.filter : {}, visibility, parameters),
  ];
  if ('contractIds' in selection) {
    conditions.push(`c.id = any (${parameters.add(selection.contractIds)}::uuid[])`);
  }
  if ('customers' in selection) {
    const of = selectedCustomers(selection.customers, customers, parameters);
    conditions.push(`c.customer_id in (select u.id from customers u where ${of})`);
  }
  return conditions.join(' and ');
}

/** A selection a call has parsed as its body had it: a job parses it again. */
export function selectionAsTexts(selection: z.output<typeof changeSelection>): object {
  if ('customers' in selection) {
    return { customers: customerSelectionAsTexts(selection.customers) };
  }
  return 'filter' in selection ? { filter: asTexts(selection.filter) } : selection;
}
