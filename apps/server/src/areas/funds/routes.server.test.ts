import { allCalls } from '@depotwerk/api/all-calls';
import { fund as fundSchema } from '@depotwerk/api/funds/funds';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useTestDatabase } from '../../../test/database.ts';
import { plainServer } from '../../../test/plain-server.ts';
import { createServer } from '../../platform/http/create-server.ts';
import type { Route } from '../../platform/http/route.ts';
import { buildScope } from '../../platform/scope.ts';
import { aTenant } from './import/import-test-tools.ts';
import { fundRoutes } from './routes.ts';

const db = useTestDatabase();
let app: FastifyInstance | undefined;
let own: Awaited<ReturnType<typeof aTenant>>;
let foreign: Awaited<ReturnType<typeof aTenant>>;
const ids = new Map<string, number>();
let tariffId: string;

/** Tokens of these tests: `<tenant>_<permission>`. */
const token = (tenantId: string, permission: PermissionCode) => `${tenantId}_${permission}`;

beforeAll(async () => {
  foreign = await aTenant(db);
  await addFunds([['IE00B3XXRP09', 'Fremder Weltfonds']]);
  own = await aTenant(db);
  await db.owner.query(`with k as (insert into fund_categories (tenant_id, category_name, category_color)
      values ('${own.tenantId}', 'Aktien', '#0f5566') returning id)
    insert into peergroups (tenant_id, peergroup_key, peergroup_name, category_id)
    select '${own.tenantId}', key, name, k.id from k, (values ('EQ.W', 'Aktien Welt'), ('EQ.E', 'Aktien Österreich')) v (key, name)`);
  await addFunds([
    [
      'IE00BYZK4669',
      'Welt Aktien ETF',
      {
        is_etf: true,
        is_savings_plan_capable: true,
        risk_indicator: 4,
        risk_indicator_type: 'SRI',
        sfdr_article: 8,
      },
    ],
    [
      'LU1834983394',
      'Weltportfolio Müller',
      { is_guarantee_fund: true, risk_indicator: 6, risk_indicator_type: 'SRI' },
    ],
    [
      'DE0007164600',
      'Renten Welt',
      { wkn: '716460', risk_indicator: 2, risk_indicator_type: 'SRI', is_inactive: true },
    ],
    ['SE0016075006', 'Green Bond', { fund_status: 'closed' }],
  ]);
  tariffId = await addTariff();
  const others: Route[] = allCalls
    .filter((call) => call.area !== 'funds')
    .map((call) => ({ call, handle: () => Promise.reject(new Error('not part of this test')) }));
  app = await createServer({
    routes: [...fundRoutes(own.services), ...others],
    authenticator: {
      authenticate: (accessToken) => {
        const [tenantId = '', permission = ''] = accessToken.split('_');
        const userId = crypto.randomUUID();
        return Promise.resolve({
          actor: {
            kind: 'user',
            userId,
            sessionId: crypto.randomUUID(),
            tenantId,
            userName: 'u',
            fullName: 'U',
          },
          scope: buildScope({
            tenantId,
            userId,
            ownCustomerId: null,
            // The tests write only codes that exist.
            permissions: [permission as PermissionCode],
            groups: [],
            memberships: [],
          }),
        });
      },
    },
    ...plainServer,
    clock: own.services.clock,
  });
});
afterAll(() => app?.close());

/** The server, which exists inside of tests. */
function server(): FastifyInstance {
  if (!app) throw new Error('no server');
  return app;
}

async function addFunds(funds: [string, string, Record<string, unknown>?][]): Promise<void> {
  for (const [isin, name, more = {}] of funds) {
    const columns = { isin, name, ...more };
    const names = Object.keys(columns);
    const result = await db.owner.query<{ id: number }>(
      `insert into funds (tenant_id, peergroup_id, ${names.join(', ')})
       values (app_tenant_id(), (select min(id) from peergroups where tenant_id = app_tenant_id()),
               ${names.map((_name, index) => `$${index + 1}`).join(', ')}) returning id`,
      Object.values(columns),
    );
    ids.set(isin, result.rows[0]?.id ?? 0);
  }
}

/** A hybrid tariff needs no components; its published version has a universe of one fund. */
async function addTariff(): Promise<string> {
  const { rows } = await db.owner.query<{ id: string }>(`
    with i as (insert into issuers (tenant_id, issuer_name) values (app_tenant_id(), 'Bank') returning id)
    insert into tariffs (tenant_id, name, key, issuer_id, tariff_type_id, published_version_number, universe_fund_ids)
    select app_tenant_id(), 'T', 'T', i.id, 7, 1, array[${ids.get('LU1834983394')}] from i returning id`);
  return rows[0]?.id ?? '';
}

