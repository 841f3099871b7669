import { randomUUID } from 'node:crypto';
import { type SearchHit, searchHitTypes } from '@depotwerk/api/search/search';
import { beforeAll, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, south, tenantA, tenantB } from '../../../test/contract-world.ts';
import { searchRoutes } from './routes.ts';

const {
  world,
  test,
  server,
  tariff,
  admin: chief,
  run,
} = contractHouse((services) => searchRoutes(services));
let customerId: string;
let contractId: string;

const file = (
  title: string,
  customer: string | null,
  { contract = null as string | null, state = 'draft', tenant = tenantA, at = '2026-02-01' } = {},
) =>
  test.owner.query(
    `insert into documents (tenant_id, id, customer_id, contract_id, document_type, title, file_name, media_type, byte_size,
       content_hash, content, state, created_at, created_by)
     values ($1, $2, $3, $4, 'other', $5, 'a.pdf', 'application/pdf', 1, sha256('a'), 'a', $6, $7,
       (select id from users where tenant_id = $1 limit 1))`,
    [tenant, randomUUID(), customer, contract, title, state, at],
  );
const find = async (query: string, who = chief) => {
  const { status, body } = await server.call(
    who,
    'GET',
    `/search?types=document&query=${encodeURIComponent(query)}`,
  );
  expect(status).toBe(200);
  return body as SearchHit[];
};
const titles = async (query: string, who = chief) => (await find(query, who)).map(({ title }) => title);
const inGroup = (
  groupId: string,
  right: 'groupDocuments.view' | 'groupCustomers.view' = 'groupDocuments.view',
) => server.caller({ permissions: ['documents.view'], memberships: [{ groupId, groupRights: [right] }] });

beforeAll(async () => {
  customerId = (await world.addCustomer(tenantA, { firstName: 'Änne', lastName: 'Akte' })).id;
  contractId = await world.addContract(tenantA, customerId, tariff, { external_key: 'D-1' });
  await file('Depotübersicht D-1', customerId, { contract: contractId, at: '2026-01-01' });
  await file('Vollmacht 100 % (Original)', customerId, { state: 'released' });
  await file('Vollmacht neu', customerId, { at: '2026-03-01' });
  await file('Basisinformationsblatt eines Fonds', null);
  const foreign = await world.addCustomer(tenantB, { groupId: null });
  await server.caller({ tenantId: tenantB });
  await file('Vollmacht fremd', foreign.id, { tenant: tenantB });
});

it('finds documents by words of their title, the newest first, and leads to where they lie', async () => {
  expect(await find('vollmacht')).toEqual([
    {
      type: 'document',
      id: expect.any(String),
      title: 'Vollmacht neu',
      subtitle: 'Änne Akte · 01.03.2026',
      path: `/customers/${customerId}?tab=documents`,
      fund: null,
    },
    expect.objectContaining({ title: 'Vollmacht 100 % (Original)' }),
  ]);
  const [overview] = await find('d-1 depot');
  expect(overview).toMatchObject({ title: 'Depotübersicht D-1', path: `/contracts/${contractId}/documents` });
  expect(await titles('Basisinformationsblatt')).toEqual([]);
});

it('finds documents only where they are asked for: pages of the release before refuse an answer with one', async () => {
  const typesOf = async (types: string) => {
    const { body } = await server.call(chief, 'GET', `/search?query=Akte${types}`);
    return (body as SearchHit[]).map(({ type }) => type);
  };
  await file('Akte der Aufnahme', customerId);
  expect(await typesOf('')).toEqual(['customer', 'contract']);
  expect(await typesOf(`&types=${searchHitTypes.join(',')}`)).toEqual(['customer', 'contract', 'document']);
});

it('finds umlauts however they are spelled, and takes signs for what they are', async () => {
  for (const query of ['Depotübersicht', 'DEPOTÜBERSICHT', 'depotuebersicht', 'übersicht', 'uebers']) {
    expect([query, await titles(query)]).toEqual([query, ['Depotübersicht D-1']]);
  }
  expect(await titles('100 %')).toEqual(['Vollmacht 100 % (Original)']);
  for (const query of ['%%', '__', "')) or true --", String.raw`\\`, 'voll_acht', 'voll%acht']) {
    expect([query, await titles(query)]).toEqual([query, []]);
  }
});

