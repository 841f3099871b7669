import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { listCheckJobRows } from '@depotwerk/api/optimization';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Page } from '../../platform/lists/paging.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { visibilityConditions } from '../contracts/public.ts';
import { readJob } from '../jobs/public.ts';

type Rows = CallAnswer<typeof listCheckJobRows>;

/**
 * Contracts a bulk check changed or could not check, of those the caller sees; in the order of their ids.
 * @throws 404 when the caller does not see the job
 */
export async function readCheckRows(
  { database }: ReadServices,
  scope: Scope,
  { params, query }: CallInput<typeof listCheckJobRows>,
  page: Page,
): Promise<{ readonly items: Rows; readonly total: number }> {
  await readJob(database, scope, params.id);
  const build = (selection: string, tail: (parameters: Parameters) => string) => {
    const parameters = new Parameters();
    const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
    conditions.push(`r.job_id = ${parameters.add(params.id)}`);
    if (query.result !== undefined) conditions.push(`r.result = ${parameters.add(query.result)}`);
    return {
      sql: `select ${selection} from contract_check_rows r
              join contracts c on c.tenant_id = r.tenant_id and c.id = r.contract_id
             where ${conditions.join(' and ')} ${tail(parameters)}`,
      parameters: parameters.values,
    };
  };
  const [items, counted] = await database.readMany<[Rows[number], { count: number }]>(scope, [
    build(
      `r.contract_id as "contractId", c.external_key as "externalKey", r.result, r.score_before as "scoreBefore",
       r.score_after as "scoreAfter", r.hint_count as "hintCount", r.message`,
      (parameters) =>
        `order by r.contract_id limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`,
    ),
    build('count(*) as count', () => ''),
  ]);
  return { items, total: counted[0]?.count ?? 0 };
}
