import type { contractStats } from '@depotwerk/api/contracts/contracts';
import { addMonths } from '@depotwerk/domain/add-months';
import type * as z from 'zod/mini';
import { Parameters } from '../../platform/database/parameters.ts';
import { neverValued } from '../../platform/depot-content/never-valued.ts';
import { type Scope, type Visibility, visibilityOf } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { type ContractFilter, filterConditions, isUnfiltered, uncheckedBefore } from './contract-filter.ts';
import { bucketConditions, keptValues, statisticsCondition } from './count-contracts.view.ts';

type ContractStats = z.output<typeof contractStats>;

/** Sums of one bucket: all contracts, or those of one tariff, insurer or risk class. */
interface BucketRow {
  kind: 'all' | 'tariff' | 'insurer' | 'riskClass';
  tariff_id: string | null;
  tariff_name: string | null;
  insurer_id: number | null;
  insurer_name: string | null;
  risk_class_id: number | null;
  contract_count: number;
  total_value: number;
  cash_value: number;
  with_hints_count: number;
  risk_out_of_band_count: number;
  pending_changes_count: number;
  scored_count: number;
  score_sum: number;
}

/** Contracts nobody ever valued: the sums do not know of them. */
interface UnvaluedRow {
  tariff_id: string;
  insurer_id: number | null;
  risk_class_id: number | null;
  contract_count: number;
}

interface CountRow {
  customer_count: number;
  not_checked_count: number;
}

const sums = [
  'contract_count',
  'total_value',
  'cash_value',
  'with_hints_count',
  'risk_out_of_band_count',
  'pending_changes_count',
  'scored_count',
  'score_sum',
] as const;

/** Buckets of `source`, a query with the dimensions and one column for each sum. */
const bucketsOf = (source: string) =>
  `with source as (${source}), bucket as (
    select grouping(tariff_id, insurer_id, risk_class_id) as level, tariff_id, insurer_id, risk_class_id,
           ${sums.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join(', ')}
      from source group by grouping sets ((), (tariff_id), (insurer_id), (risk_class_id)))
  select case b.level when 7 then 'all' when 3 then 'tariff' when 5 then 'insurer' else 'riskClass' end as kind,
         b.tariff_id, t.name as tariff_name, b.insurer_id, i.insurer_name, b.risk_class_id,
         ${sums.map((name) => `b.${name}`).join(', ')}
    from bucket b
    left join tariffs t on b.level = 3 and t.id = b.tariff_id
    left join insurers i on b.level = 5 and i.id = b.insurer_id
   order by b.level desc, fold_text(t.name), fold_text(i.insurer_name), b.risk_class_id`;

const countedColumns = `count(*) as contract_count, sum(c.total_value) as total_value, sum(c.cash_value) as cash_value,
  count(*) filter (where c.hint_count > 0) as with_hints_count,
  count(*) filter (where c.risk_band_status in ('below', 'above')) as risk_out_of_band_count,
  count(*) filter (where c.has_pending_changes) as pending_changes_count,
  count(c.contract_score) as scored_count, sum(c.contract_score) as score_sum`;

/** So many months without a check count as not checked: the filter of the list the number leads to. */
const notCheckedMonths = 12;

/**
 * Key figures above the contract list. For everything the caller sees and for one group they come from what triggers keep,
 * with any other filter from the contracts themselves.
 */
export async function readContractStats(
  services: Services,
  scope: Scope,
  filter: ContractFilter,
  today: string,
): Promise<ContractStats> {
  const visibility = visibilityOf(scope, 'groupContracts.view');
  const { groupId, ...others } = filter;
  const isKept = isUnfiltered(others) && visibility.ownCustomerId === null;
  const [buckets, counts, unvalued] = await services.database.readMany<[BucketRow, CountRow, UnvaluedRow]>(
    scope,
    [
      isKept ? keptBuckets(groupId, visibility) : countedBuckets(filter, visibility),
      isKept ? keptCounts(groupId, visibility, today) : counted(filter, visibility, today),
      countedUnvalued(filter, visibility),
    ],
  );
  const stats = toStats(buckets, counts[0], unvalued, new Date(services.clock()).toISOString());
  return visibility.ownCustomerId === null
    ? stats
    : { ...stats, withHintsCount: null, pendingChangesCount: null };
}

type GroupId = ContractFilter['groupId'];

function keptBuckets(groupId: GroupId, visibility: Visibility) {
  const parameters = new Parameters();
  const where = keptConditions(groupId, visibility, parameters);
  const sql = bucketsOf(
    `select tariff_id, insurer_id, risk_class_id, ${sums.join(', ')} from contract_statistics s where ${where}`,
  );
  return { sql, parameters: parameters.values };
}

