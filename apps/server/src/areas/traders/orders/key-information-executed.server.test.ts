import { describe, expect, it } from 'vitest';
import { quader } from '../../../../test/execution-world.ts';
import { useExecutions } from '../../../../test/use-executions.ts';

const { db, world, adviser } = useExecutions();

const said = (answer: { statusCode: number; json(): unknown }) => {
  const { code, message } = answer.json() as { code: string; message: string };
  return { status: answer.statusCode, code, message };
};
const refused = { status: 409, code: 'optimization.keyInformationMissing' };

describe('a plan that buys', () => {
  it('reaches no bank before key information was handed over', async () => {
    const depot = await world.depot(quader, false);
    const none = said(await world.step(adviser, depot.depotId));
    expect(none).toMatchObject(refused);
    // The fund it sells needs none.
    expect(none.message).toContain('auszuhändigen: Fonds 2.');
    expect(await world.orders(depot.contractId)).toEqual([]);
    expect(await world.planState(depot.planId)).toBe('checked');
    await world.handOver(depot.contractId);
    expect((await world.step(adviser, depot.depotId)).statusCode).toBe(200);
  });

  it('goes no further when a document is revised or a holder added between code and order', async () => {
    const depot = await world.depot();
    const code = await world.signed(adviser, depot.depotId);
    await db.owner.query('update funds set kiid_date = current_date where tenant_id = $1 and id = 2', [
      world.tenantId,
    ]);
    expect(said(await world.step(adviser, depot.depotId, code))).toMatchObject(refused);
    await db.owner.query('update funds set kiid_date = null where tenant_id = $1 and id = 2', [
      world.tenantId,
    ]);
    const other = await world.depot();
    await db.owner.query(
      `insert into contract_holders (tenant_id, contract_id, customer_id, assessment_date, valid_until, risk_class_id)
        select tenant_id, $1, customer_id, current_date, current_date + 30, 3 from contracts where id = $2`,
      [depot.contractId, other.contractId],
    );
    await db.owner.query('delete from key_information_handovers where contract_id = $1', [other.contractId]);
    const unknown = said(await world.step(adviser, depot.depotId, code));
    expect(unknown).toMatchObject(refused);
    expect(unknown.message).toContain('(an ');
    expect(await world.orders(depot.contractId)).toEqual([]);
    await world.handOver(other.contractId);
    expect((await world.step(adviser, depot.depotId, code)).statusCode).toBe(204);
    expect(await world.orders(depot.contractId)).toHaveLength(1);
  });

  it('is told which document is not on file, and carries out what only sells', async () => {
    const depot = await world.depot();
    await db.owner.query('update funds set kiid = null where tenant_id = $1 and id = 2', [world.tenantId]);
    const none = said(await world.step(adviser, depot.depotId));
    expect(none).toMatchObject(refused);
    expect(none.message).toContain('Zu Fonds 2 ist kein Basisinformationsblatt hinterlegt.');
    await db.owner.query(
      `delete from planned_transactions where planned_optimization_id = $1 and action = 'buy'`,
      [depot.planId],
    );
    expect((await world.step(adviser, depot.depotId)).statusCode).toBe(200);
  });
});
