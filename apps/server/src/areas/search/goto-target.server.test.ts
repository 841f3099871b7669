import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, south, tenantA, tenantB } from '../../../test/contract-world.ts';
import { searchRoutes } from './routes.ts';

const {
  world,
  server,
  admin: all,
  tariff: tariffId,
  test,
} = contractHouse((services) => searchRoutes(services));
let ofSouth: string;
let customerId: string;
let contractId: string;

beforeAll(async () => {
  customerId = (await world.addCustomer(tenantA)).id;
  contractId = await world.addContract(tenantA, customerId, tariffId, { external_key: 'V-1' });
  await world.addContract(tenantA, customerId, tariffId, { external_key: 'V-2' });
  await world.addContract(tenantA, customerId, tariffId, { external_key: 'V-2', issuer_id: 2 });
  const foreign = await world.addCustomer(tenantB, { groupId: null });
  const foreignTariff = await world.addTariff(tenantB, 'Fremd', 1);
  await world.addContract(tenantB, foreign.id, foreignTariff, { external_key: 'V-3' });
  ofSouth = await server.caller({ memberships: [{ groupId: south, groupRights: ['groupContracts.view'] }] });
});

const go = async (path: string, who = all) => {
  const { status, body } = await server.call(who, 'GET', `/goto/${path}`);
  return status === 200 ? (body as { path: string }).path : status;
};

