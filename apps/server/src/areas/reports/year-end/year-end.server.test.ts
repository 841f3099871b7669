import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '@depotwerk/api/jobs/jobs';
import type { yearEndRow } from '@depotwerk/api/reports/year-end';
import { groupRights } from '@depotwerk/domain/permissions';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { north, region, south, tenantA, tenantB } from '../../../../test/contract-world.ts';
import { codeOf, textOf, useDocumentWorld } from '../../../../test/document-world.ts';
import { createJobWorker, type JobWorker } from '../../../platform/jobs/job-worker.ts';
import { defaultQuotas } from '../../../platform/quotas.ts';
import { createLetterTurns } from '../report-turns.ts';
import { createYearEndJob } from './year-end-job.ts';

const world = useDocumentWorld();
const workers: JobWorker[] = [];
const failures: object[] = [];
beforeAll(async () => {
  await world.owner.query(
    'insert into role_permissions (tenant_id, role_id, permission_id) select $1, $1, id from permissions',
    [tenantA],
  );
  await joins(world.adviser, [region, north, south], groupRights);
  const { services } = world;
  if (!services) throw new Error('the world has started');
  // Two processes as far as the database can tell, one contract a chunk.
  for (let count = 0; count < 2; count += 1) {
    const worker = createJobWorker({
      database: world.database.database,
      handlers: [
        createYearEndJob(
          createLetterTurns(() => true),
          services,
          1,
        ),
      ],
      logger: { error: (values) => void failures.push(values) },
      pollMs: 20,
    });
    worker.start();
    workers.push(worker);
  }
});
afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

/** Rights as the database has them: a run asks for those, not for the session's. */
async function joins(userId: string, groups: readonly string[], rights: readonly string[]): Promise<void> {
  for (const group of groups)
    await world.owner.query(
      'insert into group_users (tenant_id, group_id, user_id, group_rights) values ($1, $2, $3, $4)',
      [tenantA, group, userId, rights],
    );
}

type Row = z.infer<typeof yearEndRow>;
const body = {
  selection: { filter: {} },
  year: 2025,
  content: 'both',
  coverText: 'Ab Januar in der Lindenstraße.\n\nWir freuen uns auf Sie.',
  isRepeated: false,
};
const start = (change: object = {}, token = world.adviser) =>
  world.post(token, '/contracts/year-end-reports', { ...body, ...change });

async function made(change: object = {}, token = world.adviser, reader = token): Promise<Job> {
  const started = await start(change, token);
  expect(started.status).toBe(202);
  for (;;) {
    const job = (await world.server.get(reader, `/jobs/${(started.body as Job).id}`)).body as Job;
    if (job.state === 'done' || job.state === 'dead') return job;
    await pause(20);
  }
}
const rowsOf = async ({ id }: Job, query = '') =>
  (await world.server.get(world.adviser, `/jobs/${id}/year-end-reports?pageSize=100${query}`)).body as Row[];
const print = ({ id }: Job, options: object = {}, token = world.adviser) =>
  world.post(token, `/jobs/${id}/year-end-file`, { part: 1, isTwoSided: false, ...options });

