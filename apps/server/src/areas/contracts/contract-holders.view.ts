import type { CallAnswer } from '@depotwerk/api/call';
import type { listContractHolders } from '@depotwerk/api/contracts/contract-holders';
import { hasGroupRight } from '../../platform/group-right.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { isVisible } from '../../platform/visible-rows.ts';
import { assessmentStatus } from './risk-assessment.view.ts';
import { readOfContract } from './visible-contract.view.ts';

interface HolderRow {
  customer_id: string;
  first_name: string;
  last_name: string;
  date_of_birth: string | null;
  group_id: string | null;
  contract_group_id: string | null;
  is_first: boolean;
  assessment_date: string | null;
  valid_until: string | null;
  risk_class_id: number | null;
}

/** Everybody who holds a contract, its customer first. `today` is the caller's day. @throws 404 unseen */
export async function readContractHolders(
  services: ReadServices,
  scope: Scope,
  contractId: string,
  today: string,
): Promise<CallAnswer<typeof listContractHolders>> {
  const rows = await readOfContract<HolderRow>(services, scope, contractId, () => ({
    selection: `u.id as customer_id, u.first_name, u.last_name, u.date_of_birth, u.group_id, c.group_id as contract_group_id, o.is_first, o.assessment_date, o.valid_until,
      o.risk_class_id`,
    tables: `cross join lateral (
        select c.customer_id, true as is_first, c.created_at, a.assessment_date, a.valid_until, a.risk_class_id
          from (select) one left join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id
            and a.status = 'valid'
        union all
        select h.customer_id, false, h.created_at, h.assessment_date, h.valid_until, h.risk_class_id
          from contract_holders h where h.tenant_id = c.tenant_id and h.contract_id = c.id) o
      join customers u on u.tenant_id = c.tenant_id and u.id = o.customer_id`,
    tail: 'order by o.is_first desc, o.created_at, u.id',
  }));
  const seen = visibilityOf(scope, 'groupCustomers.view');
  return rows.map((row) => {
    // What another holder told her adviser is hers.
    const isOpen = scope.ownCustomerId === null || scope.ownCustomerId === row.customer_id;
    const { assessment_date: assessmentDate, valid_until: validUntil, risk_class_id: riskClassId } = row;
    return {
      customerId: row.customer_id,
      firstName: row.first_name,
      lastName: row.last_name,
      dateOfBirth: isOpen ? row.date_of_birth : null,
      isFirst: row.is_first,
      mayRecord:
        scope.permissions.has('riskProfile.edit') &&
        hasGroupRight(scope, 'groupContracts.edit', row.contract_group_id) &&
        isVisible(seen, { id: row.customer_id, groupId: row.group_id }),
      profile:
        assessmentDate === null || validUntil === null
          ? null
          : {
              assessmentDate,
              validUntil,
              riskClassId: isOpen ? riskClassId : null,
              status: assessmentStatus('valid', validUntil, today) === 'valid' ? 'valid' : 'expired',
            },
    };
  });
}
