import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { refreshCalls } from '../../../../test/refresh-calls.ts';
import { type Adviser, isins, RefreshWorld } from '../../../../test/refresh-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => RefreshWorld.start(db));
let adviser: Adviser;
const [one] = isins;

beforeAll(async () => {
  adviser = await world.adviser();
});
beforeEach(async () => {
  await world.bank.clearFaults();
  await world.later();
});

const { refreshOne } = refreshCalls(world, () => adviser);

const monthly = (contribution: number, isin: string = one) => ({
  contribution,
  contributionInterval: 1,
  entries: [{ isin, fraction: 1 }],
});

describe('what the bank carries out and what a contract says of its savings plan', () => {
  it('raises the version of a contract whose content it changes, so that an open form is asked first', async () => {
    const { contractId, externalKey } = await world.linked({ savingsPlan: monthly(150) });
    const version = async () => {
      const { rows } = await world.run(
        'select row_version from contracts where tenant_id = $1 and id = $2',
        contractId,
      );
      return Number(rows[0].row_version);
    };
    const before = await version();
    await refreshOne(contractId);
    expect(await version()).toBe(before + 1);
    await refreshOne(contractId);
    expect(await version()).toBe(before + 1);
    await world.bankDepot(externalKey, {
      positions: [{ isin: one, quantity: 50.2, costValue: 4000 }],
      savingsPlan: monthly(150),
    });
    await refreshOne(contractId);
    expect(await version()).toBe(before + 2);
  });

  it('are none where another savings plan is to follow the one the bank carries out', async () => {
    const { contractId, externalKey } = await world.linked({ cashValue: 10, savingsPlan: monthly(100) });
    await refreshOne(contractId);
    await world.run(
      `update savings_plans set valid_to = '2090-06-30' where tenant_id = $1 and contract_id = $2`,
      contractId,
    );
    await world.run(
      `insert into savings_plans (tenant_id, contract_id, valid_from, contribution, contribution_interval)
        values ($1, $2, '2090-07-01', 400, 1)`,
      contractId,
    );
    await world.bankDepot(externalKey, { cashValue: 20, savingsPlan: monthly(100) });
    expect((await refreshOne(contractId)).status).toBe(200);
    const changes = (await world.pending(adviser, contractId)).body as { kind: string }[];
    expect(changes.filter(({ kind }) => kind === 'savingsPlan')).toEqual([]);
    const { rows } = await world.run(
      'select contribution::int from savings_plans where tenant_id = $1 and contract_id = $2 order by valid_from',
      contractId,
    );
    expect(rows).toEqual([{ contribution: 100 }, { contribution: 400 }]);
  });

  it('of the rate alone, as imports report them, are taken over as well', async () => {
    const { contractId } = await world.linked({ savingsPlan: monthly(100) });
    await refreshOne(contractId);
    await world.run(
      `insert into contract_pending_changes (tenant_id, contract_id, field_name, description, our_value, bank_value)
        values ($1, $2, 'contribution', 'Das Institut meldet eine andere Sparrate.', '100', '125')`,
      contractId,
    );
    expect((await world.pending(adviser, contractId)).body).toMatchObject([
      { kind: 'savingsPlan', rows: [{ rowKey: 'contribution', unit: 'euro', ours: 100, bank: 125 }] },
    ]);
    expect((await world.decide(adviser, contractId, true)).status).toBe(204);
    expect(await world.plan(contractId)).toEqual({ contribution: 125, fractions: { [one]: 1 } });
  });
});
