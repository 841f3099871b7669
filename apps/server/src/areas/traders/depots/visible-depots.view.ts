import type { Parameters } from '../../../platform/database/parameters.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import { visibilityConditions } from '../../contracts/public.ts';
import { customerVisibility } from '../../customers/public.ts';

/** The customer `u` a depot `d` is known to belong to (depot_owner_id() of migration 0013). */
export const depotOwnerJoin = `left join customers u on u.tenant_id = d.tenant_id and u.id = depot_owner_id(d)`;

/**
 * Which depots `d` (with `depotOwnerJoin`) a caller sees: those of customers he sees; of nobody known only who may see
 * customers without a group. That a bank shows a depot to his login says nothing: many answer by the number of the
 * partner. The one place for every query of depots that does not come from a contract.
 */
export function depotCondition(scope: Scope, parameters: Parameters): string {
  if (scope.ownCustomerId !== null) return 'false';
  const ofCustomer = `u.id is not null and ${customerConditions(scope, parameters).join(' and ')}`;
  const { includesWithoutGroup } = visibilityOf(scope, 'groupCustomers.view');
  return includesWithoutGroup ? `(u.id is null or ${ofCustomer})` : `(${ofCustomer})`;
}

/** Which depots without a contract a caller sees. */
export function unlinkedDepotConditions(scope: Scope, parameters: Parameters): string[] {
  return ['d.tenant_id = app_tenant_id()', `d.state <> 'linked'`, depotCondition(scope, parameters)];
}

/** The depot's contract, as far as the caller sees it. */
export function linkedContractCondition(scope: Scope, parameters: Parameters): string {
  const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  return `exists (select from contracts c where c.tenant_id = d.tenant_id and c.id = d.contract_id
    and ${conditions.join(' and ')})`;
}

/**
 * Depots of the caller's customers, without a contract or linked to one he does not see: that one is another customer's,
 * and whoever is responsible for the holder has to know.
 */
export function openDepotConditions(scope: Scope, parameters: Parameters): string[] {
  return [
    'd.tenant_id = app_tenant_id()',
    depotCondition(scope, parameters),
    `(d.state <> 'linked' or d.customer_id is not null and not ${linkedContractCondition(scope, parameters)})`,
  ];
}

/** Which customers `u` a caller sees. */
export const customerConditions = (scope: Scope, parameters: Parameters): string[] =>
  customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
