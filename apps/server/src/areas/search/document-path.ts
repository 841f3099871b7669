import type { Parameters } from '../../platform/database/parameters.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import { visibilityConditions } from '../contracts/public.ts';

/** Where `documents d` of `customers u` lies: beside its contract where the caller sees it, else with its customer. */
export function documentPathOf(scope: Scope, parameters: Parameters): { selection: string; join: string } {
  const contract = scope.permissions.has('contracts.view')
    ? visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters)
    : ['false'];
  return {
    selection: `case when c.id is not null then '/contracts/' || c.id || '/documents'
      else '/customers/' || u.id || '?tab=documents' end`,
    join: `left join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id and ${contract.join(' and ')}`,
  };
}