const get = (path: string, bearer = token(own.tenantId, 'funds.view')) =>
  server().inject({ url: `/api${path}`, headers: { authorization: `Bearer ${bearer}` } });
const isinsOf = async (query: string): Promise<string[]> => {
  const answer = await get(`/funds?${query}`);
  expect(answer.statusCode).toBe(200);
  return z
    .array(fundSchema)
    .parse(answer.json())
    .map((each) => each.isin);
};

describe('fund search', () => {
  it('ranks ISIN and WKN before names, names before words, and finds typing errors last', async () => {
    expect(await isinsOf('search=de0007164600')).toEqual(['DE0007164600']);
    expect(await isinsOf('search=716460')).toEqual(['DE0007164600']);
    expect(await isinsOf('search=welt')).toEqual(['IE00BYZK4669', 'LU1834983394', 'DE0007164600']);
    expect(await isinsOf('search=welt%20aktien')).toEqual(['IE00BYZK4669']);
    expect(await isinsOf('search=mueller')).toEqual(['LU1834983394']);
    expect(await isinsOf('search=weltpotfolio')).toEqual(['LU1834983394']);
    expect(await isinsOf('search=aktein%20zzzzz')).toEqual([]);
    expect(await isinsOf('search=aktein%20weltt')).toEqual(['IE00BYZK4669']);
    expect(await isinsOf('search=qqqqqq')).toEqual([]);
    expect(await isinsOf('search=%20q%20')).toEqual([]);
  });

  it('counts all matches, shows 50 and takes wildcards as text', async () => {
    const answer = await get('/funds');
    expect(answer.headers['x-total-count']).toBe('4');
    expect(await isinsOf('search=%25')).toEqual([]);
    expect(await isinsOf("search='%20or%20true--")).toEqual([]);
  });

  it('narrows by tariff, policy, savings plan, guarantee and product type', async () => {
    expect(await isinsOf(`tariff=${tariffId}&forUniverse=true`)).toEqual(['LU1834983394']);
    expect(await isinsOf(`tariff=${tariffId}&filterForPolicy=true`)).toEqual(['LU1834983394']);
    expect(await isinsOf('filterForPolicy=true')).toEqual(['IE00BYZK4669', 'LU1834983394']);
    expect(await isinsOf('forSavingsPlan=true')).toEqual(['IE00BYZK4669']);
    expect(await isinsOf('isGuaranteeFund=true')).toEqual(['LU1834983394']);
    expect(await isinsOf('tariffTypeId=5')).toEqual(['IE00BYZK4669', 'DE0007164600']);
    expect(await isinsOf('issuerId=999')).toEqual([]);
    // The first tariff of an issuer finds its guarantee fund before anything of him is published.
    expect(await isinsOf('isGuaranteeFund=true&issuerId=999')).toEqual(['LU1834983394']);
    // So do the funds of its matrix, those that take money.
    expect(await isinsOf('tariffTypeId=8&issuerId=999')).toEqual(['IE00BYZK4669', 'LU1834983394']);
    const unknown = await get(`/funds?tariff=${crypto.randomUUID()}`);
    expect([unknown.statusCode, unknown.json()]).toMatchObject([400, { code: 'funds.unknown' }]);
  });

  it('refuses malformed parameters', async () => {
    for (const query of [
      'tariff=1',
      'forUniverse=yes',
      'tariffTypeId=9',
      'issuerId=0',
      'search=%00',
      'other=1',
      `search=${'a'.repeat(101)}`,
    ]) {
      expect([query, (await get(`/funds?${query}`)).statusCode]).toEqual([query, 400]);
    }
  });
});