describe('reports of a year for a whole book', () => {
  test('are made once where two people start the same year at once', async () => {
    const jobs = await Promise.all([made({ content: 'costs' }), made({ content: 'costs' })]);
    expect(jobs.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(jobs.reduce((sum, { changed }) => sum + changed, 0)).toBe(1);
    const rows = (await Promise.all(jobs.map((job) => rowsOf(job)))).flat();
    expect(rows.map(({ message }) => message)).toContain('Für 2025 liegt der Bericht schon im Archiv.');
  });

  test('are filed with each contract, or say why not, and are printed as one file', async () => {
    const job = await made();
    expect(job).toMatchObject({ state: 'done', total: 2, changed: 1, failed: 1 });
    const rows = await rowsOf(job);
    expect(rows).toHaveLength(2);
    const created = rows.find(({ result }) => result === 'created');
    expect(created).toMatchObject({ contractId: world.contractId, externalKey: 'V-1', message: null });
    expect(rows.find(({ result }) => result === 'skipped')).toMatchObject({
      contractId: world.otherContractId,
      documentId: null,
      message: 'Für diesen Zeitraum liegen nicht genügend Bewertungen vor.',
    });
    expect(await rowsOf(job, '&result=skipped')).toHaveLength(1);

    const letter = await world.server.get(world.adviser, `/documents/${created?.documentId}/content`);
    const text = await textOf(letter.bytes);
    for (const part of ['Jahresbericht 2025', 'Lindenstraße', 'Wir freuen uns', '104,96 €', 'Öztürk #1'])
      expect(text).toContain(part);
    const { rows: stored } = await world.owner.query<{ report_type: string; parameters: object }>(
      'select report_type, parameters from reports where document_id = $1',
      [created?.documentId],
    );
    expect(stored[0]).toMatchObject({ report_type: 'yearEndReport', parameters: { year: 2025 } });

    const pages = (await getDocumentProxy(Uint8Array.from(letter.bytes))).numPages;
    const printed = await print(job);
    expect(printed.status).toBe(200);
    const one = await getDocumentProxy(Uint8Array.from(printed.bytes));
    expect(one.numPages).toBe(pages);
    const both = await print(job, { isTwoSided: true });
    expect((await getDocumentProxy(Uint8Array.from(both.bytes))).numPages).toBe(pages + (pages % 2));
    expect(await textOf(printed.bytes)).toContain('Jahresbericht 2025');
    expect((await print(job, { part: 2 })).status).toBe(404);
  });

  test('are made once a year, unless somebody wants them again', async () => {
    const again = await made();
    expect(again).toMatchObject({ changed: 0, failed: 2 });
    expect((await rowsOf(again)).map(({ message }) => message)).toContain(
      'Für 2025 liegt der Bericht schon im Archiv.',
    );
    // The letter with both stands for its parts as well.
    expect(await made({ content: 'costs' })).toMatchObject({ changed: 0 });
    expect(await made({ content: 'review', isRepeated: true })).toMatchObject({ changed: 1 });
  });

  test('are made of what their starter may, by the rights held when their turn comes', async () => {
    const rights = ['groupContracts.view', 'groupReports.create', 'groupDocuments.view'] as const;
    const permissions = ['contracts.view', 'contracts.bulk', 'reports.create', 'documents.view'] as const;
    const northern = await world.server.caller({
      permissions: [...permissions],
      memberships: [{ groupId: north, groupRights: [...rights] }],
    });
    await joins(northern, [north], rights);
    const job = await made({ isRepeated: true }, northern);
    expect(job).toMatchObject({ total: 1, changed: 1 });
    // Somebody of another house, and somebody without a group.
    expect((await print(job, {}, await world.server.caller({ tenantId: tenantB }))).status).toBe(404);
    const stranger = await world.server.caller({ memberships: [] });
    expect((await print(job, {}, stranger)).status).toBe(404);
    const reader = await world.server.caller({
      permissions: [...permissions],
      memberships: [{ groupId: north, groupRights: ['groupContracts.view'] }],
    });
    expect(codeOf(await start({}, reader))).toBe('common.validationFailed');
    const single = await world.server.caller({ permissions: ['contracts.view', 'reports.create'] });
    expect((await start({}, single)).status).toBe(403);
  });

  test('started with a token are made of what the token opens, however much more its owner may', async () => {
    const apiTokenId = randomUUID();
    const system = await world.server.caller({ apiTokenId });
    await joins(system, [region, north, south], groupRights);
    const opens = (scopes: readonly string[]) =>
      world.owner.query(
        `insert into api_tokens (tenant_id, id, user_id, token_name, token_hash, scopes, expires_at, revoked_at)
         values ($1, $2::uuid, $3, 'Druckerei', decode(md5($2::uuid::text) || md5($2::uuid::text), 'hex'), $4, now() + interval '1 day', now())
         on conflict (tenant_id, id) do update set scopes = excluded.scopes`,
        [tenantA, apiTokenId, system, scopes],
      );
    for (const scopes of [
      ['contracts.view', 'contracts.bulk'],
      ['contracts.view', 'reports.create'],
    ]) {
      await opens(scopes);
      const refused = await made({ isRepeated: true }, system, world.adviser);
      expect(refused).toMatchObject({ total: 2, changed: 0, failed: 2 });
      expect(new Set((await rowsOf(refused)).map(({ message }) => message))).toEqual(
        new Set(['Wer die Berichte gestartet hat, darf keine mehr erstellen.']),
      );
    }
    // That it has ended meanwhile stops nothing, as the end of a session does not.
    await opens(['contracts.view', 'contracts.bulk', 'reports.create']);
    expect(await made({ isRepeated: true }, system, world.adviser)).toMatchObject({ total: 2, changed: 1 });
  });

  test('refuse what makes no sense with a sentence', async () => {
    const future = await start({ year: 2099 });
    expect([future.status, (future.body as { message: string }).message]).toEqual([
      400,
      'Das Jahr hat noch nicht begonnen. Bitte wählen Sie ein früheres.',
    ]);
    expect((await start({ selection: { contractIds: [] } })).status).toBe(400);
    expect((await start({ coverText: 'x'.repeat(2001) })).status).toBe(400);
  });

  test('do not count as documents their starter made that day', async () => {
    world.quotas.documentsPerUserAndDay = (await countOf()) + 1;
    expect((await world.report('depotOverview')).status).toBe(200);
    expect(codeOf(await world.report('depotOverview'))).toBe('common.quotaExceeded');
    world.quotas.documentsPerTenant = 1;
    const job = await made({ isRepeated: true });
    expect(job).toMatchObject({ state: 'done', changed: 0, failed: 2 });
    expect((await rowsOf(job)).map(({ message }) => message)).toContainEqual(
      expect.stringContaining('Im Haus sind bereits'),
    );
    expect(failures).toEqual([]);
  });

  test('are refused to whoever has started as much work today as one person may', async () => {
    const { rows } = await world.owner.query<{ count: number }>(
      `select count(*)::int as count from jobs where created_by = $1 and payload ? 'sessionId'`,
      [world.adviser],
    );
    const started = rows[0]?.count ?? 0;
    // Checks after an edit are in his name and nobody's work: they take nothing from what he may start.
    await world.owner.query(
      `insert into jobs (tenant_id, job_type, payload, state, created_by)
       select $1, 'checkContracts', '{}', 'done', $2 from generate_series(1, 3)`,
      [tenantA, world.adviser],
    );
    world.quotas.jobsPerUserAndDay = started + 1;
    expect((await made()).state).toBe('done');
    const refused = await start();
    expect([refused.status, codeOf(refused)]).toEqual([409, 'common.quotaExceeded']);
    Object.assign(world.quotas, defaultQuotas);
    expect((await made()).state).toBe('done');
  });
});

/** Documents made one by one. */
async function countOf(): Promise<number> {
  const { rows } = await world.owner.query<{ count: number }>(
    `select count(*)::int as count from documents d
      where not exists (select from year_end_rows y where y.document_id = d.id)`,
  );
  return rows[0]?.count ?? 0;
}