it('shows each only what the archive would', async () => {
  expect(await titles('vollmacht', await inGroup(north))).toHaveLength(2);
  expect(await titles('vollmacht', await inGroup(south))).toEqual([]);
  expect(await titles('vollmacht', await inGroup(north, 'groupCustomers.view'))).toEqual([]);
  expect(await titles('vollmacht', await server.caller({ permissions: ['customers.view'] }))).toEqual([]);
  // Whoever sees documents but no contracts is led to the customer.
  const [overview] = await find('depotübersicht', await inGroup(north));
  expect(overview?.path).toBe(`/customers/${customerId}?tab=documents`);
  const own = (of: string) =>
    server.caller({ permissions: ['documents.view'], memberships: [], ownCustomerId: of });
  expect(await titles('vollmacht', await own(customerId))).toEqual(['Vollmacht 100 % (Original)']);
  expect(await titles('vollmacht', await own((await world.addCustomer(tenantA)).id))).toEqual([]);
});

it('finds what is rare among many from the index, and the newest of what is frequent', async () => {
  const other = (await world.addCustomer(tenantA, { groupId: south })).id;
  await run(
    `insert into documents (tenant_id, customer_id, document_type, title, file_name, media_type, byte_size, content_hash, content,
       created_at, created_by)
     select $1, $2, 'other', 'Depotübersicht S-' || n, 'a.pdf', 'application/pdf', 1, sha256('a'), 'a',
       '2026-05-01'::timestamptz + n * interval '1 second', (select id from users where tenant_id = $1 limit 1)
     from generate_series(1, 3000) n`,
    other,
  );
  expect(await titles('S-3000')).toEqual(['Depotübersicht S-3000']);
  expect(await titles('depotübersicht')).toEqual(
    [3000, 2999, 2998, 2997, 2996].map((n) => `Depotübersicht S-${n}`),
  );
  expect(await titles('vollmacht')).toEqual(['Vollmacht neu', 'Vollmacht 100 % (Original)']);
  expect(await titles('depotübersicht', await inGroup(north))).toEqual(['Depotübersicht D-1']);
  expect(await titles('D-', await inGroup(north))).toEqual(['Depotübersicht D-1']);
});

it('finds the papers of a small group behind ten thousand newer ones of others', async () => {
  const { id } = await world.addCustomer(tenantA, { groupId: south, lastName: 'Klein' });
  await file('Jahresbrief von Klein', id, { at: '2020-01-01' });
  await test.owner.query(
    `insert into documents (tenant_id, id, customer_id, document_type, title, file_name, media_type, byte_size, content_hash, content,
       state, created_at, created_by)
     select $1, gen_random_uuid(), $2, 'other', 'Jahresbrief ' || n, 'a.pdf', 'application/pdf', 1, sha256('a'), 'a', 'draft',
       timestamptz '2026-06-01' + n * interval '1 second', (select id from users where tenant_id = $1 limit 1)
       from generate_series(1, 10001) n`,
    [tenantA, customerId],
  );
  expect(await titles('jahresbrief', await inGroup(south))).toEqual(['Jahresbrief von Klein']);
  expect((await titles('jahresbrief'))[0]).toBe('Jahresbrief 10001');
});

it('finds hers among hundreds of hits of others, and a word that is rare beside one that is not', async () => {
  const { id } = await world.addCustomer(tenantA, { groupId: south, lastName: 'Rund' });
  await file('Rundbrief von Rund', id, { at: '2020-01-01' });
  await test.owner.query(
    `insert into documents (tenant_id, id, customer_id, document_type, title, file_name, media_type, byte_size, content_hash, content,
       state, created_at, created_by)
     select $1, gen_random_uuid(), $2, 'other', 'Rundbrief ' || n, 'a.pdf', 'application/pdf', 1, sha256('a'), 'a', 'draft',
       timestamptz '2025-06-01' + n * interval '1 second', (select id from users where tenant_id = $1 limit 1)
       from generate_series(1, 600) n`,
    [tenantA, customerId],
  );
  expect(await titles('rundbrief', await inGroup(south))).toEqual(['Rundbrief von Rund']);
  expect((await titles('rundbrief')).slice(0, 2)).toEqual(['Rundbrief 600', 'Rundbrief 599']);
  expect(await titles('depotuebersicht s-2999')).toEqual(['Depotübersicht S-2999']);
  expect(await titles('jahresbrief 4711')).toEqual(['Jahresbrief 4711']);
});

