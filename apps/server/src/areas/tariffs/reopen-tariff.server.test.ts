import { expect, it } from 'vitest';
import { anchorDate } from '../../../test/advice-world.ts';
import { described, tariffHouse } from '../../../test/tariff-steps.ts';

const { world, steps } = tariffHouse('small');

const automatic = `t.tariff_type_id < 7 and exists (select 1 from selection_components s
  where s.tenant_id = t.tenant_id and s.component_id = t.component_selection_id and not s.is_manual)`;
const selected = async (id: string, versionNumber: number) =>
  (await steps.contentOf(id, versionNumber)).content.components?.selection.tariffSelectedFunds ?? [];
const renew = (id: string, versionNumber: number, token = steps.editor) =>
  steps.take(token, id, 'renew', versionNumber, { comment: 'Fonds wurde verschmolzen' });

it('chooses the funds of an automatic selection anew once one of them can be bought no more', async () => {
  const id = await steps.newTariff(automatic);
  expect((await renew(id, 1)).body.code).toBe('tariffs.wrongState');
  await steps.publishNow(id, 1);
  const before = await selected(id, 1);
  expect(before.length).toBeGreaterThan(0);
  // As long as the same ones would be chosen there is nothing to publish.
  const same = await renew(id, 1);
  expect([same.status, same.body.code]).toEqual([409, 'tariffs.nothingNew']);
  expect(await steps.versionsOf(id)).toHaveLength(1);

  const [gone = 0] = before;
  await world.owner.query(`update funds set fund_status = 'merged' where id = $1`, [gone]);
  expect((await renew(id, 1, steps.approver)).status).toBe(403);
  const renewed = await renew(id, 1, steps.both);
  expect([renewed.status, renewed.body]).toMatchObject([
    200,
    { versionNumber: 2, state: 'draft', comment: 'Fonds wurde verschmolzen' },
  ]);
  const after = await selected(id, 2);
  expect(after).not.toContain(gone);
  expect(before.filter((fund) => fund !== gone && !after.includes(fund))).toEqual([]);
  expect((await renew(id, 1)).body.code).toBe('tariffs.wrongState');
  // The published version stands until somebody else than who began it has agreed.
  expect(await selected(id, 1)).toEqual(before);
  await steps.take(steps.editor, id, 'submit', 2);
  expect((await steps.take(steps.both, id, 'approve', 2)).body.code).toBe('tariffs.fourEyes');
  expect((await steps.take(steps.approver, id, 'approve', 2)).status).toBe(200);
  const { rows } = await world.owner.query(
    `select 1 from audit_entries where object_id = $1 and action = 'tariffs.renew'`,
    [id],
  );
  expect(rows).toHaveLength(1);
  await world.owner.query(`update funds set fund_status = 'open' where id = $1`, [gone]);
});

it('takes over components that were changed since', async () => {
  const id = await steps.newTariff();
  await steps.publishNow(id, 1);
  const { componentRiskId } = (await steps.get(id)).tariff;
  const first = (await steps.contentOf(id, 1)).content.components?.risk;
  await steps.widenBands(componentRiskId, 0.3);
  expect((await renew(id, 1)).status).toBe(200);
  expect((await steps.contentOf(id, 2)).content.components?.risk).not.toEqual(first);
  await steps.widenBands(componentRiskId, -0.3);
});

it('has nothing to choose for a hybrid tariff', async () => {
  const id = await steps.newTariff('t.tariff_type_id = 8');
  await steps.publishNow(id, 1);
  expect((await renew(id, 1)).body.code).toBe('tariffs.nothingNew');
});

it('brings back a draft that was put away, which stays the work of who wrote it', async () => {
  const id = await steps.newTariff();
  await steps.publishNow(id, 1, anchorDate);
  await steps.save(id, described('doch noch'), steps.both);
  await steps.take(steps.editor, id, 'discard', 2);
  expect((await steps.take(steps.editor, id, 'rollback', 2)).body).toMatchObject({
    versionNumber: 3,
    state: 'draft',
  });
  // A draft follows its components, which a version that was put away has none of.
  const [away, again] = [(await steps.contentOf(id, 2)).content, (await steps.contentOf(id, 3)).content];
  expect([away.components, again.tariff]).toEqual([null, away.tariff]);
  expect(again.components).not.toBeNull();
  await steps.take(steps.editor, id, 'submit', 3);
  expect((await steps.take(steps.both, id, 'approve', 3)).body.code).toBe('tariffs.fourEyes');
  expect((await steps.take(steps.approver, id, 'approve', 3)).status).toBe(200);
});