const keptConditions = (groupId: GroupId, visibility: Visibility, parameters: Parameters): string =>
  [
    's.tenant_id = app_tenant_id()',
    statisticsCondition(visibility, parameters),
    ...bucketConditions({ groupId }, parameters),
  ].join(' and ');

function countedBuckets(filter: ContractFilter, visibility: Visibility) {
  const parameters = new Parameters();
  const conditions = filterConditions(filter, visibility, parameters).join(' and ');
  const sql = bucketsOf(
    `select c.tariff_id, c.insurer_id, c.risk_class_id, ${countedColumns} from contracts c where ${conditions} group by 1, 2, 3`,
  );
  return { sql, parameters: parameters.values };
}

function countedUnvalued(filter: ContractFilter, visibility: Visibility) {
  const parameters = new Parameters();
  const conditions = [...filterConditions(filter, visibility, parameters), neverValued('c')].join(' and ');
  const sql = `select c.tariff_id, c.insurer_id, c.risk_class_id, count(*)::int as contract_count
    from contracts c where ${conditions} group by 1, 2, 3`;
  return { sql, parameters: parameters.values };
}

function keptCounts(groupId: GroupId, visibility: Visibility, today: string) {
  const parameters = new Parameters();
  const where = keptConditions(groupId, visibility, parameters);
  const filter = { groupId, lastCheckBefore: addMonths(today, -notCheckedMonths) };
  const unchecked = keptValues(filter, visibility, parameters)?.join(' and ') ?? 'false';
  const sql = `select (select coalesce(sum(s.with_contracts_count), 0)::int from customer_statistics s where ${where}) as customer_count,
    (select coalesce(sum(s.contract_count), 0)::int from contract_counts s where ${unchecked}) as not_checked_count`;
  return { sql, parameters: parameters.values };
}

function counted(filter: ContractFilter, visibility: Visibility, today: string) {
  const parameters = new Parameters();
  const conditions = filterConditions(filter, visibility, parameters).join(' and ');
  const unchecked = uncheckedBefore(parameters.add(addMonths(today, -notCheckedMonths)));
  const sql = `select count(distinct c.customer_id)::int as customer_count, count(*) filter (where ${unchecked})::int as not_checked_count
    from contracts c where ${conditions}`;
  return { sql, parameters: parameters.values };
}

function toStats(
  buckets: readonly BucketRow[],
  counts: CountRow | undefined,
  unvalued: readonly UnvaluedRow[],
  calculatedAt: string,
): ContractStats {
  const all = buckets.find((bucket) => bucket.kind === 'all');
  const ofKind = (kind: BucketRow['kind']) =>
    buckets.filter((bucket) => bucket.kind === kind && bucket.contract_count > 0);
  const scored = all?.scored_count ?? 0;
  const unvaluedOf = (isOf: (row: UnvaluedRow) => boolean) =>
    unvalued.reduce((sum, row) => sum + (isOf(row) ? row.contract_count : 0), 0);
  return {
    contractCount: all?.contract_count ?? 0,
    customerCount: counts?.customer_count ?? 0,
    totalCashValue: all?.cash_value ?? 0,
    totalValue: all?.total_value ?? 0,
    withHintsCount: all?.with_hints_count ?? 0,
    riskOutOfBandCount: all?.risk_out_of_band_count ?? 0,
    pendingChangesCount: all?.pending_changes_count ?? 0,
    notCheckedCount: counts?.not_checked_count ?? 0,
    averageScore: all && scored > 0 ? Math.round((all.score_sum / scored) * 10) / 10 : null,
    scoredCount: scored,
    unvaluedCount: unvaluedOf(() => true),
    byTariff: ofKind('tariff').flatMap((bucket) =>
      bucket.tariff_id === null || bucket.tariff_name === null
        ? []
        : [
            {
              ...countAndValue(bucket),
              unvaluedCount: unvaluedOf((row) => row.tariff_id === bucket.tariff_id),
              tariffId: bucket.tariff_id,
              tariffName: bucket.tariff_name,
            },
          ],
    ),
    byInsurer: ofKind('insurer').map((bucket) => ({
      ...countAndValue(bucket),
      unvaluedCount: unvaluedOf((row) => row.insurer_id === bucket.insurer_id),
      insurerId: bucket.insurer_id,
      insurerName: bucket.insurer_name,
    })),
    byRiskClass: ofKind('riskClass').map((bucket) => ({
      ...countAndValue(bucket),
      unvaluedCount: unvaluedOf((row) => row.risk_class_id === bucket.risk_class_id),
      riskClassId: bucket.risk_class_id,
    })),
    calculatedAt,
  };
}

const countAndValue = (bucket: BucketRow) => ({ count: bucket.contract_count, value: bucket.total_value });
