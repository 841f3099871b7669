import type { TariffImpact } from '@depotwerk/api/tariffs/tariff-impact';
import { Parameters } from '../../../platform/database/parameters.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { visibilityConditions } from '../../contracts/public.ts';
import type { VersionTariffs } from '../../optimization/public.ts';
import { readImpactInputs, readImpactMarks } from './impact-inputs.view.ts';
import { addSums, type ImpactExample, type ImpactSums, noSums } from './impact-sums.ts';

/** What tells whether a preview was computed from what is there now. */
export interface ComparedInputs {
  readonly comparedWith: number | null;
  readonly stamp: string;
  readonly bookStamp: string;
  readonly inputsHash: string;
}

interface ImpactRow extends ComparedInputs {
  jobId: string;
  jobState: string;
  createdAt: string;
  finishedAt: string | null;
  result: ImpactSums | null;
}

const shownExamples = 10;

/** The newest preview of a version as it stands now; while it is computed, what was found so far. @throws 404 */
export function readPresentImpact(
  services: ReadServices,
  tariffs: VersionTariffs,
  scope: Scope,
  tariffId: string,
  versionNumber: number,
): Promise<TariffImpact> {
  return readTariffImpact(services, scope, tariffId, versionNumber, (row) =>
    isPresentlyOutdated(services, tariffs, scope, tariffId, versionNumber, row),
  );
}

/** The same, where the caller knows how an ended preview is compared with what is there now. @throws 404 */
export async function readTariffImpact(
  services: ReadServices,
  scope: Scope,
  tariffId: string,
  versionNumber: number,
  isOutdated: (row: ComparedInputs) => Promise<boolean>,
): Promise<TariffImpact> {
  const { database } = services;
  const [versions, rows, hintNames] = await database.readMany<
    [{ published: number | null }, ImpactRow, { id: number; name: string }]
  >(scope, [
    {
      sql: `select (select p.version_number from tariff_versions p where p.tenant_id = v.tenant_id
                and p.tariff_id = v.tariff_id and p.state = 'published') as published
              from tariff_versions v where v.tariff_id = $1 and v.version_number = $2`,
      parameters: [tariffId, versionNumber],
    },
    {
      sql: `select i.job_id as "jobId", j.state as "jobState", i.compared_with as "comparedWith",
          i.created_at as "createdAt", i.finished_at as "finishedAt", i.stamp, i.book_stamp as "bookStamp",
          encode(i.inputs_hash, 'hex') as "inputsHash", i.result
        from tariff_impacts i join jobs j on j.tenant_id = i.tenant_id and j.id = i.job_id
       where i.tariff_id = $1 and i.version_number = $2 and (i.result is null or i.result ? 'year') order by i.created_at desc, i.job_id limit 1`,
      parameters: [tariffId, versionNumber],
    },
    { sql: 'select id, optimization_hint_name as name from optimization_hints order by id', parameters: [] },
  ]);
  const [version] = versions;
  if (!version) throw notFound();
  const [row] = rows;
  const state = row ? stateOf(row.jobState) : 'none';
  const sums = row ? (row.result ?? (await sumsSoFar(services, scope, row.jobId, tariffId))) : noSums();
  return {
    state,
    jobId: row?.jobId ?? null,
    versionNumber,
    comparedWith: row ? row.comparedWith : version.published,
    computedAt: row?.finishedAt ?? null,
    isOutdated: row !== undefined && state === 'done' && (await isOutdated(row)),
    ...shown(sums, new Map(hintNames.map(({ id, name }) => [id, name]))),
    examples: await visibleExamples(services, scope, sums.examples),
  };
}

function stateOf(jobState: string): TariffImpact['state'] {
  if (jobState === 'done') return 'done';
  return jobState === 'dead' ? 'failed' : 'running';
}

async function sumsSoFar(
  { database }: ReadServices,
  scope: Scope,
  jobId: string,
  tariffId: string,
): Promise<ImpactSums> {
  // Examples come with the result: of a thousand chunks they would be most of what is read at every look.
  const parts = await database.read<{ part: ImpactSums }>(scope, {
    sql: `select jsonb_set(part, '{examples}', '[]') as part from tariff_impact_parts where job_id = $1 and tariff_id = $2`,
    parameters: [jobId, tariffId],
  });
  const sums = noSums();
  for (const { part } of parts) addSums(sums, part);
  return sums;
}

