import { randomUUID } from 'node:crypto';
import type { DashboardConfig, DashboardData } from '@depotwerk/api/dashboard/dashboard';
import { addMonths } from '@depotwerk/domain/add-months';
import { nextRates } from '@depotwerk/domain/contracts/next-rates';
import { widgetKeys } from '@depotwerk/domain/dashboard/widgets';
import { lastHintNumber } from '@depotwerk/domain/hint-number';
import { monthsOfInterval } from '@depotwerk/domain/interval';
import { fromCents, toCents } from '@depotwerk/domain/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractWorld, north, region, south, TestServer, tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { houseZone, todayIn } from '../../platform/http/client-zone.ts';
import { CountCache } from '../../platform/lists/count-cache.ts';
import { workbenchRoutes } from '../workbench/routes.ts';
import { dashboardRoutes } from './routes.ts';

const intervals = [1, 4, 6, 12] as const;
const db = useTestDatabase();
const counts = new CountCache(Date.now);
let server: TestServer;
let chief: string;
let tariffId: string;

beforeAll(async () => {
  const world = new ContractWorld(db.owner);
  await world.fill();
  tariffId = await world.addTariff(tenantA, 'Rente', 1);
  const customers = await Promise.all(
    [region, north, south, null].map((groupId) => world.addCustomer(tenantA, { groupId })),
  );
  for (let number = 0; number < 60; number += 1) {
    const mask = (number * 37) % 64;
    await world.addContract(tenantA, customers[number % 4]?.id ?? '', tariffId, {
      contract_score: number % 9 === 0 ? null : (number * 13) % 101,
      risk_class_id: (number % 5) + 1,
      risk_band_status: ['in', 'above', 'below', 'unknown'][number % 4],
      hint_mask: mask,
      hint_count: mask === 0 ? 0 : 1,
      contribution: 100,
      contribution_interval: intervals[number % 4],
      last_check: number % 3 === 0 ? null : new Date(Date.now() - number * 20 * 86_400_000).toISOString(),
    });
  }
  const services = { database: db.database, clock: Date.now, logger: { info: () => {}, error: () => {} } };
  server = await TestServer.start(db.database, db.owner, [
    ...dashboardRoutes(services, counts),
    ...workbenchRoutes(services, counts, () => {}),
  ]);
  chief = await server.caller();
});
afterAll(() => server.app.close());

type Data = Record<string, DashboardData & { error?: string }>;
const dataOf = async (who: string, keys: readonly string[] = widgetKeys) =>
  (await server.call(who, 'GET', `/dashboard/data?keys=${keys.join(',')}`)).body as Data;
const configOf = async (who: string) =>
  (await server.call(who, 'GET', '/dashboard/config')).body as DashboardConfig;
const put = async (who: string, version: number, body: object) => {
  const answer = await server.call(who, 'PUT', '/dashboard/config', {
    body,
    headers: { 'if-match': `"${version}"` },
  });
  // Of a refusal its code and what is stored are read alone.
  return { ...answer, body: answer.body as DashboardConfig };
};

it('counts every kind of hint there is', async () => {
  const { rows } = await db.owner.query<{ last: number }>(
    'select max(id)::int as last from optimization_hints',
  );
  expect(rows).toEqual([{ last: lastHintNumber }]);
});

/** Every number of a tile that leads somewhere: where to, and what it says. */
function numbersOf(data: Data): { path: string; value: number }[] {
  return Object.values(data)
    .flatMap((tile) => [
      ...(tile.legend ?? []).map(({ path, value }) => ({ path, value })),
      ...(tile.chartData ?? []).map(({ path, value }) => ({ path, value })),
      ...(tile.rows ?? []).map(({ path, cells }) => ({ path, value: cells['deviating'] ?? cells['count'] })),
    ])
    .flatMap(({ path, value }) => (path !== null && typeof value === 'number' ? [{ path, value }] : []));
}

