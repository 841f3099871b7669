import type { WorkbenchTask } from '@depotwerk/api/workbench/workbench';
import { beforeEach } from 'vitest';
import { followTaskChanges } from '../src/areas/workbench/follow-changes.ts';
import { workbenchRoutes } from '../src/areas/workbench/routes.ts';
import { CountCache } from '../src/platform/lists/count-cache.ts';
import { contractHouse } from './contract-house.ts';
import { north, tenantA } from './contract-world.ts';

/** A house with the calls of the workplace and no task at the beginning of each test. */
export function workbenchHouse() {
  const counts = new CountCache(Date.now);
  const house = contractHouse((services) => workbenchRoutes(services, counts, () => {}));
  const { test: db, world, server, tariff: tariffId } = house;
  const context = { tenantId: tenantA, userId: null };
  /** Work of the product: under the tenant, so that changes are noted. */
  const work = (text: string, ...values: unknown[]) =>
    db.database.transaction(context, async (_transaction, connection) => connection.query(text, values));
  const follow = () =>
    followTaskChanges({
      database: db.database,
      clock: Date.now,
      forgetCounts: (tenantId) => counts.forget(tenantId),
    });

  beforeEach(() => db.owner.query('delete from workbench_tasks'));

  /** A contract with a valid profile: nothing to do about it. */
  async function aContract(groupId: string | null = north): Promise<string> {
    const customer = await world.addCustomer(tenantA, { groupId });
    const id = await world.addContract(tenantA, customer.id, tariffId);
    await work(
      `insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_type_id, risk_class_id, status)
       values ($1, $2, current_date - 700, current_date + 200, 1, 2, 'valid')`,
      tenantA,
      id,
    );
    return id;
  }
  const setContract = (id: string, set: string) => work(`update contracts set ${set} where id = $1`, id);

  const list = async (who: string, query = '') => {
    await follow();
    counts.forget(tenantA);
    const { body } = await server.call(who, 'GET', `/workbench/tasks${query}`);
    return body as WorkbenchTask[];
  };
  return { ...house, counts, context, work, follow, aContract, setContract, list };
}
