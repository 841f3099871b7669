import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { impactJobType } from '../apps/server/src/areas/tariffs/impact/impact-job.ts';
import type { ImpactSums } from '../apps/server/src/areas/tariffs/impact/impact-sums.ts';
import type { VersionContent } from '../apps/server/src/areas/tariffs/version-content.view.ts';
import type { DatabaseTarget } from '../apps/server/src/platform/database/connection.ts';
import { Database } from '../apps/server/src/platform/database/database.ts';
import { enqueueJob } from '../apps/server/src/platform/jobs/enqueue-job.ts';
import { type BenchServer, onServer } from './database.ts';
import type { JobUsage } from './job-process.ts';
import { startJobProcess, usageOf } from './job-processes.ts';
import { type Row, report, verdict } from './report.ts';

/** A million contracts in three minutes: the aim, by contract. */
const aimSeconds = (contracts: number) => (180 * contracts) / 1e6;
const processes = 2;

interface World {
  readonly tenant_id: string;
  readonly user_id: string;
  readonly now: number;
  readonly tariffs: readonly {
    readonly id: string;
    readonly version: number;
    readonly content: VersionContent;
  }[];
}

interface Run {
  readonly seconds: number;
  readonly contracts: number;
  readonly changed: number;
  readonly usages: readonly JobUsage[];
  /** All that was found, to be compared with another run. */
  readonly found: string;
}

type Rework = (content: VersionContent) => VersionContent;

/**
 * Measures the impact preview over every contract of all tenants: versions that change every check and bring a full
 * switch, versions that change nothing, and the first again with one of the processes killed.
 *
 * @param limit most contracts looked at; whole tariffs are left out beyond it, and the table is only shown
 */
export async function benchImpact(server: BenchServer, contracts: number, limit: number): Promise<void> {
  const target = await server.databaseOf(contracts);
  const worlds = await worldsOf(target, limit);
  const rows: Row[] = [];
  const whole = await previewAll(target, worlds, reworked);
  rows.push(rowOf('other bands and columns: every contract is checked twice and planned', whole, true));
  const quiet = await previewAll(target, worlds, renamed);
  rows.push(rowOf('another name: every contract is checked twice', quiet, true));
  const bereft = await previewAll(target, worlds, reworked, true);
  if (bereft.found !== whole.found) throw new Error('A killed process changed what was found.');
  rows.push(rowOf('as the first, one of the processes killed after 5 s: the same sums', bereft, false));
  report(
    'impact',
    'Impact preview of new tariff versions',
    `${server.name}, ${processes} processes, versions of all tariffs at once. Aim: 1,000,000 contracts in 180 s, memory flat.`,
    ['contracts', 'case', 'time', 'contracts/s', 'changed', 'CPU of the processes', 'peak memory', 'aim'],
    rows,
    limit < Number.MAX_SAFE_INTEGER,
  );
}

function rowOf(label: string, run: Run, isAimed: boolean): Row {
  const cpu = run.usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  return [
    run.contracts.toLocaleString('de-DE'),
    label,
    `${run.seconds.toFixed(1)} s`,
    (run.contracts / run.seconds).toFixed(0),
    run.changed.toLocaleString('de-DE'),
    `${cpu.toFixed(1)} s`,
    run.usages.map(({ peakMegabytes }) => `${peakMegabytes} MB`).join(' / '),
    isAimed ? verdict(run.seconds <= aimSeconds(run.contracts)) : '',
  ];
}

/** Tenants with their published tariffs, the smallest tariffs first until the limit is reached. */
async function worldsOf(target: DatabaseTarget, limit: number): Promise<World[]> {
  const rows = await onServer<{
    anchor: string;
    tenant_id: string;
    user_id: string;
    tariff_id: string;
    version: number;
    content: VersionContent;
    count: string;
  }>(
    target,
    `select s.setting_value->>'anchor' as anchor, v.tenant_id, v.tariff_id, v.version_number as version, v.content,
            (select id from users u where u.tenant_id = v.tenant_id order by user_name limit 1) as user_id,
            (select sum(contract_count) from contract_statistics c where c.tenant_id = v.tenant_id
               and c.tariff_id = v.tariff_id) as count
       from tariff_versions v, installation_settings s where s.setting_key = 'demo' and v.state = 'published'
      order by count nulls first`,
  );
  let left = limit;
  const taken = rows.filter(({ count }) => {
    const isTaken = Number(count) <= left;
    if (isTaken) left -= Number(count);
    return isTaken;
  });
  return [...Map.groupBy(taken, ({ tenant_id }) => tenant_id).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    return {
      tenant_id: first.tenant_id,
      user_id: first.user_id,
      now: Date.parse(`${first.anchor}T11:00:00Z`),
      tariffs: own.map(({ tariff_id, version, content }) => ({ id: tariff_id, version, content })),
    };
  });
}

