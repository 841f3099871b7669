/**
 * Kills both workers with -9 in the middle of every kind of work on many contracts (planning, tagging, handing over key
 * information, releasing, agreeing as second person), and proves that afterwards each contract has its row and its entry
 * in the log exactly once: `node tools/run.mjs tools/drills/kill-work-on-many.ts`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { job } from '@depotwerk/api/jobs/jobs';
import { previewReleases } from '@depotwerk/api/optimization/bulk-releases';
import { previewHandovers } from '@depotwerk/api/optimization/key-information';
import pg from 'pg';
import { z } from 'zod';
import { connectionConfig, unlimited } from '../../apps/server/src/platform/database/connection.ts';
import { freePort, startTestServer } from '../../apps/server/test/servers.ts';
import { urlOf } from '../../apps/server/test/url-of.ts';
import { onServer } from '../../bench/database.ts';
import { Product } from './product.ts';

const starter = 'berater@demo.example';
const second = 'admin@demo.example';

const directory = mkdtempSync(join(tmpdir(), 'depotwerk-drill-'));
const database = await startTestServer('embedded', 'durable');
const { target } = database;
const environment = { DATA_DIR: directory, DATABASE_URL: urlOf(target), DEMO: 'on', BANK_PORT: '0' };
const whole = new Product(await freePort(), environment);
const server = new Product(await freePort(), { ...environment, ROLE: 'server' });
const workers = [
  new Product(await freePort(), { ...environment, ROLE: 'worker' }),
  new Product(await freePort(), { ...environment, ROLE: 'worker' }),
];
const faults: string[] = [];

interface Progress {
  /** Contracts of the job that have their row. */
  readonly rows: number;
  /** Pieces somebody is at. */
  readonly running: number;
  readonly state: string;
}

/** One connection for all looks: a new one takes longer than a piece of work. */
const watch = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
await watch.connect();

async function progressOf(table: string, jobId: string): Promise<Progress> {
  const { rows } = await watch.query<Progress>(
    `select (select count(*) from ${table} where job_id = $1)::int as rows,
       (select count(*) from job_chunks where job_id = $1 and state = 'running')::int as running,
       (select state from jobs where id = $1) as state`,
    [jobId],
  );
  const [found] = rows;
  if (!found) throw new Error('no answer');
  return found;
}

/**
 * Starts work on many, kills both workers while they have pieces in hand, starts them again and waits for its end. A piece
 * is one transaction, and so leaves no row behind; where each contract has its own, the kill waits for the first
 * (`rowsBefore`).
 */
async function drill(
  what: string,
  table: string,
  token: string,
  path: string,
  body: object,
  rowsBefore = 0,
): Promise<void> {
  const [before] = await onServer<{ last: string }>(
    target,
    'select coalesce(max(occurred_at), now())::text as last from audit_entries',
  );
  const started = await server.call(token, path, job, body);
  for (
    let seen = await progressOf(table, started.id);
    seen.running === 0 || seen.rows < rowsBefore;
    seen = await progressOf(table, started.id)
  ) {
    if (seen.state === 'done' || seen.state === 'dead')
      throw new Error(`${what} was over before it was seen`);
  }
  await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
  const left = await progressOf(table, started.id);
  if (left.state === 'done') throw new Error(`${what} was over before the kill`);
  const killedAt = Date.now();
  await Promise.all(workers.map((worker) => worker.start()));
  for (let { state } = left; state !== 'done'; { state } = await progressOf(table, started.id)) {
    if (state === 'dead') throw new Error(`${what} was given up`);
    await sleep(200);
  }
  const over = await server.call(token, `/jobs/${started.id}`, job);
  const [rows] = await onServer<{ rows: number; contracts: number }>(
    target,
    `select count(*)::int as rows, count(distinct contract_id)::int as contracts from ${table} where job_id = '${started.id}'`,
  );
  const twice = await onServer<{ action: string; count: number }>(
    target,
    `select action, count(*)::int as count from (
       select action, object_id from audit_entries where object_type = 'contract' and occurred_at > '${before?.last}'
        group by action, object_id having count(*) > 1) o group by action`,
  );
  if (rows?.rows !== over.total || rows.contracts !== over.total)
    faults.push(`${what}: ${rows?.rows} rows of ${rows?.contracts} contracts, ${over.total} were to be done`);
  if (over.done !== over.total) faults.push(`${what}: ${over.done} of ${over.total} are done`);
  for (const { action, count } of twice) faults.push(`${what}: ${count} contracts have ${action} twice`);
  console.log(
    `${what}: killed at ${left.rows} rows with ${left.running} pieces under way; ${over.total} contracts, ${over.changed} changed, ` +
      `over ${((Date.now() - killedAt) / 1000).toFixed(1)} s after the kill`,
  );
}

try {
  console.log(`first start took ${await whole.start()} ms`);
  await whole.end('SIGTERM');
  await Promise.all([server, ...workers].map((product) => product.start()));
  await onServer(target, "update funds set kiid = 'https://fonds.example/bib.pdf' where kiid is null");
  const token = await server.signIn(starter);
  const selection = { filter: {} };
  await drill('planning', 'contract_plan_rows', token, '/contracts/plan', { selection, replacement: null });

  const agreeing = await server.signIn(second);
  const tag = await server.call(agreeing, '/admin/tags', z.object({ id: z.number() }), {
    tagName: 'Jahresgespräch',
    colour: '#123456',
    isInactive: false,
  });
  const change = { kind: 'addTag', tagId: tag.id };
  await drill('tagging', 'contract_change_rows', token, '/contracts/bulk-job', { selection, change });

  const { funds } = await server.call(token, '/contracts/key-information/preview', previewHandovers.answer, {
    selection,
  });
  const documents = funds.flatMap(({ fundId, document }) =>
    document === null ? [] : [{ fundId, version: document.version }],
  );
  const handover = { selection, form: 'mail', documents };
  await drill('handing over', 'contract_handover_rows', token, '/contracts/key-information', handover);

  await onServer(
    target,
    'insert into order_rules (tenant_id, approval_limit) select tenant_id, 1 from tenants',
  );
  const { plans } = await server.call(token, '/contracts/release/preview', previewReleases.answer, {
    selection,
  });
  const seen = plans.map(({ contractId, planVersion }) => ({ contractId, planVersion }));
  await drill('releasing', 'contract_release_rows', token, '/contracts/release', { plans: seen });

  const waiting = await onServer<{ contractId: string; planVersion: number }>(
    target,
    `select p.contract_id as "contractId", p.row_version as "planVersion" from planned_optimizations p
       join plan_approvals a on a.tenant_id = p.tenant_id and a.planned_optimization_id = p.id and a.state = 'waiting'`,
  );
  const approvals = { plans: waiting };
  await drill('agreeing', 'contract_approval_rows', agreeing, '/plan-approvals/approve-many', approvals, 1);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) throw new Error(`${faults.length} faults`);
  console.log('five kinds of work, both workers killed in each: every contract once');
} finally {
  await Promise.all([whole, server, ...workers].map((product) => product.end('SIGTERM')));
  await watch.end();
  await database.stop();
  rmSync(directory, { recursive: true, force: true });
}
