import { readFile } from 'node:fs/promises';
import { addDays } from '@depotwerk/domain/add-days';
import { describe, expect, it } from 'vitest';
import { north, south, tenantA } from '../../../test/contract-world.ts';
import { workbenchHouse } from '../../../test/workbench-house.ts';
import { houseZone, todayIn } from '../../platform/http/client-zone.ts';

const { test: db, world, admin: chief, tariff, work, list } = workbenchHouse();

const day = (days: number) => addDays(todayIn(houseZone, new Date()), days);
const aCustomer = async (groupId = north) => (await world.addCustomer(tenantA, { groupId })).id;
const changed = (contractId: string) =>
  work('insert into workbench_changes (tenant_id, subject_id) values ($1, $2)', tenantA, contractId);
async function aContract(customerId: string): Promise<string> {
  const id = await world.addContract(tenantA, customerId, tariff);
  // It was made without a context, as nothing of the product is.
  await changed(id);
  return id;
}
const profile = (contractId: string, validUntil: string) =>
  work(
    `insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_type_id, risk_class_id, status)
     values ($1, $2, current_date - 700, $3, 1, 2, 'valid')`,
    tenantA,
    contractId,
    validUntil,
  );
const end = (contractId: string) =>
  work('update contracts set deleted_at = now(), deletion_reason = $2 where id = $1', contractId, 'Storno');
const heldBeside = (contractId: string, customerId: string) =>
  work(
    'insert into contract_holders (tenant_id, contract_id, customer_id) values ($1, $2, $3)',
    tenantA,
    contractId,
    customerId,
  );
const done = (id: string) =>
  work(`update workbench_tasks set status = 'done', done_at = now(), done_by = $2 where id = $1`, id, chief);

describe('tasks for profiles', () => {
  it('come once for all contracts of who holds them, and end once each has one', async () => {
    const her = await aCustomer();
    const first = await aContract(her);
    const [task] = await list(chief);
    expect(task).toMatchObject({
      taskType: 'profileMissing',
      customer: { id: her },
      contract: { id: first },
      details: {},
    });
    const second = await aContract(her);
    expect(await list(chief)).toMatchObject([{ id: task?.id, details: { count: 2 } }]);
    await profile(first, day(300));
    expect(await list(chief)).toMatchObject([{ id: task?.id, contract: { id: second }, details: {} }]);
    await profile(second, day(300));
    expect(await list(chief)).toEqual([]);

    // Ending on different days: one task, of the first day, leading where it is.
    const ends = (contractId: string, days: number) =>
      work('update risk_assessments set valid_until = $2 where contract_id = $1', contractId, day(days));
    await ends(first, 29);
    await ends(second, 20);
    const [ending, ...more] = await list(chief);
    expect(more).toEqual([]);
    expect(ending).toMatchObject({ taskType: 'profileEnding', dueDate: day(20), contract: { id: second } });
    await ends(second, 700);
    expect(await list(chief)).toMatchObject([{ id: ending?.id, dueDate: day(29), contract: { id: first } }]);
    await end(first);
    expect(await list(chief)).toEqual([]);
    await end(second);
  });

  it('come back with another contract though done, and stay one when she moves into another group', async () => {
    const her = await aCustomer();
    const first = await aContract(her);
    const [task] = await list(chief);
    await done(task?.id ?? '');
    expect(await list(chief)).toEqual([]);
    const second = await aContract(her);
    expect(await list(chief)).toMatchObject([{ id: task?.id, status: 'open' }]);
    await work('update customers set group_id = $2 where id = $1', her, south);
    expect((await list(chief)).map(({ id }) => id)).toEqual([task?.id]);
    await end(first);
    expect(await list(chief)).toMatchObject([{ id: task?.id, contract: { id: second } }]);
    await end(second);
    expect(await list(chief)).toEqual([]);
  });

  it('are of whoever has none, also beside another, and of each group that sees one of hers', async () => {
    const [his, hers] = [await aCustomer(), await aCustomer()];
    const joint = await aContract(his);
    await profile(joint, day(300));
    await heldBeside(joint, hers);
    const [task, ...none] = await list(chief);
    expect(none).toEqual([]);
    expect(task).toMatchObject({
      taskType: 'profileMissing',
      customer: { id: hers },
      contract: { id: joint },
    });
    const own = await aContract(hers);
    expect(await list(chief)).toMatchObject([{ id: task?.id, details: { count: 2 } }]);
    await work('update customers set group_id = $2 where id = $1', his, south);
    expect(new Set((await list(chief)).map(({ contract }) => contract?.id))).toEqual(new Set([joint, own]));
    await work('delete from contract_holders where contract_id = $1', joint);
    expect(await list(chief)).toMatchObject([{ id: task?.id, contract: { id: own }, details: {} }]);
    await end(own);
    expect(await list(chief)).toEqual([]);
    await end(joint);
  });

  it('of the release before are taken over, with what was done about any of them', async () => {
    const her = await aCustomer();
    const [first, second, third] = [await aContract(her), await aContract(her), await aContract(her)];
    await list(chief);
    // As a server of the release before has them.
    await db.owner.query('delete from workbench_tasks');
    for (const [contractId, status, assigned] of [
      [first, 'done', null],
      [second, 'snoozed', null],
      [third, 'done', chief],
    ])
      await db.owner.query(
        `insert into workbench_tasks (tenant_id, task_type, cause_key, severity, customer_id, contract_id, group_id, status, snoozed_until,
           done_at, assigned_user_id)
         values ($1, 'profileMissing', $2::text, 1, $3, $2::uuid, $4, $5, case when $5 = 'snoozed' then $7::date end,
           case when $5 = 'done' then now() end, $6)`,
        [tenantA, contractId, her, north, status, assigned, day(9)],
      );
    const migration = new URL('../../../migrations/1180_profile_tasks_of_holders.sql', import.meta.url);
    await db.owner.query(await readFile(migration, 'utf8'));
    for (const contractId of [first, second, third]) await changed(contractId);
    expect(await list(chief)).toEqual([]);
    const [task, ...none] = await list(chief, '?status=snoozed');
    expect(none).toEqual([]);
    expect(task).toMatchObject({ status: 'snoozed', snoozedUntil: day(9), details: { count: 3 } });
    expect(task?.assignedUser?.id).toBe(chief);
    for (const contractId of [first, second, third]) await end(contractId);
    expect(await list(chief)).toEqual([]);
  });
});
