import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { type Adviser, holder, RefreshWorld } from '../../../../test/refresh-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => RefreshWorld.start(db));
/** Advisers of two groups whose bank logins see every depot of the partner, and somebody who may see everything. */
let own: Adviser;
let other: Adviser;
let office: Adviser;

beforeAll(async () => {
  own = await world.adviser({ seesWithoutGroup: false });
  other = await world.adviser({ groupId: world.otherGroupId, seesWithoutGroup: false });
  office = await world.adviser();
  await world.run('insert into group_users values ($1, $2, $3, $4)', world.otherGroupId, office.userId, [
    'groupContracts.view',
    'groupContracts.edit',
    'groupCustomers.view',
    'groupCustomers.edit',
  ]);
});
beforeEach(() => world.later());

interface Row {
  id: string;
  externalKey: string;
  state: string;
  isLinked: boolean;
  rowVersion: number;
  customer: { id: string; lastName: string } | null;
}
const listed = async (who: Adviser): Promise<Row[]> =>
  (await world.call(who, 'GET', '/trader-depots/new?includeRejected=true&pageSize=250')).body as Row[];
const find = async (who: Adviser, externalKey: string) =>
  (await listed(who)).find((row) => row.externalKey === externalKey);
const codeOf = (answer: { status: number; body: unknown }) => [
  answer.status,
  (answer.body as { code?: string } | null)?.code,
];
const link = (who: Adviser, body: object) => world.call(who, 'POST', '/trader-depots/link-to-contract', body);
const unlink = (who: Adviser, id: string, version: number) =>
  world.call(who, 'DELETE', `/trader-depots/${id}`, undefined, { 'if-match': `"${version}"` });
const missing = [404, 'common.notFound'];

/** A depot the bank has shown to both advisers. */
async function reported(values: { externalKey?: string; holderName?: string } = {}): Promise<string> {
  const externalKey = values.externalKey ?? `O-${randomUUID().slice(0, 8)}`;
  await world.bankDepot(externalKey, {
    ...(values.holderName !== undefined && { holderName: values.holderName }),
  });
  for (const who of [own, other]) {
    await world.later();
    expect((await world.refresh(who, { issuerId: 1 })).status).toBe(200);
  }
  return externalKey;
}
/** A contract of the first group that has the number and no depot yet. */
const numbered = async (externalKey: string, groupId = world.groupId) =>
  world.contract({ issuer_id: 1, external_key: externalKey }, groupId);

