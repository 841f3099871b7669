import type { CallAnswer } from '@depotwerk/api/call';
import type * as components from '@depotwerk/api/components/tariff-components';
import type * as lookups from '@depotwerk/api/tariffs/tariff-lookups';
import { automaticAllocation } from '@depotwerk/engine/allocation/automatic-allocation';
import { marketFixture } from '@depotwerk/engine/fixtures/market-fixture';
import { randomSource } from '@depotwerk/engine/fixtures/random-source';
import type { Route } from 'playwright-core';
import { exampleUser } from './scroll-examples.ts';

const id = '00000000-0000-4000-8000-00000000a110';
const riskId = '00000000-0000-4000-8000-000000000815';
/** Address of the page that is measured. */
export const matrixPath = `/admin/tariff-components/allocation/${id}/allocation-matrix`;

const categories = ['Renten', 'Mischfonds', 'Aktien'] as const;
const riskItemsCount = 7;
const now = '2026-11-21T08:00:00.000Z';

/** Answers from memory for a matrix of so many groups: the measure is the browser's work. */
export function answeringMatrix(groupCount: number): (route: Route) => Promise<void> {
  const market = marketFixture(groupCount, randomSource(7));
  const peergroupIds = market.groups.map((_, index) => index + 1);
  const categoryOf = (index: number) => Math.min(2, Math.floor((index / groupCount) * 3));
  const volatility = (index: number) => Math.sqrt(market.covariance[index]?.[index] ?? 0);
  const { targets, ranges } = {
    targets: market.classes.map(({ target }) => target),
    ranges: market.classes.map(({ range }) => range),
  };
  const component: CallAnswer<typeof components.getAllocationComponent>['component'] = {
    name: 'Allokation',
    key: 'ALLO',
    isInactive: false,
    peergroupIds,
    relationships: [],
    riskComponent: riskId,
    isManual: true,
    allocationType: 1,
    allocationItems: peergroupIds.flatMap((peergroupId, row) =>
      Array.from({ length: riskItemsCount }, (_, column) => ({
        riskClassId: column + 1,
        peergroupId,
        // The first ten rows hold a tenth each.
        fraction: row < 10 ? 0.1 : 0,
        isUsed: true,
      })),
    ),
  };
  const frame = { versionNumber: 1, rowVersion: 1, updatedAt: now, usedByCount: 0 };
  const risk: CallAnswer<typeof components.getRiskComponent> = {
    ...frame,
    id: riskId,
    component: {
      name: 'Volatilität, 7 Klassen',
      key: 'VOL7',
      isInactive: false,
      tariffRiskItemsNumber: riskItemsCount,
      tariffRiskType: 1,
      useQuota: false,
      tariffRiskItemsTargets: targets,
      tariffRiskItemsRanges: ranges,
    },
  };
  const risks: CallAnswer<typeof lookups.readPeergroupRisks> = {
    peergroups: market.groups.map(({ expectedReturn, equityQuota, isMoneyMarket }, index) => ({
      peergroupId: index + 1,
      name: `Peergroup ${index + 1}`,
      categoryName: categories[categoryOf(index)] ?? 'Aktien',
      colour: '#0f5566',
      riskValue: volatility(index) * 100,
      shareQuota: equityQuota,
      volatility: volatility(index),
      expectedReturn,
      dataFrom: '2021-11-22',
      dataTo: '2026-11-20',
      isMoneyMarket,
    })),
    covariance: market.covariance.map((row) => [...row]),
  };
  /** What the server does with the same engine. */
  const automatic = (): CallAnswer<typeof lookups.computeAutomaticAllocation> => {
    const { columns, frontier } = automaticAllocation(market);
    return {
      allocationItems: columns.flatMap(({ riskClass, units }) =>
        peergroupIds.map((peergroupId, row) => ({
          riskClassId: Number(riskClass),
          peergroupId,
          fraction: (units[row] ?? 0) / 1000,
          isUsed: (units[row] ?? 0) > 0,
        })),
      ),
      riskRating: columns.map((column) => ({
        riskClassId: Number(column.riskClass),
        riskRating: column.measure,
        shareQuota: column.equityQuota,
        isInBand: column.isInBand,
        volatility: column.volatility,
        expectedReturn: column.expectedReturn,
        riskContributions: [],
      })),
      failures: [],
      messages: [],
      viewEffects: [],
      frontier: frontier.map(({ volatility, expectedReturn }) => ({ volatility, expectedReturn })),
    };
  };
  const peergroups = categories.map((peergroupName, category) => ({
    id: category + 1,
    peergroupName,
    peergroups: peergroupIds
      .filter((_, index) => categoryOf(index) === category)
      .map((group) => ({ id: group, name: `Peergroup ${group}` })),
  }));
  const choice = {
    id: riskId,
    name: 'Volatilität, 7 Klassen',
    key: 'VOL7',
    isInactive: false,
    versionNumber: 1,
  };
  const answers: Readonly<Record<string, () => unknown>> = {
    'POST /auth/refresh': () => ({
      accessToken: 'bench',
      tokenType: 'Bearer',
      expiresIn: 600,
      refreshExpiresIn: 86_400,
      userId: exampleUser.id,
    }),
    'GET /auth/user': () => ({
      ...exampleUser,
      permissions: [
        ...exampleUser.permissions,
        'admin.access',
        'tariffs.view',
        'tariffComponents.view',
        'tariffComponents.edit',
        'funds.view',
      ],
      clientConfig: { ...exampleUser.clientConfig, canViewTariffs: true, canViewAdmin: true },
    }),
    [`GET /tariff-components/allocation/${id}`]: () => ({ ...frame, id, component }),
    [`GET /tariff-components/allocation/${id}/uses`]: () => [],
    [`GET /drafts/allocationComponent/${id}`]: () => ({ draft: null, others: [] }),
    [`GET /tariff-components/risk/${riskId}`]: () => risk,
    'GET /tariffs/components': () => [
      { ...choice, dependsOnId: null, riskTypeId: 1, riskItemsNumber: riskItemsCount, useQuota: false },
    ],
    'GET /tariffs/allocation-types': () => [{ id: 1, allocationTypeName: 'Höchste Ertragserwartung' }],
    'GET /proxy/funds/peergroups': () => peergroups,
    'POST /tariff-components/allocation/peergroup-risks': () => risks,
    'POST /tariff-components/allocation/automatic-allocation': automatic,
  };
  return (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname.replace(/^\/api/, '');
    const answer = answers[`${request.method()} ${path}`];
    return answer
      ? route.fulfill({ json: answer(), headers: { etag: '"1"' } })
      : route.fulfill({ status: 404, json: {} });
  };
}
