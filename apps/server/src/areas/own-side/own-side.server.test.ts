import type { CallAnswer } from '@depotwerk/api/call';
import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import type { getOwnSide } from '@depotwerk/api/own-side/own-side';
import { expect, test } from 'vitest';
import { codeOf, useDocumentWorld } from '../../../test/document-world.ts';

const world = useDocumentWorld();

test('a customer begins with her own contracts; a contract without valuation has no value', async () => {
  const client = await world.client();
  const { body } = await world.server.get(client, '/my');
  const side = body as CallAnswer<typeof getOwnSide>;
  expect(side.customer).toMatchObject({ id: world.customerId, lastName: 'Öztürk #1' });
  expect(side.contracts).toMatchObject([
    { id: world.contractId, externalKey: 'V-1', totalValue: 12_345.5, valuationDate: '2026-11-20' },
  ]);
  const { rows } = await world.owner.query<{ customer_id: string }>(
    'select customer_id from contracts where id = $1',
    [world.otherContractId],
  );
  const other = await world.client(rows[0]?.customer_id);
  const theirs = (await world.server.get(other, '/my')).body as CallAnswer<typeof getOwnSide>;
  expect(theirs.contracts).toMatchObject([{ id: world.otherContractId, totalValue: null }]);
});

test('what is paid in is that of the plan in force, not of one that follows it', async () => {
  await world.owner.query('delete from savings_plans where contract_id = $1', [world.contractId]);
  await world.owner.query(
    `insert into savings_plans (tenant_id, contract_id, valid_from, valid_to, contribution, contribution_interval)
     select tenant_id, id, d.first::date, d.last::date, d.paid, 1 from contracts
      cross join (values ('2020-01-01', '2090-06-30', 100), ('2090-07-01', null, 400)) d (first, last, paid) where id = $1`,
    [world.contractId],
  );
  const side = (await world.server.get(await world.client(), '/my')).body as CallAnswer<typeof getOwnSide>;
  expect(side.contracts).toMatchObject([{ contribution: 100, contributionInterval: 1 }]);
  await world.owner.query(`delete from savings_plans where contract_id = $1 and valid_to is not null`, [
    world.contractId,
  ]);
  const later = (await world.server.get(await world.client(), '/my')).body as CallAnswer<typeof getOwnSide>;
  expect(later.contracts).toMatchObject([{ contribution: null }]);
});

test('whoever is blocked learns beforehand that nothing she answers is taken, and not why', async () => {
  const block = (isBlocked: boolean) =>
    world.owner.query(
      `update customers set is_blocked = $2, blocked_reason = case when $2 then 'Verdacht' end where id = $1`,
      [world.customerId, isBlocked],
    );
  const client = await world.client();
  await block(true);
  const paused = await world.server.get(client, '/my');
  await block(false);
  expect([paused.status, paused.body]).toMatchObject([200, { isPaused: true }]);
  expect(paused.text).not.toContain('Verdacht');
  expect((await world.server.get(client, '/my')).body).not.toHaveProperty('isPaused');
});

test('nobody else has that side, and a sign-in without customer finds nothing', async () => {
  const refused = await world.server.get(world.adviser, '/my');
  expect([refused.status, codeOf(refused)]).toEqual([403, 'auth.forbidden']);
  const nobody = await world.server.caller({ memberships: [], permissions: [] });
  expect((await world.server.get(nobody, '/my')).status).toBe(403);
});

test('a report opened by its one-time address leaves the receipt of the customer it was made for', async () => {
  const made = await world.report('depotOverview');
  const [documentId, reportId] = ['x-document-id', 'x-report-id'].map((name) => String(made.headers[name]));
  await world.post(world.adviser, `/documents/${documentId}/release`);
  const readAt = async () => {
    const list = await world.server.get(world.adviser, `/documents?customerId=${world.customerId}`);
    return (list.body as ArchivedDocument[]).find(({ id }) => id === documentId)?.readAt;
  };
  const open = async (token: string) => {
    const address = await world.post(token, `/reports/report-url/${reportId}`);
    const { url } = address.body as { url: string };
    expect((await world.server.get(null, url.replace('/api', ''))).status).toBe(200);
  };
  await open(world.adviser);
  expect(await readAt()).toBeNull();
  await open(await world.client());
  expect(Date.parse((await readAt()) ?? '')).toBe(world.now);
});
