import { addMonths } from '@depotwerk/domain/add-months';
import { lastHintNumber } from '@depotwerk/domain/hint-number';
import { contractSortKeys } from '@depotwerk/domain/lists/sort-keys';
import { noGroupId } from '@depotwerk/domain/permissions';
import { assert, asyncProperty, constantFrom, integer, option, record } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, region, south, tenantA, tenantB } from '../../../test/contract-world.ts';
import { houseZone, todayIn } from '../../platform/http/client-zone.ts';
import type { ContractListItem } from './contract-item.ts';

const { world, server, admin } = contractHouse();
let foreign: { contract: string; customer: string };
const tariffs: string[] = [];
const contractCount = 60;

beforeAll(async () => {
  tariffs.push(
    await world.addTariff(tenantA, 'Zukunft', 1),
    await world.addTariff(tenantA, 'Äußerst gut', 2),
  );
  const lastNames = ['Müller', 'Mueller', 'Ärger', 'Zander', 'Öztürk', 'Groß'];
  for (let index = 0; index < contractCount; index += 1) {
    const customer = await world.addCustomer(tenantA, {
      groupId: [north, region, south, null][index % 4] ?? null,
      lastName: lastNames[index % lastNames.length] ?? '',
      firstName: `Vorname${index % 3}`,
    });
    await world.addContract(tenantA, customer.id, tariffs[index % 2] ?? '', {
      insurer_id: index % 5 === 0 ? null : (index % 2) + 1,
      issuer_id: (index % 2) + 1,
      contract_score: index % 7 === 0 ? null : index % 101,
      total_value: (index % 9) * 1000,
      cash_value: (index % 9) * 1000,
      hint_count: index % 3,
      highest_hint_severity: index % 3 === 0 ? null : 1,
      hint_mask: index % 3 === 0 ? 0 : 1 << (index % 21),
      has_pending_changes: index % 10 === 0,
      risk_band_status: ['below', 'in', 'above', 'unknown'][index % 4],
      risk_class_id: (index % 5) + 1,
      last_check: index % 6 === 0 ? null : new Date(Date.UTC(2024, index % 24, 1)),
      last_consultation: index % 8 === 0 ? null : `2025-0${(index % 9) + 1}-10`,
      use_etf: index % 2 === 0,
      is_linked: index % 3 === 0,
    });
  }
  const other = await world.addTariff(tenantB, 'Fremd', 1);
  const customer = await world.addCustomer(tenantB, { groupId: null });
  foreign = { customer: customer.id, contract: await world.addContract(tenantB, customer.id, other) };
});

const viewerOf = (groupId: string) =>
  server.caller({
    permissions: ['contracts.view'],
    memberships: [{ groupId, groupRights: ['groupContracts.view'] }],
  });
const items = (body: unknown) => body as ContractListItem[];
async function list(token: string, query = '') {
  const answer = await server.get(token, `/contracts?pageSize=250${query}`);
  expect([query, answer.status, answer.text.slice(0, 300)]).toEqual([query, 200, answer.text.slice(0, 300)]);
  expect(answer.headers['x-total-count']).toBe(String(items(answer.body).length));
  return items(answer.body);
}

