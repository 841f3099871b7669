import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bareContract } from '../../../test/contract-draft.ts';
import { contractHouse } from '../../../test/contract-house.ts';
import { tenantA } from '../../../test/contract-world.ts';
import { recordedProfile } from '../../../test/recorded-profile.ts';

const { test, world, server, admin, tariff, post } = contractHouse();

async function contract(): Promise<{ id: string }> {
  const { id: customerId } = await world.addCustomer(tenantA);
  const draft = bareContract(tariff, `V-${randomUUID().slice(0, 8)}`);
  return (await post(admin, '/contracts', { customerId, ...draft })).body as { id: string };
}
const profileOf = async (id: string): Promise<unknown> => {
  const { body } = await server.get(admin, `/contracts/${id}`);
  return (body as { latestRiskAssessment: unknown }).latestRiskAssessment;
};
const recordProfile = (contractId: string, riskClassId: number) =>
  recordedProfile(test.owner, { tenantId: tenantA, contractId, riskClassId });

it('A class that a release before kept as a profile is history, and the recorded profile it took the place of holds again', async () => {
  const typed = (contractId: string) =>
    test.owner.query(
      `insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_class_id, risk_type_id, status,
          decided_by, decided_at)
        select $1, $2, current_date, current_date + 365, 4, 1, 'valid', (select id from users where tenant_id = $1 limit 1), now()`,
      [tenantA, contractId],
    );
  const [alone, after] = [await contract(), await contract()];
  await typed(alone.id);
  expect(await profileOf(alone.id)).toBeNull();
  // One of its servers at work beside this release gives the recorded profile up before it writes the class.
  const beside = await contract();
  const recordedUntil = await recordProfile(beside.id, 2);
  await test.owner.query('begin');
  await test.owner.query(
    `update risk_assessments set status = 'superseded' where contract_id = $1 and status = 'valid'`,
    [beside.id],
  );
  await typed(beside.id);
  await test.owner.query('commit');
  expect(await profileOf(beside.id)).toMatchObject({
    riskClassId: 2,
    validUntil: recordedUntil,
  });
  // As its servers left them: the profile that was recorded gave way to the class.
  await test.owner.query('alter table risk_assessments disable trigger keep_typed_class_as_history');
  await typed(alone.id);
  const validUntil = await recordProfile(after.id, 2);
  await test.owner.query(`update risk_assessments set status = 'superseded' where contract_id = $1`, [
    after.id,
  ]);
  await typed(after.id);
  expect(await profileOf(after.id)).toMatchObject({ riskClassId: 4 });
  const migration = new URL('../../../migrations/1150_class_by_hand_is_no_profile.sql', import.meta.url);
  await test.owner.query(readFileSync(migration, 'utf8').split('-- A server of the release before')[0] ?? '');
  await test.owner.query('alter table risk_assessments enable trigger keep_typed_class_as_history');
  expect(await profileOf(alone.id)).toBeNull();
  expect(await profileOf(after.id)).toMatchObject({ riskClassId: 2, validUntil });
});
