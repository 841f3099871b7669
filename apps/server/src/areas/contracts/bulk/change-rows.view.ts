import type { CallAnswer } from '@depotwerk/api/call';
import type { listChangeJobRows } from '@depotwerk/api/contracts/contract-bulk';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { contractRowsOfJob } from '../contract-rows-of-job.view.ts';
import { changeJobType } from './change-job-types.ts';

/**
 * What changing many contracts, or taking that back, came to, of those the caller sees: what needs an eye first.
 * @throws 404 when the caller does not see the job
 */
export const readChangeRows = contractRowsOfJob<CallAnswer<typeof listChangeJobRows>[number]>({
  name: 'contract_change_rows',
  columns: `r.contract_id as "contractId", c.external_key as "externalKey", ${personNameOf('u')} as "customerName",
    r.result, r.message, r.taken_back_at is not null as "isTakenBack",
    r.result = 'changed' and r.taken_back_at is null and j.job_type = '${changeJobType}'
      and j.payload -> 'change' ->> 'kind' <> 'checked' as "isOpen"`,
  joins: `join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    join jobs j on j.tenant_id = r.tenant_id and j.id = r.job_id`,
  order: `array_position(array['skipped', 'changed', 'unchanged'], r.result), r.taken_back_at is not null, c.external_key, c.id`,
});
