import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ContractWorld, north, tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { testKeys } from '../../../test/sign-in-world.ts';
import { verifyAuditJob, verifyAuditType } from '../../areas/audit/verify-audit-job.ts';
import { eraseExpiredJob, eraseExpiredType } from '../../areas/customers/privacy/erase-expired-job.ts';
import { findAuditBreaks } from '../audit/find-audit-breaks.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { enqueueDailyJobs } from './daily-jobs.ts';
import { createJobWorker, type JobWorker } from './job-worker.ts';

const db = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'anchors-'));
const file = join(folder, 'anchors.jsonl');
const jobs = [
  { jobType: verifyAuditType, payload: {} },
  { jobType: eraseExpiredType, payload: {} },
];
let worker: JobWorker;
let world: ContractWorld;

beforeAll(async () => {
  world = new ContractWorld(db.owner);
  await world.fill();
  const keys = testKeys().keyEncryption;
  worker = createJobWorker({
    database: db.database,
    handlers: [
      verifyAuditJob(db.database, { file, mail: 'revision@beispiel.example', keys }),
      eraseExpiredJob(db.database),
    ],
    logger: { error: () => {} },
    pollMs: 50,
  });
  worker.start();
});
afterAll(async () => {
  await worker.stop();
  rmSync(folder, { recursive: true });
});

const run = (sql: string, ...values: unknown[]) => db.owner.query(sql, [tenantA, ...values]);
const count = async (sql: string, ...values: unknown[]) =>
  Number((await run(`select count(*) as count from ${sql}`, ...values)).rows[0]?.count);

async function night(): Promise<void> {
  await run('delete from jobs where tenant_id = $1');
  await enqueueDailyJobs(db.database, jobs);
  worker.wake();
  await vi.waitFor(
    async () => {
      expect(await count(`jobs where tenant_id = $1 and state = 'done'`)).toBe(2);
    },
    { timeout: 15_000 },
  );
}

async function tamper(statement: string): Promise<void> {
  for (const table of ['audit_entries', 'audit_proofs'])
    await db.owner.query(`alter table ${table} disable trigger user`);
  await db.owner.query(statement);
  for (const table of ['audit_entries', 'audit_proofs'])
    await db.owner.query(`alter table ${table} enable trigger user`);
}

