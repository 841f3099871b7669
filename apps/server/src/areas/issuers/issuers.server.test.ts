import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { MasterDataWorld } from '../../../test/master-data-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => MasterDataWorld.start(db));

const row = z.looseObject({ id: z.int(), rowVersion: z.int(), bankId: z.nullable(z.string()) });
const issuer = (name: string, more: object = {}) => ({
  issuerName: name,
  bankId: '90010001',
  bankName: null,
  bic: null,
  insurerId: null,
  hasTrader: true,
  traderKind: 'fints',
  isSessionOnly: false,
  isInactive: false,
  ...more,
});

/** What is entrusted to a bank; each keeps it from being replaced by another one. */
const entrusted: Record<string, (issuerId: number) => Promise<unknown>> = {
  'a stored password': async (issuerId) => {
    const { rows } = await db.owner.query<{ id: string }>(
      'select id from users where tenant_id = $1 limit 1',
      [tenantA],
    );
    return db.owner.query(
      `insert into trader_credentials (tenant_id, user_id, issuer_id, password_envelope, status)
       values ($1, $2, $3, '{}', 'valid')`,
      [tenantA, rows[0]?.id, issuerId],
    );
  },
  'an opening without an answer': async (issuerId) => {
    const tariffId = await world.contracts.addTariff(tenantA, `O${issuerId}`, 1);
    const customer = await world.contracts.addCustomer(tenantA);
    return db.owner.query(
      `insert into depot_openings (tenant_id, user_id, customer_id, issuer_id, tariff_id, client_request_id, request,
         transaction_hash) select $1, u.id, $2, $3, $4, $5, '{}', sha256('a') from users u where u.tenant_id = $1 limit 1`,
      [tenantA, customer.id, issuerId, tariffId, randomUUID()],
    );
  },
  'a linked contract': async (issuerId) => {
    const tariffId = await world.contracts.addTariff(tenantA, `T${issuerId}`, 1);
    const customer = await world.contracts.addCustomer(tenantA);
    return world.contracts.addContract(tenantA, customer.id, tariffId, {
      issuer_id: issuerId,
      is_linked: true,
    });
  },
};

describe.each(Object.entries(entrusted))('with %s', (name, entrust) => {
  it('the bank stays, everything else may change', async () => {
    const created = row.parse((await world.post('/admin/issuers', issuer(name))).body);
    const one = `/admin/issuers/${created.id}`;
    await entrust(created.id);
    for (const change of [
      { bankId: '90020002' },
      { traderKind: 'api' },
      { hasTrader: false, traderKind: 'none', bankId: '90010001' },
    ]) {
      const answer = await world.put(one, issuer(name, change), created.rowVersion);
      expect([answer.status, answer.body]).toEqual([
        409,
        expect.objectContaining({ code: 'issuers.bankInUse' }),
      ]);
    }
    const renamed = await world.put(one, issuer(`${name}, neu`, { isInactive: true }), created.rowVersion);
    expect([renamed.status, row.parse(renamed.body).bankId]).toEqual([200, '90010001']);
  });
});

it('changes the bank of an issuer nobody entrusted anything to', async () => {
  const created = row.parse((await world.post('/admin/issuers', issuer('Frei'))).body);
  const answer = await world.put(
    `/admin/issuers/${created.id}`,
    issuer('Frei', { bankId: 'MARKDEF1100', traderKind: 'api' }),
    created.rowVersion,
  );
  expect([answer.status, row.parse(answer.body).bankId]).toEqual([200, 'MARKDEF1100']);
});

it('filters by insurer and connection', async () => {
  await world.post(
    '/admin/issuers',
    issuer('Ohne Bank', { hasTrader: false, traderKind: 'none', bankId: null }),
  );
  const names = async (query: string) =>
    z
      .array(z.looseObject({ issuerName: z.string() }))
      .parse((await world.get(`/admin/issuers?${query}`)).body)
      .map(({ issuerName }) => issuerName);
  expect(await names('insurerId=2')).toEqual(['Bank zwei']);
  expect(await names('hasTrader=false&search=ohne')).toEqual(['Ohne Bank']);
  expect(await names('traderKind=api')).toEqual(['Frei']);
  expect(await names('search=MARKDEF1100')).toEqual(['Frei']);
});
