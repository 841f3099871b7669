import { randomUUID } from 'node:crypto';
import { job } from '@depotwerk/api/jobs/jobs';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { afterAll, expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { north, tenantA } from '../../../../test/contract-world.ts';
import { createJobWorker } from '../../../platform/jobs/job-worker.ts';
import { jobRoutes } from '../../jobs/routes.ts';
import { createChangeJob } from './change-job.ts';

const { test, world, server, tariff } = contractHouse((services) => jobRoutes(services));
afterAll(() => server.app.close());

/** What is said of a change of many before whose beginning something happens. */
async function saidAfter(
  happens: (token: string, contractId: string) => Promise<unknown>,
): Promise<string[]> {
  const token = await server.lastingCaller({ permissions: permissionCodes });
  const customer = await world.addCustomer(tenantA, { groupId: north });
  const contractId = await world.addContract(tenantA, customer.id, tariff, {});
  const { body } = await server.call(token, 'POST', '/contracts/bulk-job', {
    body: { selection: { filter: { customerId: customer.id } }, change: { kind: 'checked' } },
    headers: { 'idempotency-key': randomUUID() },
  });
  await happens(token, contractId);
  const worker = createJobWorker({
    database: test.database,
    handlers: [createChangeJob(test.database, Date.now, { forgetCounts: () => undefined })],
    logger: { error: (values) => expect.fail(JSON.stringify(values)) },
    pollMs: 20,
  });
  worker.start();
  const read = async () =>
    (
      await test.owner.query<{ message: string }>(
        `select p.message from jobs j join job_problems p on p.tenant_id = j.tenant_id and p.job_id = j.id
          where j.id = $1 and j.state = 'done'`,
        [job.parse(body).id],
      )
    ).rows.map(({ message }) => message);
  await expect.poll(read, { timeout: 20_000 }).not.toEqual([]);
  await worker.stop();
  return read();
}

it('a change of many of whose selection nothing is left when it begins says so, and why', async () => {
  const gone = await saidAfter((_token, contractId) =>
    test.owner.query('delete from contracts where id = $1', [contractId]),
  );
  expect(gone).toEqual([expect.stringContaining('nichts mehr da')]);
  const left = await saidAfter((token) =>
    test.owner.query('update users set is_inactive = true where id = $1', [token]),
  );
  expect(left).toEqual([expect.stringContaining('nicht mehr aktiv')]);
});
