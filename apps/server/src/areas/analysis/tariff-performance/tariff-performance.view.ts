import type { PerformancePeriod } from '@depotwerk/api/contracts/contract-performance';
import type { TariffPerformance } from '@depotwerk/api/tariffs/tariff-performance';
import { addMonths } from '@depotwerk/domain/add-months';
import {
  type CompositePerformance,
  type CompositeSums,
  compositePerformance,
} from '@depotwerk/engine/attribution/composite-attribution';
import type { Reader } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { beforeAllIds, firstDayOf } from '../../contracts/public.ts';
import type { TargetMix } from '../../optimization/public.ts';
import type { PerformanceWindow } from '../contract-performance.view.ts';
import { toTargetComparison } from '../target-comparison.ts';
import { type ClassTargets, readCompositeSums } from './composite-sums.view.ts';

/** So many contracts are counted while somebody waits (about 0.2 s of five years); more are left to a job. */
export const mostAtOnce = 50;
const riskClasses = [1, 2, 3, 4, 5, 6, 7];

/** What was counted of all contracts; stored as it is. */
export interface CountedPerformance {
  readonly contracts: TariffPerformance['contracts'];
  readonly performance: CompositePerformance | null;
}

export const countedPerformance = (sums: CompositeSums): CountedPerformance => ({
  contracts: {
    counted: sums.counted,
    unknownHistory: sums.unknownHistory,
    withoutClass: sums.withoutClass,
    unexplained: sums.unexplained,
    unknownCosts: sums.unknownCosts ?? 0,
    unknownPayments: sums.unknownPayments ?? 0,
  },
  performance: compositePerformance(sums),
});

/** Whole months that cover a period up to a day: the end of the month before it begins them. */
export function windowOf(period: PerformancePeriod, today: string): PerformanceWindow {
  // Every period offered here has a first day.
  const first = firstDayOf(period, today) ?? today;
  return { from: addMonths(`${first.slice(0, 7)}-01`, -1), to: today };
}

/** What the tariff aims at today for each class it has something for. */
export async function readClassTargets(
  targetMix: TargetMix,
  scope: Scope,
  tariffId: string,
  today: string,
): Promise<ClassTargets> {
  const mixes = await Promise.all(
    riskClasses.map(
      async (id) =>
        [
          id,
          await targetMix(scope, { tariff_id: tariffId, risk_class_id: id, end_date: null }, today),
        ] as const,
    ),
  );
  return Object.fromEntries(
    mixes.flatMap(([id, mix]) => (mix === null ? [] : [[id, Object.fromEntries(mix)]])),
  );
}

/** What is asked for, and how many contracts are counted at once. */
export interface AskedPerformance {
  readonly tariffId: string;
  readonly period: PerformancePeriod;
  readonly today: string;
  readonly atOnce: number;
}

interface NewestRow {
  jobId: string;
  jobState: string;
  finishedAt: string | null;
  result: CountedPerformance | null;
}

/**
 * Performance of all contracts of a tariff as one, whatever the caller may see of them, and of what the tariff aims at
 * today for their classes over the same months with the same payments. Of many contracts it is what the newest job of the
 * period has found. @throws 404 for a foreign tariff
 */
export async function readTariffPerformance(
  { database }: ReadServices,
  targetMix: TargetMix,
  scope: Scope,
  { tariffId, period, today, atOnce }: AskedPerformance,
): Promise<TariffPerformance> {
  const [[all], [newest]] = await database.readMany<[{ contracts: number }, NewestRow]>(scope, [
    {
      sql: `select (select count(*)::int from contracts c where c.tenant_id = t.tenant_id and c.tariff_id = t.id
              and c.deleted_at is null) as contracts from tariffs t where t.tenant_id = app_tenant_id() and t.id = $1`,
      parameters: [tariffId],
    },
    {
      sql: `select p.job_id as "jobId", j.state as "jobState", p.finished_at as "finishedAt", p.result
              from tariff_performances p join jobs j on j.tenant_id = p.tenant_id and j.id = p.job_id
             where p.tenant_id = app_tenant_id() and p.tariff_id = $1 and p.performance_period = $2
             order by p.created_at desc, p.job_id limit 1`,
      parameters: [tariffId, period],
    },
  ]);
  if (!all) throw notFound();
  if (all.contracts <= atOnce) {
    const sums = await readCompositeSums(
      database,
      scope,
      { tariffId, fromId: beforeAllIds, untilId: null },
      windowOf(period, today),
      await readClassTargets(targetMix, scope, tariffId, today),
    );
    return answerOf(database, scope, all.contracts, countedPerformance(sums), {
      state: 'done',
      jobId: null,
      computedAt: null,
    });
  }
  return answerOf(database, scope, all.contracts, newest?.result ?? null, {
    state: newest ? stateOf(newest) : 'none',
    jobId: newest?.jobId ?? null,
    computedAt: newest?.finishedAt ?? null,
  });
}

function stateOf({ jobState, result }: NewestRow): TariffPerformance['state'] {
  if (jobState === 'dead') return 'failed';
  return result === null ? 'running' : 'done';
}

/** What was counted, as the interface shows it. */
async function answerOf(
  reader: Reader,
  scope: Scope,
  contractCount: number,
  found: CountedPerformance | null,
  head: Pick<TariffPerformance, 'state' | 'jobId' | 'computedAt'>,
): Promise<TariffPerformance> {
  const performance = found?.performance ?? null;
  const contracts = found?.contracts ?? { counted: 0, unknownHistory: 0, withoutClass: 0, unexplained: 0 };
  if (performance === null)
    return {
      ...head,
      contractCount,
      contracts,
      performance: null,
      target: null,
      targetUnknownIn: null,
      comparison: null,
      months: [],
    };
  const { from, to, own, target, targetUnknownIn, months } = performance;
  let [ownIndex, targetIndex] = [100, 100];
  return {
    ...head,
    contractCount,
    contracts,
    performance: { from, to, ...own },
    target,
    targetUnknownIn,
    comparison: await comparisonOf(reader, scope, performance),
    months: [
      { day: from, contracts: 100, target: target && 100 },
      ...months.map(({ day, growth, targetGrowth }) => ({
        day,
        contracts: (ownIndex *= growth),
        target: target && (targetIndex *= targetGrowth ?? 1),
      })),
    ],
  };
}

async function comparisonOf(
  reader: Reader,
  scope: Scope,
  { attribution, target }: CompositePerformance,
): Promise<TariffPerformance['comparison']> {
  if (attribution === null || target === null) return null;
  if ('reason' in attribution) return attribution;
  const names = await reader.read<{ id: number; name: string }>(scope, {
    sql: 'select id, peergroup_name as name from peergroups where id = any ($1::integer[])',
    parameters: [attribution.groups.flatMap(({ groupId }) => groupId ?? [])],
  });
  return toTargetComparison(attribution, target.moneyWeighted, names);
}