describe('every night', () => {
  it('each job is enqueued once a day, however many processes ask', async () => {
    await Promise.all([1, 2, 3].map(() => enqueueDailyJobs(db.database, jobs)));
    await vi.waitFor(
      async () => expect(await count(`jobs where tenant_id = $1 and state = 'done'`)).toBe(2),
      {
        timeout: 15_000,
      },
    );
    expect(await enqueueDailyJobs(db.database, jobs)).toBe(0);
  });

  it('a clock that ran days ahead leaves no day without its jobs, and no job waiting for as long', async () => {
    await run('delete from jobs where tenant_id = $1');
    await run(
      `insert into jobs (tenant_id, job_type, payload, state, created_at, finished_at)
         select $1, name, '{}', 'done', now() + interval '3 days', now() + interval '3 days' from unnest($2::text[]) name`,
      jobs.map(({ jobType }) => jobType),
    );
    await run(
      `insert into jobs (tenant_id, job_type, payload, state, run_at, locked_until) values
         ($1, 'unknownHere', '{}', 'queued', now() + interval '3 days', null),
         ($1, 'unknownHere', '{}', 'failed', now() + interval '10 minutes', null),
         ($1, 'unknownHere', '{}', 'running', now() - interval '3 days', now() + interval '3 days')`,
    );
    await run(
      `with parent as (insert into jobs (tenant_id, job_type, payload, state) values ($1, 'unknownHere', '{}', 'split')
           returning tenant_id, id),
         lane as (insert into job_lanes (tenant_id, job_id, lane, lane_name) select tenant_id, id, 'a', 'A' from parent returning tenant_id, job_id)
       insert into job_chunks (tenant_id, job_id, lane, chunk_key, state, run_at, locked_until)
         select tenant_id, job_id, 'a', 'late', 'queued', now() + interval '3 days', null::timestamptz from lane
         union all select tenant_id, job_id, 'a', 'held', 'running', now(), now() + interval '3 days' from lane`,
    );
    expect(await enqueueDailyJobs(db.database, jobs)).toBe(jobs.length);
    expect(await enqueueDailyJobs(db.database, jobs)).toBe(0);
    const due = `job_type = 'unknownHere' and (state = 'queued' and run_at <= now() or state = 'running' and locked_until <= now())`;
    expect(await count(`jobs where tenant_id = $1 and ${due}`)).toBe(2);
    expect(await count(`jobs where tenant_id = $1 and state = 'failed' and run_at > now()`)).toBe(1);
    expect(await count(`job_chunks where tenant_id = $1 and (run_at > now() or locked_until > now())`)).toBe(
      0,
    );
    await run('delete from jobs where tenant_id = $1');
  });

  it('what is past its time is erased, with an entry in the log; the rest stays', async () => {
    const customer = await world.addCustomer(tenantA, { groupId: north });
    const document = async (until: string | null) => {
      const id = randomUUID();
      await run(
        `insert into documents (tenant_id, id, customer_id, document_type, title, file_name, media_type, byte_size,
           content_hash, content, retention_until) values ($1, $2, $3, 'other', 'T', 'f.pdf', 'application/pdf', 1,
           sha256('x'), 'x', $4)`,
        id,
        customer.id,
        until,
      );
      return id;
    };
    const [over, open, none] = [
      await document('2020-12-31'),
      await document('2999-12-31'),
      await document(null),
    ];
    await run(
      `insert into idempotency_keys (tenant_id, user_id, route, idempotency_key, request_hash, expires_at)
       values ($1, gen_random_uuid(), 'r', 'old', sha256('x'), now() - interval '1 minute'),
              ($1, gen_random_uuid(), 'r', 'new', sha256('x'), now() + interval '1 hour')`,
    );
    await night();
    const { rows } = await run('select id from documents where tenant_id = $1');
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([open, none]));
    expect(
      (await run('select idempotency_key as key from idempotency_keys where tenant_id = $1')).rows,
    ).toEqual([{ key: 'new' }]);
    const entries = await run(
      `select object_id, details from audit_entries where tenant_id = $1 and action = 'retention.erase'`,
    );
    expect(entries.rows).toEqual([
      {
        object_id: over,
        details: { retentionUntil: '2020-12-31', rowHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ]);
  });

  it('uploads nobody took over are forgotten with their lines; what was taken over or is new stays', async () => {
    const book = async (state: string, days: number) => {
      const id = randomUUID();
      await run(
        `insert into book_imports (tenant_id, id, file_name, file_hash, state, header_line, columns, mapping, updated_at)
         values ($1, $2, 'b.csv', sha256('x'), $3, 1, '[]', '[]', now() - $4 * interval '1 day')`,
        id,
        state,
        days,
      );
      await run(`insert into book_import_files values ($1, $2, 'x')`, id);
      await run('insert into book_import_rows (tenant_id, import_id, line) values ($1, $2, 2)', id);
      return id;
    };
    const gone = [await book('mapping', 31), await book('checked', 31), await book('failed', 31)];
    const kept = [await book('mapping', 29), await book('done', 400), await book('writing', 31)];
    for (const days of [89, 91]) {
      await run(
        `with made as (insert into imports (tenant_id, import_type, file_name, file_hash, state, created_at)
           values ($1, 'funds', 'f.csv', sha256('x'), 'committed', now() - $2 * interval '1 day') returning id)
         insert into import_rows (tenant_id, import_id, line_number, row_result, reason_code, reason) select $1, id, 1, 'rejected', 'isin', $2::text from made`,
        days,
      );
    }
    await night();
    const idsOf = async (sql: string) => (await run(sql)).rows.map(({ id }) => String(id)).toSorted();
    expect(await idsOf('select id from book_imports where tenant_id = $1')).toEqual(kept.toSorted());
    for (const table of ['book_import_files', 'book_import_rows']) {
      expect(await idsOf(`select import_id as id from ${table} where tenant_id = $1`)).toEqual(
        kept.toSorted(),
      );
    }
    expect(await idsOf('select reason as id from import_rows where tenant_id = $1')).toEqual(['89']);
    expect(
      await idsOf(
        `select object_id as id from audit_entries where tenant_id = $1 and action = 'retention.erase' and object_type = 'import'`,
      ),
    ).toEqual(gone.toSorted());
  });

  it('of a finished book goes what it said of people who were not taken over, after 90 days', async () => {
    const book = async (days: number) => {
      const id = randomUUID();
      await run(
        `insert into book_imports (tenant_id, id, file_name, file_hash, state, header_line, columns, mapping, refused_count, updated_at)
         values ($1, $2, 'b.csv', sha256('x'), 'done', 1, '[]', '[]', 2, now() - $3 * interval '1 day')`,
        id,
        days,
      );
      await run(
        `insert into book_import_rows (tenant_id, import_id, line, refusal, customer_ref)
         values ($1, $2, 2, null, 'in'), ($1, $2, 3, 'unlesbar', null), ($1, $2, 4, null, 'out')`,
        id,
      );
      await run(
        `insert into book_import_customers (tenant_id, import_id, customer_ref, ordinal, first_line, customer_id, fate, content)
         values ($1, $2, 'in', 1, 2, gen_random_uuid(), 'new', '{}'), ($1, $2, 'out', 2, 4, gen_random_uuid(), 'refused', '{}')`,
        id,
      );
      return id;
    };
    const [young, old] = [await book(89), await book(91)];
    await night();
    const left = async (id: string) => [
      (
        await run(
          'select line from book_import_rows where tenant_id = $1 and import_id = $2 order by line',
          id,
        )
      ).rows.map(({ line }) => line),
      (
        await run(
          'select customer_ref from book_import_customers where tenant_id = $1 and import_id = $2 order by ordinal',
          id,
        )
      ).rows.map(({ customer_ref: ref }) => ref),
    ];
    expect(await left(young)).toEqual([
      [2, 3, 4],
      ['in', 'out'],
    ]);
    expect(await left(old)).toEqual([[2], ['in']]);
  });

  it('the head of a day that is over is sealed and laid down outside, once', async () => {
    const context = { tenantId: tenantA, userId: null };
    await tamper(
      `update audit_entries set chain_day = chain_day - 3, occurred_at = occurred_at - interval '3 days'`,
    );
    await tamper(`delete from audit_proofs; delete from audit_chain_heads`);
    await tamper(`update audit_entries e set previous_hash = null, entry_hash = entry_hash
      where not exists (select from audit_entries o where o.tenant_id = e.tenant_id and o.id < e.id)`);
    const { rows } = await run('select id from audit_entries where tenant_id = $1 order by id');
    let before: Buffer | null = null;
    for (const { id } of rows) {
      await tamper('select 1');
      await db.owner.query('alter table audit_entries disable trigger user');
      const { rows: hashed } = await run(
        'update audit_entries set previous_hash = $3 where tenant_id = $1 and id = $2 returning 1',
        id,
        before,
      );
      expect(hashed).toHaveLength(1);
      const { rows: done } = await run(
        'update audit_entries e set entry_hash = audit_entry_hash(e) where tenant_id = $1 and id = $2 returning entry_hash',
        id,
      );
      before = done[0]?.entry_hash ?? null;
      await db.owner.query('alter table audit_entries enable trigger user');
    }
    await run(
      `insert into audit_chain_heads select tenant_id, chain_day, id, entry_hash from audit_entries
        where tenant_id = $1 order by id desc limit 1`,
    );
    await db.database.transaction(context, (transaction) =>
      writeAudit(transaction, { actor: { kind: 'system' }, action: 'test.today' }),
    );
    await night();
    await night();
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      tenantId: tenantA,
      entryCount: rows.length,
      lastHash: before?.toString('hex'),
    });
    expect(await count(`mail_outbox where tenant_id = $1 and recipient = 'revision@beispiel.example'`)).toBe(
      1,
    );
    expect(await findAuditBreaks(db.database, tenantA)).toEqual([]);
  });

  it('a chain that its owner computed anew is found against the sealed head', async () => {
    await tamper(`update audit_entries set details = '{"x": 1}' where id = (select max(id) from audit_entries
      where chain_day < current_date)`);
    await tamper(`update audit_entries e set entry_hash = audit_entry_hash(e)`);
    await tamper(`update audit_chain_heads h set last_hash = e.entry_hash from audit_entries e
      where e.tenant_id = h.tenant_id and e.id = h.last_entry_id`);
    const kinds = (await findAuditBreaks(db.database, tenantA)).map(({ breakKind }) => breakKind);
    expect(kinds).toContain('rewritten');
    await expect(run('update audit_proofs set sealed_hash = last_hash where tenant_id = $1')).rejects.toThrow(
      'never changed',
    );
  });
});
