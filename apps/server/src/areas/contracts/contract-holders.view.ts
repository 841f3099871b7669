import type { CallAnswer } from '@depotwerk/api/call';
import type { listContractHolders } from '@depotwerk/api/contract-holders';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { assessmentStatus } from './risk-assessment.view.ts';
import { readOfContract } from './visible-contract.view.ts';

interface HolderRow {
  customer_id: string;
  first_name: string;
  last_name: string;
  date_of_birth: string | null;
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
    selection: `u.id as customer_id, u.first_name, u.last_name, u.date_of_birth, o.is_first, o.assessment_date, o.valid_until,
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