describe('a depot', () => {
  it('with the number of a contract is seen by who sees its customer, whatever the bank shows to whom', async () => {
    const externalKey = `O-${randomUUID().slice(0, 8)}`;
    const contractId = await numbered(externalKey);
    await reported({ externalKey });
    expect((await find(own, externalKey))?.customer).not.toBeNull();
    expect(await find(other, externalKey)).toBeUndefined();
    const stolen = await world.contract({ issuer_id: 1 }, world.otherGroupId);
    expect(codeOf(await link(other, { contractId: stolen, externalKey }))).toEqual(missing);
    expect(codeOf(await link(other, { contractId: stolen, externalKey: 'NO-SUCH' }))).toEqual(missing);
    expect(
      codeOf(
        await world.call(other, 'POST', '/trader-depots/mark-as-ignored', [{ externalKey, issuerId: 1 }]),
      ),
    ).toEqual(missing);
    const linked = await link(own, { contractId, externalKey });
    expect(linked.status).toBe(200);
    const { traderDepotId, rowVersion } = linked.body as { traderDepotId: string; rowVersion: number };
    expect(codeOf(await unlink(other, traderDepotId, rowVersion))).toEqual(missing);
    expect(codeOf(await unlink(other, randomUUID(), rowVersion))).toEqual(missing);
  });

  it('is not his whose contract was given its number by hand', async () => {
    const externalKey = `O-${randomUUID().slice(0, 8)}`;
    const contractId = await numbered(externalKey, world.otherGroupId);
    await reported({ externalKey, holderName: 'Berta Fremd' });
    expect(await find(other, externalKey)).toBeUndefined();
    expect(codeOf(await link(other, { contractId, externalKey }))).toEqual(missing);
    await world.run('update contracts set is_linked = true where tenant_id = $1 and id = $2', contractId);
    expect(await find(other, externalKey)).toBeDefined();
  });

  it('gets the contract that counts as linked, its number spelled as in any file; between two only its very own', async () => {
    const linkOf = async (externalKey: string) => {
      const { rows } = await world.run(
        'select contract_id from trader_depots where tenant_id = $1 and external_key = $2',
        externalKey,
      );
      return rows[0]?.contract_id;
    };
    const end = randomUUID().slice(0, 8);
    const columns = { issuer_id: 1, is_linked: true };
    const spelled = await world.contract({ ...columns, external_key: `s 1/${end.toUpperCase()}` });
    await reported({ externalKey: `S-1${end}` });
    expect(await linkOf(`S-1${end}`)).toBe(spelled);

    const exact = await world.contract({ ...columns, external_key: `S-2${end}` });
    await world.contract({ ...columns, external_key: `S2${end}` });
    await reported({ externalKey: `S-2${end}` });
    expect(await linkOf(`S-2${end}`)).toBe(exact);

    await world.contract({ ...columns, external_key: `S-3${end}` });
    await world.contract({ ...columns, external_key: `S/3${end}` });
    await reported({ externalKey: `S3${end}` });
    expect(await linkOf(`S3${end}`)).toBeNull();

    // Two depots of the bank that look like one contract: neither takes it.
    await world.contract({ ...columns, external_key: `S4${end}` });
    await world.bankDepot(`S-4${end}`);
    await reported({ externalKey: `S/4${end}` });
    expect([await linkOf(`S-4${end}`), await linkOf(`S/4${end}`)]).toEqual([null, null]);
  });

  it('of a blocked customer is not linked', async () => {
    const externalKey = `O-${randomUUID().slice(0, 8)}`;
    const contractId = await numbered(externalKey);
    await reported({ externalKey });
    await world.run(
      `update customers set is_blocked = true, blocked_reason = 'Widerspruch' where tenant_id = $1
        and id = (select customer_id from contracts where id = $2)`,
      contractId,
    );
    expect(codeOf(await link(own, { contractId, externalKey }))).toEqual([409, 'customers.blocked']);
  });

  it('that was opened for a customer tells nobody else his name', async () => {
    const externalKey = await reported();
    const customerId = await world.customer(world.groupId);
    await world.run(
      'update trader_depots set customer_id = $3 where tenant_id = $1 and external_key = $2',
      externalKey,
      customerId,
    );
    expect((await find(own, externalKey))?.customer?.id).toBe(customerId);
    expect(await find(other, externalKey)).toBeUndefined();
    expect(JSON.stringify(await listed(other))).not.toContain(customerId);
  });

  it('with name and customer number of one customer is his', async () => {
    const contractId = await world.contract({ issuer_id: 1, external_consumer_key: 'K-KNOWN' });
    expect(contractId).not.toBe('');
    const [named, namesake] = [`O-${randomUUID().slice(0, 8)}`, `O-${randomUUID().slice(0, 8)}`];
    for (const externalKey of [named, namesake]) await reported({ externalKey });
    await world.run(
      `update trader_depots set external_consumer_key = 'K-KNOWN', holder_name = case external_key when $2 then $4 else 'Max Fremd' end
        where tenant_id = $1 and external_key in ($2, $3)`,
      named,
      namesake,
      `${holder.firstName} ${holder.lastName}`,
    );
    expect(await find(own, named)).toBeDefined();
    // The number alone is no proof: it can be typed in.
    expect(await find(own, namesake)).toBeUndefined();
    expect(await find(other, named)).toBeUndefined();
  });

  it('is found by numbers in any spelling, as contracts are everywhere else, but not between two', async () => {
    const end = randomUUID().slice(0, 8);
    await numbered(`n 1/${end}`);
    await world.contract({ issuer_id: 1, external_consumer_key: `k 9/${end}` });
    const [byNumber, byConsumer] = [`N-1${end}`, `C${end}`];
    await reported({ externalKey: byNumber });
    await world.bankDepot(byConsumer, { externalConsumerKey: `K-9${end}` });
    await reported({ externalKey: `X-${end}` });
    for (const externalKey of [byNumber, byConsumer]) {
      expect((await find(own, externalKey))?.customer).toMatchObject({ lastName: holder.lastName });
      expect(await find(other, externalKey)).toBeUndefined();
    }
    // A second contract of that spelling: nobody can tell whose it is. One that has its depot is not asked.
    await numbered(`n1${end}`);
    expect(await find(own, byNumber)).toBeUndefined();
    const linked = await world.linked();
    await reported({ externalKey: linked.externalKey.replace('-', '/') });
    expect(await find(own, linked.externalKey.replace('-', '/'))).toBeUndefined();

    // Who links may spell the customer number as he knows it; a contract of the depot's number is in the way.
    const contractId = await world.contract({ issuer_id: 1 });
    const body = { contractId, externalKey: byConsumer };
    expect(codeOf(await link(own, { ...body, externalConsumerKey: `K-8${end}` }))).toEqual(missing);
    const twin = await numbered(`c ${end}`);
    expect(codeOf(await link(own, body))).toEqual([409, 'traderDepots.alreadyLinked']);
    await world.run('delete from contracts where tenant_id = $1 and id = $2', twin);
    const spelled = { ...body, externalConsumerKey: `k9 ${end}`, confirmHolderDiffers: true };
    expect((await link(own, spelled)).status).toBe(200);
  });

  it('is nobody\u2019s where two customers of its holder\u2019s name have its number, however it is spelled', async () => {
    const end = randomUUID().slice(0, 8);
    await numbered(`e 1/${end}`);
    await reported({ externalKey: `E-1${end}` });
    expect((await find(own, `E-1${end}`))?.customer).toMatchObject({ lastName: holder.lastName });
    // Somebody of another group gives a customer of that name the number as the bank writes it.
    await numbered(`E-1${end}`, world.otherGroupId);
    expect(await find(other, `E-1${end}`)).toBeUndefined();
    expect(await find(own, `E-1${end}`)).toBeUndefined();
    expect(await find(office, `E-1${end}`)).toMatchObject({ customer: null });
  });

  it('is not his whose contract has its number and is linked to another depot', async () => {
    const { contractId } = await world.linked({}, undefined, world.otherGroupId);
    const externalKey = await reported({ holderName: 'Berta Fremd' });
    await world.run(
      'update contracts set external_key = $3 where tenant_id = $1 and id = $2',
      contractId,
      externalKey,
    );
    expect(await find(other, externalKey)).toBeUndefined();
    expect(await find(office, externalKey)).toMatchObject({ customer: null });
  });

  it('of nobody known is for those who may see customers without a group', async () => {
    const externalKey = await reported();
    expect(await find(own, externalKey)).toBeUndefined();
    expect(await find(office, externalKey)).toMatchObject({ customer: null });
    const contractId = await world.contract({ issuer_id: 1 });
    expect(codeOf(await link(own, { contractId, externalKey }))).toEqual(missing);
    expect((await link(office, { contractId, externalKey })).status).toBe(200);
  });

  it('of others is no news of a refresh', async () => {
    const externalKey = `O-${randomUUID().slice(0, 8)}`;
    await numbered(externalKey);
    await world.bankDepot(externalKey);
    await world.later();
    expect((await world.refresh(other, { issuerId: 1 })).body).toBe(false);
  });

  it('that a bank no longer shows is missed by who sees its contract only', async () => {
    const externalKey = `G-${randomUUID().slice(0, 8)}`;
    const contractId = await world.contract({ issuer_id: 1, external_key: externalKey, is_linked: true });
    await world.run(
      `with made as (insert into trader_depots (tenant_id, issuer_id, external_key, contract_id, state)
          values ($1, 1, $2, $3, 'linked') returning id)
        insert into trader_depot_readers (tenant_id, trader_depot_id, user_id)
        select $1, made.id, who.id from made, unnest($4::uuid[]) as who (id)`,
      externalKey,
      contractId,
      [own.userId, other.userId],
    );
    for (const who of [own, other]) expect((await world.refresh(who, { issuerId: 1 })).status).toBe(200);
    const { rows } = await world.run(
      `select distinct j.created_by from jobs j join job_problems p on p.tenant_id = j.tenant_id and p.job_id = j.id
        where j.tenant_id = $1 and p.message like '%' || $2 || '%'`,
      externalKey,
    );
    expect(rows.map((row) => row.created_by)).toEqual([own.userId]);
  });
});

