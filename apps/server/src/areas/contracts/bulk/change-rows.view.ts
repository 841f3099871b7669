import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { listChangeJobRows } from '@depotwerk/api/contract-bulk';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import type { Page } from '../../../platform/lists/paging.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { type JobRowsTable, readContractRowsOfJob } from '../contract-rows-of-job.view.ts';
import { changeJobType } from './change-job-types.ts';

type Row = CallAnswer<typeof listChangeJobRows>[number];

const table: JobRowsTable<Row> = {
  name: 'contract_change_rows',
  columns: `r.contract_id as "contractId", c.external_key as "externalKey", ${personNameOf('u')} as "customerName",
    r.result, r.message, r.taken_back_at is not null as "isTakenBack",
    r.result = 'changed' and r.taken_back_at is null and j.job_type = '${changeJobType}'
      and j.payload -> 'change' ->> 'kind' <> 'checked' as "isOpen"`,
  joins: `join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    join jobs j on j.tenant_id = r.tenant_id and j.id = r.job_id`,
  order: `array_position(array['skipped', 'changed', 'unchanged'], r.result), r.taken_back_at is not null, c.external_key, c.id`,
};

/**
 * What changing many contracts, or taking that back, came to, of those the caller sees: what needs an eye first.
 * @throws 404 when the caller does not see the job
 */
export const readChangeRows = (
  services: ReadServices,
  scope: Scope,
  input: CallInput<typeof listChangeJobRows>,
  page: Page,
) => readContractRowsOfJob(services, scope, table, input, page);
