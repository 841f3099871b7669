import { Parameters } from '../../platform/database/parameters.ts';
import type { Page } from '../../platform/lists/paging.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { readJob } from '../jobs/public.ts';
import { visibilityConditions } from './contract-visibility.view.ts';

/** A table with a row for each contract of a job, and how it is read; its rows are `r`, their contracts `c`. */
interface JobRowsTable {
  readonly name: string;
  readonly columns: string;
  /** Further tables the columns come from. */
  readonly joins?: string;
  readonly order: string;
}

interface AskedRows {
  readonly params: { readonly id: string };
  readonly query: { readonly result?: string | undefined };
}

type ReadJobRows<Row> = (
  services: ReadServices,
  scope: Scope,
  asked: AskedRows,
  page: Page,
) => Promise<{ readonly items: Row[]; readonly total: number }>;

/**
 * Reads what a job came to with each of its contracts, of those the caller sees: a page, and how many there are. `Row` is what
 * the columns make of a row. What it gives throws 404 when the caller does not see the job.
 */
export function contractRowsOfJob<Row>(table: JobRowsTable): ReadJobRows<Row> {
  return async ({ database }, scope, { params, query }, page) => {
    await readJob(database, scope, params.id);
    const build = (selection: string, tail: (parameters: Parameters) => string) => {
      const parameters = new Parameters();
      const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
      conditions.push(`r.job_id = ${parameters.add(params.id)}`);
      if (query.result !== undefined) conditions.push(`r.result = ${parameters.add(query.result)}`);
      return {
        sql: `select ${selection} from ${table.name} r
                join contracts c on c.tenant_id = r.tenant_id and c.id = r.contract_id
                ${table.joins ?? ''}
               where ${conditions.join(' and ')} ${tail(parameters)}`,
        parameters: parameters.values,
      };
    };
    const [items, counted] = await database.readMany<[Row, { count: number }]>(scope, [
      build(
        table.columns,
        (parameters) =>
          `order by ${table.order} limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`,
      ),
      build('count(*)::int as count', () => ''),
    ]);
    return { items, total: counted[0]?.count ?? 0 };
  };
}
