import type { CallAnswer } from '@depotwerk/api/call';
import type { listCheckJobRows } from '@depotwerk/api/optimization/optimization';
import { contractRowsOfJob } from '../contracts/public.ts';

/**
 * Contracts a bulk check changed or could not check, of those the caller sees; in the order of their ids.
 * @throws 404 when the caller does not see the job
 */
export const readCheckRows = contractRowsOfJob<CallAnswer<typeof listCheckJobRows>[number]>({
  name: 'contract_check_rows',
  columns: `r.contract_id as "contractId", c.external_key as "externalKey", r.result, r.score_before as "scoreBefore",
    r.score_after as "scoreAfter", r.hint_count as "hintCount", r.message`,
  order: 'r.contract_id',
});
