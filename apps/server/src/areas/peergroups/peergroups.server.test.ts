import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { MasterDataWorld } from '../../../test/master-data-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => MasterDataWorld.start(db));

const row = z.looseObject({ id: z.int(), rowVersion: z.int(), fundCount: z.int(), colour: z.string() });
const group = (name: string, more: object = {}) => ({
  peergroupKey: name.toUpperCase(),
  peergroupName: name,
  categoryId: 1,
  colour: '#0F5566',
  equityQuota: 0.5,
  region: '',
  sector: 'broad',
  isAppraisalSmoothed: true,
  isMoneyMarket: false,
  isInactive: false,
  addedFundIds: [],
  removedFundIds: [],
  ...more,
});
const members = async (peergroupId: number) =>
  (
    await db.owner.query<{ id: number }>(
      'select id from funds where tenant_id = $1 and peergroup_id = $2 order by id',
      [tenantA, peergroupId],
    )
  ).rows.map(({ id }) => id);

it('takes funds out of other groups and lets them go again, without undoing what others did', async () => {
  const created = row.parse(
    (await world.post('/admin/peergroups', group('Neu', { addedFundIds: [2, 3, 3] }))).body,
  );
  expect([created.fundCount, created.colour, await members(created.id), await members(1)]).toEqual([
    2,
    '#0f5566',
    [2, 3],
    [1],
  ]);
  // Somebody moves fund 3 meanwhile; letting it go from here must not touch its new place.
  await db.owner.query('update funds set peergroup_id = 2 where tenant_id = $1 and id = 3', [tenantA]);
  const changed = await world.put(
    `/admin/peergroups/${created.id}`,
    group('Neu', { addedFundIds: [1], removedFundIds: [2, 3] }),
    created.rowVersion,
  );
  expect(changed.status).toBe(200);
  expect([await members(created.id), await members(2)]).toEqual([[1], [3]]);
  const log = await db.owner.query<{ details: unknown }>(
    `select details from audit_entries where tenant_id = $1 and action = 'peergroups.edit' order by id desc limit 1`,
    [tenantA],
  );
  expect(log.rows[0]?.details).toMatchObject({ addedFunds: 1, removedFunds: 1 });
  expect(
    (await world.remove(`/admin/peergroups/${created.id}`, row.parse(changed.body).rowVersion)).status,
  ).toBe(409);
});

it('cannot take funds of another tenant', async () => {
  const { rows } = await db.owner.query<{ id: number }>(
    `insert into funds (tenant_id, isin, name) select tenant_id, 'DE0007164600', 'Fremd' from tenants where tenant_id <> $1 returning id`,
    [tenantA],
  );
  const answer = await world.post('/admin/peergroups', group('Fremd', { addedFundIds: [rows[0]?.id] }));
  expect([answer.status, answer.body]).toEqual([
    400,
    expect.objectContaining({ validation: [{ path: 'addedFundIds', code: 'unknownReference' }] }),
  ]);
});

it('stays as long as a published version names it', async () => {
  const created = row.parse((await world.post('/admin/peergroups', group('Benannt'))).body);
  const tariffId = await world.contracts.addTariff(tenantA, 'Tarif', 1);
  await db.owner.query(
    `insert into tariff_versions (tenant_id, tariff_id, version_number, state, valid_from, content)
     values ($1, $2, 1, 'published', '2026-01-01', $3)`,
    [tenantA, tariffId, { tariff: {}, components: { allocation: { peergroupIds: [1, created.id] } } }],
  );
  const answer = await world.remove(`/admin/peergroups/${created.id}`, created.rowVersion);
  expect([answer.status, answer.body]).toEqual([409, expect.objectContaining({ code: 'masterData.inUse' })]);
});

it('tells processes that keep tariffs in memory', async () => {
  const newest = async () =>
    Number(
      (
        await db.owner.query<{ id: string }>(
          'select max(id) as id from advice_changes where tenant_id = $1',
          [tenantA],
        )
      ).rows[0]?.id ?? 0,
    );
  const seen = await newest();
  const created = row.parse((await world.post('/admin/peergroups', group('Merkt'))).body);
  const added = await newest();
  expect(added).toBeGreaterThan(seen);
  await world.put(
    `/admin/peergroups/${created.id}`,
    group('Merkt', { addedFundIds: [2] }),
    created.rowVersion,
  );
  expect(await newest()).toBeGreaterThan(added);
});

it('filters by category and sorts by number of funds', async () => {
  const list = z.array(z.looseObject({ peergroupName: z.string(), categoryId: z.int(), fundCount: z.int() }));
  const bonds = list.parse((await world.get('/admin/peergroups?categoryId=2')).body);
  expect(bonds.map(({ peergroupName }) => peergroupName)).toEqual(['Renten Euro']);
  const counts = list
    .parse((await world.get('/admin/peergroups?sort=-fundCount')).body)
    .map((each) => each.fundCount);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
});