describe('numbers of the dashboard', () => {
  it('are those of the lists they lead to, for whoever looks', async () => {
    const groups = fc.uniqueArray(fc.constantFrom(region, north, south), { minLength: 0, maxLength: 3 });
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(groups, async (groupIds) => {
        const who = await server.caller({
          memberships: groupIds.map((groupId) => ({
            groupId,
            groupRights: ['groupContracts.view', 'groupCustomers.view'],
          })),
        });
        const lists = { '/contracts': '/contracts', '/workbench': '/workbench/tasks' };
        for (const { path, value } of numbersOf(await dataOf(who))) {
          const url = new URL(path, 'http://x');
          const list = lists[url.pathname as keyof typeof lists];
          if (list === undefined) throw new Error(`nothing counts ${path}`);
          seen.add(url.pathname);
          const query = list === '/contracts' ? url.search : `?taskType=${url.searchParams.get('type')}`;
          const answer = await server.call(
            who,
            'GET',
            `${list}${query === '' ? '?' : `${query}&`}pageSize=1`,
          );
          expect([path, answer.status, value]).toEqual([path, 200, Number(answer.headers['x-total-count'])]);
        }
      }),
      { numRuns: 6 },
    );
    expect([...seen].toSorted()).toEqual(['/contracts', '/workbench']);
    const { scoreDistribution, hintsByKind, riskDeviations } = await dataOf(chief);
    for (const tile of [scoreDistribution, hintsByKind]) {
      expect(tile?.chartData.some(({ value }) => value > 0)).toBe(true);
    }
    expect(riskDeviations?.rows).toHaveLength(5);
    // What belongs to no step or class is said: the tiles add up to the whole book.
    const { rows } = await db.owner.query<{ unrated: number; unclassed: number }>(
      `select count(*) filter (where contract_score is null)::int as unrated,
         count(*) filter (where risk_class_id is null)::int as unclassed
       from contracts where tenant_id = $1 and deleted_at is null`,
      [tenantA],
    );
    const said = (count: number | undefined, text: string) => (count ? `${text}: ${count}` : null);
    expect(scoreDistribution?.markdown).toBe(said(rows[0]?.unrated, 'Ohne Bewertung'));
    expect(riskDeviations?.markdown).toBe(said(rows[0]?.unclassed, 'Ohne Risikoklasse'));
    expect((rows[0]?.unrated ?? 0) + (rows[0]?.unclassed ?? 0)).toBeGreaterThan(0);
  });

  it('spread savings plans over the months in which they are due, as the rule of single plans does', async () => {
    const today = todayIn(houseZone, new Date());
    const daysFrom = (days: number) =>
      new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
    const { rows: contracts } = await db.owner.query<{ id: string }>(
      'select id from contracts where tenant_id = $1 order by id',
      [tenantA],
    );
    const plans = contracts.flatMap(({ id }, number) => {
      const contributionInterval = intervals[number % 4] ?? 1;
      // Every fifth contract ends soon; every seventh saves something else from in six weeks on.
      const end = number % 5 === 0 ? daysFrom(number * 6) : null;
      const validFrom = daysFrom(-(number * 37 + 20));
      const validTo = number % 7 === 0 ? daysFrom(44) : null;
      const plan = { id, end, contribution: 100 + number * 0.37, contributionInterval };
      const dynamicPercent = number % 3 === 0 ? 2.5 : 0;
      return [
        { ...plan, validFrom, validTo, dynamicPercent },
        ...(validTo === null
          ? []
          : [{ ...plan, validFrom: daysFrom(45), validTo: null, dynamicPercent: 3, contribution: 55.55 }]),
      ];
    });
    for (const plan of plans) {
      await db.owner.query('update contracts set end_date = $2 where id = $1', [plan.id, plan.end]);
      await db.owner.query(
        `insert into savings_plans (tenant_id, contract_id, valid_from, valid_to, contribution, contribution_interval, dynamic_percent)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          tenantA,
          plan.id,
          plan.validFrom,
          plan.validTo,
          plan.contribution,
          plan.contributionInterval,
          plan.dynamicPercent / 100,
        ],
      );
    }
    const months = Array.from({ length: 12 }, (_, month) =>
      addMonths(`${today.slice(0, 7)}-01`, month).slice(0, 7),
    );
    const expected = new Map(months.map((month) => [month, 0]));
    const add = (day: string, amount: number) => {
      const known = expected.get(day.slice(0, 7));
      if (known !== undefined) expected.set(day.slice(0, 7), known + toCents(amount));
    };
    for (const plan of plans) {
      const earlier = plans.filter(({ id, validFrom }) => id === plan.id && validFrom < plan.validFrom);
      for (const { day, amount } of nextRates(plan, plan.end, today, 15, earlier)) add(day, amount);
      // What of this month is past is no next rate, and belongs to the month all the same.
      const step = monthsOfInterval[plan.contributionInterval];
      const last = [plan.validTo, plan.end, today].filter((day) => day !== null).toSorted()[0] ?? today;
      for (let month = 0; addMonths(plan.validFrom, month) <= last; month += step)
        add(addMonths(plan.validFrom, month), plan.contribution);
    }
    counts.forget(tenantA);
    const { contributionsByMonth } = await dataOf(chief);
    expect(contributionsByMonth?.chartData.map(({ label, value }) => [label, value])).toEqual(
      months.map((month) => [`${month.slice(5)}.${month.slice(0, 4)}`, fromCents(expected.get(month) ?? 0)]),
    );
    expect(new Set(expected.values()).size).toBe(12);
  });

  it('say of funds nobody has added up yet that they are not, instead of that there are none', async () => {
    const { topFunds } = await dataOf(chief, ['topFunds']);
    expect(topFunds).toMatchObject({ rows: [], markdown: expect.stringContaining('jede Nacht') });
  });

  it('lead from a fund to the contracts that hold it, where the caller may see contracts, and say why a number leads nowhere', async () => {
    await db.owner.query(
      `insert into funds (tenant_id, id, isin, name) values ($1, 1, 'IE00B4L5Y983', 'Welt')`,
      [tenantA],
    );
    await db.owner.query(
      `insert into fund_holdings (tenant_id, fund_id, group_id, contract_count, value, summed_at)
       values ($1, 1, $2, 3, 900, now())`,
      [tenantA, north],
    );
    counts.forget(tenantA);
    try {
      const { topFunds, bookVolume } = await dataOf(chief, ['topFunds', 'bookVolume']);
      const path = topFunds?.rows[0]?.path ?? '';
      expect(path).toMatch(/^\/contracts\?heldFundId=\d+$/);
      expect((await server.call(chief, 'GET', path)).status).toBe(200);
      expect(topFunds?.markdown).toContain('Jede Nacht zusammengezählt.');
      expect(bookVolume?.legend.find(({ label }) => label === 'Kunden mit Vertrag')?.path).toBeNull();
      expect(bookVolume?.markdown).toContain('führt zu keiner Liste');
      // None of these contracts was ever valued.
      expect(bookVolume?.legend[2]).toMatchObject({
        label: 'Betreutes Vermögen (0 von 60 Verträgen)',
        value: null,
      });
      const reader = await server.caller({ permissions: ['dashboard.view', 'funds.view'] });
      expect(
        (await dataOf(reader, ['topFunds']))['topFunds']?.rows.filter(({ path }) => path !== null),
      ).toEqual([]);
    } finally {
      await db.owner.query('delete from fund_holdings where tenant_id = $1', [tenantA]);
      counts.forget(tenantA);
    }
  });

  it('fail tile by tile, and without the right like what does not exist', async () => {
    const reader = await server.caller({ permissions: ['dashboard.view'] });
    const failed = { error: 'dashboard.unknown' };
    expect(await dataOf(reader, ['bookVolume', 'nothing', 'systemText'])).toMatchObject({
      bookVolume: failed,
      nothing: failed,
      systemText: { markdown: expect.stringContaining('Willkommen') },
    });
    await db.owner.query('alter table optimization_hints rename to hidden_hints');
    try {
      counts.forget(tenantA);
      const data = await dataOf(chief);
      expect(data['hintsByKind']).toEqual(failed);
      expect(data['bookVolume']?.legend[0]?.value).toBe(60);
    } finally {
      await db.owner.query('alter table hidden_hints rename to optimization_hints');
    }
    const nobody = await server.caller({ permissions: [] });
    expect((await server.call(nobody, 'GET', '/dashboard/data?keys=bookVolume')).status).toBe(403);
  });
});

describe('the arrangement', () => {
  const tile = (dataKey: string, x = 0, y = 0) => ({
    id: `${dataKey}-1`,
    title: 'Titel',
    x,
    y,
    w: 4,
    h: 3,
    dataKey,
    options: {},
  });

  it('is delivered, then the role’s, then one’s own', async () => {
    const roleId = randomUUID();
    await db.owner.query(`insert into roles (tenant_id, id, role_name) values ($1, $2, 'Leitung')`, [
      tenantA,
      roleId,
    ]);
    const [head, member] = [await server.caller(), await server.caller()];
    await db.owner.query('update users set role_id = $1 where id = any ($2)', [roleId, [head, member]]);
    const first = await configOf(member);
    expect([first.source, first.widgets.length, first.columns]).toEqual(['delivered', 10, 12]);
    const ofRole = (roleVersion: number | undefined, key: string) =>
      put(head, 0, { owner: 'role', roleVersion, widgets: [tile(key)] });
    expect((await ofRole(0, 'bookVolume')).status).toBe(200);
    const { roleVersion } = await configOf(head);
    const unsaid = await ofRole(undefined, 'topFunds');
    expect([unsaid.status, unsaid.body]).toMatchObject([428, { code: 'common.ifMatchMissing' }]);
    // Somebody else of the role has set it up meanwhile.
    for (const past of [0, roleVersion + 1]) expect((await ofRole(past, 'topFunds')).status).toBe(412);
    // Told with what he saved, so that one can choose tile by tile; also to whom has an arrangement of his own.
    const { rowVersion } = (await put(head, 0, { owner: 'personal', widgets: [tile('topFunds')] })).body;
    const ofBoth = { source: 'role', rowVersion, roleVersion, widgets: [{ dataKey: 'bookVolume' }] };
    const late = await put(head, rowVersion, { owner: 'role', roleVersion: 0, widgets: [tile('topFunds')] });
    expect([late.status, late.body]).toMatchObject([412, { current: ofBoth }]);
    await server.call(head, 'DELETE', '/dashboard/config');
    const both = await Promise.all([ofRole(roleVersion, 'bookVolume'), ofRole(roleVersion, 'bookVolume')]);
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '412']);
    expect(await configOf(member)).toMatchObject({ source: 'role', widgets: [{ dataKey: 'bookVolume' }] });
    const own = await put(member, 0, { owner: 'personal', widgets: [tile('topFunds'), tile('bookVolume')] });
    // Two in one place: the second gives way.
    expect(own.body).toMatchObject({ source: 'personal', widgets: [{ y: 0 }, { y: 3 }] });
    const past = await put(member, 0, { owner: 'personal', widgets: [] });
    expect([past.status, past.body]).toMatchObject([
      412,
      { current: { source: 'personal', rowVersion: own.body.rowVersion } },
    ]);
    expect((await configOf(head)).source).toBe('role');
    await server.call(member, 'DELETE', '/dashboard/config');
    expect((await configOf(member)).source).toBe('role');
    // Set up anew elsewhere: a page that still shows the one before changes nothing of it.
    await put(member, 0, { owner: 'personal', widgets: [tile('bookVolume')] });
    const stale = await put(member, own.body.rowVersion, { owner: 'personal', widgets: [] });
    expect([stale.status, (await configOf(member)).widgets.length]).toEqual([412, 1]);
  });

  it('of a role takes the right to set it up; tiles without right are left out', async () => {
    const plain = await server.caller({ permissions: ['dashboard.view', 'contracts.view'] });
    expect((await put(plain, 0, { owner: 'role', widgets: [] })).status).toBe(403);
    await put(plain, 0, { owner: 'personal', widgets: [tile('topFunds'), tile('bookVolume', 0, 3)] });
    expect((await configOf(plain)).widgets).toMatchObject([{ dataKey: 'bookVolume', y: 0 }]);
    for (const widgets of [[tile('unsinn')], [tile('topFunds'), tile('topFunds')]]) {
      expect((await put(plain, 1, { owner: 'personal', widgets })).status).toBe(400);
    }
  });

  it('carries the text of the house', async () => {
    const widgets = [{ ...tile('systemText'), options: { markdown: '**Sommerfest** am Freitag' } }];
    const { rowVersion } = await configOf(chief);
    await put(chief, rowVersion, { owner: 'personal', widgets });
    expect((await dataOf(chief, ['systemText']))['systemText']?.markdown).toContain('Sommerfest');
  });
});