/** Whether anything the preview was computed from is different now. */
async function isPresentlyOutdated(
  { database }: ReadServices,
  tariffs: VersionTariffs,
  scope: Scope,
  tariffId: string,
  versionNumber: number,
  row: ComparedInputs,
): Promise<boolean> {
  const marks = await readImpactMarks(database, scope, tariffId);
  if (marks?.bookStamp !== row.bookStamp || marks.comparedWith !== row.comparedWith) return true;
  if (marks.stamp === row.stamp) return false;
  const inputs = await readImpactInputs(database, tariffs, scope, tariffId, versionNumber);
  return inputs?.hash.toString('hex') !== row.inputsHash;
}

/** Sums as the interface shows them. */
function shown(
  sums: ImpactSums,
  hintNames: ReadonlyMap<number, string>,
): Omit<
  TariffImpact,
  'state' | 'jobId' | 'versionNumber' | 'comparedWith' | 'computedAt' | 'isOutdated' | 'examples'
> {
  const { change } = sums;
  const mean = ({ scored, scores }: ImpactSums['before']) =>
    scored === 0 ? null : Math.round((scores / scored) * 100) / 100;
  const byNumber = <T>(record: Record<string, T>) =>
    Object.entries(record)
      .map(([id, value]) => [Number(id), value] as const)
      .toSorted(([a], [b]) => a - b);
  return {
    contractCount: sums.contracts,
    notComputable: sums.notComputable,
    changedCount: sums.changed,
    riskClassShifts: byNumber(sums.classes).map(([riskClassId, { count, before, after }]) => ({
      riskClassId,
      contractCount: count,
      belowBefore: before.below,
      inBefore: before.in,
      aboveBefore: before.above,
      belowAfter: after.below,
      inAfter: after.in,
      aboveAfter: after.above,
    })),
    hints: byNumber(sums.hints).map(([optimizationHintId, { added, removed }]) => ({
      optimizationHintId,
      name: hintNames.get(optimizationHintId) ?? '',
      added,
      removed,
    })),
    score: { before: mean(sums.before), after: mean(sums.after), better: sums.better, worse: sums.worse },
    transactionsEstimate: {
      contractCount: change.contracts,
      orderCount: change.orders,
      volume: change.volume / 100,
      fees: change.fees / 100,
      costsBefore: change.costsBefore / 100,
      costsAfter: change.costsAfter / 100,
      costsUnknownCount: change.costsUnknown,
    },
    savingsPlans: {
      count: sums.savings.plans,
      outsideBefore: sums.savings.outsideBefore,
      outsideAfter: sums.savings.outsideAfter,
    },
    continuousYear: shownYear(sums.year),
  };
}

/** The year of the contracts that were planned through it, carried over to all that are due. */
function shownYear(year: ImpactSums['year']): TariffImpact['continuousYear'] {
  const { looksBefore, looksAfter, contracts, planned } = year;
  if (looksBefore + looksAfter === 0) return null;
  const carried = (count: number) => Math.round((count * contracts) / planned.contracts);
  return {
    looksBefore,
    looksAfter,
    contractCount: contracts,
    plannedContracts: planned.contracts,
    planned:
      planned.contracts === 0
        ? null
        : {
            planCount: carried(planned.plans),
            skippedCount: carried(planned.skipped),
            orderCount: carried(planned.orders),
            volume: carried(planned.volume) / 100,
            fees: carried(planned.fees) / 100,
          },
  };
}

/** Of the contracts hit hardest those the caller sees; sums tell nothing of a single one, examples do. */
async function visibleExamples(
  { database }: ReadServices,
  scope: Scope,
  examples: readonly ImpactExample[],
): Promise<ImpactExample[]> {
  if (examples.length === 0 || !scope.permissions.has('contracts.view')) return [];
  const parameters = new Parameters();
  const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  const ids = parameters.add(examples.map(({ contractId }) => contractId));
  const rows = await database.read<{ id: string }>(scope, {
    sql: `select c.id from contracts c where ${conditions.join(' and ')} and c.id = any (${ids}::uuid[])`,
    parameters: parameters.values,
  });
  const seen = new Set(rows.map(({ id }) => id));
  return examples.filter(({ contractId }) => seen.has(contractId)).slice(0, shownExamples);
}
