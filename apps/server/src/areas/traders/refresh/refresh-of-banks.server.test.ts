import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { refreshCalls } from '../../../../test/refresh-calls.ts';
import { type Adviser, fileIssuer, quader, RefreshWorld, talgrund } from '../../../../test/refresh-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts';
import { remoteRefreshType } from './remote-refresh-job.ts';

const db = useTestDatabase();
const world = startedForTests(() => RefreshWorld.start(db));
let adviser: Adviser;

beforeAll(async () => {
  adviser = await world.adviser();
});
beforeEach(async () => {
  await world.bank.clearFaults();
  await world.later();
});

const { refreshOne, lastJob, problems } = refreshCalls(world, () => adviser);

const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;

describe('banks', () => {
  it('that refuse are told as errors when asked alone, and in the job beside the others', async () => {
    const fresh = await world.adviser({ passwords: false });
    const { contractId } = await world.linked();
    await world.linked({}, talgrund);
    const alone = await world.refresh(fresh, { issuerId: quader.issuerId });
    expect([alone.status, codeOf(alone)]).toEqual([400, 'traderAuth.passwordMissing']);
    await world.setPassword(fresh, quader);
    const all = await world.refresh(fresh);
    expect(all).toMatchObject({ status: 200, body: true });
    expect(await world.portfolio(contractId)).toBeDefined();
    const job = await lastJob(fresh);
    expect(job.parts.map(({ partKey, state, code }) => ({ partKey, state, code }))).toEqual([
      { partKey: '1', state: 'done', code: null },
      { partKey: '2', state: 'failed', code: 'traderAuth.passwordMissing' },
    ]);
  });

  it('are read for nobody who may sign in no more when the turn comes, and the job says so', async () => {
    const gone = await world.adviser();
    await world.run('update users set is_inactive = true where tenant_id = $1 and id = $2', gone.userId);
    const jobId = await db.database.transaction(
      { tenantId: world.tenantId, userId: gone.userId },
      (transaction) =>
        enqueueJob(transaction, {
          jobType: remoteRefreshType,
          payload: { issuerId: null, contractIds: null },
          createdBy: gone.userId,
        }),
    );
    const said = async () =>
      (
        await world.run(
          `select p.message from jobs j join job_problems p on p.job_id = j.id
            where j.tenant_id = $1 and j.id = $2 and j.state = 'done'`,
          jobId,
        )
      ).rows;
    await expect
      .poll(said, { timeout: 20_000 })
      .toEqual([{ message: expect.stringContaining('darf ihn nicht mehr vornehmen') }]);
  });

  it('are read as a whole once in five minutes; those that were not reached do not count', async () => {
    expect((await world.refresh(adviser, { issuerId: quader.issuerId })).status).toBe(200);
    const again = await world.refresh(adviser, { issuerId: quader.issuerId });
    expect([again.status, codeOf(again)]).toEqual([429, 'common.tooManyRequests']);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(200);
    const { contractId } = await world.linked();
    expect((await refreshOne(contractId)).status).toBe(200);
    expect((await world.refresh(adviser)).status).toBe(200);
    expect((await lastJob()).parts.map((part) => part.partKey)).toEqual(['2']);
    expect((await world.refresh(adviser)).status).toBe(429);
  });

  it('that hang hold up no other; the same refresh is not started twice', async () => {
    const quick = await world.linked();
    const slow = await world.linked({}, talgrund);
    await world.bank.fault('depots.list', 'hang', { bankId: talgrund.bankId, remaining: null });
    const answer = world.refresh(adviser);
    await vi.waitFor(
      async () => {
        const { parts } = await lastJob();
        expect(parts.map(({ partKey, state }) => [partKey, state])).toEqual([
          ['1', 'done'],
          ['2', 'running'],
        ]);
      },
      { timeout: 9000, interval: 100 },
    );
    expect(await world.portfolio(quick.contractId)).toBeDefined();
    const twice = await world.refresh(adviser);
    expect([twice.status, codeOf(twice)]).toEqual([409, 'common.inProgress']);
    await world.bank.clearFaults();
    expect(await answer).toMatchObject({ status: 200, body: true });
    expect(await world.portfolio(slow.contractId)).toBeDefined();
  }, 40_000);

  it('lose no depot to a fault: what failed is tried again', async () => {
    const depots = [await world.linked(), await world.linked(), await world.linked()];
    await world.bank.fault('depots.read', 'reset', { bankId: quader.bankId, remaining: 2 });
    const { body } = await world.refresh(adviser, { issuerId: quader.issuerId });
    expect(body).toBe(true);
    for (const depot of depots) expect(await world.portfolio(depot.contractId)).toBeDefined();
  }, 40_000);

  it('are asked once for calls with one key, and each gets the answer', async () => {
    const { contractId } = await world.linked();
    const body = { contractIds: [contractId] };
    const headers = { 'idempotency-key': 'refresh-once' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        world.call(adviser, 'POST', '/contracts/remote-refresh', body, headers),
      ),
    );
    expect(answers.map((answer) => [answer.status, answer.body])).toEqual(answers.map(() => [200, true]));
    const { rows } = await world.run(
      `select count(*)::int as jobs from jobs where tenant_id = $1 and job_type = 'remoteRefresh' and payload->'contractIds' = jsonb_build_array($2::text)`,
      contractId,
    );
    expect(rows[0]).toEqual({ jobs: 1 });
    const other = await world.call(adviser, 'POST', '/contracts/remote-refresh', {}, headers);
    expect([other.status, codeOf(other)]).toEqual([422, 'common.idempotencyKeyReused']);
  });

  it('that do not know a depot say so in the job', async () => {
    const contractId = await world.contract({ issuer_id: 1, external_key: 'D-GONE', is_linked: true });
    await world.run(
      `insert into trader_depots (tenant_id, issuer_id, external_key, contract_id, state) values ($1, 1, 'D-GONE', $2, 'linked')`,
      contractId,
    );
    expect((await refreshOne(contractId)).body).toBe(false);
    expect(await problems((await lastJob()).id)).toMatchObject([
      { code: 'traderDepots.notAtBank', contractId },
    ]);
    await world.run(`delete from trader_depots where tenant_id = $1 and external_key = 'D-GONE'`);
  });
});