describe('stable links', () => {
  it('lead to the page, by number, key or id', async () => {
    expect(await go('contract/V-1')).toBe(`/contracts/${contractId}/overview`);
    expect(await go(`contract/${contractId}`)).toBe(`/contracts/${contractId}/overview`);
    expect(await go(`customer/${customerId}`)).toBe(`/customers/${customerId}`);
    expect(await go(`tariff/k-${tariffId.slice(0, 8)}`)).toBe(`/admin/tariffs/${tariffId}/summary`);
  });

  it('of a number two institutions use lead to both, unless the institution is named', async () => {
    expect(await go('contract/V-2')).toBe('/contracts?search=V-2');
    expect(await go('contract/V-2?issuerId=2')).toMatch(/^\/contracts\/[0-9a-f-]{36}\/overview$/);
  });

  it('lead to a contract whose number looks like an id, as its letters name it', async () => {
    const number = randomUUID();
    const id = await world.addContract(tenantA, customerId, tariffId, { external_key: number });
    for (const path of [number, `${number}?issuerId=1`, id])
      expect(await go(`contract/${path}`)).toBe(`/contracts/${id}/overview`);
    expect(await go(`contract/${number}?issuerId=2`)).toBe(404);
    expect(await go(`contract/${number}`, ofSouth)).toBe(404);
  });

  it('say the same of what is foreign, missing, without right or no id', async () => {
    const { body: missing } = await server.call(all, 'GET', `/goto/contract/${randomUUID()}`);
    const nothing = { ...(missing as object), traceId: '', requestId: '' };
    const reader = await server.caller({ permissions: ['customers.view'] });
    for (const [who, path] of [
      [all, 'contract/V-3'],
      [all, 'customer/none'],
      [all, `task/${randomUUID()}`],
      [all, `report/${randomUUID()}`],
      [ofSouth, 'contract/V-1'],
      [ofSouth, `customer/${customerId}`],
      [reader, `tariff/${tariffId}`],
    ] as const) {
      const { status, body } = await server.call(who, 'GET', `/goto/${path}`);
      expect([path, status, { ...(body as object), traceId: '', requestId: '' }]).toEqual([
        path,
        404,
        nothing,
      ]);
    }
    expect(await go('place/1')).toBe(400);
  });

  it('lead to work: to its panel, to the rows of what somebody started herself, or home', async () => {
    const adviser = await server.caller({ permissions: ['contracts.view'] });
    const mere = await server.caller({ permissions: ['customers.view'] });
    const job = async (by: string, jobType: string) => {
      const { rows } = await test.owner.query<{ id: string }>(
        `insert into jobs (tenant_id, job_type, created_by, state) values ($1, $2, $3, 'done') returning id`,
        [tenantA, jobType, by],
      );
      return rows[0]?.id ?? '';
    };
    const planning = await job(adviser, 'planContracts');
    expect(await go(`job/${planning}`)).toBe(`/admin/jobs?open=${planning}`);
    expect(await go(`job/${planning}`, adviser)).toBe(`/contracts?dialog=bulkPlan&jobId=${planning}`);
    expect(await go(`job/${await job(adviser, 'exportHouse')}`, adviser)).toBe('/');
    expect(await go(`job/${await job(mere, 'planContracts')}`, mere)).toBe('/');
    for (const id of [planning, randomUUID(), 'none']) expect(await go(`job/${id}`, mere)).toBe(404);
  });

  it('lead to who asked to be contacted, with the right to take her up and as long as she is on record', async () => {
    const request = async (expiresAt: string) => {
      const { rows } = await test.owner.query<{ id: string }>(
        `with q as (insert into questionnaires (tenant_id, questionnaire_key, version, title, questions)
           values ($1, 'probe-' || gen_random_uuid(), 1, 'Probe', '[]') returning id)
         insert into depot_analyses (tenant_id, guid_hash, questionnaire_id, state, submitted_at, expires_at, contact, result)
         select $1, sha256(gen_random_uuid()::text::bytea), id, 'submitted', now(), now() + $2::interval, '{}', '{}' from q
         returning id`,
        [tenantA, expiresAt],
      );
      return rows[0]?.id ?? '';
    };
    const [open, over] = [await request('1 day'), await request('-1 day')];
    const adviser = await server.caller({ permissions: ['customers.create'] });
    const mere = await server.caller({ permissions: ['customers.view'] });
    expect(await go(`prospect/${open}`, adviser)).toBe(`/prospects?open=${open}`);
    expect(await go(`prospect/${open}`, mere)).toBe(404);
    for (const id of [over, randomUUID(), 'none']) expect(await go(`prospect/${id}`, adviser)).toBe(404);
  });

  it('lead to a document where it lies, and to a report as to its document', async () => {
    const { rows } = await test.owner.query<{ id: string; reportId: string }>(
      `with d as (insert into documents (tenant_id, id, customer_id, contract_id, document_type, title, file_name, media_type,
           byte_size, content_hash, content, state, created_by)
         values ($1, gen_random_uuid(), $2, $3, 'other', 'Vollmacht', 'a.pdf', 'application/pdf', 1, sha256('a'), 'a', 'draft',
           (select id from users where tenant_id = $1 limit 1)) returning tenant_id, customer_id, contract_id, id)
       insert into reports (tenant_id, report_type, contract_id, customer_id, document_id, data, data_hash)
       select tenant_id, 'depotOverview', contract_id, customer_id, id, '{}', sha256('a') from d
       returning document_id as id, id as "reportId"`,
      [tenantA, customerId, contractId],
    );
    const { id = '', reportId = '' } = rows[0] ?? {};
    for (const path of [`document/${id}`, `report/${reportId}`])
      expect([path, await go(path)]).toEqual([path, `/contracts/${contractId}/documents`]);
    const archivist = await server.caller({
      permissions: ['documents.view'],
      memberships: [{ groupId: north, groupRights: ['groupDocuments.view'] }],
    });
    expect(await go(`document/${id}`, archivist)).toBe(`/customers/${customerId}?tab=documents`);
    for (const path of [`document/${reportId}`, `report/${id}`, 'document/none'])
      expect(await go(path)).toBe(404);
    expect(await go(`document/${id}`, ofSouth)).toBe(404);
    expect(await go(`document/${id}`, await server.caller({ permissions: ['customers.view'] }))).toBe(404);
  });

  it('lead a customer to what is his', async () => {
    const customer = await server.caller({
      ownCustomerId: customerId,
      permissions: ['contracts.view', 'customers.view'],
      memberships: [{ groupId: north, groupRights: ['groupContracts.view'] }],
    });
    expect(await go('contract/V-1', customer)).toBe(`/contracts/${contractId}/overview`);
  });
});
