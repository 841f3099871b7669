import { allCalls } from '@depotwerk/api/all-calls';
import type { Call } from '@depotwerk/api/call';
import * as contractBulk from '@depotwerk/api/contracts/contract-bulk';
import * as customerBulk from '@depotwerk/api/customers/customer-bulk';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { expect, it } from 'vitest';
import { plainServer } from '../../../test/plain-server.ts';
import { buildScope } from '../scope.ts';
import { createServer } from './create-server.ts';
import { Reply } from './route.ts';

const id = '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0001';
const actor = {
  kind: 'user',
  userId: id,
  sessionId: id,
  tenantId: id,
  userName: 'a@b.example',
  fullName: 'A B',
} as const;
const scope = buildScope({
  tenantId: id,
  userId: id,
  ownCustomerId: null,
  permissions: [...permissionCodes],
  groups: [],
  memberships: [],
});

/** What closing a feature takes away, by what a call is called, where it lies and what right it asks for. */
const bulkCalls = new Set([
  ...Object.values(contractBulk),
  ...Object.values(customerBulk),
] as readonly unknown[]);
const marksOf = {
  // A book of business takes the right as well, but no list to choose from: houses that close the one still move in by the other.
  bulk: (call: Call) =>
    bulkCalls.has(call) ||
    (!call.path.startsWith('/book-imports') &&
      [call.id, call.path, call.access].some((text) => /bulk/i.test(text ?? ''))),
  bankCredentials: ({ path }: Call) => /\/trader-credentials\/.*password/.test(path),
};

it('calls that change many at once or keep a password of a bank name the feature that closes them', () => {
  for (const [feature, isMeant] of Object.entries(marksOf)) {
    // What was done before stays readable.
    const meant = allCalls.filter((call) => call.method !== 'GET' && isMeant(call));
    expect(meant.length).toBeGreaterThan(1);
    expect(meant.filter((call) => call.feature !== feature).map((call) => call.id)).toEqual([]);
  }
});

it('calls of a feature the house has closed are refused, with every permission and before their input', async () => {
  const asked = new Set<string>();
  const house = await createServer({
    routes: allCalls.map((call) => ({
      call,
      handle: async () => Reply.json([], { 'x-total-count': '0' }),
    })),
    authenticator: { authenticate: async () => ({ actor, scope }) },
    ...plainServer,
    clock: Date.now,
    offers: async (tenantId, host, feature) => {
      asked.add(`${tenantId === id} ${host} ${feature}`);
      return false;
    },
  });
  const headers = { authorization: 'Bearer good', host: 'portal.haus.example', 'idempotency-key': id };
  const featured = allCalls.filter((call) => call.feature !== null);
  for (const { id: name, method, path } of featured) {
    const answer = await house.inject({ method, url: `/api${path}`, headers, payload: {} });
    expect([name, answer.statusCode, answer.json().code]).toEqual([name, 403, 'auth.featureClosed']);
  }
  expect(asked).toEqual(
    new Set(['true portal.haus.example bulk', 'true portal.haus.example bankCredentials']),
  );
  expect(featured.map((call) => call.id)).toEqual(
    expect.arrayContaining(['planContracts', 'changeCustomers', 'setTraderPassword']),
  );
  expect((await house.inject({ url: '/api/contracts', headers })).statusCode).toBe(200);
  await house.close();
});