it('finds two letters of any title, however many newer ones do without', async () => {
  await file('Anlage Qx', customerId, { at: '2019-01-01' });
  await file('Anlage Qz', customerId, { at: '2019-01-02' });
  expect(await titles('qx')).toEqual(['Anlage Qx']);
  expect(await titles('QX 7')).toEqual([]);
  expect(await titles('qx qz')).toEqual([]);
  expect(await titles('qx', await inGroup(south))).toEqual([]);
  expect(await titles('qx --')).toEqual(['Anlage Qx']);
});

it('finds two letters in each spelling, however many newer titles do without', async () => {
  await file('Kauf von Gwül', customerId, { at: '2019-01-03' });
  await file('Kauf von Gwuel', customerId, { at: '2019-01-04' });
  expect(await titles('wü')).toEqual(['Kauf von Gwuel', 'Kauf von Gwül']);
  expect(await titles('wü qx')).toEqual([]);
});

it('leaves room for what it shows: papers of customers who are no more take none', async () => {
  const { id } = await world.addCustomer(tenantA, { lastName: 'Gelöscht' });
  for (const day of ['10', '11', '12', '13', '14', '15'])
    await file('Sparbrief', id, { at: `2026-06-${day}` });
  await file('Sparbrief von heute', customerId, { at: '2026-05-01' });
  await run('update customers set deleted_at = now() where tenant_id = $1 and id = $2', id);
  expect(await titles('sparbrief')).toEqual(['Sparbrief von heute']);
});

it('says the day of a document as the house counts it', async () => {
  await file('Neujahrsbrief', customerId, { at: '2025-12-31T23:30:00Z' });
  expect((await find('neujahrsbrief'))[0]?.subtitle).toBe('Änne Akte · 01.01.2026');
});

it('finds a word whose ue is none beside one that is an umlaut, each letter spelled for itself', async () => {
  await file('Steuerübersicht 2025', customerId, { at: '2026-04-02' });
  await file('Vertraege und Bürgschaften der Größe nach', customerId, { at: '2026-04-03' });
  for (const query of ['steueruebersicht', 'Steuerübersicht', 'STEUERUEBERSICHT', 'steuer']) {
    expect([query, await titles(query)]).toEqual([query, ['Steuerübersicht 2025']]);
  }
  for (const query of ['verträge buergschaften groesse', 'vertraege bürgschaften größe', 'groeße', 'größe'])
    expect(await titles(query)).toEqual(['Vertraege und Bürgschaften der Größe nach']);
  // Many umlauts in one word cost no more than eight spellings.
  const { rows } = await test.owner.query<{ n: number }>(
    `select cardinality(umlaut_spellings(repeat('ueaeoess', 40))) as n`,
  );
  expect(rows).toEqual([{ n: 11 }]);
});

it('takes three letters of an umlaut spelled out as they stand, and knows the umlaut from the fourth on', async () => {
  await file('Müllers Vollmachten', customerId, { at: '2026-04-01' });
  expect(await titles('mue')).toEqual([]);
  expect(await titles('muell')).toEqual(['Müllers Vollmachten']);
});

it('finds the newest with a word other titles often have behind a run that wrote to everybody, and what was filed since', async () => {
  await run(
    `insert into documents (tenant_id, id, customer_id, document_type, title, file_name, media_type, byte_size, content_hash, content, state, created_at)
     select $1, gen_random_uuid(), $2, 'other', case when n > 6000 then 'Brief an alle' else case n % 4 when 0 then 'Gebuehren ' else 'Anderes ' end || n end,
       'a.pdf', 'application/pdf', 1, sha256('a'), 'a', 'draft', timestamptz '2027-01-01' + n * interval '1 minute'
       from generate_series(1, 9000) n`,
    customerId,
  );
  expect((await titles('gebühren')).slice(0, 3)).toEqual([
    'Gebuehren 6000',
    'Gebuehren 5996',
    'Gebuehren 5992',
  ]);
  expect(await titles('gebuehren 5992')).toEqual(['Gebuehren 5992']);
  expect((await titles('hr')).slice(0, 2)).toEqual(['Gebuehren 6000', 'Gebuehren 5996']);
  await file('Gebühren von heute', customerId, { at: '2027-02-01' });
  expect((await titles('gebühren')).slice(0, 2)).toEqual(['Gebühren von heute', 'Gebuehren 6000']);
  expect(await titles('gebühren', await inGroup(south))).toEqual([]);
});