describe('fund detail', () => {
  it('answers with peer group, category and version, and 404 for other tenants', async () => {
    const answer = await get(`/funds/${ids.get('IE00BYZK4669')}`);
    expect(answer.json()).toMatchObject({
      isETF: true,
      categoryName: 'Aktien',
      peergroupName: 'Aktien Welt',
      sfdrArticle: 8,
    });
    expect(answer.headers['etag']).toBe('"1"');
    const missing = await get(`/funds/${ids.get('IE00B3XXRP09')}`);
    expect([missing.statusCode, missing.json()]).toMatchObject([404, { code: 'common.notFound' }]);
    expect((await get('/funds/999999999')).statusCode).toBe(404);
    expect((await get('/funds/abc')).statusCode).toBe(400);
  });

  it('answers several by id in their order, without foreign ones', async () => {
    const post = (payload: unknown, query = '') =>
      server().inject({
        method: 'POST',
        url: `/api/funds${query}`,
        headers: {
          authorization: `Bearer ${token(own.tenantId, 'funds.view')}`,
          'content-type': 'application/json',
        },
        payload: JSON.stringify(payload),
      });
    const asked = ['SE0016075006', 'IE00B3XXRP09', 'IE00BYZK4669'].map((isin) => ids.get(isin));
    const answer = await post(asked);
    expect(
      z
        .array(fundSchema)
        .parse(answer.json())
        .map((each) => each.isin),
    ).toEqual(['SE0016075006', 'IE00BYZK4669']);
    const listed = await post([...ids.values()], `?tariff=${tariffId}`);
    expect(listed.json()).toMatchObject([{ isin: 'LU1834983394' }]);
    const unknown = await post(asked, `?tariff=${crypto.randomUUID()}`);
    expect([unknown.statusCode, unknown.json()]).toMatchObject([400, { code: 'funds.unknown' }]);
    expect((await post([])).json()).toEqual([]);
    expect((await post(['x'])).statusCode).toBe(400);
    expect((await post(Array.from({ length: 501 }, (_value, index) => index + 1))).statusCode).toBe(400);
  });

  it('asks for a session and the right', async () => {
    const id = ids.get('IE00BYZK4669');
    for (const path of ['/funds', `/funds/${id}`, `/funds/${id}/prices`, '/proxy/funds/peergroups']) {
      expect((await server().inject({ url: `/api${path}` })).statusCode).toBe(401);
      const refused = await get(path, token(own.tenantId, 'contracts.view'));
      expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'auth.forbidden' }]);
    }
  });
});

describe('fund prices', () => {
  beforeAll(async () => {
    await db.owner.query(
      `insert into fund_prices (tenant_id, fund_id, price_date, price)
       select $1, $2, d::date, 100 + extract(isodow from d) + (d::date - '2021-01-01'::date) / 100.0
         from generate_series('2021-01-01'::timestamp, '2026-07-15', '1 day') d where extract(isodow from d) < 6`,
      [own.tenantId, ids.get('IE00BYZK4669')],
    );
  });

  it('thins long series and keeps first and last day up to today', async () => {
    const answer = (await get(`/funds/${ids.get('IE00BYZK4669')}/prices?period=max`)).json<{
      prices: { date: string }[];
    }>();
    expect(answer.prices).toHaveLength(600);
    expect(answer.prices[0]?.date).toBe('2021-01-01');
    // The clock stands on 30 June 2026; later prices are not shown.
    expect(answer.prices.at(-1)?.date).toBe('2026-06-30');
  });

  it('tells change and volatility of a period, and neither when it is too short', async () => {
    const month = (await get(`/funds/${ids.get('IE00BYZK4669')}/prices?period=1m`)).json();
    expect(month).toMatchObject({ currency: 'EUR', volatility: null });
    const year = (await get(`/funds/${ids.get('IE00BYZK4669')}/prices`)).json<{
      volatility: number;
      periodReturn: number;
    }>();
    expect(year.volatility).toBeGreaterThan(0);
    expect(year.periodReturn).toBeCloseTo((100 + 2 + 20.06) / (100 + 1 + 16.4 + 0.01) - 1, 2);
    const none = (await get(`/funds/${ids.get('SE0016075006')}/prices`)).json();
    expect(none).toMatchObject({ prices: [], volatility: null, periodReturn: null });
    expect((await get(`/funds/${ids.get('IE00B3XXRP09')}/prices`)).statusCode).toBe(404);
    expect((await get(`/funds/${ids.get('SE0016075006')}/prices?period=2y`)).statusCode).toBe(400);
  });
});

describe('peer groups', () => {
  it('stand under their class, sorted as German words', async () => {
    expect((await get('/proxy/funds/peergroups')).json()).toMatchObject([
      { peergroupName: 'Aktien', peergroups: [{ name: 'Aktien Österreich' }, { name: 'Aktien Welt' }] },
    ]);
    expect((await get('/proxy/funds/peergroups', token(foreign.tenantId, 'funds.view'))).json()).toEqual([]);
  });
});
