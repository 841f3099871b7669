import type { CallAnswer } from '@depotwerk/api/call';
import type { listApprovalRows } from '@depotwerk/api/optimization/bulk-approvals';
import { approvalRowResults } from '@depotwerk/domain/contracts/approval-of-many';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { quotedList } from '../../../platform/database/quoted-list.ts';
import { contractRowsOfJob } from '../../contracts/public.ts';

/**
 * What agreeing to the plans of many contracts came to, of those the caller sees: what needs an eye first.
 * @throws 404 when the caller does not see the job
 */
export const readApprovalRows = contractRowsOfJob<CallAnswer<typeof listApprovalRows>[number]>({
  name: 'contract_approval_rows',
  columns: `r.contract_id as "contractId", c.external_key as "externalKey", ${personNameOf('u')} as "customerName",
    r.result, r.message, r.turnover`,
  joins: 'join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id',
  order: `array_position(array[${quotedList(approvalRowResults)}], r.result), c.external_key, c.id`,
});
