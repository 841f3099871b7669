import { randomUUID } from 'node:crypto';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, south, tenantA, tenantB } from '../../../test/contract-world.ts';
import { findAuditBreaks } from '../../platform/audit/find-audit-breaks.ts';
import { buildScope } from '../../platform/scope.ts';
import { readOverviewChart } from './overview-chart.view.ts';

const { test, world, server, admin, tariff } = contractHouse();
let foreign: string;

beforeAll(async () => {
  const other = await world.addTariff(tenantB, 'Fremd', 1);
  foreign = await world.addContract(tenantB, (await world.addCustomer(tenantB, { groupId: null })).id, other);
});

const newContract = async (groupId = north, columns = {}) =>
  world.addContract(tenantA, (await world.addCustomer(tenantA, { groupId })).id, tariff, columns);

const viewer = () =>
  server.caller({ memberships: [{ groupId: north, groupRights: ['groupContracts.view'] }] });

describe('reading one contract', () => {
  const paths = [
    '',
    '/info',
    '/optimization-hints',
    '/savings-plans',
    '/portfolios',
    '/overview-chart',
    '/history',
  ];

  it.each(paths)(
    '%s answers 200 with the caller, 401 without token, 403 without permission',
    async (path) => {
      const id = await newContract();
      expect((await server.get(admin, `/contracts/${id}${path}`)).status).toBe(200);
      expect((await server.get(null, `/contracts/${id}${path}`)).status).toBe(401);
      const stranger = await server.caller({ permissions: ['customers.view'] });
      expect((await server.get(stranger, `/contracts/${id}${path}`)).status).toBe(403);
      expect((await server.get(admin, `/contracts/x${path}`)).status).toBe(400);
    },
  );

  it.each([...paths, '/savings-plans/current', '/portfolios/current'])(
    '%s of another tenant, another group or nowhere is the same 404',
    async (path) => {
      const limited = await viewer();
      const hidden = await newContract(south);
      const answers = [
        await server.get(admin, `/contracts/${foreign}${path}`),
        await server.get(admin, `/contracts/${randomUUID()}${path}`),
        await server.get(limited, `/contracts/${hidden}${path}`),
      ];
      const bodies = answers.map((answer) => ({ ...(answer.body as object), requestId: '', traceId: '' }));
      expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
      expect(bodies[1]).toEqual(bodies[0]);
      expect(bodies[2]).toEqual(bodies[0]);
    },
  );

  it('records every read of money data with its reader and part, and none that showed nothing', async () => {
    const id = await newContract();
    const limited = await viewer();
    const hidden = await newContract(south);
    for (const path of ['', '/info', '/portfolios', '/savings-plans', '/overview-chart', '/history']) {
      expect((await server.get(admin, `/contracts/${id}${path}`)).status).toBe(200);
      expect((await server.get(limited, `/contracts/${hidden}${path}`)).status).toBe(404);
    }
    const { rows } = await test.owner.query<{ part: string; actor_kind: string; object_id: string }>(
      `select details ->> 'part' as part, actor_kind, object_id from audit_entries
        where action = 'contracts.read' and object_id = any ($1) order by id`,
      [[id, hidden]],
    );
    expect(rows.map((row) => row.part)).toEqual([
      'contract',
      'info',
      'portfolios',
      'savingsPlans',
      'chart',
      'history',
    ]);
    expect(new Set(rows.map((row) => `${row.actor_kind} ${row.object_id}`))).toEqual(new Set([`user ${id}`]));
    expect(await findAuditBreaks(test.database, tenantA)).toEqual([]);
    // The timeline tells what happened to the contract, not who looked.
    const history = await server.get(admin, `/contracts/${id}/history`);
    expect(history.body).toHaveLength(1);
  });

  it('gives the version as ETag and 404 for plans and portfolios that do not exist', async () => {
    const id = await newContract();
    expect((await server.get(admin, `/contracts/${id}`)).headers['etag']).toBe('"1"');
    expect((await server.get(admin, `/contracts/${id}/portfolios/current`)).status).toBe(404);
    expect((await server.get(admin, `/contracts/${id}/savings-plans/current`)).status).toBe(404);
  });

  it('shows portfolio, savings plan, profile and score', async () => {
    const id = await newContract(north, {
      contract_score: 87,
      score_risk: 100,
      score_quality: 50,
      score_calculated_at: '2026-01-01T00:00:00Z',
      risk_value: 0.12,
      risk_band_low: 0.08,
      risk_band_high: 0.14,
      risk_band_status: 'in',
      risk_class_id: 3,
    });
    await test.owner.query(
      `insert into fund_categories (tenant_id, id, category_name, category_color) values ($1, 1, 'Aktien', '#0f5566') on conflict do nothing`,
      [tenantA],
    );
    await test.owner.query(
      `insert into peergroups (tenant_id, id, peergroup_key, peergroup_name, category_id)
       values ($1, 1, 'WELT', 'Welt', 1)`,
      [tenantA],
    );
    // The category of its group is that of a fund without one of its own.
    await test.owner.query(
      `insert into funds (tenant_id, id, isin, name, peergroup_id) values ($1, 1, 'DE0008469008', 'Aktienfonds', 1)`,
      [tenantA],
    );
    for (const [day, isCurrent, value] of [
      ['2025-12-31', false, 900],
      ['2026-01-31', true, 1000.5],
    ] as const) {
      const portfolio = randomUUID();
      await test.owner.query(
        `insert into portfolios (tenant_id, id, contract_id, valuation_date, is_current, total_value, cash_value, paid_in, risk_value)
         values ($1, $2, $3, $4, $5, $6, $6, 800, 0.12)`,
        [tenantA, portfolio, id, day, isCurrent, value],
      );
      await test.owner.query(
        `insert into portfolio_entries (tenant_id, portfolio_id, fund_id, quantity, price, price_date, value, fraction, cost_value)
         values ($1, $2, 1, 10, $3, $4, $5, 1, 800.1)`,
        [tenantA, portfolio, value / 10, day, value],
      );
    }
    const plan = randomUUID();
    await test.owner.query(
      `insert into savings_plans (tenant_id, id, contract_id, valid_from, contribution, contribution_interval, dynamic_percent)
       values ($1, $2, $3, '2025-01-01', 100, 12, 0.03)`,
      [tenantA, plan, id],
    );
    await test.owner.query(
      `insert into savings_plan_entries (tenant_id, savings_plan_id, fund_id, fraction, amount) values ($1, $2, 1, 1, 100)`,
      [tenantA, plan],
    );
    await test.owner.query(
      `insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_class_id, risk_type_id, status)
       values ($1, $2, '2024-01-01', '2024-12-31', 3, 1, 'valid')`,
      [tenantA, id],
    );

    await test.owner.query(
      `update savings_plans set valid_to = '2098-12-31' where contract_id = $1 and valid_to is null`,
      [id],
    );
    await test.owner.query(
      `insert into savings_plans (tenant_id, contract_id, valid_from, valid_to, contribution, contribution_interval)
       values ($1, $2, '2099-01-01', null, 250, 12), ($1, $2, '2024-01-01', '2098-12-31', 30, 1)`,
      [tenantA, id],
    );
    // One that an earlier import left beside it counts no more than anywhere else.
    await test.owner.query(
      `insert into savings_plans (tenant_id, contract_id, valid_from, valid_to, contribution, contribution_interval)
       values ($1, $2, '2020-01-01', '2098-12-31', 75, 1)`,
      [tenantA, id],
    );
    const { body } = await server.get(admin, `/contracts/${id}`);
    await test.owner.query('delete from savings_plans where contract_id = $1 and contribution = 75', [id]);
    expect(body).toMatchObject({
      plannedSavingsPlan: { validFrom: '2099-01-01', contribution: 250, contributionInterval: 12 },
      contract: { totalValue: 1000.5, risk: { riskValue: 12, bandLow: 8, bandHigh: 14, riskClassCount: 5 } },
      contractScore: {
        value: 87,
        stars: 4.5,
        level: 'good',
        parts: [
          { scoreKey: 'risk', value: 100 },
          { scoreKey: 'quality', value: 50 },
        ],
      },
      latestRiskAssessment: { status: 'expired', riskClassId: 3 },
      // Of several in force the one that began last.
      currentSavingsPlan: {
        validFrom: '2025-01-01',
        contribution: 100,
        dynamicPercent: 3,
        savingsPlanEntries: [{ isin: 'DE0008469008', fraction: 1, categoryName: 'Aktien' }],
      },
      currentPortfolio: {
        totalValue: 1000.5,
        riskValue: 12,
        portfolioEntries: [
          { fundName: 'Aktienfonds', costValue: 800.1, gainLoss: 200.4, categoryName: 'Aktien' },
        ],
      },
    });
    expect((await server.get(admin, `/contracts/${id}/portfolios/current`)).body).toMatchObject({
      valuationDate: '2026-01-31',
    });
    // Not that of the one that comes.
    const info = await server.get(admin, `/contracts/${id}/info`);
    expect(info.body).toMatchObject({ contribution: 100, contributionInterval: 12 });
    const history = await server.get(admin, `/contracts/${id}/portfolios?to=2025-12-31`);
    expect([history.headers['x-total-count'], (history.body as unknown[]).length]).toEqual(['1', 1]);
    const chart = await server.get(admin, `/contracts/${id}/overview-chart?period=max`);
    expect(chart.body).toMatchObject({
      chartData: {
        value: [
          { x: '2025-12-31', y: 900 },
          { x: '2026-01-31', y: 1000.5 },
        ],
      },
    });
    // A year begins at what the contract was worth when it began.
    const scope = buildScope({
      tenantId: tenantA,
      userId: admin,
      ownCustomerId: null,
      permissions: permissionCodes,
      groups: [],
      memberships: [{ groupId: north, groupRights: ['groupContracts.view'] }],
    });
    const daysOf = async (today: string) => {
      const services = { database: test.database, clock: Date.now };
      const { chartData } = await readOverviewChart(services, scope, id, '1y', today);
      return chartData['value']?.map(({ x }) => x);
    };
    expect(await daysOf('2027-01-15')).toEqual(['2025-12-31', '2026-01-31']);
    expect(await daysOf('2027-01-31')).toEqual(['2026-01-31']);
    expect(await daysOf('2026-12-15')).toEqual(['2025-12-31', '2026-01-31']);
    const timeline = await server.get(admin, `/contracts/${id}/history`);
    expect((timeline.body as { kind: string }[]).map((entry) => entry.kind).toSorted()).toEqual([
      'created',
      'riskAssessment',
      'savingsPlan',
      'savingsPlan',
      'savingsPlan',
      'valuation',
      'valuation',
    ]);
  });
});
