import { describe, expect, it } from 'vitest';
import { tenantA } from '../../../test/contract-world.ts';
import { workbenchHouse } from '../../../test/workbench-house.ts';
import { lookAtContracts } from './apply-rules.ts';
import { usualThresholds } from './thresholds.view.ts';

const { test: db, world, tariff, context, work, follow } = workbenchHouse();

/** The days are of a far future, so that the contracts run whenever this is tried. */
const first = '2085-03-31';
const later = '2086-06-30';

async function aContractUntil(customerId: string, validUntil: string): Promise<string> {
  const id = await world.addContract(tenantA, customerId, tariff);
  await work(
    `insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_type_id, risk_class_id, status)
     values ($1, $2, '2026-01-01', $3, 1, 2, 'valid')`,
    tenantA,
    id,
    validUntil,
  );
  return id;
}

const dayOf = async (customerId: string) =>
  (
    await db.owner.query<{ day: string | null }>(
      'select profile_valid_until::text as day from customers where id = $1',
      [customerId],
    )
  ).rows[0]?.day;

/** All contracts of the house, as once a day. */
const sweep = (today: string) =>
  db.database.transaction(context, (transaction) =>
    lookAtContracts(transaction, {
      today,
      thresholds: usualThresholds,
      contracts: { kind: 'range', from: '00000000-0000-0000-0000-000000000000', until: null },
    }),
  );

it('A profile holds until the first one of the contracts that run ends, and a newer one hides none', async () => {
  const { id: customer } = await world.addCustomer(tenantA);
  const earlier = await aContractUntil(customer, first);
  const other = await aContractUntil(customer, later);
  await follow();
  expect(await dayOf(customer)).toBe(first);
  await work(`update contracts set end_date = current_date where id = $1`, earlier);
  await follow();
  expect(await dayOf(customer)).toBe(later);
  await work('update contracts set end_date = null where id = $1', earlier);
  await work(
    `update contracts set deleted_at = now(), deletion_reason = 'Irrtum', retention_until = '2099-12-31' where id = $1`,
    other,
  );
  await follow();
  expect(await dayOf(customer)).toBe(first);
});

it('A contract that ends with the day alone asks for no profile any more from then on', async () => {
  const { id: customer } = await world.addCustomer(tenantA);
  const ending = await aContractUntil(customer, first);
  const { id: beside } = await world.addCustomer(tenantA);
  await work(
    `insert into contract_holders (tenant_id, contract_id, customer_id, assessment_date, valid_until, risk_class_id)
     values ($1, $2, $3, '2026-01-01', $4, 2)`,
    tenantA,
    ending,
    beside,
    later,
  );
  await work(`update contracts set end_date = '2084-12-31' where id = $1`, ending);
  await follow();
  expect([await dayOf(customer), await dayOf(beside)]).toEqual([first, later]);
  await sweep('2084-12-30');
  expect([await dayOf(customer), await dayOf(beside)]).toEqual([first, later]);
  await sweep('2084-12-31');
  expect([await dayOf(customer), await dayOf(beside)]).toEqual([null, null]);
});

it('What another rule wrote is set right by the next nightly look, and whoever has it right is left alone', async () => {
  const { id: customer } = await world.addCustomer(tenantA);
  await aContractUntil(customer, first);
  await aContractUntil(customer, later);
  await work('update customers set profile_valid_until = $2 where id = $1', customer, later);
  await sweep('2026-12-01');
  expect(await dayOf(customer)).toBe(first);
  const version = async () =>
    (await db.owner.query('select row_version from customers where id = $1', [customer])).rows[0];
  const before = await version();
  await sweep('2026-12-02');
  expect(await version()).toEqual(before);
});

describe('a child that comes of age', () => {
  const born = (customerId: string, day: string) =>
    work('update customers set date_of_birth = $2 where id = $1', customerId, day);
  const tasks = async (contractId: string) =>
    (
      await db.owner.query<{ day: string; severity: number; cause: string | null; status: string }>(
        `select due_date::text as day, severity, details ->> 'cause' as cause, status from workbench_tasks where contract_id = $1 and ended_at is null`,
        [contractId],
      )
    ).rows;

  it('is reminded of before her birthday, where her representatives answered, until a profile is her own', async () => {
    const { id: child } = await world.addCustomer(tenantA);
    await born(child, '2066-08-02');
    const contract = await aContractUntil(child, first);
    await sweep('2084-07-02');
    expect(await tasks(contract)).toEqual([]);
    await sweep('2084-07-03');
    expect(await tasks(contract)).toEqual([
      { day: '2084-08-02', severity: 0, cause: 'ofAge', status: 'open' },
    ]);
    await sweep('2084-08-02');
    expect(await tasks(contract)).toEqual([
      { day: '2084-08-02', severity: 1, cause: 'ofAge', status: 'open' },
    ]);
    // Done with the birthday is not done with the end of the profile.
    await work(`update workbench_tasks set status = 'done', done_at = now() where ended_at is null`);
    await sweep('2084-09-01');
    expect(await tasks(contract)).toMatchObject([{ status: 'done' }]);
    await sweep('2085-03-02');
    expect(await tasks(contract)).toMatchObject([{ status: 'open', severity: 1 }]);
    await sweep('2085-04-01');
    expect(await tasks(contract)).toMatchObject([{ status: 'open', severity: 2, cause: null }]);
    await work(
      `update risk_assessments set assessment_date = '2085-04-01', valid_until = '2087-04-01' where contract_id = $1`,
      contract,
    );
    await sweep('2085-04-02');
    expect(await tasks(contract)).toEqual([]);
  });

  it('on 1 March where she was born on the day most years have not, and beside another holder, too', async () => {
    const { id: parent } = await world.addCustomer(tenantA);
    const contract = await aContractUntil(parent, later);
    const { id: child } = await world.addCustomer(tenantA);
    await born(child, '2068-02-29');
    await work(
      `insert into contract_holders (tenant_id, contract_id, customer_id, assessment_date, valid_until, risk_class_id)
       values ($1, $2, $3, '2084-12-01', $4, 2)`,
      tenantA,
      contract,
      child,
      later,
    );
    await sweep('2086-02-20');
    expect(await tasks(contract)).toEqual([
      { day: '2086-03-01', severity: 0, cause: 'ofAge', status: 'open' },
    ]);
    await work(`update contract_holders set assessment_date = '2086-03-01' where contract_id = $1`, contract);
    await sweep('2086-03-01');
    expect(await tasks(contract)).toEqual([]);
  });

  it('has her task as soon as her day of birth is typed, and none once it is corrected', async () => {
    const { id: child } = await world.addCustomer(tenantA);
    const { id: parent } = await world.addCustomer(tenantA);
    const [own, beside] = [await aContractUntil(child, later), await aContractUntil(parent, later)];
    await work(
      `insert into contract_holders (tenant_id, contract_id, customer_id, assessment_date, valid_until, risk_class_id)
       values ($1, $2, $3, current_date - 1, $4, 2)`,
      tenantA,
      beside,
      child,
      later,
    );
    await follow();
    const soon = `(current_date - interval '18 years' + interval '10 days')::date`;
    await work(`update customers set date_of_birth = ${soon} where id = $1`, child);
    await follow();
    // Hers, once for what she holds alone and beside her parent.
    const asked = async () => [...(await tasks(own)), ...(await tasks(beside))];
    expect(await asked()).toMatchObject([{ cause: 'ofAge' }]);
    await work(`update customers set date_of_birth = '1980-01-01' where id = $1`, child);
    await follow();
    expect(await asked()).toEqual([]);
  });
});
