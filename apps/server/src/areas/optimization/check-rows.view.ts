import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { listCheckJobRows } from '@depotwerk/api/optimization';
import type { Page } from '../../platform/lists/paging.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { type JobRowsTable, readContractRowsOfJob } from '../contracts/public.ts';

type Row = CallAnswer<typeof listCheckJobRows>[number];

const table: JobRowsTable<Row> = {
  name: 'contract_check_rows',
  columns: `r.contract_id as "contractId", c.external_key as "externalKey", r.result, r.score_before as "scoreBefore",
    r.score_after as "scoreAfter", r.hint_count as "hintCount", r.message`,
  order: 'r.contract_id',
};

/**
 * Contracts a bulk check changed or could not check, of those the caller sees; in the order of their ids.
 * @throws 404 when the caller does not see the job
 */
export const readCheckRows = (
  services: ReadServices,
  scope: Scope,
  input: CallInput<typeof listCheckJobRows>,
  page: Page,
) => readContractRowsOfJob(services, scope, table, input, page);
