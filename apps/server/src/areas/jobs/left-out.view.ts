import type { LeftOutRow } from '@depotwerk/api/jobs/jobs';
import { nameOrderOf, personNameOf } from '../../platform/customers/person-name.ts';
import type { Reader } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Statement } from '../../platform/database/scoped-read.ts';
import type { Page } from '../../platform/lists/paging.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import { visibilityConditions } from '../contracts/public.ts';
import { customerVisibility } from '../customers/public.ts';
import { selectionOfJob } from '../optimization/public.ts';
import { readJob } from './jobs.view.ts';

type Reason = LeftOutRow['reason'];

interface Pieces {
  readonly payload: unknown;
  readonly customers: number;
  readonly contracts: number;
  /** Pieces that go from one contract to the next piece, in the order of ids. */
  readonly ranges: readonly Range[];
}

interface Range {
  readonly fromId: string;
  readonly untilId: string | null;
  readonly reason: Reason;
}

/** Why a piece `k` was not done. */
const reasonSql = `case k.state when 'cancelled' then 'cancelled' else 'givenUp' end`;
const leftOut = `k.tenant_id = app_tenant_id() and k.state in ('cancelled', 'dead')`;

/**
 * What a job has left out, of what the caller sees now, in the order of numbers or names: the objects of pieces that were cancelled or
 * given up. Where a piece is a stretch of a selection, those that are in that selection now, which is what its next start would do.
 * @throws 404 when the caller does not see the job
 */
export async function listLeftOutPage(
  reader: Reader,
  scope: Scope,
  jobId: string,
  page: Pick<Page, 'size' | 'offset'>,
): Promise<{ items: LeftOutRow[]; total: number }> {
  await readJob(reader, scope, jobId);
  const [pieces] = await reader.read<Pieces>(scope, {
    sql: `select j.payload, count(*) filter (where k.payload ? 'customerIds')::int as customers,
        count(*) filter (where k.payload ? 'contractIds')::int as contracts,
        coalesce(jsonb_agg(jsonb_build_object('fromId', k.payload -> 'fromId', 'untilId', k.payload -> 'untilId', 'reason', ${reasonSql})
          order by k.payload ->> 'fromId') filter (where k.payload ? 'fromId'), '[]') as ranges
      from jobs j join job_chunks k on k.tenant_id = j.tenant_id and k.job_id = j.id
     where ${leftOut} and j.id = $1 group by j.id, j.payload`,
    parameters: [jobId],
  });
  const build = pieces && sourceOf(scope, jobId, pieces);
  if (!build) return { items: [], total: 0 };
  const query = (selection: string, tail: (parameters: Parameters, order: string) => string): Statement => {
    const parameters = new Parameters();
    const { from, order, columns } = build(parameters);
    return {
      sql: `select ${selection === 'rows' ? columns : selection} ${from} ${tail(parameters, order)}`,
      parameters: parameters.values,
    };
  };
  const [items, counted] = await reader.readMany<[LeftOutRow, { count: number }]>(scope, [
    query(
      'rows',
      (parameters, order) =>
        `order by ${order} limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`,
    ),
    query('count(*)::int as count', () => ''),
  ]);
  return { items, total: counted[0]?.count ?? 0 };
}

interface Source {
  readonly columns: string;
  readonly from: string;
  readonly order: string;
}

/** Where the objects come from; null where pieces of such a job are about nothing the caller may look at. */
function sourceOf(
  scope: Scope,
  jobId: string,
  { payload, customers, contracts, ranges }: Pieces,
): ((parameters: Parameters) => Source) | null {
  // Whose work it is, or who looks on, may look at jobs without a right to what they name.
  if (!scope.permissions.has(customers > 0 ? 'customers.view' : 'contracts.view')) return null;
  if (customers > 0) return (parameters) => customersOf(scope, jobId, parameters);
  if (contracts > 0)
    return (parameters) =>
      contractsOf(
        scope,
        `${named('contractIds', parameters.add(jobId))} join contracts c on c.tenant_id = app_tenant_id() and c.id = k.id`,
        // Letters are made one by one: those of a piece that was begun are made.
        [
          `not exists (select from year_end_rows y where y.tenant_id = c.tenant_id and y.job_id = ${parameters.add(jobId)} and y.contract_id = c.id)`,
        ],
        parameters,
      );
  if (ranges.length === 0 || selectionOfJob(payload, new Parameters()) === null) return null;
  const joined = joinRanges(ranges);
  return (parameters) =>
    contractsOf(
      scope,
      `from jsonb_to_recordset(${parameters.add(JSON.stringify(joined))}::jsonb) as k ("fromId" uuid, "untilId" uuid, reason text)
         join contracts c on c.tenant_id = app_tenant_id() and c.id >= k."fromId"
          and c.id < coalesce(k."untilId", 'ffffffff-ffff-ffff-ffff-ffffffffffff')`,
      [selectionOfJob(payload, parameters) ?? 'false'],
      parameters,
    );
}

/** Objects the left out pieces name by id. */
const named = (
  ids: 'contractIds' | 'customerIds',
  jobId: string,
) => `from (select (jsonb_array_elements_text(k.payload -> '${ids}'))::uuid as id, ${reasonSql} as reason
  from job_chunks k where ${leftOut} and k.job_id = ${jobId}) k`;

function contractsOf(
  scope: Scope,
  from: string,
  conditions: readonly string[],
  parameters: Parameters,
): Source {
  const visible = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  return {
    columns: `c.id, 'contract' as kind, c.external_key as "externalKey", ${personNameOf('u')} as "customerName", k.reason`,
    from: `${from} join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
      where ${[...visible, ...conditions].join(' and ')}`,
    order: 'c.external_key, c.id',
  };
}

function customersOf(scope: Scope, jobId: string, parameters: Parameters): Source {
  const from = `${named('customerIds', parameters.add(jobId))} join customers u on u.tenant_id = app_tenant_id() and u.id = k.id`;
  const visible = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
  return {
    columns: `u.id, 'customer' as kind, null::text as "externalKey", ${personNameOf('u')} as "customerName", k.reason`,
    from: `${from} where ${visible.join(' and ')}`,
    order: nameOrderOf('u'),
  };
}

/** Pieces that follow one another as one stretch: thousands of them are mostly one, and the index is asked once. */
export function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last?.untilId === range.fromId && last.reason === range.reason)
      joined[joined.length - 1] = { ...last, untilId: range.untilId };
    else joined.push(range);
  }
  return joined;
}