describe('holder and customer that differ', () => {
  it('are linked only by who says that he knows, and it stands in the log', async () => {
    const externalKey = await reported({ holderName: 'Max Fremd' });
    const contractId = await world.contract({ issuer_id: 1 });
    const body = { contractId, externalKey };
    const refused = await link(office, body);
    expect(codeOf(refused)).toEqual([409, 'traderDepots.holderDiffers']);
    expect(refused.body).toMatchObject({ params: { holderName: 'Max Fremd', customerName: 'Elif Krüger' } });
    expect(codeOf(await link(office, { ...body, confirmHolderDiffers: false }))).toEqual([
      409,
      'traderDepots.holderDiffers',
    ]);
    const linked = await link(office, { ...body, confirmHolderDiffers: true });
    expect(linked.status).toBe(200);
    const { rows } = await world.run(
      `select details from audit_entries where tenant_id = $1 and action = 'traderDepots.link' and object_id = $2`,
      (linked.body as { traderDepotId: string }).traderDepotId,
    );
    expect(rows[0]?.details).toMatchObject({ holderDiffers: true, holderName: 'Max Fremd', ownerId: null });
    // Unlinked again, it is nobody's as before: the customer's adviser has no business with a stranger's depot.
    const { traderDepotId, rowVersion } = linked.body as { traderDepotId: string; rowVersion: number };
    expect((await unlink(office, traderDepotId, rowVersion)).status).toBe(204);
    expect(await find(own, externalKey)).toBeUndefined();
    expect(await find(office, externalKey)).toMatchObject({ customer: null, state: 'new' });
  });

  it('are a customer of the same name too, and hold for a new contract', async () => {
    const externalKey = await reported();
    await world.run(
      'update trader_depots set customer_id = $3 where tenant_id = $1 and external_key = $2',
      externalKey,
      await world.customer(),
    );
    const newContract = { customerId: await world.customer(), tariffId: world.tariffId };
    const answer = await link(own, { contractId: null, externalKey, newContract });
    expect([409, 'traderDepots.holderDiffers']).toEqual(codeOf(answer));
  });

  it('leave the depot to who is responsible for the holder: he finds it and takes it back', async () => {
    const externalKey = `O-${randomUUID().slice(0, 8)}`;
    const right = await numbered(externalKey);
    await reported({ externalKey });
    const wrong = await world.contract({ issuer_id: 1 }, world.otherGroupId);
    await world.run(
      "update contracts set external_key = external_key || '-x' where tenant_id = $1 and id = $2",
      right,
    );
    const customer = await world.run(
      'select customer_id from contracts where tenant_id = $1 and id = $2',
      right,
    );
    await world.run(
      'update trader_depots set customer_id = $3 where tenant_id = $1 and external_key = $2',
      externalKey,
      customer.rows[0]?.customer_id,
    );
    const linked = await link(office, { contractId: wrong, externalKey, confirmHolderDiffers: true });
    expect(linked.status).toBe(200);
    const { rows } = await world.run(
      'select row_version, id from trader_depots where tenant_id = $1 and external_key = $2',
      externalKey,
    );
    const found = await find(own, externalKey);
    expect(found).toMatchObject({ state: 'linkedElsewhere', isLinked: true, id: rows[0]?.id });
    // Who sees the contract has it in the list of contracts.
    expect(await find(other, externalKey)).toBeUndefined();
    expect(codeOf(await link(own, { contractId: right, externalKey }))).toEqual([
      409,
      'traderDepots.alreadyLinked',
    ]);
    expect((await unlink(own, found?.id ?? '', found?.rowVersion ?? 0)).status).toBe(204);
    expect(await find(own, externalKey)).toMatchObject({ state: 'new', isLinked: false });
    expect(await find(other, externalKey)).toBeUndefined();
    // The wrong contract keeps the number until somebody corrects it.
    await world.run(
      "update contracts set external_key = external_key || '-y' where tenant_id = $1 and id = $2",
      wrong,
    );
    expect((await link(own, { contractId: right, externalKey })).status).toBe(200);
  });
});
