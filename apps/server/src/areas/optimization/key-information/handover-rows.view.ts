import type { CallAnswer } from '@depotwerk/api/call';
import type { listHandoverRows } from '@depotwerk/api/optimization/key-information';
import { handoverRowResults } from '@depotwerk/domain/contracts/key-information';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { quotedList } from '../../../platform/database/quoted-list.ts';
import { contractRowsOfJob } from '../../contracts/public.ts';

/**
 * What handing over for many contracts came to, of those the caller sees: what needs an eye first.
 * @throws 404 when the caller does not see the job
 */
export const readHandoverRows = contractRowsOfJob<CallAnswer<typeof listHandoverRows>[number]>({
  name: 'contract_handover_rows',
  columns: `r.contract_id as "contractId", c.external_key as "externalKey", ${personNameOf('u')} as "customerName",
    r.result, r.message, r.document_count as "documentCount", r.holder_count as "holderCount"`,
  joins: 'join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id',
  order: `array_position(array[${quotedList(handoverRowResults)}], r.result), c.external_key, c.id`,
});