describe('position files', () => {
  const samples = fileURLToPath(new URL('../gateway/file/samples/', import.meta.url));

  it("become portfolios like any bank's; what cannot be read is listed", async () => {
    const none = await world.refresh(adviser, { issuerId: fileIssuer });
    expect([none.status, codeOf(none)]).toEqual([400, 'traderAuth.notSupported']);
    const folder = `${world.positions}/t-${world.tenantId}/${fileIssuer}`;
    mkdirSync(folder, { recursive: true });
    copyFileSync(`${samples}/holdings-semt002.xml`, `${folder}/a.xml`);
    copyFileSync(`${samples}/holdings.mt535`, `${folder}/b.mt535`);
    writeFileSync(`${folder}/c.txt`, 'guten Tag');
    writeFileSync(`${folder}/d.xml.part`, '<half');
    // Counts as linked already; its depot is only known from the files.
    const contractId = await world.contract({
      issuer_id: fileIssuer,
      external_key: 'EL-22-0000042',
      is_linked: true,
    });
    expect(await world.refresh(adviser, { issuerId: fileIssuer })).toMatchObject({ status: 200, body: true });
    expect(await world.portfolio(contractId)).toMatchObject({
      date: '2026-11-20',
      total: 1914.94,
      other: 60,
      quantities: { DE0005933931: 12.345678 },
    });
    expect((await world.pending(adviser, contractId)).body).toEqual([]);
    const found = await problems((await lastJob()).id);
    expect(found.map(({ code }) => code).toSorted()).toEqual([
      'funds.isinInvalid',
      'funds.unknownIsin',
      'import.rowRefused',
      'import.rowRefused',
      'import.rowRefused',
    ]);
    expect(found.map(({ message }) => message).join()).toContain('c.txt: Die Datei ist kein Depotauszug');
    const { body } = await world.call(adviser, 'GET', `/trader-depots/new?issuerId=${fileIssuer}`);
    expect(body).toMatchObject([{ externalKey: '4711000815', holderName: 'ERIKA MUSTERMANN', state: 'new' }]);
    const before = await world.footprint();
    await world.later();
    expect((await world.refresh(adviser, { issuerId: fileIssuer })).body).toBe(false);
    expect(await world.footprint()).toEqual(before);
  });

  it('tell of depots of others nothing, neither by number nor by what could not be read of them', async () => {
    const other = await world.adviser({ groupId: world.otherGroupId, seesWithoutGroup: false });
    const own = await world.adviser({ seesWithoutGroup: false });
    const messagesOf = async (who: Adviser) => {
      expect((await world.refresh(who, { issuerId: fileIssuer })).status).toBe(200);
      const { rows } = await world.run(
        'select p.message from job_problems p join jobs j on j.id = p.job_id where j.tenant_id = $1 and j.created_by = $2',
        who.userId,
      );
      return rows.map(({ message }) => String(message)).toSorted();
    };
    const unread =
      'Dateien dieses Instituts konnten nicht ganz gelesen werden. Bitte wenden Sie sich an Ihre Administration.';
    expect(await messagesOf(other)).toEqual([unread]);
    const seen = await messagesOf(own);
    expect(seen).toContain(unread);
    expect(seen.filter((message) => message.startsWith('a.xml: '))).toHaveLength(1);
    expect(seen.join()).not.toContain('c.txt');
  });
});