describe('contract list', () => {
  it('needs a token, the permission and well-formed parameters', async () => {
    expect((await server.get(null, '/contracts')).status).toBe(401);
    const stranger = await server.caller({ permissions: ['customers.view'] });
    expect((await server.get(stranger, '/contracts')).status).toBe(403);
    for (const query of [
      'page=0',
      'pageSize=251',
      'sort=secret',
      'sort=risk,risk',
      'foo=1',
      'tariffId=x',
      'search=a',
      'search=%00ab',
    ]) {
      expect([query, (await server.get(admin, `/contracts?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('shows the groups a caller holds the right in, with those below, and nothing of another tenant', async () => {
    expect(await list(admin)).toHaveLength(contractCount);
    expect((await list(await viewerOf(north))).every((item) => item.groupName === 'Nord')).toBe(true);
    expect(await list(await viewerOf(region))).toHaveLength(contractCount / 2);
    expect(await list(await viewerOf(north), `&groupId=${region}`)).toHaveLength(contractCount / 4);
    expect(await list(await viewerOf(north), `&groupId=${south}`)).toEqual([]);
    const other = await server.caller({
      permissions: ['contracts.view'],
      memberships: [{ groupId: north, groupRights: ['groupCustomers.view'] }],
    });
    expect(await list(other)).toEqual([]);
    const ids = new Set((await list(admin)).map((item) => item.id));
    expect(ids.has(foreign.contract)).toBe(false);
  });

  it('shows an own-customer user his own contracts only, whatever groups say', async () => {
    const [first] = await list(admin);
    const own = await server.caller({ ownCustomerId: first?.customer.id ?? '' });
    const seen = await list(own);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((item) => item.customer.id === first?.customer.id)).toBe(true);
  });

  it('includes contracts without group only with the permission', async () => {
    const without = await server.caller({ permissions: ['contracts.view'] });
    expect(await list(without)).toHaveLength((contractCount * 3) / 4);
    const groupless = await list(admin, `&groupId=${noGroupId}`);
    expect(groupless).toHaveLength(contractCount / 4);
    expect(groupless.every((item) => item.groupName === null)).toBe(true);
    expect(await list(without, `&groupId=${noGroupId}`)).toEqual([]);
  });

  it('filters', async () => {
    const expectAll = async (query: string, holds: (item: ContractListItem) => boolean) => {
      const all = await list(admin);
      const hits = await list(admin, query);
      expect([query, hits.map((item) => item.id).toSorted()]).toEqual([
        query,
        all
          .filter(holds)
          .map((item) => item.id)
          .toSorted(),
      ]);
      expect(hits.length).toBeGreaterThan(0);
      expect(hits.length).toBeLessThan(all.length);
    };
    await expectAll('&insurerId=2', (item) => item.insurer?.id === 2);
    await expectAll(`&tariffId=${tariffs[1]}`, (item) => item.tariff.id === tariffs[1]);
    await expectAll(`&groupId=${region}`, (item) => item.groupName === 'Region' || item.groupName === 'Nord');
    await expectAll(
      '&scoreFrom=20&scoreTo=40',
      (item) =>
        item.contractScore !== null && item.contractScore.value >= 20 && item.contractScore.value <= 40,
    );
    await expectAll(
      '&valueFrom=2000&valueTo=4000.5',
      (item) => item.totalValue >= 2000 && item.totalValue <= 4000,
    );
    await expectAll('&withHints=true', (item) => (item.hints.count ?? 0) > 0);
    await expectAll('&withHints=false', (item) => item.hints.count === 0);
    await expectAll('&hasPendingChanges=true', (item) => item.hasPendingChanges === true);
    await expectAll(
      '&riskOutOfBand=true',
      (item) => item.risk.status === 'below' || item.risk.status === 'above',
    );
    await expectAll('&riskClassId=3', (item) => item.risk.riskClassId === 3);
    await expectAll(
      '&lastCheckBefore=2024-12-01',
      (item) => item.lastCheck === null || item.lastCheck < '2024-11-30T23:00:00.000Z',
    );
    await expectAll(
      '&lastConsultationBefore=2025-05-10',
      (item) => item.lastConsultation === null || item.lastConsultation < '2025-05-10',
    );
    await expectAll('&useETF=true&isLinked=false', (item) => item.useETF && !item.isLinked);
    await expectAll('&search=mueller', (item) => ['Müller', 'Mueller'].includes(item.customer.lastName));
    await expectAll(
      '&search=Gro%C3%9F%20vorname2',
      (item) => item.customer.lastName === 'Groß' && item.customer.firstName === 'Vorname2',
    );
    const [one] = await list(admin);
    await expectAll(`&search=${one?.externalKey}`, (item) => item.externalKey === one?.externalKey);
    await expectAll(`&customerId=${one?.customer.id}`, (item) => item.customer.id === one?.customer.id);
    expect(await list(admin, '&hintId=3')).not.toEqual([]);
    expect(await list(admin, `&hintId=${lastHintNumber}`)).toEqual([]);
    expect(await list(admin, '&search=%25%25')).toEqual([]);
    expect(await list(admin, `&customerId=${foreign.customer}`)).toEqual([]);
  });

  it('pages without gap or overlap in every order, counts what it shows (property)', async () => {
    const limited = await server.caller({
      memberships: [region, south].map((groupId) => ({
        groupId,
        groupRights: ['groupContracts.view'] as const,
      })),
    });
    await assert(
      asyncProperty(
        record({
          key: constantFrom(...contractSortKeys),
          second: option(constantFrom(...contractSortKeys), { nil: undefined }),
          minus: constantFrom('', '-'),
          size: integer({ min: 7, max: 40 }),
          who: constantFrom('admin', 'limited'),
          filter: constantFrom('', '&withHints=true', '&insurerId=1', `&groupId=${region}`, '&search=mu'),
        }),
        async ({ key, second, minus, size, filter, who }) => {
          const token = who === 'admin' ? admin : limited;
          const sort = `${minus}${key}${second && second !== key ? `,${second}` : ''}`;
          const whole = items(
            (await server.get(token, `/contracts?pageSize=250&sort=${sort}${filter}`)).body,
          );
          const pages: ContractListItem[] = [];
          for (let page = 1; ; page += 1) {
            const answer = await server.get(
              token,
              `/contracts?page=${page}&pageSize=${size}&sort=${sort}${filter}`,
            );
            expect(answer.headers['x-total-count']).toBe(String(whole.length));
            if (items(answer.body).length === 0) break;
            pages.push(...items(answer.body));
          }
          expect(pages.map((item) => item.id)).toEqual(whole.map((item) => item.id));
          expectSorted(whole, key, minus === '-');
        },
      ),
      { numRuns: 60 },
    );
  });

  it('gives contracts by id in the order asked, leaving out what is not visible', async () => {
    const all = await list(admin);
    const wanted = [all[5], all[1]].map((item) => item?.id ?? '');
    const answer = await server.call(admin, 'POST', '/contracts/ContractList', {
      body: [...wanted, foreign.contract],
    });
    expect(items(answer.body).map((item) => item.id)).toEqual(wanted);
    expect((await server.call(admin, 'POST', '/contracts/ContractList', { body: [] })).body).toEqual([]);
    const tooMany = Array.from({ length: 501 }, () => foreign.contract);
    expect((await server.call(admin, 'POST', '/contracts/ContractList', { body: tooMany })).status).toBe(400);
    expect((await server.call(admin, 'POST', '/contracts/ContractList', { body: ['x'] })).status).toBe(400);
    expect((await server.call(null, 'POST', '/contracts/ContractList', { body: [] })).status).toBe(401);
  });
});

const sortValue: Partial<Record<string, (item: ContractListItem) => number | string | null>> = {
  contractScore: (item) => item.contractScore?.value ?? null,
  totalValue: (item) => (item.isValueUnknown ? null : item.totalValue),
  cashValue: (item) => item.cashValue,
  hints: (item) => item.hints.count,
  lastCheck: (item) => item.lastCheck,
  lastConsultation: (item) => item.lastConsultation,
  startDate: (item) => item.startDate,
  externalKey: (item) => item.externalKey,
  'tariff.name': (item) => (item.tariff.name === 'Zukunft' ? 1 : 0),
};

/** Whether `a` may stand right before `b`: a value nobody knows comes last both ways, else empty is lowest. */
function isInOrder(a: number | string | null, b: number | string | null, key: string, isDescending: boolean) {
  if (a === null || b === null) return isDescending || key === 'totalValue' ? b === null : a === null;
  return isDescending ? b <= a : a <= b;
}

function expectSorted(rows: readonly ContractListItem[], key: string, isDescending: boolean): void {
  const value = sortValue[key];
  if (!value) return;
  const values = rows.map(value);
  const wrong = values.filter((next, index) => {
    const before = values[index - 1];
    return before !== undefined && !isInOrder(before, next, key, isDescending);
  });
  expect(wrong).toEqual([]);
}

describe('statistics', () => {
  const filters = [
    '',
    '?withHints=true',
    '?insurerId=1',
    `?groupId=${region}`,
    '?search=mueller',
    '?scoreFrom=10&useETF=true',
    '?hasPendingChanges=true&isLinked=false',
    '?withHints=false&riskClassId=2',
    `?groupId=${noGroupId}&riskOutOfBand=true`,
    '?withHints=true&riskOutOfBand=true',
  ];

  it.each(filters)('agree with the list for "%s"', async (filter) => {
    const northern = await viewerOf(north);
    const [first] = await list(admin);
    const own = await server.caller({ ownCustomerId: first?.customer.id ?? '' });
    for (const token of [admin, northern, own]) {
      const rows = await list(token, filter.replace('?', '&'));
      const one = await server.get(token, `/contracts${filter || '?'}&pageSize=1`);
      expect(one.headers['x-total-count']).toBe(String(rows.length));
      expect(one.headers['link']).toContain('pageSize=1');
      const answer = await server.get(token, `/contracts/stats${filter}`);
      expect(answer.status).toBe(200);
      const scores = rows.flatMap((row) => (row.contractScore ? [row.contractScore.value] : []));
      // By days of the house, as a check of its night's first hour is.
      const dayOf = (instant: Date) => todayIn(houseZone, instant);
      const yearAgo = addMonths(dayOf(new Date()), -12);
      expect(answer.body).toMatchObject({
        contractCount: rows.length,
        customerCount: new Set(rows.map((row) => row.customer.id)).size,
        totalValue: rows.reduce((sum, row) => sum + row.totalValue, 0),
        totalCashValue: rows.reduce((sum, row) => sum + row.cashValue, 0),
        withHintsCount: token === own ? null : rows.filter((row) => (row.hints.count ?? 0) > 0).length,
        riskOutOfBandCount: rows.filter((row) => ['below', 'above'].includes(row.risk.status)).length,
        pendingChangesCount:
          token === own ? null : rows.filter((row) => row.hasPendingChanges === true).length,
        notCheckedCount: rows.filter(
          ({ lastCheck }) => lastCheck === null || dayOf(new Date(lastCheck)) < yearAgo,
        ).length,
        scoredCount: scores.length,
        averageScore:
          scores.length === 0
            ? null
            : Math.round((scores.reduce((a, b) => a + b, 0) / scores.length) * 10) / 10,
      });
      const { byTariff, byInsurer, byRiskClass } = answer.body as Record<
        string,
        { count: number; value: number }[]
      >;
      for (const part of [byTariff, byInsurer, byRiskClass]) {
        expect(part?.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(rows.length);
        expect(part?.reduce((sum, bucket) => sum + bucket.value, 0)).toBe(
          rows.reduce((sum, row) => sum + row.totalValue, 0),
        );
      }
    }
  });

  it('are refused without token or permission', async () => {
    expect((await server.get(null, '/contracts/stats')).status).toBe(401);
    const stranger = await server.caller({ permissions: ['customers.view'] });
    expect((await server.get(stranger, '/contracts/stats')).status).toBe(403);
    expect((await server.get(admin, '/contracts/stats?page=1')).status).toBe(400);
  });
});

describe('filter choices', () => {
  it('are those of visible contracts, groups in tree order', async () => {
    const { body } = await server.get(admin, '/contracts/filter-choices');
    expect(body).toMatchObject({
      tariffs: [{ name: 'Äußerst gut' }, { name: 'Zukunft' }],
      insurers: [{ insurerName: 'Ähre' }, { insurerName: 'Nordstern' }],
      groups: [
        { groupName: 'Region', level: 0 },
        { groupName: 'Nord', level: 1 },
        { groupName: 'Süd', level: 0 },
      ],
    });
    const northern = await viewerOf(north);
    const limited = await server.get(northern, '/contracts/filter-choices');
    expect(limited.body).toMatchObject({ groups: [{ groupName: 'Nord', level: 0 }] });
    const foreigner = await server.caller({ tenantId: tenantB });
    expect((await server.get(foreigner, '/contracts/filter-choices')).body).toMatchObject({
      groups: [],
      tariffs: [{ name: 'Fremd' }],
    });
  });
});
