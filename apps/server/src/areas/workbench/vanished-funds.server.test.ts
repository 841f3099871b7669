import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { tenantA } from '../../../test/contract-world.ts';
import { workbenchHouse } from '../../../test/workbench-house.ts';

const { test: db, server, admin: chief, tariff: tariffId, work, list } = workbenchHouse();

const publish = async (version: number, selected: number[], matrix: number[]) => {
  const id = randomUUID();
  await work(
    `update tariff_versions set state = 'superseded' where tariff_id = $1 and state = 'published'`,
    tariffId,
  );
  await work(
    `insert into tariff_versions (tenant_id, id, tariff_id, version_number, state, content, valid_from)
     values ($1, $2, $3, $4, 'published', $5, current_date)`,
    tenantA,
    id,
    tariffId,
    version,
    {
      tariff: { fundMatrix: { allocationItems: matrix.map((securityId) => ({ securityId })) } },
      components: { selection: { tariffSelectedFunds: selected } },
    },
  );
  return id;
};
const setFund = (id: number, set: string) => work(`update funds set ${set} where id = $1`, id);

it('tells who edits tariffs of a published one whose funds nobody can buy, until another version is published', async () => {
  await db.owner.query(
    `insert into funds (tenant_id, id, isin, name, price, price_date)
     select $1, 900 + i, ('{DE0000009018,DE0000009026,DE0000009034}'::text[])[i], 'Fonds ' || i, 10, current_date from generate_series(1, 3) i`,
    [tenantA],
  );
  const version = await publish(11, [901, 902], [902, 903]);
  const editor = await server.caller({ permissions: ['workbench.view', 'tariffs.edit'] });
  const mere = await server.caller({ permissions: ['workbench.view', 'tariffs.view'] });
  expect(await list(editor)).toEqual([]);

  await setFund(902, `fund_status = 'merged'`);
  const [told] = await list(editor);
  expect(told).toMatchObject({
    taskType: 'vanishedFunds',
    severity: 1,
    customer: null,
    details: { name: 'Zukunft', count: 1, fund: 'Fonds 2' },
    path: '/admin/data-quality',
  });
  expect([await list(mere), await list(chief)]).toMatchObject([[], [{ id: told?.id }]]);

  // Marked as done it stays so while nothing is new; another fund brings it back.
  const done = () =>
    work(`update workbench_tasks set status = 'done', done_at = now() where id = $1`, told?.id);
  await done();
  await setFund(901, `fund_status = 'softClosed'`);
  expect(await list(editor, '?status=open')).toEqual([]);
  await setFund(903, 'is_inactive = true');
  expect(await list(editor, '?status=open')).toMatchObject([
    { id: told?.id, details: { count: 2, fund: 'Fonds 2' } },
  ]);

  // They can be bought again: it ends, and a tariff set aside has none.
  await setFund(902, `fund_status = 'open'`);
  await setFund(903, 'is_inactive = false');
  expect(await list(editor)).toEqual([]);
  await setFund(901, `fund_status = 'closed'`);
  expect(await list(editor)).toHaveLength(1);
  await work('update tariffs set is_inactive = true where id = $1', tariffId);
  expect(await list(editor)).toEqual([]);
  await work('update tariffs set is_inactive = false where id = $1', tariffId);

  const [again] = await list(editor);
  expect(again?.details).toMatchObject({ fund: 'Fonds 1' });
  expect(again?.id).not.toBe(told?.id);
  // A newer version that still names it is told of anew, one without it ends the task.
  expect(await publish(12, [901], [902])).not.toBe(version);
  const [newer] = await list(editor);
  expect(newer?.id).not.toBe(again?.id);
  await publish(13, [902], [903]);
  expect(await list(editor)).toEqual([]);
});