const renamed: Rework = (content) => ({ ...content, tariff: { ...content.tariff, name: 'Anders genannt' } });

/** Bands half a point higher, every column moved to the next class. */
function reworked(content: VersionContent): VersionContent {
  const { tariff, components } = content;
  const moved = <Item extends { readonly riskClassId: number }>(items: readonly Item[], count: number) =>
    items.map((item) => ({ ...item, riskClassId: (item.riskClassId % count) + 1 }));
  const raised = (target: number | null) => (target === null ? null : target + 0.5);
  if (!components) {
    const matrix = tariff.fundMatrix;
    if (!matrix) return content;
    const fundMatrix = {
      ...matrix,
      riskItems: matrix.riskItems.map((item) => ({ ...item, target: raised(item.target) })),
      allocationItems: moved(matrix.allocationItems, matrix.riskItems.length),
    };
    return { ...content, tariff: { ...tariff, fundMatrix } };
  }
  const { risk, allocation } = components;
  return {
    ...content,
    components: {
      ...components,
      risk: { ...risk, tariffRiskItemsTargets: risk.tariffRiskItemsTargets.map(raised) },
      allocation: {
        ...allocation,
        allocationItems: moved(allocation.allocationItems, risk.tariffRiskItemsTargets.length),
      },
    },
  };
}

/** One job for each tenant, as if somebody asked for all of its tariffs at once. */
async function previewAll(
  target: DatabaseTarget,
  worlds: readonly World[],
  rework: Rework,
  losesProcess = false,
): Promise<Run> {
  const [first] = worlds;
  if (!first) throw new Error('The database holds no demo world with as few contracts.');
  const children = await Promise.all(
    Array.from({ length: processes }, () => startJobProcess({ target, now: first.now })),
  );
  const victim = losesProcess ? children.pop() : undefined;
  if (victim) setTimeout(() => victim.kill('SIGKILL'), 5000);
  const database = new Database(target, { poolSize: 1 });
  try {
    const start = performance.now();
    const jobs: { context: { tenantId: string; userId: string }; id: string }[] = [];
    for (const world of worlds) jobs.push(await startJob(database, world, rework));
    for (const { context, id } of jobs) await ended(database, context, id);
    const seconds = (performance.now() - start) / 1000;
    const results: ImpactSums[] = [];
    for (const { context, id } of jobs) {
      const rows = await database.read<{ result: ImpactSums }>(context, {
        sql: 'select result from tariff_impacts where job_id = $1 order by tariff_id',
        parameters: [id],
      });
      results.push(...rows.map(({ result }) => result));
    }
    const usages = await Promise.all(children.map(usageOf));
    const sum = (pick: (sums: ImpactSums) => number) =>
      results.reduce((total, sums) => total + pick(sums), 0);
    return {
      seconds,
      contracts: sum(({ contracts }) => contracts),
      changed: sum(({ changed }) => changed),
      usages,
      found: JSON.stringify(results),
    };
  } finally {
    await database.close();
    for (const child of children) child.kill();
  }
}

async function startJob(database: Database, world: World, rework: Rework) {
  const context = { tenantId: world.tenant_id, userId: world.user_id };
  const id = await database.transaction(context, async (transaction) => {
    const versions = world.tariffs.map((tariff) => ({
      tariffId: tariff.id,
      versionNumber: tariff.version + 1,
    }));
    const jobId = await enqueueJob(transaction, {
      jobType: impactJobType,
      payload: { versions },
      createdBy: world.user_id,
      uniqueKey: randomUUID(),
    });
    for (const tariff of world.tariffs)
      await sql`insert into tariff_impacts (tenant_id, job_id, tariff_id, version_number, compared_with, version_content,
          inputs_hash, stamp, book_stamp)
        values (app_tenant_id(), ${jobId}, ${tariff.id}, ${tariff.version + 1}, ${tariff.version},
          ${JSON.stringify(rework(tariff.content))}::jsonb, sha256(''), '', '')`.execute(transaction);
    return jobId;
  });
  if (id === null) throw new Error('The job was not taken.');
  return { context, id };
}

async function ended(database: Database, context: { tenantId: string; userId: string }, id: string) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const [row] = await database.read<{ state: string }>(context, {
      sql: 'select state from jobs where id = $1',
      parameters: [id],
    });
    if (row?.state === 'dead') throw new Error('The job was given up.');
    if (row?.state === 'done') return;
  }
}
